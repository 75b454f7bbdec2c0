import { Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import type { Quote } from "../quote-actions.ts";

const FAILED = "Failed to accept quote";

type QuoteAcceptDialogProps = { quote: Quote /** Staff accept on the customer's behalf. */; forCustomer: boolean; onClose: () => void };

export function QuoteAcceptDialog({ quote, forCustomer, onClose }: QuoteAcceptDialogProps) {
  const accept = useCall("quotes", "changeStatus", { success: "Quote accepted", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Accept ${quoteNumber(quote.id)}`}
      confirmLabel="Accept quote"
      onConfirm={() => accept.mutate({ params: { id: quote.id }, body: { quoteStatus: "accepted" } })}
      pending={accept.isPending}
      error={accept.error && failureSentence(accept.error, FAILED)}
    >
      Accept this quote
      {forCustomer && (
        <>
          {" "}
          for <bdi>{quote.user.companyName}</bdi>
        </>
      )}{" "}
      at <Money amount={quote.finalTotal} strong /> including VAT? It can then be paid and made into an order.
    </ConfirmDialog>
  );
}
