import { useState } from "react";
import { jobWords } from "#client/components/facts/job.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { countOf } from "#shared/domain/text.ts";
import { MOST_PAID_AT_ONCE } from "#shared/domain/trade/ledger.ts";
import { findOverdue, type OwedInvoice } from "./owed-invoices.ts";
import { PayInvoicesButton } from "./pay-invoices-button.tsx";

type ChooseInvoicesDialogProps = { owed: readonly OwedInvoice[]; onClose: () => void };

/** Chooses several invoices to pay together. Overdue invoices are chosen at first. */
export default function ChooseInvoicesDialog({ owed, onClose }: ChooseInvoicesDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(findOverdue(owed).map(({ number }) => number)));
  const change = (number: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, number] : [...before].filter((each) => each !== number)));
  const earliestFirst = owed.toSorted((one, other) => (one.dueOn ?? "").localeCompare(other.dueOn ?? ""));
  const invoices = owed.filter(({ number }) => chosen.has(number));
  return (
    <Dialog open onCloseRequest={onClose} title="Choose what to pay" description="One payment by card for all of them.">
      <DialogBody>
        <ul className="flex flex-col divide-y">
          {earliestFirst.map((invoice) => (
            <li key={invoice.number}>
              {/* The flexible last cell aligns the amounts in a column. */}
              <Checkbox
                className="[&>:last-child]:min-w-0 [&>:last-child]:flex-1"
                checked={chosen.has(invoice.number)}
                onChange={(event) => change(invoice.number, event.target.checked)}
                label={
                  <span className="flex justify-between gap-3">
                    <span className="flex min-w-0 flex-wrap gap-x-2 wrap-anywhere">
                      <span className="font-medium whitespace-nowrap">{invoice.number}</span>
                      <span>{jobWords({ jobName: invoice.jobName, poNumber: invoice.poNumber }).join(", ")}</span>
                    </span>
                    <Money amount={invoice.owed} strong />
                  </span>
                }
                hint={<DueHint {...invoice} />}
              />
            </li>
          ))}
        </ul>
        {chosen.size > MOST_PAID_AT_ONCE && (
          <p className="mt-3 text-sm text-muted">The {MOST_PAID_AT_ONCE} that are due first can be paid at once.</p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <PayInvoicesButton variant="primary" invoices={invoices} />
      </DialogFooter>
    </Dialog>
  );
}

function DueHint({ dueOn, overdueDays, disputed }: OwedInvoice) {
  const late = `${countOf(overdueDays, "day")} overdue`;
  return (
    <>
      Due <ListedDate value={dueOn} />
      {overdueDays > 0 && !disputed && <span className="font-medium text-danger">, {late}</span>}
      {disputed && ", disputed at your bank"}
    </>
  );
}
