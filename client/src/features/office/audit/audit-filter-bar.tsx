import { useState } from "react";
import { DateField } from "#client/components/form/date-field.tsx";
import { FilterBar } from "#client/components/page/filters.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Select } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { type Address, day, number, text } from "#client/lib/address.ts";
import { wordsOf } from "#shared/domain/audit-facts.ts";
import { THING_OPTIONS } from "#shared/domain/audit-words.ts";
import { PersonFilter } from "./person-filter.tsx";

/**
 * The filters in the address:
 * `/audit?actorId=3&targetType=orders&targetId=12&from=2026-11-01&to=2026-11-20`.
 */
export const AUDIT_ADDRESS = { actorId: number, targetType: text, targetId: number, from: day, to: day };

/** An empty text or null omits the filter. */
export type AuditFilters = Address<typeof AUDIT_ADDRESS>;

export const NO_FILTERS: AuditFilters = { actorId: null, targetType: "", targetId: null, from: null, to: null };

export const auditQuery = ({ actorId, targetType, targetId, from, to }: AuditFilters) => ({
  ...(actorId !== null && { actorId: String(actorId) }),
  ...(targetType && { targetType }),
  ...(targetId !== null && { targetId: String(targetId) }),
  ...(from && { from }),
  ...(to && { to }),
});

type AuditFilterBarProps = {
  filters: AuditFilters;
  /** The name or email of the filter's person, once the entries have loaded. */
  person: string | null;
  onChange: (part: Partial<AuditFilters>) => void;
};

export function AuditFilterBar({ filters, person, onChange }: AuditFilterBarProps) {
  const { actorId, targetType, targetId, from, to } = filters;
  const known = targetType === "" || THING_OPTIONS.some(({ value }) => value === targetType);
  const options = [
    { value: "", label: "Everything" },
    ...THING_OPTIONS,
    // The address may name a kind of record that is not in the list, for example from an older
    // version.
    ...(known ? [] : [{ value: targetType, label: wordsOf(targetType) }]),
  ];
  return (
    <FilterBar label="Filter the audit trail">
      {/* On a phone the two fields share a line. */}
      <div className="contents max-sm:flex max-sm:w-full max-sm:flex-wrap max-sm:gap-x-3 max-sm:gap-y-2">
        <PersonFilter actorId={actorId} personName={person} onChange={(id) => onChange({ actorId: id })} />
        <Field label="Thing" className="w-44 md:max-lg:w-36 max-sm:flex-[1_1_9rem]">
          {(wiring) => (
            <Select
              {...wiring}
              value={targetType}
              onChange={(event) => onChange({ targetType: event.target.value, targetId: null })}
              options={options}
            />
          )}
        </Field>
        {targetType !== "" && (
          <ThingNumber key={`${targetType} ${targetId}`} value={targetId} onChange={(id) => onChange({ targetId: id })} />
        )}
      </div>
      {/* The two fields wrap to the next line together or not at all. */}
      <div className="flex gap-3 max-sm:w-full max-sm:[&>*]:flex-1">
        <Field label="From" className="w-40 md:max-lg:w-36">
          {(wiring) => <DateField {...wiring} value={from} max={to ?? undefined} onChange={(day) => onChange({ from: day })} />}
        </Field>
        <Field label="To" className="w-40 md:max-lg:w-36">
          {(wiring) => <DateField {...wiring} value={to} min={from ?? undefined} onChange={(day) => onChange({ to: day })} />}
        </Field>
      </div>
      {Object.keys(auditQuery(filters)).length > 0 && (
        <Button className="max-sm:w-full" onClick={() => onChange(NO_FILTERS)}>
          Clear
        </Button>
      )}
    </FilterBar>
  );
}

/** Reads `12`, `ORD-12` and `#12` as 12. */
const numberIn = (text: string): number | null => {
  const digits = /^\D*(\d{1,9})$/.exec(text.trim())?.[1];
  return digits && Number(digits) > 0 ? Number(digits) : null;
};

type ThingNumberProps = { value: number | null; onChange: (value: number | null) => void };

/**
 * The id of one record. The filter applies on Enter and on blur, because typing 123 must not search
 * for 1 first. The component's key must be the value.
 */
function ThingNumber({ value, onChange }: ThingNumberProps) {
  const [text, setText] = useState(value === null ? "" : String(value));
  const unreadable = text.trim() !== "" && numberIn(text) === null;
  const settle = () => {
    const next = numberIn(text);
    if (!unreadable && next !== value) onChange(next);
  };
  return (
    <Field label="Number" error={unreadable ? "Type a number, such as 12" : undefined} className="w-32 max-sm:w-full">
      {(wiring) => (
        <Input
          {...wiring}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onBlur={settle}
          onKeyDown={(event) => event.key === "Enter" && settle()}
        />
      )}
    </Field>
  );
}
