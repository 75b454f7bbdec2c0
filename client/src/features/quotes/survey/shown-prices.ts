import { useQuery } from "@tanstack/react-query";
import { createContext, use } from "react";
import { calls, query, type Reply } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { useStoredChoice } from "#client/lib/stored-choice.ts";
import { type Pence, poundsToPence } from "#shared/domain/money.ts";
import { priceRetail, pricesWithVat } from "#shared/domain/trade/retail.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { priceText } from "../form/window-text.ts";

/** The prices that the homeowner pays by the fitter's usual retail terms, with VAT if charged. */
export interface HomeownerPrices {
  /** One price per window; undefined while the window has none. */
  readonly windows: readonly (Pence | undefined)[];
  readonly fittingPence: Pence;
  readonly totalPence: Pence;
}

/** The prices on screen: on a phone the homeowner may look at the screen too. */
export const ShownPrices = createContext<"mine" | "hidden" | HomeownerPrices>("mine");

/** Returns a window's price for the screen; null while prices are hidden. */
export function useShownPrice(place: number, totalPence: Pence | undefined): string | null {
  const prices = use(ShownPrices);
  if (prices === "hidden") return null;
  return priceText(prices === "mine" ? totalPence : prices.windows[place]);
}

const CHOICES = ["own", "hidden", "homeowner"] as const;
type Choice = (typeof CHOICES)[number];
const isChoice = (stored: string): stored is Choice => CHOICES.some((choice) => choice === stored);

const NEXT = {
  own: { label: "Hide my prices", next: "hidden" },
  hidden: { label: "Show my prices", next: "own" },
  homeowner: { label: "Show my prices", next: "own" },
} as const;

/**
 * The device stores the choice, which applies on phones alone. A press goes on from the fitter's
 * prices to none, and from there to the homeowner's if the company has retail prices.
 * @param isPriced false: the quote's windows are not priced by the usual retail terms
 */
export function useSurveyPrices({ rows, preview }: QuoteForm, isPhone: boolean, isPriced: boolean) {
  const user = useUser();
  const [stored, choose] = useStoredChoice("survey-prices", isChoice);
  const mayRead = isPhone && isPriced && can(user, calls.retail.business) && !user.isImpersonating;
  const business = useQuery({ ...query("retail", "business", {}), enabled: mayRead });
  const terms = mayRead && business.data?.saved ? business.data : null;
  // Without the retail terms, as without a network, the fitter's own prices stay hidden.
  const choice = !isPhone || stored === null ? "own" : stored === "homeowner" && !terms ? "hidden" : stored;
  const { label, next } =
    choice === "hidden" && terms ? ({ label: "Show the homeowner's prices", next: "homeowner" } as const) : NEXT[choice];
  const displayed = choice === "homeowner" && terms ? priceForHomeowner(rows, preview, terms) : choice === "hidden" ? "hidden" : "mine";
  return { displayed, label, toggle: () => choose(next) } as const;
}

/** Prices the windows that have a trade price, as a new quotation of the quote does (rule T3). */
function priceForHomeowner(
  rows: QuoteForm["rows"],
  { lines, subtotalPence, finalTotalPence }: QuoteForm["preview"],
  { vatRegistered, markupPercent, depositPercent, fittingPrice, fittingPer }: Reply<"retail", "business">,
): HomeownerPrices {
  const priced = rows.flatMap(({ window: { quantity } }, place) => {
    const net = lines[place]?.totalPence;
    return net === undefined ? [] : [{ place, net, quantity, typed: null }];
  });
  if (priced.length === 0) return { windows: [], fittingPence: 0 as Pence, totalPence: 0 as Pence };
  const terms = {
    vatRegistered,
    markupHundredths: Math.round(markupPercent * 100),
    depositHundredths: Math.round(depositPercent * 100),
    fittingPricePence: poundsToPence(fittingPrice),
    fittingPer,
  };
  const trade = { subtotalPence, finalTotalPence };
  const net = priceRetail({ ...terms, windows: priced, fittingTyped: null, extras: [], trade });
  const { prices, totalPence } = pricesWithVat([...net.prices, net.fittingPence], [], terms);
  const windows = rows.map((_, place) => prices[priced.findIndex((each) => each.place === place)]);
  return { windows, fittingPence: prices.at(-1) ?? (0 as Pence), totalPence };
}
