/** Rule C3: "absent from the JSON, however deep". */
export const NEVER_FOR_SUPPLIERS = new Set([
  "subtotal",
  "tax",
  "finalTotal",
  "owed",
  "pricePerM2",
  "listPricePerM2",
  "discountPercent",
  "nextPrice",
  "itemTotalPrice",
  "chargedAreaM2",
  "minimumAreaM2",
  "surcharges",
  "basePricePerM2",
  "paymentStatus",
  "paidAt",
  "invoiceNumber",
  "quoteId",
  "totalAmount",
  "unpaidOrders",
  "unpaidAmount",
  "unpaidDueNowAmount",
  "commissionEarned",
  "makingCost",
  "makingMargin",
  "makingMarginPercent",
  "costPerM2",
  "costSurcharges",
]);

/** Rule P17: the keys that only the super admin receives, however deep. */
export const ONLY_FOR_THE_OWNER = new Set([
  "costPerM2",
  "costSurcharges",
  "costBefore",
  "costAfter",
  "makingCost",
  "makingMargin",
  "makingMarginPercent",
  "withoutCost",
]);

/** Matches anything that a text for a supplier's device, sent or stored, must not contain. */
export const MONEY = new RegExp(`"(${[...NEVER_FOR_SUPPLIERS].join("|")})"|£`);

/**
 * An amount in all likely notations: in pounds, in pence, rounded, and with the separators of any
 * country.
 */
export function writtenAs(pounds: number): string[] {
  const whole = String(Math.trunc(pounds));
  const pence = String(Math.round(pounds * 100));
  const grouped = [",", ".", " ", "\u00a0", "\u202f", "'"].map((separator) => whole.replace(/\B(?=(\d{3})+$)/g, separator));
  return [whole, pence, ...grouped];
}

/** Every key of a reply, however deep. */
export function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, entry]) => [key, ...keysIn(entry)]);
}
