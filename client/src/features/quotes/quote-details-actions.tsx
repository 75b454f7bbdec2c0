import { DetailsActions } from "#client/components/facts/details-dialog.tsx";
import { DocumentLink, documentMenuItems } from "#client/components/page/document-link.tsx";
import { PayButton } from "#client/components/page/pay-button.tsx";
import { Button, type ButtonVariant } from "#client/components/ui/control/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import { ACTION_LABEL, isExpired, nextQuoteAction, type Quote, type QuoteAction, quoteActions } from "./quote-actions.ts";

/**
 * The frequent actions are buttons beside the next one; the others are in the menu. Only the row's
 * menu offers deletion.
 */
const NEAR: readonly QuoteAction[] = ["pay", "transfer", "send", "edit", "change"];

type QuoteDetailsActionsProps = { quote: Quote; now: number; onAction: (action: QuoteAction) => void };

export function QuoteDetailsActions({ quote, now, onAction }: QuoteDetailsActionsProps) {
  const user = useUser();
  const offered = quoteActions(user, quote, now).filter((action) => action !== "delete");
  const next = nextQuoteAction(user, offered);
  // The sentence of such a quote states that only Duplicate is left.
  const isOver = isExpired(quote, now) || quote.quoteStatus === "declined";
  const near = offered.find((action) => action !== next && (NEAR.includes(action) || (isOver && action === "duplicate")));
  const rest = offered.filter((action) => action !== next && action !== near);
  const button = (action: QuoteAction, variant: ButtonVariant) =>
    action === "pay" ? (
      <PayButton quoteId={quote.id} amount={quote.owed} variant={variant} />
    ) : action === "ask" ? (
      <AskToPlace quoteId={quote.id} variant={variant} />
    ) : (
      <Button variant={variant} onClick={() => onAction(action)}>
        {ACTION_LABEL[action]}
      </Button>
    );
  return (
    <DetailsActions
      label={`More actions for ${quoteNumber(quote.id)}`}
      menu={[
        ...rest.map((action) => ({ label: ACTION_LABEL[action], onSelect: () => onAction(action) })),
        ...(near ? documentMenuItems(user, "quotation", quote.id, quote.itemCount) : []),
      ]}
      secondary={near ? button(near, "secondary") : <DocumentLink name="quotation" id={quote.id} windows={quote.itemCount} />}
      primary={next && button(next, "primary")}
    />
  );
}

/**
 * A button for people who may not order: it notifies colleagues who may, by email and in the bell.
 */
function AskToPlace({ quoteId, variant }: { quoteId: number; variant: ButtonVariant }) {
  const { orderedBy = "a colleague" } = useUser();
  const requestPlacing = useCall("quotes", "askToPlace", { success: `${orderedBy} was asked to place it`, failure: "Failed to ask" });
  return (
    <Button
      variant={variant}
      pending={requestPlacing.isPending}
      disabled={requestPlacing.isSuccess}
      onClick={() => requestPlacing.mutate({ params: { id: quoteId } })}
    >
      {requestPlacing.isSuccess ? `${orderedBy} was asked` : `Ask ${orderedBy} to place it`}
    </Button>
  );
}
