import { DateText } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import type { Quote } from "../quote-actions.ts";

const FAILED = "Failed to send quote";

export function QuoteSendDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const send = useCall("quotes", "changeStatus", { success: "Quote sent", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Send ${quoteNumber(quote.id)}`}
      confirmLabel="Send quote"
      onConfirm={() => send.mutate({ params: { id: quote.id }, body: { quoteStatus: "sent" } })}
      pending={send.isPending}
      error={send.error && failureSentence(send.error, FAILED)}
    >
      <bdi>{quote.user.companyName}</bdi> gets a mail and can accept, pay or decline it until <DateText value={quote.validUntil} />.
    </ConfirmDialog>
  );
}
