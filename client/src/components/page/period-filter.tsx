import { DateField } from "#client/components/form/date-field.tsx";
import { SegmentedControl } from "#client/components/ui/control/choices.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { PERIOD_LABEL, PERIODS, type Period } from "#client/lib/book-period.ts";
import type { Day } from "#shared/domain/period.ts";

interface Chosen {
  readonly period: Period;
  readonly from: Day | null;
  readonly to: Day | null;
}

type PeriodFilterProps = {
  /** The name of the day that the period filters, for example "Tax point". */
  label: string;
  period: Period;
  from: Day | null;
  to: Day | null;
  onChange: (part: Partial<Chosen>) => void;
};

const CHOICES = PERIODS.map((value) => ({ value, label: PERIOD_LABEL[value] }));

/** The filter for the periods that bookkeepers use. Custom days have two fields. */
export function PeriodFilter({ label, period, from, to, onChange }: PeriodFilterProps) {
  return (
    <>
      <SegmentedControl
        label={label}
        className="max-[56rem]:w-full max-[56rem]:[&_div]:flex max-[56rem]:[&_label]:flex-[1_0_30%]"
        value={period}
        options={CHOICES}
        onChange={(value) => onChange({ period: value, from: null, to: null })}
      />
      {period === "days" && (
        <>
          <Field label="From" className="w-40 max-sm:flex-1">
            {(wiring) => <DateField {...wiring} value={from} max={to ?? undefined} onChange={(value) => onChange({ from: value })} />}
          </Field>
          <Field label="To" className="w-40 max-sm:flex-1">
            {(wiring) => <DateField {...wiring} value={to} min={from ?? undefined} onChange={(value) => onChange({ to: value })} />}
          </Field>
        </>
      )}
    </>
  );
}
