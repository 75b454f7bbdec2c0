import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { AmountField, typedTextSchema } from "#client/components/form/amount-field.tsx";
import { parseNumber, SelectField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { termsForm } from "#shared/contract/clients.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { PAYMENT_DAYS } from "#shared/domain/trade/ledger.ts";
import { daysInWords } from "./client-details.tsx";

const FAILED = "Failed to save the terms";
const { discountPercent, paymentDays, creditLimit, accountsName } = termsForm.shape;
const plain = (typed: string, sign: RegExp) => typed.replace(sign, "").trim();

const form = z.object({
  discountPercent: typedTextSchema(discountPercent, (typed) => (plain(typed, /%\s*$/) === "" ? 0 : parseNumber(plain(typed, /%\s*$/)))),
  paymentDays,
  creditLimit: typedTextSchema(creditLimit, (typed) => (plain(typed, /^\s*£/) === "" ? null : parseNumber(plain(typed, /^\s*£/)))),
  accountsName: accountsName.unwrap(),
});

const DAYS = PAYMENT_DAYS.map((days) => ({ value: String(days), label: daysInWords(days) }));

type Termed = Pick<Reply<"clients", "list">[number], "id" | "companyName" | "terms">;

/** The super admin sets a client's terms of payment (rule P10). */
export default function ClientTermsDialog({ client, onClose }: { client: Termed; onClose: () => void }) {
  const { id, companyName, terms } = client;
  const fields = useForm<z.input<typeof form>, unknown, z.output<typeof form>>({
    resolver: zodResolver(form),
    defaultValues: {
      discountPercent: terms.discountPercent === 0 ? "" : String(terms.discountPercent),
      paymentDays: terms.paymentDays,
      creditLimit: terms.creditLimit?.toFixed(2) ?? "",
      accountsName: terms.accountsName ?? "",
    },
  });
  const change = useCall("clients", "changeTerms", {
    success: (row) => `The terms of ${row.companyName} are saved`,
    failure: FAILED,
    onSuccess: onClose,
  });
  const { control } = fields;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Terms"
      description={companyName}
      form={fields}
      onSubmit={(values) =>
        change.mutate({
          params: { id },
          body: {
            discountPercent: values.discountPercent / 100,
            paymentDays: values.paymentDays,
            creditLimit: values.creditLimit === null ? null : penceToPounds(values.creditLimit),
            accountsName: values.accountsName || null,
          },
        })
      }
      submitLabel="Save terms"
      pending={change.isPending}
      error={change.isError ? failureSentence(change.error, FAILED) : null}
    >
      <AmountField
        control={control}
        name="discountPercent"
        label="Discount"
        suffix="%"
        optional
        hint="A discount on list prices, from 0 to 60. Existing quotes keep theirs."
      />
      <SelectField control={control} name="paymentDays" label="Invoices are due" asNumber options={DAYS} />
      <AmountField
        control={control}
        name="creditLimit"
        label="Credit limit"
        prefix="£"
        optional
        hint="The most they may owe, including open orders. Leave it empty for no limit."
      />
      <TextField
        control={control}
        name="accountsName"
        label="Name in the accounts"
        optional
        hint="Their name in your bookkeeping. Leave it empty for the company's name."
      />
    </FormDialog>
  );
}
