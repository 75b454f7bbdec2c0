import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { ConfigError } from "#server/config.ts";
import { makeExport } from "#server/features/bookkeeping/bookkeeping.ts";
import { selectPeople } from "#server/features/companies/people.ts";
import { storeCompany } from "#server/features/invoices/parties.ts";
import { sealSecretKey } from "#server/features/payments/stripe/stripe-settings.ts";
import { type Database, type Db, inTransaction } from "#server/platform/db/connect.ts";
import type { PhotoStore } from "#server/platform/photos/photo-store.ts";
import { hashPassword, isPassword } from "#server/platform/security/passwords.ts";
import type { Seal } from "#server/platform/security/seal.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { documentsToMail } from "#server/schema/invoices-and-refunds.ts";
import { londonDay } from "#shared/domain/period.ts";
import { ROLE_LABEL } from "#shared/domain/roles.ts";
import { moneyDays } from "#shared/domain/trade/money-periods.ts";
import { APPROVAL_STATUS_LABEL } from "#shared/domain/trade/status.ts";
import { ACCOUNTS, BANK, FITTER, SELLER, SIGN_INS, storeAccounts } from "./demo-accounts.ts";
import { FACTORED, FACTORED_KEY, storeIdentity } from "./demo-identity.ts";
import { storeMoneyMoves } from "./demo-money.ts";
import { storeInvoices, storePayments, storeReferrals } from "./demo-payments.ts";
import { storeAudit, storeErrorRecords } from "./demo-records.ts";
import { storeRemakes } from "./demo-remakes.ts";
import { storeRetail } from "./demo-retail.ts";
import { storeProducts } from "./demo-shop.ts";
import { storeTerms } from "./demo-terms.ts";
import { createTimeline } from "./demo-timeline.ts";
import { storeTrade, type Trade } from "./demo-trade.ts";
import { METALWORKER, storeWorkshop } from "./demo-workshop.ts";

/** Published on purpose. `HOST` and `DEMO` decide who can reach it (rule B3). */
export const DEMO_PASSWORD = "tiltrod-demo";

/** Test keys that only the stand-in for Stripe accepts. */
const STRIPE_KEYS = { publicKey: "pk_test_tiltrod_demo_0000000000", secretKey: "sk_test_tiltrod_demo_0000000000" } as const;

/**
 * An arbitrary lock number. If two processes start on one empty database, one fills it; the other
 * waits and finds it filled.
 */
const LOCK = 7_205_912;
const BETWEEN_LOOKS_MS = 200;

interface FillOptions {
  readonly seal: Seal;
  readonly now: Date;
  readonly photos: PhotoStore;
  /** A configured super admin replaces the demo's own, whose password is public. */
  readonly superAdmin?: { readonly email: string; readonly password: string } | undefined;
}

/**
 * Fills a database without users with a demo company's data, in one transaction. Returns false if
 * the database has users.
 */
export async function fillDemo(db: Database, { seal, now, photos, superAdmin }: FillOptions): Promise<boolean> {
  if (await hasUsers(db)) return false;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)`);
    // The other process may take longer than the driver waits for one reply, so the lock is polled.
    while (!(await hasLocked(tx))) await sleep(BETWEEN_LOOKS_MS);
    if (await hasUsers(tx)) return false;
    await fill(tx, seal, passwordHash, now);
    // The module is loaded on demand: other starts do not need the library that draws the photos.
    const { storeDemoPhotos } = await import("./demo-photos.ts");
    await storeDemoPhotos(tx, photos);
    if (superAdmin) {
      const own = { email: superAdmin.email, passwordHash: await hashPassword(superAdmin.password) };
      await tx.update(users).set(own).where(eq(users.role, "super_admin"));
    }
    return true;
  });
}

async function hasLocked(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`select pg_try_advisory_xact_lock(${LOCK}) locked`);
  return rows[0]?.locked === true;
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0;
}

async function fill(db: Db, seal: Seal, passwordHash: string, now: Date): Promise<void> {
  const time = createTimeline(now);
  const people = await storeAccounts(db, passwordHash, time);
  const shop = await storeProducts(db, people, time);
  await storeCompany(db, { ...SELLER, ...BANK }, now);
  const trade = await storeTrade(db, people, shop, time);
  await storePayments(db, trade);
  const invoices = await storeInvoices(db, people, trade);
  await storeRemakes(db, people, trade, time);
  await storeReferrals(db, people, trade, time);
  await storeErrorRecords(db, people, time);
  await storeAudit(db, people, shop, trade, invoices);
  // Last month's bookkeeping export is done.
  await makeExport(db, { format: "xero", ...moneyDays("last_month", londonDay(now)) }, people.superAdmin.id, now);
  await storeMoneyMoves(db, people, now);
  await storeWorkshop(db, people, trade, { passwordHash, now });
  await storeTerms(db, people, shop, time);
  await storeRetail(db, people, now);
  await storeIdentity(db, people, { seal, passwordHash, now, orderId: firstOrderOf(trade, people.customer.companyId) });
  // The demo's people received these documents long ago, so none is mailed again.
  await db.delete(documentsToMail);
  await db.insert(stripeSettings).values({
    publicKey: STRIPE_KEYS.publicKey,
    secretKeySealed: sealSecretKey(seal, STRIPE_KEYS.secretKey),
    updatedAt: now,
  });
}

function firstOrderOf({ orders }: Trade, companyId: number): number {
  const own = orders.find(({ order }) => order.companyId === companyId);
  if (!own) throw new Error("The demo customer has an order");
  return own.order.id;
}

/**
 * Stops a start that would make a demo reachable from other machines: its passwords are public.
 * @throws ConfigError
 */
export async function refuseOpenDemo(db: Db): Promise<void> {
  const emails = [...Object.values(ACCOUNTS), FITTER, FACTORED, METALWORKER].map(({ email }) => email);
  const hashes = await db
    .selectDistinct({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(inArray(users.email, emails), isNull(users.deletedAt)));
  for (const { passwordHash } of hashes) {
    if (!(await isPassword(passwordHash, DEMO_PASSWORD))) continue;
    throw new ConfigError(
      "The database holds the demo's accounts, whose password is public, and others could reach it: start with another DATA_DIR or DATABASE_URL, " +
        "or with DEMO=1 to open the demo on purpose",
    );
  }
}

/**
 * The demo's sign-ins, as the start prints them: each role, a waiting account, a customer's
 * colleague.
 */
export async function demoSignIns(db: Db): Promise<{ email: string; what: string }[]> {
  const emails = [...SIGN_INS.map((key) => ACCOUNTS[key].email), METALWORKER.email, FITTER.email, FACTORED.email];
  const found = await selectPeople(db).where(and(inArray(users.email, emails), isNull(users.deletedAt)));
  return emails.flatMap((email) => {
    const user = found.find((candidate) => candidate.email === email);
    if (!user) return [];
    const approval = user.approvalStatus === "approved" ? "" : ` (${APPROVAL_STATUS_LABEL[user.approvalStatus].toLowerCase()})`;
    const factored = email === FACTORED.email && ` (second factor: add the key ${FACTORED_KEY} to an authenticator app)`;
    const standing = factored || (user.mayOrder ? approval : " (a colleague who may quote and not order)");
    return [{ email, what: `${ROLE_LABEL[user.role]}: ${user.companyName}${standing}` }];
  });
}
