import { type Control, useController } from "react-hook-form";
import { CompanyBox } from "#client/components/form/company-box.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import type { QuoteValues } from "../form/quote-values.ts";

type CustomerFieldProps = {
  control: Control<QuoteValues>;
  /** An empty field makes the quote the super admin's own (rule Q1). */
  mayKeep: boolean;
};

/** Searches for the approved customer for whom staff make a quote. */
export function CustomerField({ control, mayKeep }: CustomerFieldProps) {
  const { field, fieldState } = useController({ control, name: "userId" });
  const name = useController({ control, name: "companyName" }).field;
  return (
    <div className="relative shrink-0 px-page pt-2 pb-4 md:max-w-110 max-lg:pb-0">
      <Field
        label="Customer"
        optional={mayKeep}
        hint={mayKeep ? "Leave it empty to keep the quote as your own." : "Type a part of the company's or contact's name."}
        error={fieldState.error?.message}
      >
        {(wiring) => (
          <CompanyBox
            {...wiring}
            aria-labelledby={undefined}
            ref={field.ref}
            onBlur={field.onBlur}
            company={field.value === null ? null : { id: field.value, companyName: name.value ?? "" }}
            onChoose={(company) => {
              field.onChange(company?.id ?? null);
              name.onChange(company?.companyName);
            }}
            listClass="inset-x-(--page) -mt-9"
          />
        )}
      </Field>
    </div>
  );
}
