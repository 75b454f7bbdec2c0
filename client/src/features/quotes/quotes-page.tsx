import { Plus } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, type ButtonVariant } from "#client/components/ui/control/button.tsx";
import { number, oneOf, text, useAddress } from "#client/lib/address.ts";
import { calls, useCall } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { quoteNumber } from "#shared/domain/references.ts";
import { QUOTE_STATUSES } from "#shared/domain/status.ts";
import { QuoteFilters } from "./list/quote-filters.tsx";
import { QuoteList } from "./list/quote-list.tsx";
import { PaymentReturn } from "./pay/payment-return.tsx";
import type { Quote, QuoteAction } from "./quote-actions.ts";
import { QuoteDialog, type QuoteDialogState } from "./quote-dialog.tsx";

const QuoteDetailsDialog = lazyDialog(() => import("./details/quote-details-dialog.tsx"));

/** What is looked for, the quote whose details are open, and the one that Stripe's page came back from (rule Y3). */
const ADDRESS = { search: text, status: oneOf(QUOTE_STATUSES), quote: number, paid: number };

export default function QuotesPage() {
  const user = useUser();
  return can(user, calls.quotes.list) ? <Quotes /> : <NotForMakers />;
}

function Quotes() {
  const user = useUser();
  const { shown, change } = useAddress(ADDRESS);
  const { search, status, quote, paid } = shown;
  // Kept once the address is cleared: how the payment went is still being told.
  const [returned] = useState(paid);
  const [now] = useState(() => Date.now());
  const [dialog, setDialog] = useState<QuoteDialogState | null>(null);
  const view = (id: number) => change({ quote: id }, { replace: false });
  const duplicate = useCall("quotes", "duplicate", {
    success: (copy) => `${quoteNumber(copy.id)} is a new draft at today's prices`,
    failure: "Failed to duplicate quote",
    onSuccess: (copy) => view(copy.id),
  });

  const act = (action: QuoteAction, on: Quote) => {
    // Paying has a button of its own, which waits until the browser has left.
    if (action === "pay") return;
    if (action !== "duplicate") setDialog({ verb: action, quote: on });
    else if (!duplicate.isPending) duplicate.mutate({ params: { id: on.id } });
  };
  // In an empty list the same button stands again: then there are two, and one of them is the primary one.
  const create = (variant: ButtonVariant) =>
    can(user, calls.quotes.create) && (
      <Button variant={variant} icon={<Plus />} onClick={() => setDialog({ verb: "create" })}>
        New Quote
      </Button>
    );

  return (
    <>
      <PageHeader
        title="Quotes"
        action={
          <>
            <ExportButton feature="quotes" name="list" query={{ search, ...(status && { quoteStatus: status }) }} />
            {create("primary")}
          </>
        }
      />
      {returned !== null && can(user, calls.payments.confirm) && (
        <PaymentReturn quoteId={returned} onSettled={() => change({ paid: null })} />
      )}
      <QuoteFilters search={search} status={status} onChange={change} />
      <QuoteList
        search={search}
        status={status}
        now={now}
        onView={view}
        onAction={act}
        onClearFilters={() => change({ search: "", status: "" })}
        create={create("secondary")}
      />
      {quote !== null && (
        <QuoteDetailsDialog key={quote} quoteId={quote} now={now} onClose={() => change({ quote: null })} onAction={act} />
      )}
      {dialog && <QuoteDialog state={dialog} now={now} onClose={() => setDialog(null)} />}
    </>
  );
}

const NotForMakers = () => (
  <>
    <PageHeader title="Quotes" unchanging />
    <EmptyState title="Quotes are between customers and the office">What there is to make is under Orders.</EmptyState>
  </>
);
