import { A_DAY_MS, letPass } from "#server/testing/later.ts";
import {
  comesBackFromStripe,
  dispute,
  finishSlow,
  hearOfEvents,
  payAtStripe,
  payByCard,
  pressPay,
  pressPaySeveral,
  refundAtStripe,
  refundMoves,
  resume,
} from "./card-deeds.ts";
import { allocateAnew, credit, quoteByTransfer, refund, transfer, voidTransfer } from "./office-deeds.ts";
import type { Deed } from "./scene.ts";
import { addressComes, changeOrder, changeQuote, convert, loseAddress, ship } from "./trade-deeds.ts";

/** Idempotency keys expire after a day, and undelivered events are late. */
export const aDayPasses: Deed = async ({ shop, told }) => {
  told.push("a day passes");
  await letPass(shop.portal, A_DAY_MS);
};

/** The weight of each deed. */
export const DEEDS: readonly (readonly [number, Deed])[] = [
  [10, payByCard],
  [2, pressPay],
  [2, pressPaySeveral],
  [3, payAtStripe],
  [2, finishSlow],
  [2, comesBackFromStripe],
  [3, convert],
  [4, ship],
  [2, changeOrder],
  [1, changeQuote],
  [8, transfer],
  [3, quoteByTransfer],
  [5, allocateAnew],
  [3, voidTransfer],
  [5, credit],
  [10, refund],
  [4, refundAtStripe],
  [4, refundMoves],
  [5, dispute],
  [8, hearOfEvents],
  [2, resume],
  [1, aDayPasses],
  [1, loseAddress],
  [2, addressComes],
];
