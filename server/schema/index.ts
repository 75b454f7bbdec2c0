/**
 * Every table, for drizzle-kit and for all who read or write rows. What must never be is refused by constraint, whatever the
 * code above believes: two live orders for a quote, two settled payments, a total that is not the sum of its parts.
 */
export * from "./accounts.ts";
export * from "./bookkeeping.ts";
export * from "./clients.ts";
export * from "./documents.ts";
export * from "./ledger.ts";
export * from "./notifications.ts";
export * from "./orders.ts";
export * from "./payments.ts";
export * from "./products.ts";
export * from "./quotes.ts";
export * from "./records.ts";
export * from "./referrals.ts";
export * from "./remakes.ts";
export * from "./retail.ts";
export * from "./saw.ts";
export * from "./templates.ts";
