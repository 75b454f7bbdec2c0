import { lazyDialog } from "#client/components/lazy-dialog.tsx";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import type { Quote, QuoteAction } from "./quote-actions.ts";

const QuoteAcceptDialog = lazyDialog(async () => (await import("./quote-accept-dialog.tsx")).QuoteAcceptDialog);
const QuoteConvertDialog = lazyDialog(async () => (await import("./quote-convert-dialog.tsx")).QuoteConvertDialog);
const QuoteCreateDialog = lazyDialog(async () => (await import("./quote-create-dialog.tsx")).QuoteCreateDialog);
const QuoteDeclineDialog = lazyDialog(async () => (await import("./quote-decline-dialog.tsx")).QuoteDeclineDialog);
const QuoteDeleteDialog = lazyDialog(async () => (await import("./quote-delete-dialog.tsx")).QuoteDeleteDialog);
const QuoteSendDialog = lazyDialog(async () => (await import("./quote-send-dialog.tsx")).QuoteSendDialog);

/** The verb that is being carried out. Paying leaves for Stripe's page and duplicating asks nothing: neither has a dialog. */
export type QuoteDialogState = { verb: "create" } | { verb: Exclude<QuoteAction, "pay" | "duplicate">; quote: Quote };

export function QuoteDialog({ state, now, onClose }: { state: QuoteDialogState; now: number; onClose: () => void }) {
  const user = useUser();
  switch (state.verb) {
    case "create":
      return <QuoteCreateDialog onClose={onClose} />;
    case "convert":
      return <QuoteConvertDialog quote={state.quote} now={now} onClose={onClose} />;
    case "send":
      return <QuoteSendDialog quote={state.quote} onClose={onClose} />;
    case "accept":
      return <QuoteAcceptDialog quote={state.quote} forCustomer={isStaff(user.role)} onClose={onClose} />;
    case "decline":
      return <QuoteDeclineDialog quote={state.quote} onClose={onClose} />;
    case "delete":
      return <QuoteDeleteDialog quote={state.quote} onClose={onClose} />;
  }
}
