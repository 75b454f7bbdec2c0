import { useForm } from "react-hook-form";
import { TextareaField } from "#client/components/form/fields.tsx";
import { FormDialog } from "#client/components/form/form-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";
import { QuoteInWords } from "./quote-in-words.tsx";

const FAILED = "Failed to decline quote";

export default function QuoteDeclineDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const form = useForm({ defaultValues: { reason: "" } });
  const decline = useCall("quotes", "changeStatus", { success: "Quote declined", failure: FAILED, onSuccess: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={`Decline ${quoteNumber(quote.id)}`}
      description={
        <>
          <QuoteInWords quote={quote} /> A declined quote is closed. Its windows can still be duplicated into a new one.
        </>
      }
      form={form}
      onSubmit={({ reason }) =>
        decline.mutate({ params: { id: quote.id }, body: { quoteStatus: "declined", ...(reason.trim() && { reason }) } })
      }
      submitLabel={isForbidden(decline.error) ? null : "Decline quote"}
      pending={decline.isPending}
      error={decline.error && failureSentence(decline.error, FAILED)}
      danger
    >
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="What does not suit: price, measures, time."
        maxLength={LONGEST.reason}
        optional
      />
    </FormDialog>
  );
}
