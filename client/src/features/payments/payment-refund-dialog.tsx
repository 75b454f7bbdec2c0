import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import { z } from "zod";
import { WholeNumbers } from "#client/components/facts/values.tsx";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { parseNumber, SelectField, TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { RadioGroup } from "#client/components/ui/control/choices.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatMoney } from "#client/lib/format.ts";
import { amount, requiredReason } from "#shared/contract/payments.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Day, isDay, londonDay } from "#shared/domain/period.ts";
import type { Payment } from "./payment-words.ts";
import { parsePence } from "./use-parts.ts";

const FAILED = "Failed to give the money back";
const HOW = ["note", "credit"] as const;

/** The most that can be refunded from an invoice or from the credit, in pounds. */
const mostOf = ({ refundableOf, refundableAsCredit }: Payment, how: string, number: string): number =>
  how === "credit" ? refundableAsCredit : (refundableOf.find((part) => part.number === number)?.amount ?? 0);

const rules = (payment: Payment, today: Day) =>
  z
    .object({
      how: z.enum(HOW),
      number: z.string(),
      amount: typedTextSchema(amount, (typed) => parseNumber(typed.replace("£", ""))),
      reason: requiredReason,
      paidOn: z
        .custom<Day | null>((day) => typeof day === "string" && isDay(day), UNREADABLE_DAY)
        .refine((day) => day === null || day <= today, "The day cannot be in the future")
        .refine((day) => day === null || day >= payment.receivedOn, "The money arrived after that day"),
    })
    .superRefine(({ how, number, amount: given }, context) => {
      const most = mostOf(payment, how, number);
      if (given <= Math.round(most * 100)) return;
      const message =
        how === "credit"
          ? `${formatMoney(most)} of this payment is not allocated`
          : `At most ${formatMoney(most)} of this payment paid ${number}`;
      context.addIssue({ code: "custom", path: ["amount"], message });
    });

type PaymentRefundDialogProps = {
  payment: Payment;
  /** The proposed amount in pounds. Without it the form proposes the usual amount. */
  proposed?: number;
  reason?: string;
  onClose: () => void;
};

/**
 * Refunds part of a payment: to the card through Stripe, or as a bank transfer that is recorded
 * here.
 */
export default function PaymentRefundDialog({ payment, proposed, reason = "", onClose }: PaymentRefundDialogProps) {
  const { id, method, company, refundableOf, refundableAsCredit } = payment;
  const [today] = useState(() => londonDay(new Date()));
  const first = refundableOf[0]?.number ?? "";
  const how = first ? ("note" as const) : ("credit" as const);
  const begins = Math.min(proposed ?? Number.POSITIVE_INFINITY, mostOf(payment, how, first));
  const form = useForm({
    resolver: zodResolver(rules(payment, today)),
    defaultValues: { how: how as (typeof HOW)[number], number: first, amount: begins.toFixed(2), reason, paidOn: today as Day | null },
    shouldFocusError: false,
  });
  const chosen = useController({ control: form.control, name: "how" });
  const number = form.watch("number");
  const typedAmount = parsePence(form.watch("amount"));
  const keyFor = useIdempotencyKey();
  const refund = useCall("payments", "refund", {
    success: ({ status, amount: back, creditNoteNumber }) =>
      `${formatMoney(back)} ${status === "succeeded" ? "given back" : "is on its way back"}${creditNoteNumber ? `, with ${creditNoteNumber}` : ""}`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const isCard = method === "card";
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Give money back to ${company?.name ?? "the card"}`}
      description={isCard ? "Stripe refunds it to the card. It takes some days." : "Make the transfer at your bank. This only records it."}
      form={form}
      onSubmit={(values) => {
        const body = {
          amount: values.amount / 100,
          reason: values.reason,
          creditNote: values.how === "note",
          ...(values.how === "note" && { invoiceNumber: values.number }),
          ...(!isCard && values.paidOn !== null && { paidOn: values.paidOn }),
        };
        refund.mutate({ params: { id }, body, idempotencyKey: keyFor([id, body]) });
      }}
      submitLabel={isForbidden(refund.error) ? null : typedAmount ? `Give back ${formatMoney(typedAmount / 100)}` : "Give back"}
      pending={refund.isPending}
      error={refund.error && failureSentence(refund.error, FAILED)}
    >
      <RadioGroup
        label="What for"
        value={chosen.field.value}
        onChange={(value) => {
          chosen.field.onChange(value);
          form.setValue("amount", mostOf(payment, value, number).toFixed(2));
        }}
        options={[
          {
            value: "note",
            label: "With a credit note",
            hint: first ? (
              <WholeNumbers
                text={`A part of an invoice no longer has to be paid. ${refundableOf.length === 1 ? first : "The invoice"} is credited accordingly.`}
              />
            ) : (
              "It has paid no invoice that can still be credited."
            ),
            disabled: refundableOf.length === 0,
          },
          {
            value: "credit",
            label: "Only credit",
            hint:
              refundableAsCredit > 0
                ? `Money without an invoice: ${formatMoney(refundableAsCredit)} of this payment is not allocated.`
                : "All of this payment is allocated.",
            disabled: refundableAsCredit === 0,
          },
        ]}
      />
      {chosen.field.value === "note" && refundableOf.length > 1 && (
        <SelectField
          control={form.control}
          name="number"
          label="Invoice"
          options={refundableOf.map((part) => ({ value: part.number, label: `${part.number}, at most ${formatMoney(part.amount)}` }))}
          onChosen={(value) => form.setValue("amount", mostOf(payment, "note", value).toFixed(2))}
        />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField control={form.control} name="amount" label="Amount" prefix="£" />
        {!isCard && <DayField control={form.control} name="paidOn" label="Paid back on" min={payment.receivedOn} max={today} />}
      </div>
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint={chosen.field.value === "note" ? "It is printed on the credit note." : undefined}
        rows={2}
        maxLength={LONGEST.reason}
      />
    </FormDialog>
  );
}
