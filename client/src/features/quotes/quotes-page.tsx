import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { lazyDialog, usePreload } from "#client/components/loading/lazy-dialog.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { Button, type ButtonVariant } from "#client/components/ui/control/button.tsx";
import { number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { settleUndo } from "#client/lib/undo.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { QUOTE_STATUSES } from "#shared/domain/trade/status.ts";
import { QUOTE_FORM_LOOK } from "./create/quote-form-look.ts";
import { type Decision, QuoteDialog } from "./decide/quote-dialog.tsx";
import { QUOTES_PLACE, useWithdrawal } from "./decide/use-withdrawal.ts";
import type { QuoteStart } from "./form/quote-start.ts";
import type { Quote, QuoteAction } from "./quote-actions.ts";
import { QuoteList } from "./quote-list.tsx";
import { QUOTE_STATES, toListQuery } from "./quote-views.ts";

const QuoteCreateDialog = lazyDialog(() => import("./create/quote-create-dialog.tsx"), QUOTE_FORM_LOOK);
const QuoteDetailsDialog = lazyDialog(() => import("./quote-details-dialog.tsx"), { size: "xl", tall: true });
const PaymentReturn = lazyPanel(() => import("./decide/quote-payment.tsx"));

/**
 * The filters, the quote whose details are open, and the quote whose payment returns from Stripe's
 * page (rule Y3). New Quote opens at `?new=quote`, for a client at `?new=client-12&for=Harbour`,
 * filled in at `?new=quote-12`, `?new=order-12` or `?new=remake-12`, with a draft at `?edit=12`,
 * with a quote that waited on this device at `?kept=12`.
 */
const ADDRESS = {
  search: text,
  status: oneOf(QUOTE_STATUSES),
  view: oneOf(QUOTE_STATES),
  sort: oneOf(["expiry"]),
  quote: number,
  new: text,
  for: text,
  edit: number,
  kept: number,
  paid: number,
  companyId: number,
};

type StartParams = { new: string; edit: number | null; kept: number | null; for: string };

function readStart({ new: newParam, edit: edited, kept, for: clientName }: StartParams): QuoteStart | null {
  if (kept !== null) return { kind: "kept", entryId: kept };
  if (edited !== null) return { kind: "edit", quoteId: edited };
  const [source, id] = newParam.split("-");
  const from = number(id ?? null);
  if (source === "order" && from !== null) return { kind: "again", orderId: from };
  if (source === "remake" && from !== null) return { kind: "again", remakeId: from };
  if (source === "client" && from !== null) return { kind: "new", customer: { userId: from, companyName: clientName } };
  if (source !== "quote") return null;
  return from === null ? { kind: "new" } : { kind: "again", quoteId: from };
}

type QuotesPageProps = {
  /** Content between the head and the list. */
  above?: ReactNode;
};

export default function QuotesPage({ above }: QuotesPageProps) {
  const user = useUser();
  return can(user, calls.quotes.list) ? <Quotes above={above} /> : <NotForMakers />;
}

function Quotes({ above }: QuotesPageProps) {
  const user = useUser();
  const { address, change } = useAddress(ADDRESS);
  const { search, status, view: state, sort, quote, paid } = address;
  const companyId = isStaff(user.role) ? address.companyId : null;
  const filters = { search, status, state, sort, companyId };
  // The address loses `paid` at once, but the page still displays the payment's outcome.
  const [returned] = useState(paid);
  const [now] = useState(() => Date.now());
  usePreload(QuoteDetailsDialog, QuoteCreateDialog);
  const start = can(user, calls.quotes.create) ? readStart(address) : null;
  const [deciding, setDeciding] = useState<{ action: Decision; quote: Quote } | null>(null);
  const view = (id: number) => change({ quote: id }, { replace: false });
  const { asShown, withdraw } = useWithdrawal();

  const act = (action: QuoteAction, on: Quote) => {
    // These buttons act by themselves. The quote's form has an address of its own.
    if (action === "pay" || action === "ask") return;
    if (action === "withdraw" && on.placedAt === null) return withdraw(on);
    // Pending withdrawals are sent first, because the next action concerns the quote's resulting
    // state.
    void settleUndo(QUOTES_PLACE);
    if (action === "edit") change({ edit: on.id, quote: null }, { replace: false });
    else if (action === "duplicate") change({ new: `quote-${on.id}`, quote: null }, { replace: false });
    else setDeciding({ action, quote: on });
  };
  // An empty list repeats this button. Only the one in the header is primary.
  const create = (variant: ButtonVariant) =>
    can(user, calls.quotes.create) && (
      <Button variant={variant} icon={<Plus />} onClick={() => change({ new: "quote" }, { replace: false })}>
        New Quote
      </Button>
    );

  return (
    <>
      <PageHeader
        title="Quotes"
        action={
          <>
            <ExportItem feature="quotes" name="list" query={toListQuery(filters)} />
            {create("primary")}
          </>
        }
      />
      {returned !== null && can(user, calls.payments.confirm) && (
        <PaymentReturn
          quoteId={returned}
          now={now}
          onSettled={() => change({ paid: null })}
          onPlace={(paidFor) => setDeciding({ action: "place", quote: paidFor })}
        />
      )}
      {above}
      <QuoteList
        filters={filters}
        now={now}
        asShown={asShown}
        onFilter={({ state: view, ...rest }) => change({ ...rest, ...(view !== undefined && { view }) })}
        onView={view}
        onAction={act}
        create={create("secondary")}
      />
      <UndoNote place={QUOTES_PLACE} className="sticky bottom-4 z-sticky mt-4" />
      {quote !== null && (
        <QuoteDetailsDialog
          key={quote}
          quoteId={quote}
          now={now}
          asShown={asShown}
          onClose={() => change({ quote: null })}
          onAction={act}
        />
      )}
      {start && (
        <QuoteCreateDialog
          key={`${address.new} ${address.edit} ${address.kept}`}
          start={start}
          onClose={() => change({ new: "", edit: null, kept: null, quote: address.edit })}
          onSaved={(id) => change({ new: "", edit: null, kept: null, quote: id })}
        />
      )}
      {deciding && <QuoteDialog {...deciding} now={now} onClose={() => setDeciding(null)} />}
    </>
  );
}

const NotForMakers = () => (
  <>
    <PageHeader title="Quotes" unchanging />
    <EmptyState title="Quotes are between customers and the office">What there is to make is under Orders.</EmptyState>
  </>
);
