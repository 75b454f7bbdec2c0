import { clsx } from "clsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { UnitInput } from "#client/components/ui/control/input.tsx";
import { formatPence } from "#shared/domain/money.ts";
import { countOf } from "#shared/domain/text.ts";
import type { Parts } from "./use-parts.ts";

type AllocationTableProps = {
  parts: Parts;
  /** The company that receives the remainder as credit. */
  companyName: string;
  /** The invoices are still loading. */
  coming: boolean;
};

/**
 * The invoices that a payment pays, each with an amount field, and a sentence about the remainder.
 */
export function AllocationTable({ parts, companyName, coming }: AllocationTableProps) {
  const { rows, isOwn, propose } = parts;
  return (
    <section aria-label="What it pays" className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">What it pays</h3>
        {isOwn && rows.length > 0 && (
          <Button size="sm" onClick={propose}>
            Oldest due first
          </Button>
        )}
      </header>
      {rows.length > 0 && (
        <ul className="divide-y rounded border">
          {rows.map(({ number, jobName, dueOn, most, text, fault }) => (
            <li key={number} className="grid grid-cols-[1fr_8.5rem] items-center gap-x-4 px-3 py-1.5">
              <span className="min-w-0">
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="font-medium whitespace-nowrap">{number}</span>
                  {jobName && <span className="min-w-0 truncate text-muted">{jobName}</span>}
                </span>
                <span className="block text-xs text-muted">
                  owes {formatPence(most)}
                  {dueOn && (
                    <>
                      , due <ListedDate value={dueOn} />
                    </>
                  )}
                </span>
              </span>
              <Field label={`Pays of ${number}`} hideLabel error={fault ?? undefined}>
                {(wiring) => (
                  <UnitInput
                    {...wiring}
                    prefix="£"
                    inputMode="decimal"
                    value={text}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => parts.change(number, event.target.value)}
                  />
                )}
              </Field>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={clsx("tabular-nums", parts.fault && "font-medium text-danger")}>
        {coming ? "Loading what is owed…" : (parts.fault ?? describeRemainder(parts, companyName))}
      </p>
    </section>
  );
}

/** Focuses the first invalid field, or the first field if only the sum is invalid. */
export const focusWrong = (table: HTMLElement | null): void =>
  (table?.querySelector<HTMLElement>("input[aria-invalid]") ?? table?.querySelector<HTMLElement>("input"))?.focus();

/** A remainder is valid, so this sentence describes it before the payment is saved. */
function describeRemainder({ rows, total, left: remainder }: Parts, companyName: string): string {
  const paid = rows.filter(({ amount }) => amount).length;
  const pays = paid > 0 ? `${formatPence(total)} pays ${countOf(paid, "invoice")}` : null;
  const credit = remainder > 0 ? `${formatPence(remainder)} is left over, as credit of ${companyName}` : null;
  const said = [pays, credit].filter(Boolean).join("; ");
  if (said) return `${said}.`;
  return rows.length === 0 ? `${companyName} owes nothing.` : "It pays nothing yet.";
}
