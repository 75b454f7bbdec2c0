import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { customerFacts, noteFact } from "#client/components/facts/customer-facts.tsx";
import { JobLine, WhatNext } from "#client/components/facts/details-dialog.tsx";
import { DefinitionList, MakingList, TotalsList } from "#client/components/facts/fact-list.tsx";
import { Address, DateText, Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { UndoNote } from "#client/components/page/undo-note.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { FactsSkeleton, TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { WindowTable } from "#client/components/window/window-table.tsx";
import { query, type Reply, useKnown } from "#client/lib/api.ts";
import { formatDate } from "#client/lib/format.ts";
import { findUnpaidRest } from "#client/lib/part-paid.ts";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { leadTimeInWords } from "#shared/domain/trade/lead-time.ts";
import { orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { QUOTES_PLACE } from "./decide/use-withdrawal.ts";
import { StoredPhotos } from "./photos/stored-photos.tsx";
import { isExpired, isPayable, type Quote, type QuoteAction, quoteActions } from "./quote-actions.ts";
import { QuoteDetailsActions } from "./quote-details-actions.tsx";
import { quoteSentence } from "./quote-next.ts";
import { QuotePayment, QuoteStanding, ValidUntil } from "./quote-status.tsx";
import { RetailDifferences, RetailSection } from "./retail/retail-section.tsx";

type QuoteDetailsDialogProps = {
  quoteId: number;
  now: number;
  /** Applies a pending withdrawal. */
  asShown: <Q extends Quote>(quote: Q) => Q;
  onClose: () => void;
  onAction: (action: QuoteAction, quote: Quote) => void;
};

export default function QuoteDetailsDialog({ quoteId, now, asShown, onClose, onAction }: QuoteDetailsDialogProps) {
  const user = useUser();
  const details = useQuery(query("quotes", "read", { params: { id: quoteId } }));
  const items = useQuery(query("quotes", "items", { params: { id: quoteId } }));
  const known = useKnown("quotes", quoteId, details.error);
  const read = details.data ?? known;
  const quote = read && asShown(read);
  const isOwnCustomer = user.role === "customer" && !user.isImpersonating;
  const isDraft = quote !== undefined && quoteActions(user, quote, now).includes("edit");
  return (
    <Dialog
      open
      onCloseRequest={onClose}
      title="Quote Details"
      number={quoteNumber(quoteId)}
      aside={quote && <QuoteStanding quote={quote} />}
      description={quote && <JobLine {...quote} total={quote.finalTotal} />}
      size="xl"
      tall
    >
      <DialogBody className="flex flex-col gap-6">
        <QueryView query={details} known={known} failure="Failed to load quote details" skeleton={<FactsSkeleton />}>
          {(loaded) => {
            const quote = asShown(loaded);
            return (
              <>
                {isExpired(quote, now) && quote.placedAt === null ? (
                  <Expired quote={quote} />
                ) : (
                  <WhatNext>{quoteSentence(user, quote)}</WhatNext>
                )}
                {isOwnCustomer && <RetailDifferences quote={quote} />}
                <QuoteFacts quote={quote} showsCompany={isStaff(user.role)} now={now} />
              </>
            );
          }}
        </QueryView>
        {!details.isError && (
          <QueryView query={items} failure="Failed to fetch quote items" skeleton={<TableSkeleton rows={rowsComing(quote)} />}>
            {(windows) => (
              <WindowTable
                items={windows}
                photosOf={({ photos = [], ...window }) => (
                  <div className="mt-3">
                    <StoredPhotos quoteId={quoteId} window={window} photos={photos} isDraft={isDraft} />
                  </div>
                )}
              />
            )}
          </QueryView>
        )}
        {quote && isOwnCustomer && <RetailSection quote={quote} />}
        {quote && (
          <div>
            <TotalsList
              subtotal={quote.subtotal}
              tax={quote.tax}
              finalTotal={quote.finalTotal}
              rest={isPayable(quote) ? findUnpaidRest(quote) : undefined}
            />
            <MakingList {...quote} />
          </div>
        )}
        <UndoNote place={QUOTES_PLACE} className="sticky bottom-0 z-sticky" />
      </DialogBody>
      {quote && (
        <DialogFooter>
          <QuoteDetailsActions quote={quote} now={now} onAction={(action) => onAction(action, quote)} />
        </DialogFooter>
      )}
    </Dialog>
  );
}

type KnownQuote = Quote & Partial<Pick<Reply<"quotes", "read">, "note" | "refunded" | "attempts" | "leadTime">>;

/** A skeleton row per window of the table; a single window takes the height of several rows. */
const rowsComing = (quote: Quote | undefined): number =>
  quote === undefined ? 3 : quote.itemCount === 1 ? 5 : Math.min(quote.itemCount, 8);

const Expired = ({ quote }: { quote: Quote }) => (
  <Alert tone="warning" title={`This quote expired on ${formatDate(quote.validUntil)}`}>
    Duplicate it to have the same windows at today's prices.
  </Alert>
);

const QuoteFacts = ({ quote, showsCompany, now }: { quote: KnownQuote; showsCompany: boolean; now: number }) => (
  <DefinitionList
    columns={3}
    facts={[
      showsCompany && { term: "Company", value: quote.user.companyName },
      showsCompany && { term: "Contact", value: quote.user.contactName },
      { term: "Payment", value: <Payment quote={quote} linked={showsCompany} /> },
      quote.refunded ? { term: "Refunded", value: <Money amount={quote.refunded} /> } : null,
      { term: "Created", value: <DateText value={quote.createdAt} /> },
      { term: "Valid Until", value: <ValidUntil quote={quote} now={now} /> },
      quote.placedAt !== null && { term: "Placed", value: <DateText value={quote.placedAt} /> },
      quote.withdrawnAt !== null && { term: "Withdrawn", value: <DateText value={quote.withdrawnAt} /> },
      quote.leadTime && quote.orderId === null && { term: "Lead time", value: leadTimeInWords(quote.leadTime) },
      quote.requiredBy !== null && { term: "Needed by", value: <DateText value={quote.requiredBy} /> },
      quote.orderId !== null && {
        term: "Order",
        value: (
          <Link href={`/orders?order=${quote.orderId}`} className={linkClass}>
            {orderNumber(quote.orderId)}
          </Link>
        ),
      },
      ...customerFacts(quote, showsCompany),
      quote.shippingAddress !== null && { term: "Shipping address", value: <Address text={quote.shippingAddress} /> },
      quote.attempts?.length ? { term: "Card payments that failed", value: <Attempts of={quote.attempts} />, whole: true } : null,
      noteFact(quote.note),
    ]}
  />
);

/** The payment status, with the office's links to the payment or refund. */
const Payment = ({ quote, linked }: { quote: KnownQuote; linked: boolean }) => (
  <span className="flex flex-wrap items-center gap-x-3">
    <QuotePayment quote={quote} />
    {linked && (quote.paymentStatus === "paid" || quote.invoiceNumber || (quote.refunded ?? 0) > 0) && (
      <Link href={`/payments?search=${quote.invoiceNumber ?? quoteNumber(quote.id)}`} className={linkClass}>
        Payments
      </Link>
    )}
  </span>
);

const OUTCOME = { failed: "Refused", abandoned: "Left at Stripe's page" } as const;

/** The attempts in Stripe's own words, for the office only. */
const Attempts = ({ of }: { of: NonNullable<KnownQuote["attempts"]> }) => (
  <ul className="flex flex-col gap-1">
    {of.map(({ at, outcome, reason }) => (
      <li key={`${at} ${outcome}`}>
        <DateText value={at} time /> · {OUTCOME[outcome]}
        {reason && <>: {reason}</>}
      </li>
    ))}
  </ul>
);
