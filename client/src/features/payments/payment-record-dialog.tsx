import { zodResolver } from "@hookform/resolvers/zod";
import { useRef, useState } from "react";
import { type Control, useController, useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { type Company, CompanyBox } from "#client/components/form/company-box.tsx";
import { DayField } from "#client/components/form/day-field.tsx";
import { parseNumber, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useLoadFailure } from "#client/components/loading/query-view.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { useCall, useIdempotencyKey } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { UNREADABLE_DAY } from "#client/lib/day-text.ts";
import { formatMoney } from "#client/lib/format.ts";
import { amount } from "#shared/contract/payments.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { pence } from "#shared/domain/money.ts";
import { type Day, isDay, londonDay, yearBefore } from "#shared/domain/period.ts";
import { AllocationTable, focusWrong } from "./allocation-table.tsx";
import { parsePence, useParts } from "./use-parts.ts";
import { usePayable } from "./use-payable.ts";

const FAILED = "Failed to record the transfer";

const received = (today: Day) =>
  z
    .custom<Day | null>((day) => typeof day === "string" && isDay(day), UNREADABLE_DAY)
    .refine((day) => day === null || day <= today, "The day cannot be in the future")
    .transform((day) => day ?? today);

const rules = (today: Day) =>
  z.object({
    company: z.custom<Company | null>((company) => company !== null, "Please choose a client"),
    receivedOn: received(today),
    amount: typedTextSchema(amount, (typed) => parseNumber(typed.replace("£", ""))),
    reference: z.string().trim().max(LONGEST.paymentReference, `Reference must be at most ${LONGEST.paymentReference} characters`),
  });

/** Records a bank transfer: company, day, amount, and the invoices that it pays. */
export default function PaymentRecordDialog({ onClose }: { onClose: () => void }) {
  const [today] = useState(() => londonDay(new Date()));
  const form = useForm({
    resolver: zodResolver(rules(today)),
    defaultValues: { company: null as Company | null, receivedOn: today as Day | null, amount: "", reference: "" },
    shouldFocusError: false,
  });
  const company = form.watch("company");
  const room = parsePence(form.watch("amount")) ?? pence(0);
  const { payable, query, coming } = usePayable(company?.id ?? null);
  useLoadFailure(query, "Failed to load what is owed");
  const parts = useParts(payable, room, null);
  const table = useRef<HTMLDivElement>(null);
  const keyFor = useIdempotencyKey();
  const record = useCall("payments", "record", {
    success: (payment) => `${formatMoney(payment.amount)} of ${payment.company?.name} recorded`,
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Record a transfer"
      size="lg"
      form={form}
      hasOtherWork={parts.isOwn}
      onSubmit={(values) => {
        if (!parts.isRight) return focusWrong(table.current);
        const body = {
          companyId: values.company?.id ?? 0,
          receivedOn: values.receivedOn,
          amount: values.amount / 100,
          ...(values.reference && { reference: values.reference }),
          allocations: parts.allocations,
        };
        record.mutate({ body, idempotencyKey: keyFor(body) });
      }}
      submitLabel={isForbidden(record.error) ? null : room > 0 ? `Record ${formatMoney(room / 100)}` : "Record"}
      submitDisabled={coming}
      pending={record.isPending}
      error={record.error && failureSentence(record.error, FAILED)}
    >
      <ClientField control={form.control} onChosen={() => parts.propose()} />
      <div className="grid items-start gap-4 sm:grid-cols-[10rem_10rem_1fr]">
        <DayField control={form.control} name="receivedOn" label="Received on" min={yearBefore(today)} max={today} />
        <AmountField control={form.control} name="amount" label="Amount" prefix="£" />
        <TextField control={form.control} name="reference" label="Reference" optional maxLength={LONGEST.paymentReference} />
      </div>
      {company && (
        <div ref={table}>
          <AllocationTable parts={parts} companyName={company.companyName} coming={coming} />
        </div>
      )}
    </FormDialog>
  );
}

type Rules = ReturnType<typeof rules>;
type ClientFieldProps = { control: Control<z.input<Rules>, unknown, z.output<Rules>>; onChosen: () => void };

function ClientField({ control, onChosen }: ClientFieldProps) {
  const { field, fieldState } = useController({ control, name: "company" });
  return (
    <div className="relative">
      <Field label="Client" hint="Type a part of the company's or contact's name." error={fieldState.error?.message}>
        {(wiring) => (
          <CompanyBox
            {...wiring}
            aria-labelledby={undefined}
            ref={field.ref}
            onBlur={field.onBlur}
            company={field.value}
            suspendedToo
            onChoose={(company) => {
              field.onChange(company);
              onChosen();
            }}
            listClass="inset-x-0 -mt-5"
          />
        )}
      </Field>
    </div>
  );
}
