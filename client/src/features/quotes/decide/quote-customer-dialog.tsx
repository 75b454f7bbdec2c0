import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useFormState } from "react-hook-form";
import { TextareaField, TextField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";

const FAILED = "Failed to save the customer";

/**
 * Edits the homeowner's details in any state of the quote (rule Q19). Only changed fields are sent.
 */
export default function QuoteCustomerDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const { role, isImpersonating } = useUser();
  const readsContact = !isStaff(role) && isImpersonating !== true;
  const form = useForm({
    resolver: zodResolver(api.quotes.changeJob.body),
    defaultValues: {
      customerName: quote.customerName ?? "",
      customerPhone: quote.customerPhone ?? "",
      customerEmail: quote.customerEmail ?? "",
      siteAddress: quote.siteAddress ?? "",
    },
  });
  const { isDirty, dirtyFields } = useFormState({ control: form.control });
  const change = useCall("quotes", "changeJob", { success: "Customer saved", failure: FAILED, onSuccess: onClose });
  const { control } = form;
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Your customer"
      number={quoteNumber(quote.id)}
      description="Your quotation is addressed to them. The workshop does not see them."
      size="sm"
      form={form}
      onSubmit={({ customerName, customerPhone, customerEmail, siteAddress }) =>
        change.mutate({
          params: { id: quote.id },
          body: {
            ...(dirtyFields.customerName && { customerName }),
            ...(dirtyFields.customerPhone && { customerPhone }),
            ...(dirtyFields.customerEmail && { customerEmail }),
            ...(dirtyFields.siteAddress && { siteAddress }),
          },
        })
      }
      submitLabel="Save"
      submitDisabled={!isDirty}
      pending={change.isPending}
      error={change.error && failureSentence(change.error, FAILED)}
    >
      <TextField control={control} name="customerName" label="Name" optional maxLength={LONGEST.customerName} />
      {readsContact && (
        <>
          <TextField control={control} name="customerPhone" label="Phone" optional inputMode="tel" maxLength={LONGEST.customerPhone} />
          <TextField control={control} name="customerEmail" label="Email" optional inputMode="email" maxLength={LONGEST.email} />
        </>
      )}
      <TextareaField control={control} name="siteAddress" label="Site address" optional rows={3} maxLength={LONGEST.address} />
    </FormDialog>
  );
}
