import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query } from "#client/lib/api.ts";
import { formatDate, formatMoney, inOneLine } from "#client/lib/format.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber, quoteStatusInWords } from "#shared/domain/trade/status.ts";
import type { Quote } from "../quote-actions.ts";

/**
 * Reloads the quote after a refusal: if it has changed, the person decides again on the new
 * version.
 */
export function useChanged(read: Quote, refused: boolean): { quote: Quote | null; loading: boolean } {
  const fresh = useQuery({ ...query("quotes", "read", { params: { id: read.id } }), enabled: refused });
  // An accepted quote becomes an order without further changes.
  const isAnother = refused && fresh.data !== undefined && (fresh.data.version !== read.version || fresh.data.orderId !== read.orderId);
  return { quote: isAnother ? fresh.data : null, loading: refused && fresh.isFetching };
}

type QuoteChangedProps = {
  reason: string | null;
  before: Quote;
  now: Quote;
  /** No decision is possible any more. */
  over: boolean;
  onLook: () => void;
};

/** Lists the changes since the person read the quote, before a new decision. */
export function QuoteChanged({ reason, before, now, over, onLook }: QuoteChangedProps) {
  return (
    <Alert tone="warning" title={reason ?? "This quote was changed"}>
      <ul>
        {describeChanges(before, now).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p>{over ? "Nothing was sent." : "Nothing was sent. Check it again before you continue."}</p>
      <Link href={`/quotes?quote=${now.id}`} onClick={onLook} className={`${buttonClass("secondary", "sm")} mt-2`}>
        Look at the quote
      </Link>
    </Alert>
  );
}

function describeChanges(before: Quote, now: Quote): string[] {
  const windows = ({ itemCount }: Quote) => countOf(itemCount, "window");
  const total = ({ finalTotal }: Quote) => formatMoney(finalTotal ?? 0);
  const sentences = [
    total(before) !== total(now) && `The total was ${total(before)} and is now ${total(now)} including VAT.`,
    before.itemCount !== now.itemCount && `It had ${windows(before)} and now has ${windows(now)}.`,
    before.shippingAddress !== now.shippingAddress &&
      (now.shippingAddress === null ? "It is no longer placed." : `It is placed for ${inOneLine(now.shippingAddress)}.`),
    before.requiredBy !== now.requiredBy &&
      (now.requiredBy === null ? "No required day is given." : `It is needed by ${formatDate(now.requiredBy)}.`),
    before.quoteStatus !== now.quoteStatus && `It is ${quoteStatusInWords(now.quoteStatus, now.withdrawnAt).toLowerCase()} now.`,
    before.orderId !== now.orderId && now.orderId !== null && `It is order ${orderNumber(now.orderId)} now.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences : ["The total is the same. Its windows or texts may have changed."];
}
