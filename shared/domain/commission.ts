import { divideRounded } from "./decimal.ts";
import { type Pence, pence } from "./money.ts";

/** What a referrer earns from the net of a company's first paid quote (rule P9). */
export const COMMISSION_PERCENT = 5;

/** Rounded to the penny, half away from zero. */
export const commissionOn = (subtotal: Pence): Pence => pence(divideRounded(subtotal * COMMISSION_PERCENT, 100));
