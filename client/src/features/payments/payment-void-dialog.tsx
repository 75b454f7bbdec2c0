import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { WholeNumbers } from "#client/components/facts/values.tsx";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { requiredReason } from "#shared/contract/payments.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Payment } from "./payment-words.ts";

const FAILED = "Failed to void the payment";
const RULES = z.object({ reason: requiredReason });
const list = new Intl.ListFormat("en-GB");

/** Voids a transfer that was recorded by mistake. No money moves at the bank. */
export default function PaymentVoidDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const form = useForm({ resolver: zodResolver(RULES), defaultValues: { reason: "" }, shouldFocusError: false });
  const keyFor = useIdempotencyKey();
  const voiding = useCall("payments", "void", { success: "Payment voided", failure: FAILED, onSuccess: onClose });
  const numbers = payment.allocations.map(({ number }) => number);
  const owed = numbers.length === 0 ? "" : ` ${list.format(numbers)} ${numbers.length === 1 ? "is" : "are"} owed again.`;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Void ${formatMoney(payment.amount)} of ${payment.company?.name ?? "an unknown company"}?`}
      description={<WholeNumbers text={`For a transfer that was recorded by mistake. It stays visible and no longer counts.${owed}`} />}
      form={form}
      onSubmit={(body) => voiding.mutate({ params: { id: payment.id }, body, idempotencyKey: keyFor([payment.id, body]) })}
      submitLabel={isForbidden(voiding.error) ? null : `Void ${formatMoney(payment.amount)}`}
      pending={voiding.isPending}
      error={voiding.error && failureSentence(voiding.error, FAILED)}
      danger
    >
      <TextareaField control={form.control} name="reason" label="Reason" maxLength={LONGEST.reason} />
    </FormDialog>
  );
}
