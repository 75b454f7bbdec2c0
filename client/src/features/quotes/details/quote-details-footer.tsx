import { DocumentLink } from "#client/components/facts/document-link.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { PayNowButton } from "../pay/pay-now-button.tsx";
import { ACTION_LABEL, type Quote, type QuoteAction } from "../quote-actions.ts";

type QuoteDetailsFooterProps = { quote: Quote; actions: readonly QuoteAction[]; onAction: (action: QuoteAction) => void };

/** The same actions as in the row, read from right to left: what moves the quote on is the main one. Deleting stays in the row's menu. */
export function QuoteDetailsFooter({ quote, actions, onAction }: QuoteDetailsFooterProps) {
  const offered = actions.filter((action) => action !== "delete").toReversed();
  const main = offered.at(-1);
  return (
    <DialogFooter>
      <DocumentLink name="quotation" id={quote.id} />
      {offered.map((action) => {
        const variant = action === main && action !== "duplicate" ? "primary" : "secondary";
        if (action === "pay") return <PayNowButton key={action} quoteId={quote.id} variant={variant} />;
        return (
          <Button key={action} variant={variant} onClick={() => onAction(action)}>
            {ACTION_LABEL[action]}
          </Button>
        );
      })}
    </DialogFooter>
  );
}
