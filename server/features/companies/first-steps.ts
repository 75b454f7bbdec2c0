import { and, between, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { forbidden } from "#server/platform/http/errors.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quotes } from "#server/schema/quotes.ts";
import { retailBusinesses } from "#server/schema/retail.ts";
import { workshopReviews } from "#server/schema/workshop.ts";
import type { firstSteps as contract } from "#shared/contract/office/first-steps.ts";
import { FIRST_STEPS, type FirstStep, UNNAMED_OWNER } from "#shared/domain/first-steps.ts";
import type { Role } from "#shared/domain/roles.ts";
import { hasPeople } from "./people.ts";
import { storeReviews } from "./workshop-setup.ts";

type Reader = Pick<SignedInUser, "companyId" | "role" | "mayManage">;

/** These steps change the company's details, so only people who may manage it see them. */
const MANAGED: readonly FirstStep[] = ["address", "business", "colleagues"];

const stepsOf = ({ role, mayManage }: Reader): readonly FirstStep[] =>
  FIRST_STEPS[role].filter((step: FirstStep) => mayManage || !MANAGED.includes(step));

/** The steps of which the data exist, each by the first row of an index. */
const existing = {
  super_admin: ({ companyId }) => {
    const companyOf = (kind: "supplier" | "customer") =>
      sql`exists (select from ${companies} where ${and(eq(companies.kind, kind), eq(companies.approvalStatus, "approved"), hasPeople(companies.id))})`;
    const { name, address, vatNumber, sortCode, accountNumber } = companySettings;
    const offered = and(
      isNull(products.archivedAt),
      sql`cardinality(${products.standardLouverSizes}) > 0`,
      sql`cardinality(${products.colorOptions}) > 0`,
    );
    // A portal without such an order would read all orders, were they not in the index's order.
    const sent = and(between(orders.status, "shipped", "completed"), isNull(orders.deletedAt));
    const named = and(eq(users.companyId, companyId), eq(users.role, "super_admin"), ne(users.contactName, UNNAMED_OWNER));
    return sql`select
      exists (select from ${users} where ${named}) as "name",
      exists (select from ${companySettings} where ${and(ne(name, ""), ne(address, ""), ne(vatNumber, ""))}) as "seller",
      exists (select from ${companySettings} where ${and(ne(sortCode, ""), ne(accountNumber, ""))}) as "bank",
      exists (select from ${stripeSettings}) as "cards",
      exists (select from ${products} where ${offered}) as "type",
      ${companyOf("supplier")} as "supplier",
      ${companyOf("customer")} as "client",
      (select ${orders.status} from ${orders} where ${sent} order by ${orders.status} limit 1) is not null as "order"`;
  },
  customer: ({ companyId }) => sql`select
      exists (select from ${companies} where ${and(eq(companies.id, companyId), sql`${companies.address} <> ''`)}) as "address",
      exists (select from ${retailBusinesses} where ${eq(retailBusinesses.companyId, companyId)}) as "business",
      exists (select from ${quotes} where ${eq(quotes.companyId, companyId)}) as "quote",
      (select count(*) > 1 from (select from ${users} where ${and(eq(users.companyId, companyId), isNull(users.deletedAt))} limit 2) two) as "colleagues"`,
  admin: () => sql`select`,
  supplier: () => sql`select`,
} satisfies Record<Role, (reader: Reader) => SQL>;

/** The caller's checklist (rule S32): confirmed steps, and steps of which the data exist. */
async function firstStepsOf(db: Db, reader: Reader) {
  const confirmed = await db
    .select({ step: workshopReviews.step })
    .from(workshopReviews)
    .where(eq(workshopReviews.companyId, reader.companyId));
  const { rows } = await db.execute<Partial<Record<FirstStep, boolean>>>(existing[reader.role](reader));
  const done = new Set<string>([
    ...confirmed.map(({ step }) => step),
    ...Object.entries(rows[0] ?? {}).flatMap(([step, is]) => (is ? [step] : [])),
  ]);
  const steps = stepsOf(reader).map((step) => ({ step, done: done.has(step) }));
  return { complete: steps.every((step) => step.done), steps };
}

export const firstStepsHandlers: Handlers<typeof contract> = {
  read: ({ db, user }) => firstStepsOf(db, user),

  confirm: async ({ db, user, body, now, record }) => {
    if (!stepsOf(user).includes(body.step)) throw forbidden();
    await storeReviews(db, user, [body.step], now);
    record({ after: body });
    return firstStepsOf(db, user);
  },
};
