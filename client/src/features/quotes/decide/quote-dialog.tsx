import type { ReactNode } from "react";
import { DateText, Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { quoteNumber } from "#shared/domain/status.ts";
import type { Quote, QuoteAction } from "../quote-actions.ts";

const QuoteConvertDialog = lazyDialog(() => import("./quote-convert-dialog.tsx"));
const QuoteDeclineDialog = lazyDialog(() => import("./quote-decline-dialog.tsx"));

type DecisionProps = { quote: Quote; onClose: () => void };

/** The dialog of each action on a quote. Paying leaves for Stripe's page and duplicating asks nothing: these two have no dialog. */
export function QuoteDialog({ action, now, ...props }: DecisionProps & { action: Exclude<QuoteAction, "pay" | "duplicate">; now: number }) {
  switch (action) {
    case "convert":
      return <QuoteConvertDialog {...props} now={now} />;
    case "send":
      return <QuoteSendDialog {...props} />;
    case "accept":
      return <QuoteAcceptDialog {...props} />;
    case "decline":
      return <QuoteDeclineDialog {...props} />;
    case "delete":
      return <QuoteDeleteDialog {...props} />;
  }
}

function QuoteSendDialog(props: DecisionProps) {
  const { user, validUntil } = props.quote;
  return (
    <MoveDialog {...props} to="sent" verb="Send" success="Quote sent" failure="Failed to send quote">
      <bdi>{user.companyName}</bdi> gets a mail and can accept, pay or decline it until <DateText value={validUntil} />.
    </MoveDialog>
  );
}

/** The customer accepts, or staff do it on the customer's behalf. */
function QuoteAcceptDialog(props: DecisionProps) {
  const forCustomer = isStaff(useUser().role);
  const { user, finalTotal } = props.quote;
  return (
    <MoveDialog {...props} to="accepted" verb="Accept" success="Quote accepted" failure="Failed to accept quote">
      Accept this quote
      {forCustomer && (
        <>
          {" "}
          for <bdi>{user.companyName}</bdi>
        </>
      )}{" "}
      at <Money amount={finalTotal} strong /> including VAT? It can then be paid and made into an order.
    </MoveDialog>
  );
}

type MoveDialogProps = DecisionProps & { to: "sent" | "accepted"; verb: string; success: string; failure: string; children: ReactNode };

function MoveDialog({ quote, to, verb, success, failure, onClose, children }: MoveDialogProps) {
  const move = useCall("quotes", "changeStatus", { success, failure, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${verb} ${quoteNumber(quote.id)}`}
      confirmLabel={`${verb} quote`}
      onConfirm={() => move.mutate({ params: { id: quote.id }, body: { quoteStatus: to } })}
      pending={move.isPending}
      error={move.error && failureSentence(move.error, failure)}
    >
      {children}
    </ConfirmDialog>
  );
}

const DELETE_FAILED = "Failed to delete quote";

function QuoteDeleteDialog({ quote, onClose }: DecisionProps) {
  const remove = useCall("quotes", "delete", { success: "Quote deleted successfully", failure: DELETE_FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Delete quote"
      confirmLabel="Delete quote"
      onConfirm={() => remove.mutate({ params: { id: quote.id } })}
      pending={remove.isPending}
      error={remove.error && failureSentence(remove.error, DELETE_FAILED)}
      danger
    >
      Are you sure you want to delete quote {quoteNumber(quote.id)} of <bdi>{quote.user.companyName}</bdi>? This action cannot be undone.
    </ConfirmDialog>
  );
}
