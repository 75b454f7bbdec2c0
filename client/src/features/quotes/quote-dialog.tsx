import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { QuoteAcceptDialog } from "./decide/quote-accept-dialog.tsx";
import { QuoteDeleteDialog } from "./decide/quote-delete-dialog.tsx";
import { QuoteSendDialog } from "./decide/quote-send-dialog.tsx";
import type { Quote, QuoteAction } from "./quote-actions.ts";

const QuoteConvertDialog = lazyDialog(() => import("./decide/quote-convert-dialog.tsx"));
const QuoteCreateDialog = lazyDialog(() => import("./create/quote-create-dialog.tsx"));
const QuoteDeclineDialog = lazyDialog(() => import("./decide/quote-decline-dialog.tsx"));

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
