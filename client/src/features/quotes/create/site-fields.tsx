import { UserRound } from "lucide-react";
import { TextareaField, TextField } from "#client/components/form/fields.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { inOneLine } from "#client/lib/format.ts";
import { useUser } from "#client/lib/session.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { WORD_LABELS } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";

/** The homeowner's details, entered once for quotation, placing and emails (rule Q19). */
export function SiteFields({ quote, onLeave }: { quote: QuoteForm; onLeave: () => void }) {
  const { control } = quote.form;
  // Staff do not receive the homeowner's telephone and email.
  const { role, isImpersonating } = useUser();
  const readsContact = !isStaff(role) && isImpersonating !== true;
  return (
    <fieldset
      onBlur={({ currentTarget, relatedTarget }) => {
        // A press outside the fields, such as on another window, does not move to the next field.
        if (!relatedTarget || currentTarget.contains(relatedTarget)) return;
        // The fold waits for the press to end, so that the pressed element does not move from under
        // the pointer.
        if (document.documentElement.matches(":active")) window.addEventListener("click", onLeave, { once: true });
        else onLeave();
      }}
      className="col-span-full grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-6"
    >
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

/** The homeowner in one line, once the fields have lost the focus. A press opens them again. */
export function SiteLine({ quote, onOpen }: { quote: QuoteForm; onOpen: () => void }) {
  const { customerName, customerPhone, customerEmail, siteAddress } = quote.form.getValues();
  const words = [customerName, customerPhone, customerEmail, siteAddress && inOneLine(siteAddress)].filter(Boolean).join(" · ");
  return (
    <p className="col-span-full flex min-w-0 items-center gap-2">
      <UserRound aria-hidden className="size-4 shrink-0 text-muted" />
      <span className="min-w-0 truncate" title={words}>
        {words}
      </span>
      <Button variant="ghost" size="sm" onClick={onOpen} className="shrink-0">
        Edit the customer
      </Button>
    </p>
  );
}
