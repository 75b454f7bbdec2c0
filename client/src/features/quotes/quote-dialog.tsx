import { lazyDialog } from "#client/components/lazy-dialog.tsx";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { QuoteAcceptDialog } from "./quote-accept-dialog.tsx";
import type { Quote, QuoteAction } from "./quote-actions.ts";
import { QuoteDeleteDialog } from "./quote-delete-dialog.tsx";
import { QuoteSendDialog } from "./quote-send-dialog.tsx";

const QuoteConvertDialog = lazyDialog(() => import("./quote-convert-dialog.tsx"));
const QuoteCreateDialog = lazyDialog(() => import("./quote-create-dialog.tsx"));
const QuoteDeclineDialog = lazyDialog(() => import("./quote-decline-dialog.tsx"));

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
