import { eq } from "drizzle-orm";
import type { Product } from "#server/features/quotes/price-windows.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { termsChanges, typeTerms } from "#server/schema/clients.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { priceChanges, pricePlans } from "#server/schema/products.ts";
import { pence } from "#shared/domain/money.ts";
import { type Day, startOfDay } from "#shared/domain/period.ts";
import { applyPercent } from "#shared/domain/trade/pricing.ts";
import type { People } from "./demo-accounts.ts";
import type { Shop } from "./demo-shop.ts";
import type { Timeline } from "./demo-timeline.ts";

/** A client that buys on terms: 10 % off, 30 days, up to £25,000. */
const TERMS = { discountHundredths: 1000, paymentDays: 30, creditLimitPence: pence(2_500_000), accountsName: "KESTREL" } as const;
const DAYS_AHEAD = 40;
/** A rise of 4 %. */
const PERCENT_HUNDREDTHS = 400;

/** Stores the newest features' data: a client's terms, and future prices of all types on offer. */
export async function storeTerms(db: Db, people: People, shop: Shop, time: Timeline): Promise<void> {
  await db.update(companies).set(TERMS).where(eq(companies.id, people.kestrel.companyId));
  const firstDay = time.dayAfter(time.now, DAYS_AHEAD);
  const by = people.superAdmin.id;
  const [plan] = await db.insert(pricePlans).values({ firstDay, createdAt: time.now, createdBy: by }).returning();
  if (!plan) throw new Error("The demo's price change was not stored");
  const change = { from: null, at: startOfDay(firstDay), byUserId: by, planId: plan.id, firstDay };
  const onOffer = [...shop.at(time.now).values()];
  await db
    .insert(priceChanges)
    .values(onOffer.map(({ id, basePricePerM2 }) => ({ productId: id, to: applyPercent(basePricePerM2, PERCENT_HUNDREDTHS), ...change })));
  await storeFixedPrice(db, people, { product: onOffer[0], firstDay: time.dayAfter(time.now, DAYS_AHEAD / 2), now: time.now });
}

interface FixedPrice {
  readonly product: Product | undefined;
  readonly firstDay: Day;
  readonly now: Date;
}
/** The client's own price of one type from a day on, which the rise does not move. */
async function storeFixedPrice(db: Db, people: People, { product, firstDay, now }: FixedPrice): Promise<void> {
  if (!product) throw new Error("The demo offers no shutter type");
  const { companyId } = people.kestrel;
  const [change] = await db
    .insert(termsChanges)
    .values({ companyId, firstDay, createdAt: now, createdBy: people.superAdmin.id })
    .returning();
  if (!change) throw new Error("The demo's terms were not stored");
  const pricePerM2 = applyPercent(product.basePricePerM2, -TERMS.discountHundredths - PERCENT_HUNDREDTHS);
  await db.insert(typeTerms).values({ changeId: change.id, companyId, firstDay, productId: product.id, pricePerM2 });
}
