import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import type { Quote } from "../quote-actions.ts";

const FAILED = "Failed to delete quote";

export function QuoteDeleteDialog({ quote, onClose }: { quote: Quote; onClose: () => void }) {
  const remove = useCall("quotes", "delete", { success: "Quote deleted successfully", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete quote"
      confirmLabel="Delete quote"
      onConfirm={() => remove.mutate({ params: { id: quote.id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, FAILED)}
      danger
    >
      Are you sure you want to delete quote {quoteNumber(quote.id)} of <bdi>{quote.user.companyName}</bdi>? This action cannot be undone.
    </ConfirmDialog>
  );
}
