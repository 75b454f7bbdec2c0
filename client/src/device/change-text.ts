import { formatDate, formatMoney } from "#client/lib/format.ts";
import { countOf } from "#shared/domain/text.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";
import type { Entry } from "./outbox/outbox-store.ts";

/**
 * Describes the quote that the server made, for example `Elm Road is Q-31 now: £410.00, and £400.00
 * by the prices of 24 November` where the server's price differs.
 */
export function describeMadeQuote(entry: Entry): string {
  const lostPhotos = entry.made?.photosLost ?? 0;
  return lostPhotos === 0 ? priced(entry) : `${priced(entry)}. ${countOf(lostPhotos, "photo was", "photos were")} not accepted`;
}

function priced({ words, made, quote }: Entry): string {
  const is = `${words}, is ${quoteNumber(made?.id ?? 0)} now`;
  const [total, said] = [made?.total ?? null, quote?.total ?? null];
  if (total === null) return is;
  if (said === null || said === total) return `${is}: ${formatMoney(total)}`;
  return `${is}: ${formatMoney(total)} instead of ${formatMoney(said)} at the prices of ${formatDate(quote?.pricesOf ?? "")}`;
}
