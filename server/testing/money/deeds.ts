import { A_DAY_MS, letPass } from "#server/testing/later.ts";
import {
  advanceRefund,
  deliverEvents,
  dispute,
  finishSlow,
  payAtStripe,
  payByCard,
  pressPay,
  pressPaySeveral,
  refundAtStripe,
  resume,
  returnFromStripe,
} from "./card-deeds.ts";
import { credit, quoteByTransfer, reallocate, refund, takeWriteOffBack, transfer, voidTransfer, writeOff } from "./office-deeds.ts";
import { acceptQuotation, answerChange, askChange, changePrices, editQuote, mark, placeQuote, shipParcel } from "./order-deeds.ts";
import type { Deed } from "./scene.ts";
import { changeOrder, changeQuote, convert, correct, loseAddress, restoreAddress, ship } from "./trade-deeds.ts";

/** Idempotency keys expire after a day, and undelivered events are late. */
export const passADay: Deed = async ({ shop, told }) => {
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
  [2, returnFromStripe],
  [3, convert],
  [4, ship],
  [9, correct],
  [4, mark],
  [4, shipParcel],
  [4, askChange],
  [4, answerChange],
  [2, acceptQuotation],
  [2, placeQuote],
  [2, editQuote],
  [2, changePrices],
  [2, changeOrder],
  [1, changeQuote],
  [8, transfer],
  [3, quoteByTransfer],
  [5, reallocate],
  [3, voidTransfer],
  [5, credit],
  [5, writeOff],
  [3, takeWriteOffBack],
  [10, refund],
  [4, refundAtStripe],
  [4, advanceRefund],
  [5, dispute],
  [8, deliverEvents],
  [2, resume],
  [1, passADay],
  [1, loseAddress],
  [2, restoreAddress],
];
