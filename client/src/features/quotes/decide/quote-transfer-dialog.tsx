import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { DayField } from "#client/components/form/day-field.tsx";
import { TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatMoney } from "#client/lib/format.ts";
import { findUnpaidRest } from "#client/lib/part-paid.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Day, isDay, londonDay, yearBefore } from "#shared/domain/period.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";
import { QuoteInWords } from "./quote-in-words.tsx";

const FAILED = "Failed to record the payment";

const rules = (today: Day) =>
  z.object({
    receivedOn: z
      .custom<Day | null>((day) => typeof day === "string" && isDay(day), UNREADABLE_DAY)
      .refine((day) => day === null || day <= today, "The day cannot be in the future")
      .transform((day) => day ?? today),
    reference: z.string().trim().max(LONGEST.paymentReference, `Reference must be at most ${LONGEST.paymentReference} characters`),
  });

/** Records a bank transfer that pays a quote in full. Other amounts are recorded in Payments. */
export default function QuoteTransferDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const [today] = useState(() => londonDay(new Date()));
  const form = useForm({
    resolver: zodResolver(rules(today)),
    defaultValues: { receivedOn: today as Day | null, reference: "" },
    shouldFocusError: false,
  });
  const rest = findUnpaidRest(quote);
  const keyFor = useIdempotencyKey();
  const pay = useCall("payments", "payByTransfer", {
    success: `${quoteNumber(quote.id)} is paid`,
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Paid by bank transfer"
      number={quoteNumber(quote.id)}
      description={
        <>
          <QuoteInWords quote={quote} withCompany />{" "}
          {rest === undefined ? "All that is owed of it" : `All of the ${formatMoney(rest)} that is still owed of it`} came. Another amount
          is recorded in Payments.
        </>
      }
      form={form}
      onSubmit={({ receivedOn, reference }) => {
        const body = { receivedOn, amount: rest ?? quote.finalTotal, ...(reference && { reference }) };
        pay.mutate({ params: { id: quote.id }, body, idempotencyKey: keyFor([quote.id, body]) });
      }}
      submitLabel={isForbidden(pay.error) ? null : "Mark as paid"}
      pending={pay.isPending}
      error={pay.error && failureSentence(pay.error, FAILED)}
    >
      <div className="grid items-start gap-4 sm:grid-cols-[10rem_1fr]">
        <DayField control={form.control} name="receivedOn" label="Received on" min={yearBefore(today)} max={today} />
        <TextField control={form.control} name="reference" label="Reference" optional maxLength={LONGEST.paymentReference} />
      </div>
    </FormDialog>
  );
}
