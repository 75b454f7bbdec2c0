/** Rule C3: "absent from the JSON, however deep". */
export const NEVER_FOR_SUPPLIERS = new Set([
  "subtotal",
  "tax",
  "finalTotal",
  "pricePerM2",
  "itemTotalPrice",
  "basePricePerM2",
  "paymentStatus",
  "paidAt",
  "invoiceNumber",
  "quoteId",
  "totalAmount",
  "unpaidOrders",
  "commissionEarned",
]);

/** What no text that a supplier's device was sent or keeps may hold. */
export const MONEY = new RegExp(`"(${[...NEVER_FOR_SUPPLIERS].join("|")})"|£`);
