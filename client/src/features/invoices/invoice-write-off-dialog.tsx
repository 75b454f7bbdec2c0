import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { parseNumber, SelectField, TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { requireNote, writeOffBody } from "#shared/contract/invoices.ts";
import { amount } from "#shared/contract/payments.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { countsAsPaid, WRITE_OFF_LABEL, WRITE_OFF_REASONS } from "#shared/domain/trade/ledger.ts";
import type { InvoiceRow } from "./invoice-cells.tsx";

const FAILED = "Failed to write the amount off";
/** The largest rest, in pounds, for which a small balance is the proposed reason. */
const SMALL = 5;

/** Writes off an amount that will never be paid. No document is issued and VAT is unchanged. */
export default function InvoiceWriteOffDialog({ invoice, onClose }: { invoice: InvoiceRow; onClose: () => void }) {
  const { number, company, owed = 0 } = invoice;
  const rules = z
    .object({
      ...writeOffBody.shape,
      amount: typedTextSchema(amount, (typed) => parseNumber(typed.replace("£", ""))).refine(
        (pence) => pence <= Math.round(owed * 100),
        `${number} owes ${formatMoney(owed)}`,
      ),
    })
    .refine(...requireNote);
  const form = useForm({
    resolver: zodResolver(rules),
    defaultValues: { amount: owed.toFixed(2), reason: owed <= SMALL ? "small_balance" : "bad_debt", note: "" },
    shouldFocusError: false,
  });
  const [typed, reason] = form.watch(["amount", "reason"]);
  const sum = parseNumber(typed.replace("£", ""));
  const keyFor = useIdempotencyKey();
  const writeOff = useCall("invoices", "writeOff", {
    success: (row) => `${formatMoney(row.amount)} of ${number} written off`,
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Write off"
      number={number}
      description={`${company.name} owes ${formatMoney(owed)} on this invoice. VAT does not change, and no money moves.`}
      form={form}
      onSubmit={({ amount, ...rest }) => {
        const body = { ...rest, amount: amount / 100 };
        writeOff.mutate({ params: { number }, body, idempotencyKey: keyFor([number, body]) });
      }}
      submitLabel={isForbidden(writeOff.error) ? null : sum > 0 ? `Write off ${formatMoney(sum)}` : "Write off"}
      pending={writeOff.isPending}
      error={writeOff.error && failureSentence(writeOff.error, FAILED)}
      danger
    >
      <AmountField control={form.control} name="amount" label="Amount, VAT included" prefix="£" hint={`${formatMoney(owed)} is owed.`} />
      <SelectField
        control={form.control}
        name="reason"
        label="Reason"
        options={WRITE_OFF_REASONS.map((value) => ({ value, label: WRITE_OFF_LABEL[value] }))}
        hint={
          countsAsPaid(reason)
            ? "The invoice counts as paid once nothing is owed."
            : "The order stays unpaid, and no commission is earned on it."
        }
      />
      <TextareaField
        control={form.control}
        name="note"
        label={reason === "other" ? "Note" : "Note (optional)"}
        hint="Only our staff see it."
        rows={2}
        maxLength={LONGEST.reason}
      />
    </FormDialog>
  );
}
