import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { refuseUnplannableDay } from "#server/features/products/planned-day.ts";
import { typeTermsOn } from "#server/lists/terms.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { termsChanges, typeTerms } from "#server/schema/clients.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { products } from "#server/schema/products.ts";
import type { clientPages } from "#shared/contract/client-pages.ts";
import { formatHundredths } from "#shared/domain/decimal.ts";
import { MOST_TERMS_AHEAD } from "#shared/domain/longest.ts";
import { formatPence, type Pence } from "#shared/domain/money.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";

type TermsCalls = Pick<typeof clientPages, "planTerms" | "plannedTerms" | "dropPlannedTerms">;

/**
 * A client's terms from a later day on (rule P18). Changes of one client are made one after
 * another, so that of two for one day the later one has the higher id, and applies.
 * @param requireClient throws 404
 */
export const plannedTermsHandlers = (requireClient: (db: Db, id: number) => Promise<unknown>): Handlers<TermsCalls> => ({
  planTerms: async ({ db, user, params, body, now, record }) => {
    const { from, discountHundredths, types = [] } = body;
    refuseUnplannableDay(from, now);
    await lockCompany(db, params.id);
    await requireClient(db, params.id);
    const ofClient = and(eq(termsChanges.companyId, params.id), gt(termsChanges.firstDay, londonDay(now)));
    if ((await db.$count(termsChanges, ofClient)) >= MOST_TERMS_AHEAD) throw conflict(`At most ${MOST_TERMS_AHEAD} changes of terms ahead`);
    await refuseUnofferedTypes(
      db,
      types.map(({ productId }) => productId),
    );
    const createdBy = user.impersonator?.id ?? user.id;
    const general = discountHundredths === undefined ? null : (discountHundredths ?? 0);
    const [change] = await db
      .insert(termsChanges)
      .values({ companyId: params.id, firstDay: from, discountHundredths: general, createdAt: now, createdBy })
      .returning();
    if (!change) throw new Error("The change of terms was not stored");
    const key = { changeId: change.id, companyId: params.id, firstDay: from };
    if (types.length > 0)
      await db.insert(typeTerms).values(
        types.map(({ productId, discountHundredths: ofType = null, pricePerM2 = null }) => ({
          ...key,
          ...{ productId, discountHundredths: ofType, pricePerM2 },
        })),
      );
    const stored = (await termsAhead(db, params.id, now)).find(({ id }) => id === change.id);
    if (!stored) throw new Error("The change of terms is not ahead");
    record({ targetType: "clients", targetId: params.id, after: trailOf(stored) });
    return stored;
  },

  plannedTerms: async ({ db, params, now }) => {
    await requireClient(db, params.id);
    return termsAhead(db, params.id, now);
  },

  dropPlannedTerms: async ({ db, params, now, record }) => {
    await lockCompany(db, params.id);
    const [change] = await db
      .select()
      .from(termsChanges)
      .where(and(eq(termsChanges.id, params.changeId), eq(termsChanges.companyId, params.id)))
      .for("update");
    if (!change) throw notFound("Change of terms");
    if (change.firstDay <= londonDay(now)) throw conflict("These terms already hold");
    const dropped = (await termsAhead(db, params.id, now)).find(({ id }) => id === change.id);
    await db.delete(termsChanges).where(eq(termsChanges.id, change.id));
    record({ targetType: "clients", targetId: params.id, before: dropped && trailOf(dropped) });
    return null;
  },
});

/** @throws 404 for a type that does not exist or is archived */
async function refuseUnofferedTypes(db: Db, typeIds: readonly number[]): Promise<void> {
  if (typeIds.length === 0) return;
  const offered = await db.$count(products, and(inArray(products.id, [...typeIds]), isNull(products.archivedAt)));
  if (offered < typeIds.length) throw notFound("Shutter type");
}

interface TermsOfType {
  readonly productId: number;
  readonly name: string;
  readonly discountHundredths?: number | null;
  readonly pricePerM2?: Pence;
}
interface StoredTerms {
  readonly productId: number;
  readonly name: string;
  readonly discountHundredths: number | null;
  readonly pricePerM2: Pence | null;
}
/** A price without a discount, or a discount, null if it ends, without a price. */
const inReply = ({ productId, name, discountHundredths, pricePerM2 }: StoredTerms): TermsOfType =>
  pricePerM2 === null ? { productId, name, discountHundredths } : { productId, name, pricePerM2 };

/** A client's changes of terms that have not started, soonest first. */
async function termsAhead(db: Db, companyId: number, now: Date): Promise<TermsAhead[]> {
  const rows = await db
    .select({
      change: termsChanges,
      by: users.contactName,
      productId: products.id,
      name: products.name,
      discountHundredths: typeTerms.discountHundredths,
      pricePerM2: typeTerms.pricePerM2,
    })
    .from(termsChanges)
    .innerJoin(users, eq(users.id, termsChanges.createdBy))
    .leftJoin(typeTerms, eq(typeTerms.changeId, termsChanges.id))
    .leftJoin(products, eq(products.id, typeTerms.productId))
    .where(and(eq(termsChanges.companyId, companyId), gt(termsChanges.firstDay, londonDay(now))))
    .orderBy(asc(termsChanges.firstDay), asc(termsChanges.id), asc(products.name), asc(products.id));
  const changes = new Map<number, TermsAhead>();
  for (const { change, by, productId, name, discountHundredths, pricePerM2 } of rows) {
    const { id, firstDay: from, discountHundredths: general, createdAt, createdBy } = change;
    const known = changes.get(id) ?? {
      ...{ id, from, types: [], createdAt, createdBy: { id: createdBy, contactName: by } },
      ...(general !== null && { discountHundredths: general }),
    };
    if (productId !== null && name !== null) known.types.push(inReply({ productId, name, discountHundredths, pricePerM2 }));
    changes.set(id, known);
  }
  return [...changes.values()];
}

interface TermsAhead {
  readonly id: number;
  readonly from: Day;
  readonly discountHundredths?: number;
  readonly types: TermsOfType[];
  readonly createdAt: Date;
  readonly createdBy: { readonly id: number; readonly contactName: string };
}

/** The types on offer with terms of their own on a day, by name. */
export async function typeTermsNow(db: Db, companyId: number, now: Date): Promise<TermsOfType[]> {
  const own = sql`lateral ${typeTermsOn(londonDay(now))} own`;
  const { rows } = await db.execute<{ productId: number; name: string; discountHundredths: number | null; pricePerM2: Pence | null }>(
    sql`select ${products}.id as "productId", ${products}.name as name, own.discount_hundredths as "discountHundredths",
        own.price_per_m2_pence as "pricePerM2"
      from ${companies}, ${products}, ${own}
      where ${companies}.id = ${companyId} and ${products}.archived_at is null
        and num_nonnulls(own.discount_hundredths, own.price_per_m2_pence) = 1
      order by ${products}.name, ${products}.id`,
  );
  return rows.map(inReply);
}

const termsInWords = ({ name, discountHundredths, pricePerM2 }: TermsOfType): string => {
  if (pricePerM2 !== undefined) return `${name} at ${formatPence(pricePerM2)}`;
  if (discountHundredths === null || discountHundredths === undefined) return `${name} on general terms`;
  return `${name} less ${formatHundredths(discountHundredths)} %`;
};
const trailOf = ({ from, discountHundredths, types }: TermsAhead) => ({
  from,
  ...(discountHundredths !== undefined && { discountHundredths }),
  ...(types.length > 0 && { types: types.map(termsInWords) }),
});
