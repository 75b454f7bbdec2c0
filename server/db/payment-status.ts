import { type Column, sql } from "drizzle-orm";
import type { PaymentStatus } from "#shared/domain/status.ts";

/** Paid is when there is a time of payment on the quote; an order has no payment state of its own that could disagree. */
export const paymentStatusOf = (paidAt: Column) => sql<PaymentStatus>`case when ${paidAt} is null then 'unpaid' else 'paid' end`;
