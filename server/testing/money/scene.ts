import { and, eq, gt, isNull } from "drizzle-orm";
import { checkoutSessions } from "#server/schema/checkouts.ts";
import { invoiceBalances, refunds, writeOffs } from "#server/schema/invoices-and-refunds.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { ProductReply } from "#server/testing/builders.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import type { TestShop } from "#server/testing/shop.ts";
import { londonDay } from "#shared/domain/period.ts";

/** One customer's company, and the people who act on its money. */
export interface Scene {
  readonly shop: TestShop;
  readonly boss: TestClient;
  readonly customer: TestClient;
  readonly companyId: number;
  readonly products: readonly ProductReply[];
  /** The steps so far, for the message of a failure. */
  readonly told: string[];
  /** Ids of Stripe's events that are not delivered yet, oldest first. */
  readonly waiting: string[];
  readonly random: Random;
}

export interface Random {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  isTrue(share: number): boolean;
  oneOf<T>(choices: readonly T[]): T | undefined;
}

export type Deed = (scene: Scene) => Promise<void>;

export const pounds = (amount: number) => amount / 100;

/** Records a reply. A refusal is a valid outcome; a server fault is an error. */
export function recordReply({ told }: Scene, what: string, { status, text }: Pick<Reply, "status" | "text">): void {
  told.push(`${what}: ${status}${status >= 400 ? ` ${text.slice(0, 120)}` : ""}`);
  if (![200, 201, 204, 400, 404, 409].includes(status)) throw new Error(`${what}: ${status} ${text}`);
}

/**
 * Runs an action at Stripe, which refuses actions that its present state forbids: that is a valid
 * outcome.
 */
export async function actAtStripe({ told }: Scene, what: string, work: () => Promise<unknown>): Promise<void> {
  const refusal = await work().then(
    () => "",
    (error: unknown) => ` refused: ${String(error).slice(0, 80)}`,
  );
  told.push(`at Stripe, ${what}${refusal}`);
}

export const today = ({ shop }: Scene) => londonDay(shop.portal.clock());
export const reason = "It was agreed so";

/** A penny, all of it, a penny too much, or anything between. */
export function part({ random }: Scene, whole: number): number {
  const odd = 1 + random.below(Math.max(1, whole));
  return [1, whole, whole, whole + 1, odd, odd, odd, odd][random.below(8)] || 1;
}

export const ofCompany = {
  quotes: ({ shop, companyId }: Scene) =>
    shop.portal.db
      .select()
      .from(quotes)
      .where(and(eq(quotes.companyId, companyId), isNull(quotes.deletedAt)))
      .orderBy(quotes.id),
  orders: ({ shop, companyId }: Scene) =>
    shop.portal.db
      .select()
      .from(orders)
      .where(and(eq(orders.companyId, companyId), isNull(orders.deletedAt)))
      .orderBy(orders.id),
  payments: ({ shop, companyId }: Scene) =>
    shop.portal.db.select().from(payments).where(eq(payments.companyId, companyId)).orderBy(payments.id),
  balances: ({ shop, companyId }: Scene) =>
    shop.portal.db.select().from(invoiceBalances).where(eq(invoiceBalances.companyId, companyId)).orderBy(invoiceBalances.number),
  owed: ({ shop, companyId }: Scene) =>
    shop.portal.db
      .select()
      .from(invoiceBalances)
      .where(and(eq(invoiceBalances.companyId, companyId), gt(invoiceBalances.owedPence, 0 as never)))
      .orderBy(invoiceBalances.number),
  writeOffs: ({ shop, companyId }: Scene) =>
    shop.portal.db.select().from(writeOffs).where(eq(writeOffs.companyId, companyId)).orderBy(writeOffs.id),
  refunds: ({ shop, companyId }: Scene) =>
    shop.portal.db.select().from(refunds).where(eq(refunds.companyId, companyId)).orderBy(refunds.id),
};

/** A story mostly continues with recent records, and sometimes with an older one. */
export const recent = <T>({ random }: Scene, things: readonly T[]): T | undefined =>
  random.isTrue(0.85) ? random.oneOf(things.slice(-3)) : random.oneOf(things);

export const checkoutsOf = (scene: Scene) =>
  scene.shop.portal.db
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.userId, scene.customer.account?.id ?? 0))
    .orderBy(checkoutSessions.createdAt, checkoutSessions.id);
