import { TextareaField, TextField } from "#client/components/form/fields.tsx";
import { useUser } from "#client/lib/session.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { WORD_LABELS } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";

/** The fitter's own customer, once for quotation, placing and mails (rule Q19). */
export function SiteFields({ quote }: { quote: QuoteForm }) {
  const { control } = quote.form;
  // Staff do not receive the telephone and the email.
  const { role, isImpersonating } = useUser();
  const readsContact = !isStaff(role) && isImpersonating !== true;
  return (
    <fieldset className="col-span-full grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-6">
      <legend className="sr-only">Your customer</legend>
      <TextField
        control={control}
        name="customerName"
        label={WORD_LABELS.customerName}
        optional
        maxLength={LONGEST.customerName}
        className={readsContact ? "col-span-2 lg:col-span-3" : "col-span-2 sm:col-span-6"}
      />
      {readsContact && (
        <>
          <TextField
            control={control}
            name="customerPhone"
            label="Phone"
            optional
            inputMode="tel"
            maxLength={LONGEST.customerPhone}
            className="max-lg:col-span-2"
          />
          <TextField
            control={control}
            name="customerEmail"
            label="Email"
            optional
            inputMode="email"
            maxLength={LONGEST.email}
            className="col-span-2"
          />
        </>
      )}
      <TextareaField
        control={control}
        name="siteAddress"
        label={WORD_LABELS.siteAddress}
        hint="Placing the order begins with it."
        optional
        rows={2}
        maxLength={LONGEST.address}
        className="col-span-2 sm:col-span-6"
      />
    </fieldset>
  );
}
