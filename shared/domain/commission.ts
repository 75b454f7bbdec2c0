import { divideRounded } from "./decimal.ts";
import { type Pence, pence } from "./money.ts";

/** What whoever brought a company earns of its first paid quote's net (rule P9). */
export const COMMISSION_PERCENT = 5;

/** Rounded to the penny, half away from zero. */
export const commissionOn = (subtotal: Pence): Pence => pence(divideRounded(subtotal * COMMISSION_PERCENT, 100));
