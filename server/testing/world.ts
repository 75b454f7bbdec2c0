import { randomBytes } from "node:crypto";
import { desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { referrals, users } from "#server/schema/companies-and-users.ts";
import { passkeyChallenges } from "#server/schema/identity/factors.ts";
import { emailChanges, invitations, passwordResets, rateLimits, sessions } from "#server/schema/identity/sessions.ts";
import { notifications } from "#server/schema/notifications.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { errorRecords } from "#server/schema/records.ts";
import { pence } from "#shared/domain/money.ts";
import { londonDay } from "#shared/domain/period.ts";
import { type ProductReply, succeeded } from "./builders.ts";
import { createTestClient, type TestClient } from "./calls/test-client.ts";
import { saveSeller } from "./papers/read-pdf.ts";
import { askForRemake, photograph, picture } from "./photos.ts";
import type { TestPortal, User } from "./portal.ts";
import { startShop, type TestShop } from "./shop.ts";

/** All people of the matrix, those without a right to a session first. */
export const DEAD = ["pending", "suspended", "rejected", "deleted"] as const;
export const PEOPLE = ["customer", "other", "supplier", "admin", "superAdmin", "viewing", "colleague", "partner", "rival"] as const;
/**
 * "awaiting": the customer between the password and the second factor, whom no other call knows.
 */
export type Person = (typeof DEAD)[number] | (typeof PEOPLE)[number] | "nobody" | "awaiting";

/**
 * One portal with everybody in it, and functions that create the customer's records; a record is
 * created again if a call uses it up.
 */
export interface World {
  readonly portal: TestPortal;
  readonly accounts: Readonly<Record<"customer" | "other" | "supplier" | "admin" | "superAdmin" | "colleague" | "partner" | "rival", User>>;
  readonly product: ProductReply;
  /**
   * A session of the person's own for one request, so that its effect on the session is limited to
   * it. "viewing": the super admin, as the customer.
   */
  as(person: Person): Promise<TestClient>;
  draft(): Promise<number>;
  sentQuote(): Promise<number>;
  order(): Promise<number>;
  /** A window of an order. */
  itemOf(orderId: number): Promise<number>;
  paidOrder(): Promise<number>;
  /** The number of an invoice that the customer owes. */
  owedInvoice(): Promise<number>;
  /** A transfer of the customer that pays nothing yet. */
  transfer(): Promise<number>;
  remake(withPhoto?: boolean): Promise<number>;
  /** A photo of a window of a draft of the customer's. */
  windowPhoto(): Promise<{ id: number; itemId: number; n: number }>;
  approvedRemake(): Promise<{ id: number; itemId: number }>;
  /** A further person of the customer's company, without a right. */
  newColleague(): Promise<User>;
  /** The secret of a link by which a person joins the customer's company. */
  invitation(): Promise<string>;
  account(approvalStatus?: User["approvalStatus"]): Promise<User>;
  notification(): Promise<number>;
  errorRecord(): Promise<number>;
  referral(): Promise<number>;
  emailLinks(): Promise<{ confirm: string; stop: string }>;
  resetToken(): Promise<string>;
}

/** A world of its own, whose Stripe is the stand-in. */
export async function createWorld(options: Parameters<typeof startShop>[0] = {}): Promise<World & { readonly shop: TestShop }> {
  const shop = await startShop(options);
  return { shop, ...(await worldIn(shop.portal)) };
}

export async function worldIn(portal: TestPortal): Promise<World> {
  const { db } = portal;
  await saveSeller(portal);
  const account: World["account"] = (approvalStatus = "approved") => portal.createAccount("customer", { approvalStatus });
  const customersOwn = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  const colleague = (rights: Partial<User> = {}) => portal.createAccount("customer", { colleagueOf: customersOwn, ...rights });
  const accounts = {
    customer: customersOwn,
    colleague: await colleague({ mayOrder: false, mayManage: false }),
    partner: await colleague(),
    other: await portal.createAccount("customer", { address: "2 Low Street, Hove" }),
    supplier: await portal.createAccount("supplier"),
    /** Another supplier company, which does not make the customer's orders. */
    rival: await portal.createAccount("supplier"),
    admin: await portal.createAccount("admin"),
    superAdmin: await portal.createAccount("super_admin"),
  };
  const dead = { pending: await account("pending"), suspended: await account("suspended"), rejected: await account("rejected") };
  const deleted = await account();
  await db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, deleted.id));

  /** A challenge of a request in the table of calls belongs to the session that sends it. */
  const as: World["as"] = async (person) => {
    const client = await openFor(person);
    const newest = db.select({ hash: sessions.idHash }).from(sessions).orderBy(desc(sessions.id)).limit(1);
    if (person !== "nobody") await db.update(passkeyChallenges).set({ holderHash: sql`(${newest})` });
    return client;
  };
  const openFor: World["as"] = async (person) => {
    if (person === "nobody") return portal.visitor();
    if (person === "awaiting") {
      const { cookies } = await portal.openSession(accounts.customer);
      const newest = db
        .select({ id: sql`max(${sessions.id})` })
        .from(sessions)
        .where(eq(sessions.userId, accounts.customer.id));
      await db
        .update(sessions)
        .set({ awaitsFactorUntil: new Date("2100-01-01") })
        .where(eq(sessions.id, newest));
      return createTestClient(portal.url, null, cookies);
    }
    if (person === "viewing") return portal.openSession(accounts.customer, accounts.superAdmin);
    return portal.openSession(person === "deleted" ? deleted : { ...dead, ...accounts }[person]);
  };
  // Some of the calls end every session of the customer, so each record is created in a new one.
  const customer = () => as("customer");
  const boss = await portal.superAdmin();
  const draft = async () => (await portal.quoteFor(await customer())).id;
  const order = async () => {
    const { id } = await portal.orderFor(await customer());
    await db.update(orders).set({ supplierId: accounts.supplier.companyId }).where(eq(orders.id, id));
    return id;
  };
  const remake: World["remake"] = async (withPhoto) => {
    // One customer requests more remakes in a suite than the limit of an hour allows.
    await db.delete(rateLimits);
    return succeeded(await askForRemake(await customer(), await order(), withPhoto ? [await picture()] : [])).id;
  };
  const windowPhoto: World["windowPhoto"] = async () => {
    const client = await customer();
    const { id, items } = await portal.quoteFor(client);
    const itemId = firstId(items);
    succeeded(await photograph(client, { id, itemId }, [await picture()]));
    return { id, itemId, n: 1 };
  };
  const firstId = <Row extends { id: number }>([row]: Row[]): number => {
    if (!row) throw new Error("Nothing was stored");
    return row.id;
  };
  const itemOf = async (orderId: number) =>
    firstId(succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${orderId}`)).quote.items);

  return {
    portal,
    accounts,
    product: await portal.product(),
    as,
    draft,
    windowPhoto,
    async sentQuote() {
      const id = await draft();
      succeeded(await boss.patch(`/api/quotes/${id}/status`, { quoteStatus: "sent" }));
      return id;
    },
    order,
    itemOf,
    async paidOrder() {
      const { id, quoteId } = await portal.orderFor(await customer());
      succeeded(await boss.post(`/api/quotes/${quoteId}/payments`, { receivedOn: londonDay(portal.appContext.clock()) }));
      return id;
    },
    async owedInvoice() {
      // A test of texts may have left the seller's details incomplete.
      await saveSeller(portal);
      const { id, quoteId } = await portal.orderFor(await customer());
      succeeded(await boss.post(`/api/orders/${id}/ship`, { confirmed: true }));
      const [quote] = await db
        .select()
        .from(quotes)
        .where(eq(quotes.id, quoteId ?? 0));
      // The matrix does not read these notifications. Orders made at the same time would wait for
      // each other's rows.
      const unread = db.select({ id: notifications.id }).from(notifications).where(isNull(notifications.readAt));
      await db
        .update(notifications)
        .set({ readAt: new Date() })
        .where(inArray(notifications.id, unread.for("update", { skipLocked: true })));
      if (!quote?.invoiceNumber) throw new Error("The order was not invoiced");
      return quote.invoiceNumber;
    },
    async transfer() {
      const body = {
        companyId: accounts.customer.companyId,
        receivedOn: londonDay(portal.appContext.clock()),
        amount: 250,
        allocations: [],
      };
      return succeeded(await boss.post<{ id: number }>("/api/payments", body)).id;
    },
    remake,
    async approvedRemake() {
      const id = await remake();
      await db.update(remakes).set({ status: "approved" }).where(eq(remakes.id, id));
      const { orderId } = succeeded(await boss.get<{ orderId: number }>(`/api/remakes/${id}`));
      return { id, itemId: await itemOf(orderId) };
    },
    newColleague: () => colleague({ mayOrder: false, mayManage: false }),
    async invitation() {
      const { id } = await portal.createAccount("customer", { colleagueOf: customersOwn, joinedAt: null });
      const [token, expiresAt] = [newToken(), new Date(Date.now() + 3_600_000)];
      await db.insert(invitations).values({ userId: id, tokenHash: hashToken(token), invitedBy: customersOwn.id, expiresAt });
      return token;
    },
    account,
    async notification() {
      const row = { userId: accounts.customer.id, type: "account", title: "Account approved", message: "You may order" };
      return firstId(await db.insert(notifications).values(row).returning());
    },
    async errorRecord() {
      const fingerprint = randomBytes(8).toString("hex");
      const row = { fingerprint, errorType: "Error", errorMessage: "It broke", requestPath: "GET /", severity: "error" } as const;
      return firstId(await db.insert(errorRecords).values(row).returning());
    },
    async referral() {
      const row = { referrerId: accounts.customer.companyId, referredId: (await account()).companyId, commission: pence(1234) };
      return firstId(await db.insert(referrals).values(row).returning());
    },
    /** The tokens of a person's requested change of the email address. */
    async emailLinks() {
      const { id: userId, email: oldEmail } = await account();
      const [confirm, stop] = [newToken(), newToken()];
      const hashes = { confirmHash: hashToken(confirm), stopHash: hashToken(stop) };
      await db.insert(emailChanges).values({ userId, oldEmail, newEmail: `new-${oldEmail}`, createdAt: portal.clock(), ...hashes });
      return { confirm, stop };
    },
    async resetToken() {
      const token = newToken();
      const expiresAt = new Date(Date.now() + 3_600_000);
      await db.insert(passwordResets).values({ tokenHash: hashToken(token), userId: (await account()).id, expiresAt });
      return token;
    },
  };
}
