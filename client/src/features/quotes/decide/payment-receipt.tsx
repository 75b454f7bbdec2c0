import { useQuery } from "@tanstack/react-query";
import { CircleCheck, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Money } from "#client/components/facts/values.tsx";
import { DocumentLink } from "#client/components/page/document-link.tsx";
import { Button, buttonClass, IconButton } from "#client/components/ui/control/button.tsx";
import { query } from "#client/lib/api.ts";
import { focusHeading, isFocusLost } from "#client/lib/browser/browser.ts";
import { useUser } from "#client/lib/session.ts";
import { nameJob } from "#shared/domain/job-name.ts";
import { DONE_ORDER_STATUSES } from "#shared/domain/trade/due.ts";
import { ORDER_STATUS_LABEL, orderNumber, quoteNumber } from "#shared/domain/trade/status.ts";
import { type Quote, quoteActions } from "../quote-actions.ts";

type PaymentReceiptProps = {
  /** The quote in the server's reply that recorded the payment. */
  paid: Quote;
  now: number;
  onPlace: (quote: Quote) => void;
  onClose: () => void;
};

/**
 * After a payment: the amount, the invoice, and the next step. The notice remains until it is
 * closed.
 */
export function PaymentReceipt({ paid, now, onPlace, onClose }: PaymentReceiptProps) {
  const user = useUser();
  const fresh = useQuery(query("quotes", "read", { params: { id: paid.id } }));
  const quote = fresh.data ?? paid;
  const receipt = useRef<HTMLElement>(null);
  // The return from Stripe reloads the page, so keyboard users start at the receipt and continue
  // with the page.
  useEffect(() => {
    if (isFocusLost()) receipt.current?.focus();
    return () => {
      if (isFocusLost()) focusHeading();
    };
  }, []);
  return (
    <section ref={receipt} tabIndex={-1} aria-label="Receipt" className="mb-4 flex items-start gap-3 rounded-lg bg-positive-soft p-4">
      <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-positive" />
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-semibold">
          <Money amount={paid.finalTotal} /> paid for {quoteNumber(paid.id)}
          {nameJob(paid) && <>, {nameJob(paid)}</>}
        </h2>
        <p className="mt-1">{whatFollows(quote)}</p>
        <div className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {quoteActions(user, quote, now).includes("place") && (
            <Button variant="primary" onClick={() => onPlace(quote)}>
              Place order
            </Button>
          )}
          {quote.orderId !== null && (
            <>
              <DocumentLink name="invoice" id={quote.orderId} windows={quote.itemCount} />
              <Link href={`/orders?order=${quote.orderId}`} className={buttonClass()}>
                Open {orderNumber(quote.orderId)}
              </Link>
            </>
          )}
        </div>
      </div>
      <IconButton label="Close the receipt" icon={<X />} className="-mt-2 -mr-2" onClick={onClose} />
    </section>
  );
}

function whatFollows({ orderId, orderStatus, placedAt }: Quote): string {
  const receipt = "A receipt comes by email.";
  if (orderId !== null && DONE_ORDER_STATUSES.some((done) => done === orderStatus))
    return `${receipt} Your order ${orderNumber(orderId)} was delivered.`;
  if (orderId !== null)
    return `${receipt} Your order ${orderNumber(orderId)} is ${ORDER_STATUS_LABEL[orderStatus ?? "pending"].toLowerCase()}; we will notify you of its progress.`;
  return placedAt === null
    ? `${receipt} Place the order now with its delivery address, so that it can be made.`
    : `${receipt} We will make it an order and notify you by email. Its invoice is available from then on.`;
}
