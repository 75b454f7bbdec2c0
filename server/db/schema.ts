/**
 * Every table, for drizzle-kit and for all who read or write rows. What must never be is refused by constraint, whatever the
 * code above believes: two live orders for a quote, two settled payments, a total that is not the sum of its parts.
 */
export * from "./schema/accounts.ts";
export * from "./schema/bookkeeping.ts";
export * from "./schema/clients.ts";
export * from "./schema/documents.ts";
export * from "./schema/ledger.ts";
export * from "./schema/notifications.ts";
export * from "./schema/orders.ts";
export * from "./schema/payments.ts";
export * from "./schema/products.ts";
export * from "./schema/quotes.ts";
export * from "./schema/records.ts";
export * from "./schema/referrals.ts";
export * from "./schema/remakes.ts";
export * from "./schema/retail.ts";
export * from "./schema/saw.ts";
export * from "./schema/templates.ts";
