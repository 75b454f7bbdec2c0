import { useRef } from "react";
import { useForm } from "react-hook-form";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { type Pence, pence } from "#shared/domain/money.ts";
import { AllocationTable, focusWrong } from "./allocation-table.tsx";
import type { Payment } from "./payment-words.ts";
import { formatPounds, type Payable, useParts } from "./use-parts.ts";
import { usePayable } from "./use-payable.ts";

const FAILED = "Failed to allocate the payment";
const inPence = (pounds: number): Pence => pence(Math.round(pounds * 100));

/** Replaces a payment's allocations. The form starts with the present allocations. */
export default function PaymentAllocateDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, company, allocations, unallocated, method } = payment;
  const form = useForm({ defaultValues: {} });
  const { payable, query, coming } = usePayable(company?.id ?? 0);
  useLoadFailure(query, "Failed to load what is owed");
  const allocated = allocations.reduce((sum, { amount }) => sum + inPence(amount), 0);
  const room = pence(inPence(unallocated) + allocated);
  const start = Object.fromEntries(allocations.map(({ number, amount }) => [number, formatPounds(inPence(amount))]));
  const parts = useParts(withPaid(payable, allocations, method === "card"), room, allocations.length > 0 ? start : null);
  const table = useRef<HTMLDivElement>(null);
  const allocate = useCall("payments", "allocate", { success: "Payment allocated", failure: FAILED, onSuccess: onClose });
  const isChanged = parts.rows.some(({ number, text }) => text !== (start[number] ?? ""));
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Allocate ${formatMoney(room / 100)} of ${company?.name ?? "an unknown company"}`}
      description={method === "card" ? "The invoices that the card was charged for stay paid. The rest may pay other invoices." : undefined}
      size="lg"
      form={form}
      hasOtherWork={isChanged}
      onSubmit={() => {
        if (!parts.isRight) return focusWrong(table.current);
        allocate.mutate({ params: { id }, body: { allocations: parts.allocations } });
      }}
      submitLabel={isForbidden(allocate.error) ? null : "Allocate"}
      submitDisabled={coming || !isChanged}
      pending={allocate.isPending}
      error={allocate.error && failureSentence(allocate.error, FAILED)}
    >
      <div ref={table}>
        <AllocationTable parts={parts} companyName={company?.name ?? ""} coming={coming} />
      </div>
    </FormDialog>
  );
}

/**
 * Adds a payment's own allocations to the owed invoices: each invoice can receive its owed amount
 * plus the amount that this payment already covers.
 */
function withPaid(payable: readonly Payable[], paid: Payment["allocations"], stays: boolean): readonly Payable[] {
  const paidInvoices = paid.map(({ number, amount }): Payable => {
    const open = payable.find((one) => one.number === number);
    const now = inPence(amount);
    return {
      number,
      jobName: open?.jobName ?? null,
      dueOn: open?.dueOn ?? null,
      most: pence(now + (open?.most ?? 0)),
      least: stays ? now : pence(0),
    };
  });
  return [...paidInvoices, ...payable.filter(({ number }) => !paid.some((part) => part.number === number))];
}
