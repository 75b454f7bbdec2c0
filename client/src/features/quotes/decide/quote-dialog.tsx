import type { ReactNode } from "react";
import { DateText, Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence, isForbidden } from "#client/lib/api-error.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Quote, QuoteAction } from "../quote-actions.ts";
import { QuoteInWords } from "./quote-in-words.tsx";

const JobDialog = lazyDialog(() => import("#client/components/form/job-dialog.tsx"), { size: "sm", fields: 2 });
const QuoteCustomerDialog = lazyDialog(() => import("./quote-customer-dialog.tsx"), { size: "sm", fields: 4 });
const QuoteOrderDialog = lazyDialog(() => import("./quote-order-dialog.tsx"), { fields: 3 });
const QuoteTransferDialog = lazyDialog(() => import("./quote-transfer-dialog.tsx"), { fields: 2 });
const QuoteDeclineDialog = lazyDialog(() => import("./quote-decline-dialog.tsx"), { fields: 2 });

type DecisionProps = { quote: Quote; onClose: () => void };

/**
 * The actions without a dialog of their own: paying opens Stripe's page, asking is one press, the
 * others open the quote's form.
 */
type WithoutDialog = "pay" | "ask" | "edit" | "duplicate";
export type Decision = Exclude<QuoteAction, WithoutDialog>;

export function QuoteDialog({ action, now, ...props }: DecisionProps & { action: Decision; now: number }) {
  switch (action) {
    case "convert":
      return <QuoteOrderDialog {...props} step="converting" now={now} />;
    case "place":
    case "change":
      return <QuoteOrderDialog {...props} step="placing" now={now} />;
    case "job":
      return <JobDialog {...props.quote} quoteId={props.quote.id} number={quoteNumber(props.quote.id)} onClose={props.onClose} />;
    case "customer":
      return <QuoteCustomerDialog {...props} />;
    case "transfer":
      return <QuoteTransferDialog {...props} />;
    case "takeBack":
      return <QuoteTakeBackDialog {...props} />;
    case "send":
      return <QuoteSendDialog {...props} />;
    case "accept":
      return <QuoteAcceptDialog {...props} />;
    case "withdraw":
      return <QuoteWithdrawDialog {...props} />;
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
      <bdi>{user.companyName}</bdi> gets an email and can accept, pay or decline it until <DateText value={validUntil} />.
    </MoveDialog>
  );
}

/** The customer accepts, or staff accept on the customer's behalf. */
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

/**
 * Withdraws a placed draft, which notifies people. A draft that is not placed is withdrawn without
 * a dialog (use-withdrawal.ts).
 */
function QuoteWithdrawDialog(props: DecisionProps) {
  return (
    <MoveDialog {...props} to="declined" verb="Withdraw" success="Quote withdrawn" failure="Failed to withdraw quote" danger>
      <QuoteInWords quote={props.quote} /> A withdrawn quote is closed, and so is the order that you placed. Its windows can still be
      duplicated into a new one.
    </MoveDialog>
  );
}

type MoveDialogProps = DecisionProps & {
  to: "sent" | "accepted" | "declined";
  danger?: boolean;
  verb: string;
  success: string;
  failure: string;
  children: ReactNode;
};

function MoveDialog({ quote, to, verb, success, failure, danger, onClose, children }: MoveDialogProps) {
  const move = useCall("quotes", "changeStatus", { success, failure, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${verb} ${quoteNumber(quote.id)}`}
      confirmLabel={isForbidden(move.error) ? null : `${verb} quote`}
      onConfirm={() => move.mutate({ params: { id: quote.id }, body: { quoteStatus: to } })}
      pending={move.isPending}
      error={move.error && failureSentence(move.error, failure)}
      danger={danger}
    >
      {children}
    </ConfirmDialog>
  );
}

const TAKE_BACK_FAILED = "Failed to take back the order";

function QuoteTakeBackDialog({ quote, onClose }: DecisionProps) {
  const takeBack = useCall("quotes", "takeBack", { success: "Order taken back", failure: TAKE_BACK_FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Take back ${quoteNumber(quote.id)}`}
      confirmLabel={isForbidden(takeBack.error) ? null : "Take back"}
      cancelLabel="Keep it placed"
      onConfirm={() => takeBack.mutate({ params: { id: quote.id } })}
      pending={takeBack.isPending}
      error={takeBack.error && failureSentence(takeBack.error, TAKE_BACK_FAILED)}
    >
      It will not be ordered, and the office is notified. The quote stays and can be placed again until{" "}
      <DateText value={quote.validUntil} />.
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
