import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { parseNumber, TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { amount, requiredReason } from "#shared/contract/payments.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { InvoiceRow } from "./invoice-cells.tsx";

const FAILED = "Failed to credit the invoice";

type InvoiceCreditDialogProps = {
  invoice: InvoiceRow;
  /** The amount that is not credited yet, in pounds. */
  most: number;
  onClose: () => void;
};

/**
 * Issues a credit note, for a cancelled order, an omitted window or a corrected price. No money
 * moves.
 */
export default function InvoiceCreditDialog({ invoice, most, onClose }: InvoiceCreditDialogProps) {
  const { number, company, owed = 0 } = invoice;
  const rules = z.object({
    gross: typedTextSchema(amount, (typed) => parseNumber(typed.replace("£", ""))).refine(
      (pence) => pence <= Math.round(most * 100),
      `${number} can be credited by at most ${formatMoney(most)}`,
    ),
    reason: requiredReason,
  });
  const form = useForm({ resolver: zodResolver(rules), defaultValues: { gross: "", reason: "" }, shouldFocusError: false });
  const typed = parseNumber(form.watch("gross").replace("£", ""));
  const beyond = Number.isFinite(typed) ? Math.max(0, Math.round(Math.min(typed, most) * 100) - Math.round(owed * 100)) / 100 : 0;
  const keyFor = useIdempotencyKey();
  const credit = useCall("invoices", "credit", {
    success: (note) => `${note.number} issued: ${formatMoney(note.gross ?? 0)} of ${number} credited`,
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Credit this invoice"
      number={number}
      description={`${company.name}. This issues a credit note, which is final. No money is refunded.`}
      form={form}
      onSubmit={({ gross, reason }) => {
        const body = { gross: gross / 100, reason };
        credit.mutate({ params: { number }, body, idempotencyKey: keyFor([number, body]) });
      }}
      submitLabel={isForbidden(credit.error) ? null : typed > 0 ? `Credit ${formatMoney(typed)}` : "Credit"}
      pending={credit.isPending}
      error={credit.error && failureSentence(credit.error, FAILED)}
    >
      <div className="flex items-start gap-3">
        <AmountField
          control={form.control}
          name="gross"
          label="Amount, VAT included"
          prefix="£"
          hint={`${formatMoney(most)} is not credited yet, ${formatMoney(owed)} is owed.`}
          className="flex-1"
        />
        <Button
          className="mt-6"
          onClick={() => form.setValue("gross", most.toFixed(2), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
        >
          All of it
        </Button>
      </div>
      {beyond > 0 && (
        <p role="status" className="rounded bg-info-soft px-3 py-2">
          {formatMoney(beyond)} of it is already paid and becomes credit of {company.name}.
        </p>
      )}
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="It is printed on the credit note."
        rows={2}
        maxLength={LONGEST.reason}
      />
    </FormDialog>
  );
}
