import { and, desc, eq, isNull, like, sql } from "drizzle-orm";
import { totpCodeAt, totpPurpose } from "#server/features/identity/totp.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { hashPassword } from "#server/platform/security/passwords.ts";
import { accountCheckouts } from "#server/schema/checkouts.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { type ChallengePurpose, passkeyChallenges, passkeys, recoveryCodes, totpApps } from "#server/schema/identity/factors.ts";
import { devices, emailChanges, rateLimits, sessions } from "#server/schema/identity/sessions.ts";
import { invoices } from "#server/schema/invoices-and-refunds.ts";
import { noticeWishes } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { payments } from "#server/schema/payments.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { retailQuestions } from "#server/schema/retail.ts";
import { workshopReviews } from "#server/schema/workshop.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { SELLER } from "#server/testing/papers/read-pdf.ts";
import { PASSWORD } from "#server/testing/portal.ts";
import { BUSINESS, clearLogo, dropLogo, phoneOf, storeBusiness, storeLogo } from "#server/testing/retail.ts";
import { KEYS } from "#server/testing/shop.ts";
import { createPasskey } from "#server/testing/test-authenticator.ts";
import type { World } from "#server/testing/world.ts";
import { CHALLENGE_MS } from "#shared/contract/identity/passkeys.ts";
import { londonDay } from "#shared/domain/period.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { type CallCase, type CaseOf, callNamed, type EndpointOf, type Kept, type Request, refused, requestOf } from "./call-case.ts";
import type { CallName } from "./check-reply.ts";
import type { Reply } from "./test-client.ts";
import { textAt } from "./text-fields.ts";

/**
 * Every call of the contract once: its roles, a good request, the expected result of its texts. A
 * new call, or a call with a new field, does not compile until it is listed here. The table feeds
 * the role matrix, mass assignment, strange texts, cross-site requests and the suppliers' view. It
 * also feeds the check of requests and replies against the API's description.
 */

const everybody = { may: "anyone", gets: [200, 200, 200, 200, 200, 200, 200] } as const;
const signedIn = { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 200] } as const;
const staff = { may: ["admin", "super_admin"], gets: [401, 403, 403, 403, 200, 200, 403] } as const;
const bossOnly = { may: ["super_admin"], gets: [401, 403, 403, 403, 403, 200, 403] } as const;
const makers = { may: ["supplier", "super_admin"], gets: [401, 403, 403, 200, 403, 200, 403], rival: 404 } as const;
const traders = { may: ["customer", "supplier"], gets: [401, 200, 200, 200, 403, 403, 200], colleagues: [403, 200] } as const;
/** A record of the customer's that staff see too. */
const theirs = { may: ["customer", "admin", "super_admin"], gets: [401, 200, 404, 403, 200, 200, 200] } as const;
/** A record that only the fitter's company sees, and View As does not. */
const fitters = { may: ["customer"], gets: [401, 200, 200, 403, 403, 403, 403] } as const;
const ofFitter = { may: ["customer"], gets: [401, 200, 404, 403, 403, 403, 403] } as const;
const withMakers = { may: ROLES, gets: [401, 200, 404, 200, 200, 200, 200], rival: 404 } as const;

/** The newest reason in the audit trail, which alone stores it. */
const removalReason = async (_: Reply, { portal }: World) =>
  (
    (
      await portal.db
        .select({ after: auditEntries.after })
        .from(auditEntries)
        .where(eq(auditEntries.action, "users.removeFactors"))
        .orderBy(desc(auditEntries.id))
        .limit(1)
    )[0]?.after as { reason?: string } | null
  )?.reason;

/** A person's own things, which View As does not see. */
const ownOnly = { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 403] } as const;
const SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
/** Each request begins without a factor, so that each stores the same. */
async function clearFactors({ db }: Portal): Promise<void> {
  await db.delete(recoveryCodes);
  await db.delete(totpApps);
  await db.delete(passkeys);
}
/** A test of this table may have changed the customer's password. */
async function restorePassword({ portal, accounts }: World): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  await portal.db.update(users).set({ passwordHash }).where(eq(users.id, accounts.customer.id));
}
/** A challenge for the session that sends the request (see `World.as`). */
async function withChallenge({ portal: { db, clock, appContext } }: World, purpose: ChallengePurpose) {
  const challenge = newToken();
  const expiresAt = new Date(clock().getTime() + CHALLENGE_MS);
  await db.delete(passkeyChallenges);
  await db.insert(passkeyChallenges).values({ challengeHash: hashToken(challenge), holderHash: hashToken(newToken()), purpose, expiresAt });
  return { challenge, origin: appContext.publicUrl.origin };
}
/** Gives the customer a passkey and no other factor. */
async function withPasskey({ portal, accounts }: World) {
  const passkey = createPasskey();
  const { id: credentialId, publicKey } = passkey;
  await clearFactors(portal);
  const values = { userId: accounts.customer.id, name: "Laptop", credentialId, publicKey, counter: 0 };
  const [{ id } = { id: 0 }] = await portal.db.insert(passkeys).values(values).returning({ id: passkeys.id });
  return { id, passkey };
}
const passkeyTexts = {
  "passkey.id": { statuses: [400, 401], few: true },
  "passkey.response.authenticatorData": { statuses: [400, 401], few: true },
  "passkey.response.clientDataJSON": { statuses: [400, 401], few: true },
  "passkey.response.signature": { statuses: [400, 401], few: true },
} as const;
/** Gives the customer an active authenticator app. */
async function withApp({ portal, accounts }: World): Promise<void> {
  const [userId, now] = [accounts.customer.id, portal.clock()];
  await clearFactors(portal);
  await portal.db.insert(totpApps).values({ userId, secretSealed: portal.seal.seal(SECRET, totpPurpose(userId)), activeSince: now });
}

let counted = 0;
const newEmail = (): string => {
  counted += 1;
  return `example-${counted}@company.test`;
};
/** A word of letters that no earlier request contained. */
/** Stores an open change of the customer's address, the only one. */
const requestEmailChange = async ({ portal, accounts: { customer } }: World) => {
  await portal.owner.delete(emailChanges).where(and(eq(emailChanges.userId, customer.id), isNull(emailChanges.confirmedAt)));
  const [confirmHash, stopHash] = [hashToken(newToken()), hashToken(newToken())];
  const facts = { userId: customer.id, oldEmail: customer.email, newEmail: newEmail(), confirmHash, stopHash };
  await portal.db.insert(emailChanges).values({ ...facts, createdAt: new Date() });
};
const newWord = (): string =>
  newEmail()
    .replace(/\D/g, "")
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
const profile = () => ({ companyName: `Seaside ${newWord()}`, contactName: `Ada ${newWord()}`, address: "1 High Street, Lewes" });
const newPhone = () => `01632 96${newEmail().replace(/\D/g, "")}`;
const newcomer = () => ({ email: newEmail(), password: PASSWORD, companyName: `Newcomer ${newWord()}`, contactName: "Nora New" });
const window = ({ portal, product }: World) => portal.windowOf(product, { name: "Bay" });

const name = { least: 2, most: 120, trimmed: true, name: true } as const;
const seller = (most: number): Kept => ({ least: 0, most, trimmed: true });
const bookkeepingCode = { least: 1, most: 60, trimmed: true, name: true } as const;
const product = {
  name: { least: 1, most: 120, trimmed: true, name: true },
  description: { least: 0, most: 2000 },
  "colorOptions[]": { least: 1, most: 60, trimmed: true, name: true },
  "surcharges[].value": refused(400),
  "costSurcharges[].value": refused(400),
  material: { least: 0, most: 40, trimmed: true, name: true, blankIsNone: true },
} as const;
const words = (most: number): Kept => ({ least: 0, most, trimmed: true, name: true, blankIsNone: true });
const [jobName, poNumber, windowName] = [words(120), words(60), words(80)];
const phone = { least: 0, most: 40, trimmed: true, blankIsNone: true } as const;
const note = { least: 0, most: 2000, blankIsNone: true } as const;
const makersNote = { least: 0, most: 500, blankIsNone: true } as const;
const site = {
  customerName: { ...words(120), few: true },
  customerPhone: { ...phone, few: true },
  customerEmail: refused(200, 201, 400),
  siteAddress: { least: 0, most: 500, trimmed: true, blankIsNone: true, few: true },
} as const;
const inReply = (path: string) => (reply: Reply) => textAt(reply.body, path);
const declineReason = async (_: Reply, { portal }: World, id = 0) =>
  (await portal.db.select().from(quotes).where(eq(quotes.id, id)))[0]?.declineReason;

const whyMoneyMoves = { least: 3, most: 500, trimmed: true } as const;
type Portal = World["portal"];
const creditReason = async ({ db }: Portal, { body }: Reply) => {
  const { number } = body as { readonly number: string };
  return (
    await db
      .select()
      .from(invoices)
      .where(eq(invoices.number, Number(number.slice("CN-".length))))
  )[0]?.reason;
};
const voidReason = async ({ db }: Portal, id = 0) => (await db.select().from(payments).where(eq(payments.id, id)))[0]?.voidReason;
const transferReference = async ({ db }: Portal, id = 0) =>
  (await db.select().from(payments).where(eq(payments.quoteId, id)))[0]?.reference;
const today = () => londonDay(new Date());

const OWN_ADDRESS = "1 Castle Street, Lewes";
const companyOf = ({ accounts }: World) => eq(companies.id, accounts.customer.companyId);
/** A draft of a company whose invoices have no address yet. */
async function firstOrder(world: World): Promise<number> {
  const id = await world.draft();
  await world.portal.db.update(companies).set({ address: null }).where(companyOf(world));
  return id;
}
const companyAddress: Kept = {
  least: 5,
  most: 500,
  trimmed: true,
  few: true,
  oneByOne: true,
  read: async (_: Reply, world: World) => (await world.portal.db.select().from(companies).where(companyOf(world)))[0]?.address,
};

const clientOf = ({ accounts }: World) => ({ id: accounts.customer.companyId });
const noteOf = async ({ as, accounts }: World, remindOn: string | null = null): Promise<number> => {
  const admin = await as("admin");
  const path = `/api/clients/${accounts.customer.companyId}/notes`;
  return succeeded(await admin.post<{ id: number }>(path, { text: "Rings before he comes", remindOn })).id;
};

const writtenOff = async (world: World) => {
  const id = await world.owedInvoice();
  const boss = await world.as("superAdmin");
  const path = `/api/invoices/${invoiceNumber(id)}/write-offs`;
  return { id, writeOffId: succeeded(await boss.post<{ id: number }>(path, { amount: 1, reason: "bad_debt" })).id };
};

export const planOf = async (world: World): Promise<number> => {
  const supplier = await world.as("supplier");
  return succeeded(await supplier.post<{ id: number }>("/api/workshop/plans", { orders: [await world.order()] })).id;
};
/** A parcel with one of an order's two shutters. */
export const parcelOf = async ({ portal, as, accounts, product }: World) => {
  const items = [portal.windowOf(product, { quantity: 2 })];
  const { id } = await portal.orderFor(await as("customer"), { items });
  await portal.db.update(orders).set({ supplierId: accounts.supplier.companyId }).where(eq(orders.id, id));
  const supplier = await as("supplier");
  const { quote } = succeeded(await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const pieces = [{ itemId: quote.items[0]?.id, piece: 1 }];
  return { id, parcelId: succeeded(await supplier.post<{ id: number }>(`/api/orders/${id}/parcels`, { pieces })).id };
};
/** An order whose first shutter is cut. */
const cutPieceOf = async (world: World) => {
  const id = await world.order();
  const itemId = await world.itemOf(id);
  const supplier = await world.as("supplier");
  succeeded(await supplier.patch(`/api/orders/${id}/pieces`, { itemId, piece: 1, step: "cut", done: true }));
  return { id, itemId };
};
/** A recut of the first shutter's stile. */
const recutOf = async (world: World) => {
  const { id, itemId } = await cutPieceOf(world);
  const supplier = await world.as("supplier");
  const body = { itemId, piece: 1, parts: [{ panel: 1, part: "stile", count: 1 }], reason: "split" };
  return { id, recutId: succeeded(await supplier.post<{ id: number }>(`/api/orders/${id}/recuts`, body)).id };
};
const offcutOf = async ({ as }: World): Promise<number> => {
  const supplier = await as("supplier");
  const body = { section: "stile", material: "Basswood Classic", color: null, lengthMm: 900 };
  return succeeded(await supplier.post<{ id: number }>("/api/workshop/offcuts", body)).id;
};
/** A record of a workshop itself: a rival has its own. */
const workshopsOwn = { may: ["supplier", "super_admin"], gets: [401, 403, 403, 200, 403, 200, 403] } as const;

/** A company has at most fifty of them, and a suite creates more, so old ones are deleted. */
const leaveRoomForTemplates = ({ portal }: World) =>
  portal.db.execute(sql`delete from window_templates where id < (select max(id) - 20 from window_templates)`);
const templateOf = async (world: World): Promise<number> => {
  await leaveRoomForTemplates(world);
  const customer = await world.as("customer");
  return succeeded(await customer.post<{ id: number }>("/api/company/templates", { name: newWord(), window: {} })).id;
};
const template = {
  name: { least: 1, most: 60, trimmed: true, name: true },
  "window.colorSelection": { least: 1, most: 60, trimmed: true, name: true },
  "window.layoutCode": refused(400, 413),
} as const;
/** A draft of a company that has set its business details for homeowners. */
async function retailDraft(world: World): Promise<number> {
  await storeBusiness(world.portal, world.accounts.customer.companyId);
  return world.draft();
}

/**
 * A homeowner's question that waits for its answer. Resets the company's daily count of answers.
 */
async function askedQuestion(world: World): Promise<{ id: number; questionId: number }> {
  const { portal, accounts, as } = world;
  const id = await retailDraft(world);
  const { db, appContext } = portal;
  await appContext.limits["retail-replies"].forget(accounts.customer.companyId);
  await db.update(quotes).set({ customerEmail: newEmail() }).where(eq(quotes.id, id));
  const link = succeeded(await (await as("customer")).post<{ id: number }>(`/api/quotes/${id}/retail-links`, {}));
  const asked = { quoteId: id, linkId: link.id, customerName: "Mrs Hughes", askedAt: new Date(), text: "In brass?" };
  const [question] = await db.insert(retailQuestions).values(asked).returning({ id: retailQuestions.id });
  return { id, questionId: question?.id ?? 0 };
}

const tokenOwners = { may: ["customer", "supplier", "super_admin"], gets: [401, 200, 200, 200, 403, 200, 403] } as const;
/** A person has at most twenty tokens, and a suite creates more, so old ones are deleted. */
const leaveRoomForTokens = ({ portal }: World) =>
  portal.db.execute(sql`delete from api_tokens where id < (select max(id) - 5 from api_tokens)`);

/** A supplier's webhook, which only people of its company who may manage it find. */
const ofSupplier = {
  ...tokenOwners,
  gets: [401, 404, 404, 200, 403, 404, 403],
  rival: 404,
  colleagues: [403, 404],
  by: "supplier",
} as const;
const WEBHOOK = { url: "https://hooks.example.com/orders", types: ["order.created" as const] };
/** A company has at most five webhooks, and a suite creates more, so old ones are deleted. */
const leaveRoomForWebhooks = ({ portal }: World) =>
  portal.db.execute(sql`delete from webhooks where id < (select max(id) - 2 from webhooks)`);
async function webhookOf(world: World): Promise<number> {
  await leaveRoomForWebhooks(world);
  return succeeded(await (await world.as("supplier")).post<{ id: number }>("/api/company/webhooks", WEBHOOK)).id;
}

const ownCalendar = { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 403] } as const;
/** A session of a person beside the one that sends the request. */
const sessionOf = async ({ portal }: World, account: Parameters<Portal["openSession"]>[0]) => {
  await portal.openSession(account);
  const [newest] = await portal.db.select().from(sessions).where(eq(sessions.userId, account.id)).orderBy(desc(sessions.id)).limit(1);
  return { id: newest?.id ?? 0 };
};
/** An order whose customer has requested another width of its window. */
async function changeRequestOf(world: World): Promise<{ id: number; requestId: number }> {
  const id = await world.order();
  const windows = [{ itemId: await world.itemOf(id), fields: { widthM: 0.9 } }];
  const customer = await world.as("customer");
  await world.portal.appContext.limits["thread-mails"].forget(world.accounts.customer.id);
  const request = succeeded(
    await customer.post<{ id: number }>(`/api/orders/${id}/change-requests`, { text: "The width is wrong", windows }),
  );
  return { id, requestId: request.id };
}

/** These rules equal those of quotes.create. */
const correctedTexts = {
  "windows[].name": { ...windowName, few: true, read: inReply("quote.items.0.name") },
  "windows[].colorSelection": refused(400),
  "windows[].overriddenChecks[]": refused(200, 400),
  "windows[].layoutCode": refused(400),
  "windows[].note": { ...makersNote, few: true, read: inReply("quote.items.0.note") },
} as const;

const TABLE: { readonly [N in CallName]: CaseOf<EndpointOf<N>> } = {
  "account.read": { may: ["customer"], gets: [401, 200, 200, 403, 403, 403, 200], by: "customer" },
  "account.entries": { may: ["customer"], gets: [401, 200, 200, 403, 403, 403, 200], by: "customer" },
  "account.pay": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 403],
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ body: { numbers: [invoiceNumber(await world.owedInvoice())] } }),
    texts: { "numbers[]": refused(400, 404, 413) },
  },
  "account.confirmPayment": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 403],
    by: "customer",
    ask: async (world) => {
      const customer = await world.as("customer");
      const body = { numbers: [invoiceNumber(await world.owedInvoice())] };
      succeeded(await customer.post("/api/account/pay", body));
      const [checkout] = await world.portal.db.select().from(accountCheckouts).orderBy(desc(accountCheckouts.id)).limit(1);
      return { body: { id: checkout?.id ?? 0 } };
    },
  },
  "accounts.current": {
    ...signedIn,
    by: "customer",
  },
  "accounts.login": {
    ...everybody,
    by: "nobody",
    ask: async ({ portal, accounts }) => {
      // Only five new devices a day are emailed.
      await portal.db.delete(devices).where(eq(devices.userId, accounts.customer.id));
      await clearFactors(portal);
      return { body: { email: accounts.customer.email, password: PASSWORD } };
    },
    texts: { email: refused(400, 413), password: { statuses: [400, 401, 413], few: true } },
  },
  "accounts.loginFactor": {
    may: "anyone",
    gets: [401, 401, 401, 401, 401, 401, 401],
    by: "awaiting",
    ask: async (world) => {
      await withApp(world);
      await world.portal.db.delete(devices).where(eq(devices.userId, world.accounts.customer.id));
      return { body: { code: totpCodeAt(SECRET, Math.floor(world.portal.clock().getTime() / 30_000)) } };
    },
    texts: { code: { statuses: [400, 401], few: true }, recoveryCode: { statuses: [400, 401], few: true }, ...passkeyTexts },
  },
  "accounts.passkeyOptions": { ...everybody, by: "nobody" },
  "accounts.loginPasskey": {
    may: "anyone",
    gets: [401, 200, 200, 200, 200, 200, 200],
    by: "customer",
    ask: async (world) => {
      const { passkey } = await withPasskey(world);
      await world.portal.db.delete(devices).where(eq(devices.userId, world.accounts.customer.id));
      return { body: { passkey: passkey.use(await withChallenge(world, "sign-in")) } };
    },
    texts: passkeyTexts,
  },
  "accounts.logout": {
    ...everybody,
    success: 204,
    by: "customer",
  },
  "accounts.register": {
    ...everybody,
    success: 201,
    by: "nobody",
    ask: async () => ({ body: newcomer() }),
    texts: {
      email: refused(400, 413),
      password: refused(201, 400, 413),
      companyName: { ...name, strangers: true, few: true, read: inReply("user.companyName") },
      contactName: { ...name, strangers: true, few: true, read: inReply("user.contactName") },
      address: { least: 5, most: 500, trimmed: true, blankIsNone: true, strangers: true, few: true, read: inReply("user.address") },
      phone: { least: 0, most: 40, trimmed: true, blankIsNone: true, strangers: true, few: true, read: inReply("user.phone") },
      // A blank code counts as none.
      referralCode: refused(201, 400, 413),
    },
  },
  "accounts.forgotPassword": {
    ...everybody,
    success: 204,
    by: "nobody",
    ask: async (world) => ({ body: { email: (await world.account()).email } }),
    texts: { email: refused(400, 413) },
  },
  "accounts.resetPassword": {
    ...everybody,
    success: 204,
    by: "nobody",
    ask: async (world) => ({ body: { token: await world.resetToken(), password: PASSWORD } }),
    texts: { token: refused(400, 413), password: refused(204, 400, 413) },
  },
  "accounts.invitation": {
    ...everybody,
    by: "nobody",
    ask: async (world) => ({ body: { token: await world.invitation() } }),
    texts: { token: refused(400, 413) },
  },
  "accounts.join": {
    ...everybody,
    success: 204,
    by: "nobody",
    ask: async (world) => ({ body: { token: await world.invitation(), password: PASSWORD } }),
    texts: { token: refused(400, 413), password: refused(204, 400, 413) },
  },
  "accounts.updateProfile": {
    may: ROLES,
    gets: [401, 200, 403, 403, 403, 200, 200],
    colleagues: [403, 403],
    by: "customer",
    ask: async ({ accounts }) => ({ id: accounts.customer.id, body: { ...profile(), phone: newPhone() } }),
    lasts: true,
    texts: {
      companyName: { ...name, goesOut: true },
      contactName: { ...name, goesOut: true },
      address: { least: 5, most: 500, trimmed: true },
      phone,
      vatNumber: { ...phone, most: 20 },
    },
  },
  "accounts.changePassword": {
    may: ROLES,
    gets: [401, 204, 403, 403, 403, 403, 403],
    colleagues: [403, 403],
    by: "customer",
    ask: async (world) => {
      await restorePassword(world);
      return { id: world.accounts.customer.id, body: { currentPassword: PASSWORD, newPassword: PASSWORD } };
    },
    texts: { currentPassword: { statuses: [400, 429], few: true }, newPassword: refused(204, 400) },
  },
  "audit.list": {
    ...bossOnly,
    by: "superAdmin",
  },
  "bookkeeping.list": { ...bossOnly, by: "superAdmin" },
  "bookkeeping.make": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => {
      const body = { format: "xero", from: today(), to: today() } as const;
      // Earlier documents are exported first, so that each export takes one document.
      await (await world.as("superAdmin")).post("/api/bookkeeping/exports", body);
      await world.owedInvoice();
      return { body };
    },
    texts: { from: refused(400), to: refused(400) },
  },
  "calendar.read": { ...ownCalendar, by: "customer" },
  "calendar.create": {
    ...ownCalendar,
    success: 201,
    by: "customer",
    ask: async (world) => {
      succeeded(await (await world.as("customer")).delete("/api/account/calendar"));
      return {};
    },
  },
  "calendar.delete": {
    ...ownCalendar,
    success: 204,
    by: "customer",
    ask: async (world) => {
      succeeded(await (await world.as("customer")).post("/api/account/calendar"));
      return {};
    },
  },
  "clients.list": {
    ...staff,
    by: "admin",
  },
  "clients.read": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.account": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.entries": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.sendStatement": { ...staff, success: 204, by: "admin", ask: async (world) => clientOf(world) },
  "clients.notes": { ...staff, by: "admin", ask: async (world) => clientOf(world) },
  "clients.addNote": {
    ...staff,
    success: 201,
    by: "admin",
    ask: async (world) => ({ ...clientOf(world), body: { text: "Rings before he comes" } }),
    lasts: true,
    texts: { text: { least: 1, most: 2000 }, remindOn: refused(201, 400) },
  },
  "clients.noteReminders": { ...staff, by: "admin" },
  "clients.finishNote": {
    // Only the author may finish the reminder: the super admin may not finish an admin's.
    may: ["admin", "super_admin"],
    gets: [401, 403, 403, 403, 200, 403, 403],
    by: "admin",
    ask: async (world) => ({ ...clientOf(world), noteId: await noteOf(world, londonDay(world.portal.appContext.clock())) }),
    lasts: true,
  },
  "clients.deleteNote": {
    // A note is deleted only by its author: the super admin cannot delete an admin's.
    may: ["admin", "super_admin"],
    gets: [401, 403, 403, 403, 200, 403, 403],
    success: 204,
    by: "admin",
    ask: async (world) => ({ ...clientOf(world), noteId: await noteOf(world) }),
  },
  "clients.decide": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: (await world.account("pending")).id, body: { approvalStatus: "approved" } }),
    texts: {
      reason: { least: 0, most: 500, few: true, blankIsNone: true, read: inReply("approvalReason") },
    },
  },
  "clients.changeProfile": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: (await world.account()).id, body: { ...profile(), phone: newPhone() } }),
    texts: {
      companyName: { ...name, goesOut: true },
      contactName: { ...name, goesOut: true },
      address: { least: 5, most: 500, trimmed: true },
      phone,
    },
  },
  "clients.changeTerms": {
    ...bossOnly,
    by: "superAdmin",
    ask: async (world) => ({
      id: (await world.account()).id,
      body: { discountPercent: 12.5, paymentDays: 30, creditLimit: 5000, accountsName: `SEA${newWord()}` },
    }),
    texts: { accountsName: { ...words(100), oneByOne: true, read: inReply("terms.accountsName") } },
  },
  "clients.planTerms": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({
      id: (await world.account()).id,
      body: { from: dayAhead(30), discountPercent: 5, types: [{ productId: (await world.portal.product()).id, pricePerM2: 120.5 }] },
    }),
    texts: { from: refused(400, 413) },
  },
  "clients.plannedTerms": {
    ...staff,
    by: "admin",
    ask: async ({ accounts }) => ({ id: accounts.customer.companyId }),
  },
  "clients.dropPlannedTerms": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => {
      const { companyId } = await world.account();
      const boss = await world.as("superAdmin");
      const body = { from: dayAhead(30), discountPercent: 5 };
      const { id } = succeeded(await boss.post<{ id: number }>(`/api/clients/${companyId}/terms-changes`, body));
      return { id: companyId, changeId: id };
    },
  },
  "company.people": {
    ...traders,
    by: "customer",
  },
  "company.invite": {
    ...traders,
    success: 201,
    by: "customer",
    ask: async () => ({ body: { email: newEmail(), contactName: "Nora New" } }),
    texts: { email: refused(400, 413), contactName: { ...name, strangers: true, few: true } },
  },
  "company.changePerson": {
    ...traders,
    gets: [401, 200, 404, 404, 403, 403, 200],
    by: "customer",
    ask: async (world) => ({ id: (await world.newColleague()).id, body: { mayOrder: true } }),
  },
  "company.changeOpenOrders": {
    ...staff,
    gets: [401, 403, 403, 403, 200, 200, 403],
    by: "admin",
    ask: async (world) => ({ id: (await world.portal.createAccount("supplier")).companyId, body: { seesOpenOrders: true } }),
  },
  "company.removePerson": {
    ...traders,
    gets: [401, 200, 404, 404, 403, 403, 200],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: (await world.newColleague()).id }),
  },
  "errors.list": {
    ...staff,
    by: "admin",
  },
  "errors.read": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: await world.errorRecord() }),
  },
  "errors.changeStatus": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: await world.errorRecord(), body: { status: "resolved" } }),
  },
  "errors.report": {
    ...signedIn,
    success: 204,
    by: "customer",
    ask: async () => ({ body: { errorMessage: `It broke in ${newWord()}`, errorType: "TypeError", requestPath: "/orders" } }),
    lasts: true,
    // These texts are cut, never refused for their length (rule K4).
    texts: { errorMessage: refused(204, 400, 413), errorType: refused(204, 400), requestPath: refused(204, 400), stack: refused(204, 400) },
  },
  "invoices.list": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "invoices.sums": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "invoices.credit": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.owedInvoice(), body: { gross: 1, reason: "A window was left out" } }),
    texts: { reason: { ...whyMoneyMoves, read: async (reply, { portal }) => creditReason(portal, reply) } },
  },
  "invoices.writeOffs": { ...staff, by: "admin" },
  "invoices.writeOff": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.owedInvoice(), body: { amount: 1, reason: "other", note: "Agreed by phone" } }),
    texts: { note: { least: 1, most: 500, trimmed: true, read: inReply("note") } },
  },
  "invoices.deleteWriteOff": { ...bossOnly, success: 204, by: "superAdmin", ask: (world) => writtenOff(world) },
  "invoices.reverseWriteOff": { ...bossOnly, success: 201, by: "superAdmin", ask: (world) => writtenOff(world) },
  "money.cash": { ...bossOnly, by: "superAdmin", query: { from: "2026-01-01", to: "2026-12-31" } },
  "money.marginOrders": { ...bossOnly, by: "superAdmin", query: { by: "month", key: "2026-11", from: "2026-01-01", to: "2026-12-31" } },
  "money.margin": { ...bossOnly, by: "superAdmin", query: { by: "client", from: "2026-01-01", to: "2026-12-31" } },
  "money.payouts": { ...bossOnly, by: "superAdmin" },
  "money.read": { ...bossOnly, by: "superAdmin" },
  "money.vat": { ...bossOnly, by: "superAdmin", query: { from: "2026-01-01", to: "2026-12-31" } },
  "notifications.list": {
    ...signedIn,
    by: "customer",
  },
  "notifications.unread": {
    ...signedIn,
    by: "customer",
  },
  "notifications.markAllRead": {
    ...signedIn,
    success: 204,
    by: "customer",
    ask: async (world) => ({ body: { upTo: await world.notification() } }),
  },
  "notifications.markRead": {
    may: ROLES,
    gets: [401, 200, 404, 404, 404, 404, 200],
    colleagues: [404, 404],
    by: "customer",
    ask: async (world) => ({ id: await world.notification() }),
  },
  "notifications.preferences": { ...signedIn, by: "customer" },
  // Each role has kinds of its own, and the body names one of customers.
  "notifications.savePreferences": {
    may: ROLES,
    gets: [401, 200, 200, 400, 400, 400, 403],
    rival: 400,
    by: "customer",
    ask: async ({ portal }) => {
      await portal.db.delete(noticeWishes);
      return { body: [{ kind: "order_status", bell: true, mail: "digest" }] };
    },
  },
  "orders.list": {
    ...signedIn,
    by: "customer",
  },
  "orders.counts": {
    ...signedIn,
    by: "customer",
  },
  "orders.sums": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "orders.reminders": { may: ["admin", "super_admin"], gets: [401, 403, 403, 403, 200, 200, 403], by: "admin" },
  "orders.read": {
    ...withMakers,
    by: "customer",
    ask: async (world) => ({ id: await world.order() }),
  },
  "orders.messages": { ...withMakers, by: "customer", ask: async (world) => ({ id: await world.order() }) },
  "orders.sendMessage": {
    ...withMakers,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.order(), body: { message: "When does it come?" } }),
    lasts: true,
    texts: { message: { least: 1, most: 2000 } },
  },
  "orders.remind": {
    may: ["admin", "super_admin"],
    gets: [401, 403, 403, 403, 200, 200, 403],
    by: "admin",
    // A company gets one reminder a day, so each request uses another company.
    ask: async (world) => {
      const customer = await world.portal.signIn(await world.account("approved"));
      return { body: { orderIds: [(await world.portal.orderFor(customer)).id] } };
    },
  },
  "orders.cutList": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "orders.hardware": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "orders.changeStatus": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { status: "processing" } }),
  },
  "orders.previewWindows": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ id: await world.order(), body: { version: 2, windows: [window(world)] } }),
    // A preview stores nothing.
    texts: { ...correctedTexts, "windows[].name": refused(200, 400), "windows[].note": refused(200, 400) },
  },
  "orders.changeWindows": {
    ...staff,
    by: "admin",
    ask: async (world) => ({
      id: await world.order(),
      body: { version: 2, windows: [window(world)], reason: "Measured again" },
    }),
    texts: {
      ...correctedTexts,
      reason: { least: 3, most: 500, few: true, read: inReply("history.1.reason") },
    },
  },
  "orders.changeRequests": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: (await changeRequestOf(world)).id }),
  },
  "orders.requestChange": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 200],
    colleagues: [403, 200],
    success: 201,
    by: "customer",
    ask: async (world) => {
      const id = await world.order();
      await world.portal.appContext.limits["thread-mails"].forget(world.accounts.customer.id);
      return { id, body: { text: "The width is wrong", windows: [{ itemId: await world.itemOf(id), fields: { widthM: 0.9 } }] } };
    },
    texts: {
      text: { least: 1, most: 2000, few: true },
      "windows[].fields.name": { least: 1, most: 80, trimmed: true, name: true, few: true },
      "windows[].fields.note": { least: 0, most: 500, few: true },
      "windows[].fields.colorSelection": refused(400),
      "windows[].fields.layoutCode": refused(400),
    },
  },
  "orders.acceptChange": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ ...(await changeRequestOf(world)), body: { confirmed: false } }),
  },
  "orders.declineChange": {
    ...staff,
    by: "admin",
    ask: async (world) => ({ ...(await changeRequestOf(world)), body: { reason: "Made already" } }),
    texts: { reason: { least: 3, most: 500 } },
  },
  "orders.withdrawChange": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 200],
    colleagues: [403, 200],
    success: 204,
    by: "customer",
    ask: changeRequestOf,
  },
  "orders.changeDates": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { shippingDate: dayAhead(30) } }),
    lasts: true,
    texts: {
      shippingDate: refused(400),
      estimatedArrival: refused(400),
      deliveryNote: { least: 0, most: 200, trimmed: true, blankIsNone: true },
    },
  },
  "orders.changeTracking": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { trackingNumber: "NMJ 1" } }),
    lasts: true,
    texts: { trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true } },
  },
  "orders.changeSupplier": {
    ...bossOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.order(), body: { supplierId: world.accounts.supplier.companyId } }),
    lasts: true,
  },
  "orders.delete": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.order() }),
  },
  "payments.pay": {
    may: ["customer", "super_admin"],
    gets: [401, 200, 404, 403, 403, 200, 403],
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ id: await world.sentQuote() }),
  },
  "payments.confirm": {
    may: ["customer", "super_admin"],
    gets: [401, 200, 404, 403, 403, 200, 403],
    by: "customer",
    ask: async (world) => ({ id: await world.sentQuote() }),
  },
  "payments.config": {
    ...bossOnly,
    by: "superAdmin",
  },
  "payments.configure": {
    ...bossOnly,
    by: "superAdmin",
    ask: async () => ({ body: KEYS }),
    texts: { publicKey: refused(400), secretKey: refused(400) },
  },
  "payments.list": { ...staff, by: "admin" },
  "payments.sums": { ...staff, by: "admin" },
  "payments.read": { ...staff, by: "admin", ask: async (world) => ({ id: await world.transfer() }), lasts: true },
  "payments.record": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async ({ accounts }) => ({ body: { companyId: accounts.customer.companyId, receivedOn: today(), amount: 10, allocations: [] } }),
    texts: {
      receivedOn: refused(400),
      reference: { least: 0, most: 140, trimmed: true, blankIsNone: true },
      "allocations[].number": refused(400, 404, 413),
    },
  },
  "payments.allocate": {
    ...bossOnly,
    by: "superAdmin",
    ask: async (world) => ({
      id: await world.transfer(),
      body: { allocations: [{ number: invoiceNumber(await world.owedInvoice()), amount: 1 }] },
    }),
    texts: { "allocations[].number": refused(400, 404, 413) },
  },
  "payments.void": {
    ...bossOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.transfer(), body: { reason: "Typed for another client" } }),
    texts: { reason: { ...whyMoneyMoves, read: async (_, { portal }, id) => voidReason(portal, id) } },
  },
  "payments.refund": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.transfer(), body: { amount: 1, reason: "Paid twice", creditNote: false } }),
    texts: { reason: whyMoneyMoves, invoiceNumber: refused(201, 400, 404, 413), paidOn: refused(400) },
  },
  "payments.refundsOf": { ...staff, by: "admin", ask: async (world) => ({ id: await world.transfer() }), lasts: true },
  "payments.refunds": { ...staff, by: "admin" },
  "payments.disputes": { ...staff, by: "admin" },
  "payments.payByTransfer": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.sentQuote(), body: { receivedOn: today() } }),
    texts: {
      receivedOn: refused(400),
      reference: {
        least: 0,
        most: 140,
        trimmed: true,
        blankIsNone: true,
        read: async (_, { portal }, id) => transferReference(portal, id),
      },
    },
  },
  "products.list": {
    ...signedIn,
    by: "customer",
  },
  "products.create": {
    ...staff,
    success: 201,
    by: "admin",
    ask: async () => ({ body: { name: newEmail(), basePricePerM2: 99.5, standardLouverSizes: [64], colorOptions: ["White"] } }),
    texts: product,
  },
  "products.update": {
    ...staff,
    by: "admin",
    ask: async ({ portal }) => {
      const { id, name, basePricePerM2 } = await portal.product();
      return { body: { id, name, basePricePerM2: basePricePerM2 ?? 0, description: "Basswood, painted" } };
    },
    lasts: true,
    // These rules equal those of products.create.
    texts: {
      name: { ...product.name, few: true },
      description: { ...product.description, few: true },
      "colorOptions[]": { ...product["colorOptions[]"], few: true },
      "surcharges[].value": { ...product["surcharges[].value"], few: true },
      "costSurcharges[].value": { ...product["costSurcharges[].value"], few: true },
      material: { ...product.material, few: true },
    },
  },
  "products.archive": {
    ...staff,
    by: "admin",
    ask: async ({ portal }) => ({ id: (await portal.product()).id }),
  },
  "products.restore": {
    ...staff,
    by: "admin",
    ask: async ({ portal, as }) => {
      const { id } = await portal.product();
      await (await as("admin")).patch(`/api/products/${id}/archive`);
      return { id };
    },
  },
  "products.prices": {
    ...bossOnly,
    by: "superAdmin",
    ask: async ({ product }) => ({ id: product.id }),
  },
  "products.planPrices": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async ({ portal }) => ({
      body: { from: dayAhead(30), changes: [{ productId: (await portal.product()).id, basePricePerM2: 199.5 }] },
    }),
    texts: { from: refused(400, 413) },
  },
  "products.plannedPrices": {
    ...bossOnly,
    by: "superAdmin",
  },
  "products.dropPlannedPrices": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async ({ portal, as }) => {
      const { id: productId } = await portal.product();
      const body = { from: dayAhead(30), changes: [{ productId, basePricePerM2: 199.5 }] };
      return { id: succeeded(await (await as("superAdmin")).post<{ id: number }>("/api/price-changes", body)).id };
    },
  },
  "proof.prove": {
    ...signedIn,
    success: 204,
    by: "customer",
    ask: async (world) => {
      await clearFactors(world.portal);
      await restorePassword(world);
      return { body: { password: PASSWORD } };
    },
    texts: { password: { statuses: [400, 401, 429], few: true }, code: { statuses: [400], few: true }, ...passkeyTexts },
  },
  "proof.options": { ...signedIn, by: "customer" },
  "factors.list": { ...ownOnly, by: "customer" },
  "factors.startTotp": { ...ownOnly, by: "customer" },
  "factors.confirmTotp": {
    ...ownOnly,
    gets: [401, 200, 409, 409, 409, 409, 403],
    colleagues: [409, 409],
    by: "customer",
    ask: async ({ portal, accounts }) => {
      const [userId, now] = [accounts.customer.id, portal.clock()];
      const waitingSealed = portal.seal.seal(SECRET, totpPurpose(userId));
      await clearFactors(portal);
      await portal.db.insert(totpApps).values({ userId, waitingSealed, waitingSince: now });
      return { body: { code: totpCodeAt(SECRET, Math.floor(now.getTime() / 30_000)) } };
    },
    texts: { code: { statuses: [400, 429], few: true } },
  },
  "factors.removeTotp": {
    ...ownOnly,
    gets: [401, 200, 404, 404, 404, 404, 403],
    colleagues: [404, 404],
    success: 204,
    by: "customer",
    ask: async (world) => {
      await withApp(world);
      return {};
    },
  },
  "factors.startPasskey": { ...ownOnly, by: "customer" },
  "factors.addPasskey": {
    ...ownOnly,
    success: 201,
    by: "customer",
    ask: async (world) => {
      await clearFactors(world.portal);
      return { body: { name: "Laptop", response: createPasskey().create(await withChallenge(world, "enrol")) } };
    },
    texts: {
      name: { least: 1, most: 60, trimmed: true, name: true, oneByOne: true },
      "response.id": { statuses: [400, 429], few: true },
      "response.response.clientDataJSON": { statuses: [400, 429], few: true },
      "response.response.attestationObject": { statuses: [400, 429], few: true },
    },
  },
  "factors.renamePasskey": {
    ...ownOnly,
    gets: [401, 200, 404, 404, 404, 404, 403],
    colleagues: [404, 404],
    by: "customer",
    lasts: true,
    ask: async (world) => ({ id: (await withPasskey(world)).id, body: { name: `Laptop ${newWord()}` } }),
    texts: { name: { least: 1, most: 60, trimmed: true, name: true } },
  },
  "factors.removePasskey": {
    ...ownOnly,
    gets: [401, 200, 404, 404, 404, 404, 403],
    colleagues: [404, 404],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: (await withPasskey(world)).id }),
  },
  "factors.renewRecoveryCodes": {
    ...ownOnly,
    gets: [401, 200, 409, 409, 409, 409, 403],
    colleagues: [409, 409],
    by: "customer",
    ask: async (world) => {
      await withApp(world);
      return {};
    },
  },
  "emailChange.open": { ...ownOnly, by: "customer" },
  "emailChange.cancel": {
    ...ownOnly,
    success: 204,
    by: "customer",
    ask: async (world) => {
      await requestEmailChange(world);
      return {};
    },
  },
  "emailChange.request": {
    ...ownOnly,
    success: 204,
    by: "customer",
    ask: async ({ portal }) => {
      // A person may request five changes a day.
      await portal.db.delete(rateLimits).where(like(rateLimits.key, "email-changes:%"));
      return { body: { email: newEmail() } };
    },
    texts: { email: refused(204, 400, 429) },
  },
  "emailChange.confirm": {
    ...everybody,
    by: "nobody",
    ask: async (world) => ({ body: { token: (await world.emailLinks()).confirm } }),
    texts: { token: refused(400, 413) },
  },
  "emailChange.stop": {
    ...everybody,
    by: "nobody",
    ask: async (world) => ({ body: { token: (await world.emailLinks()).stop } }),
    texts: { token: refused(400, 413) },
  },
  "quotes.list": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "quotes.counts": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "quotes.sums": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "quotes.readyDay": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
    query: { types: "1", squareMetres: "3" },
  },
  "quotes.read": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.items": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.create": {
    // Another customer who names this one gets a quote of their own.
    may: ["customer", "admin", "super_admin"],
    gets: [401, 201, 201, 403, 201, 201, 201],
    by: "customer",
    ask: async (world) => ({ body: { items: [window(world)], userId: world.accounts.customer.id } }),
    lasts: true,
    texts: {
      jobName,
      poNumber,
      note,
      ...site,
      "items[].name": windowName,
      // The value has to be one of the type's own.
      "items[].colorSelection": refused(400),
      // Unknown checks are ignored.
      "items[].overriddenChecks[]": refused(201, 400),
      "items[].layoutCode": refused(400),
      "items[].note": makersNote,
    },
  },
  "quotes.update": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft(), body: { items: [window(world)], version: 1 } }),
    // These rules equal those of quotes.create.
    texts: {
      jobName: { ...jobName, few: true },
      poNumber: { ...poNumber, few: true },
      note: { ...note, few: true },
      ...site,
      "items[].name": { ...windowName, few: true },
      "items[].colorSelection": refused(400),
      "items[].overriddenChecks[]": refused(200, 400),
      "items[].layoutCode": refused(400),
      "items[].note": { ...makersNote, few: true },
    },
  },
  "quotes.changeJob": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ id: await world.draft(), body: { jobName: "Hartley", poNumber: "PO-1" } }),
    lasts: true,
    texts: { jobName: { ...jobName, few: true }, poNumber: { ...poNumber, few: true }, ...site },
  },
  "quotes.place": {
    may: ["customer", "super_admin"],
    gets: [401, 200, 404, 403, 403, 200, 200],
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ id: await firstOrder(world), body: { shippingAddress: "1 High Street, Lewes", companyAddress: OWN_ADDRESS } }),
    texts: { shippingAddress: { least: 1, most: 500, trimmed: true, few: true }, requiredBy: refused(400), companyAddress },
  },
  "quotes.takeBack": {
    may: ["customer", "super_admin"],
    gets: [401, 204, 404, 403, 403, 204, 204],
    colleagues: [403, 204],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.askToPlace": {
    may: ["customer"],
    gets: [401, 409, 404, 403, 403, 403, 409],
    colleagues: [204, 409],
    success: 204,
    by: "colleague",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.duplicate": {
    ...theirs,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "quotes.reorder": {
    ...theirs,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.order() }),
  },
  "quotes.addPhotos": {
    may: ["customer"],
    gets: [401, 201, 404, 403, 403, 403, 201],
    success: 201,
    by: "customer",
    ask: async (world) => {
      const { id, items } = await world.portal.quoteFor(await world.as("customer"));
      return { id, itemId: items[0]?.id ?? 0, file: await clearLogo() };
    },
  },
  "quotes.changePhoto": {
    ...theirs,
    by: "customer",
    ask: async (world) => ({ ...(await world.windowPhoto()), body: { forWorkshop: true } }),
  },
  "quotes.removePhoto": {
    ...theirs,
    success: 204,
    by: "customer",
    ask: (world) => world.windowPhoto(),
  },
  "quotes.changeStatus": {
    ...theirs,
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => ({ id: await world.sentQuote(), body: { quoteStatus: "accepted" } }),
    texts: {
      reason: { least: 0, most: 500, few: true, blankIsNone: true, with: { quoteStatus: "declined" }, read: declineReason },
    },
  },
  "quotes.convert": {
    ...staff,
    success: 201,
    by: "admin",
    ask: async (world) => ({ id: await firstOrder(world), body: { shippingAddress: "1 High Street, Lewes", companyAddress: OWN_ADDRESS } }),
    texts: { shippingAddress: { least: 1, most: 500, trimmed: true, few: true }, requiredBy: refused(400), companyAddress },
  },
  "quotes.delete": {
    ...staff,
    success: 204,
    by: "admin",
    ask: async (world) => ({ id: await world.draft() }),
  },
  "referrals.list": {
    ...signedIn,
    by: "customer",
  },
  "referrals.payOut": {
    ...bossOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.referral() }),
  },
  "remakes.list": {
    ...signedIn,
    by: "customer",
  },
  "remakes.counts": {
    ...signedIn,
    by: "customer",
  },
  "remakes.read": {
    ...withMakers,
    by: "customer",
    ask: async (world) => ({ id: await world.remake() }),
  },
  "remakes.create": {
    may: ["customer", "super_admin"],
    gets: [401, 201, 404, 403, 403, 201, 201],
    by: "customer",
    ask: async (world) => ({ body: { orderId: String(await world.order()), reason: "Cracked" } }),
    lasts: true,
    texts: {
      orderId: refused(201, 400, 404),
      reason: { least: 1, most: 5000 },
      windows: refused(201, 400),
      quoteItemId: refused(201, 400),
      markXMm: refused(201, 400),
      markYMm: refused(201, 400),
    },
  },
  "remakes.reply": {
    ...withMakers,
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await world.remake(), body: { message: "Any news?" } }),
    lasts: true,
    texts: { message: { least: 1, most: 5000 } },
  },
  "remakes.changeStatus": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.remake(), body: { status: "approved" } }),
  },
  "remakes.order": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async (world) => {
      const { id, itemId } = await world.approvedRemake();
      return { id, body: { items: [{ itemId, quantity: 1 }] } };
    },
    texts: {
      shippingAddress: { least: 1, most: 500, trimmed: true, few: true },
      shippingDate: refused(400),
      "items[].panels[]": refused(400),
    },
  },
  "remakes.delete": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: await world.remake() }),
  },
  "retail.business": { ...fitters, by: "customer" },
  "retail.saveBusiness": {
    ...fitters,
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => {
      const { companyId } = world.accounts.customer;
      await storeBusiness(world.portal, companyId);
      return { body: { ...BUSINESS, phone: phoneOf(companyId), tradingName: `Orchard ${newWord()}` } };
    },
    lasts: true,
    texts: {
      tradingName: { least: 1, most: 120, trimmed: true, name: true, few: true },
      phone: { least: 0, most: 40, trimmed: true, few: true },
      email: refused(200, 400),
      address: { least: 0, most: 500, trimmed: true, few: true },
      website: refused(200, 400),
      footer: { least: 0, most: 500, trimmed: true, few: true },
      vatNumber: { least: 1, most: 20, trimmed: true, few: true },
      terms: { least: 0, most: 4000, trimmed: true, few: true },
      bankName: { least: 0, most: 60, trimmed: true, name: true, few: true },
      sortCode: refused(200, 400),
      accountNumber: refused(200, 400),
      accent: refused(200, 400),
    },
  },
  "retail.saveLogo": {
    ...fitters,
    colleagues: [403, 200],
    by: "customer",
    ask: async (world) => {
      const { customer, other } = world.accounts;
      for (const { companyId } of [customer, other]) {
        await storeBusiness(world.portal, companyId);
        await dropLogo(world.portal, companyId);
      }
      return { file: await clearLogo() };
    },
  },
  "retail.removeLogo": {
    ...fitters,
    colleagues: [403, 204],
    success: 204,
    by: "customer",
    gets: [401, 204, 204, 403, 403, 403, 403],
    ask: async (world) => {
      await storeLogo(world.portal, world.accounts.customer.companyId);
      return {};
    },
  },
  "retail.read": { ...ofFitter, by: "customer", ask: async (world) => ({ id: await retailDraft(world) }) },
  "retail.save": {
    ...ofFitter,
    by: "customer",
    ask: async (world) => ({ id: await retailDraft(world), body: { version: 1, extras: [{ text: `Blinds ${newWord()}`, price: 40 }] } }),
    texts: {
      "customer.name": { least: 0, most: 120, trimmed: true, name: true, few: true },
      "customer.email": refused(200, 400),
      "customer.address": { least: 0, most: 500, trimmed: true, few: true },
      "extras[].text": { least: 1, most: 200, trimmed: true, few: true },
    },
  },
  "retail.answer": {
    ...ofFitter,
    by: "customer",
    ask: async (world) => {
      const { id, questionId } = await askedQuestion(world);
      return { id, questionId, body: { text: `Yes, in ${newWord()}` } };
    },
    texts: { text: { least: 1, most: 2000, few: true, oneByOne: true, read: inReply("answer.text") } },
  },
  "retail.links": { ...ofFitter, by: "customer", ask: async (world) => ({ id: await retailDraft(world) }) },
  "retail.createLink": {
    ...ofFitter,
    gets: [401, 201, 404, 403, 403, 403, 403],
    success: 201,
    by: "customer",
    ask: async (world) => ({ id: await retailDraft(world), body: { sendTo: newEmail() } }),
    lasts: true,
    texts: { sendTo: refused(201, 400) },
  },
  "retail.revokeLink": {
    ...ofFitter,
    gets: [401, 204, 404, 403, 403, 403, 403],
    success: 204,
    by: "customer",
    ask: async (world) => {
      const id = await retailDraft(world);
      const link = succeeded(await (await world.as("customer")).post<{ id: number }>(`/api/quotes/${id}/retail-links`, {}));
      return { id, linkId: link.id };
    },
  },
  "search.find": {
    ...signedIn,
    by: "customer",
    // A part of many names.
    query: { q: "an" },
  },
  "sessions.list": { may: ROLES, gets: [401, 200, 200, 200, 200, 200, 200], by: "customer" },
  "sessions.end": {
    may: ROLES,
    gets: [401, 200, 404, 404, 404, 404, 200],
    colleagues: [404, 404],
    success: 204,
    by: "customer",
    ask: (world) => sessionOf(world, world.accounts.customer),
  },
  "sessions.endOthers": {
    may: ROLES,
    gets: [401, 200, 200, 200, 200, 200, 200],
    success: 204,
    by: "partner",
    ask: async (world) => {
      await world.portal.openSession(world.accounts.partner);
      return {};
    },
  },
  "sessions.endOfUser": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id }),
  },
  "sessions.endOfColleague": {
    ...traders,
    gets: [401, 200, 404, 404, 403, 403, 200],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: (await world.newColleague()).id }),
  },
  "security.read": { ...bossOnly, by: "superAdmin" },
  "security.save": {
    ...bossOnly,
    by: "superAdmin",
    ask: async () => ({ body: { requireSecondFactor: "nobody" } }),
    lasts: true,
  },
  "settings.readCompany": {
    ...bossOnly,
    by: "superAdmin",
  },
  "settings.readMail": {
    ...bossOnly,
    by: "superAdmin",
  },
  "settings.saveCompany": {
    ...bossOnly,
    by: "superAdmin",
    ask: async () => ({ body: SELLER }),
    lasts: true,
    texts: {
      name: { ...seller(120), name: true, goesOut: true },
      address: seller(500),
      vatNumber: seller(20),
      companyNumber: seller(20),
      email: refused(200, 400),
      phone: seller(40),
      bankName: { ...seller(60), name: true },
      sortCode: refused(200, 400),
      accountNumber: refused(200, 400),
      xeroAccount: bookkeepingCode,
      xeroTaxType: bookkeepingCode,
      sageNominal: bookkeepingCode,
      sageTaxCode: bookkeepingCode,
      xeroBadDebt: bookkeepingCode,
      sageBadDebt: bookkeepingCode,
    },
  },
  "settings.readWorkshop": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
  },
  "settings.saveWorkshop": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    ask: async ({ as }) => {
      // The settings are saved again, whether or not the company had any.
      const before = { stock: [{ profile: "stile", stockMm: 2400, kerfMm: 3 }], clearances: { hinge: 3 } };
      await (await as("supplier")).put("/api/settings/workshop", before);
      return { body: { stock: [{ profile: "stile", stockMm: 2500, kerfMm: 3.2 }], clearances: { hinge: 2.5 } } };
    },
    lasts: true,
    texts: {
      ...{ "stock[].profile": refused(400), "sections[].profile": refused(400) },
      ...{ "undoes.stock[].profile": refused(400), "undoes.sections[].profile": refused(400), undoesSaveOf: refused(400) },
    },
  },
  "settings.listWorkshopChanges": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
  },
  "settings.checkWorkshop": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    ask: async () => ({ body: { sections: [{ profile: "stile", widthMm: 60, thicknessMm: 27 }] } }),
    texts: { "sections[].profile": refused(400) },
  },
  "stats.read": {
    ...signedIn,
    by: "customer",
  },
  "stats.history": {
    ...staff,
    by: "admin",
  },
  "templates.list": { may: ["customer"], gets: [401, 200, 200, 403, 403, 403, 403], by: "customer" },
  "templates.create": {
    may: ["customer"],
    gets: [401, 200, 200, 403, 403, 403, 403],
    success: 201,
    by: "customer",
    ask: async (world) => {
      await leaveRoomForTemplates(world);
      return { body: { name: newWord(), window: { colorSelection: "Pure White", layoutCode: "LR" } } };
    },
    texts: template,
  },
  "templates.change": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 403],
    by: "customer",
    ask: async (world) => ({
      id: await templateOf(world),
      body: { name: newWord(), window: { colorSelection: "Pure White" } },
    }),
    lasts: true,
    texts: template,
  },
  "templates.delete": {
    may: ["customer"],
    gets: [401, 200, 404, 403, 403, 403, 403],
    success: 204,
    by: "customer",
    ask: async (world) => ({ id: await templateOf(world) }),
  },
  "tokens.list": { ...tokenOwners, by: "supplier" },
  "tokens.create": {
    ...tokenOwners,
    // A person without the right to manage gets no token.
    colleagues: [403, 200],
    success: 201,
    by: "supplier",
    ask: async (world) => {
      await leaveRoomForTokens(world);
      return { body: { name: newWord(), scopes: ["orders:read"] } };
    },
    texts: { name: { least: 1, most: 60, trimmed: true, name: true } },
  },
  "tokens.revoke": {
    ...tokenOwners,
    gets: [401, 404, 404, 200, 403, 404, 403],
    rival: 404,
    success: 204,
    by: "supplier",
    ask: async (world) => {
      await leaveRoomForTokens(world);
      const supplier = await world.as("supplier");
      const body = { name: newWord(), scopes: ["orders:read"] };
      return { id: succeeded(await supplier.post<{ id: number }>("/api/account/tokens", body)).id };
    },
  },
  "users.list": {
    ...bossOnly,
    by: "superAdmin",
  },
  "users.create": {
    ...bossOnly,
    success: 201,
    by: "superAdmin",
    ask: async () => ({ body: { ...newcomer(), role: "supplier" } }),
    texts: {
      companyName: { ...name, few: true, goesOut: true },
      contactName: { ...name, few: true, goesOut: true },
      email: refused(400),
      password: refused(201, 400),
    },
  },
  "users.change": {
    ...bossOnly,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id, body: { suspended: true } }),
  },
  "users.sendResetLink": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id }),
  },
  "users.removeFactors": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => {
      await withApp(world);
      // Each request ends a session.
      await world.as("customer");
      return { id: world.accounts.customer.id, body: { reason: `Lost the ${newWord()}` } };
    },
    texts: { reason: { least: 3, most: 500, few: true, oneByOne: true, read: removalReason } },
  },
  "users.delete": {
    ...bossOnly,
    success: 204,
    by: "superAdmin",
    ask: async (world) => ({ id: (await world.account()).id }),
  },
  "users.impersonate": {
    // 409: View As cannot start a second View As.
    may: ["super_admin"],
    gets: [401, 403, 403, 403, 403, 200, 409],
    by: "superAdmin",
    ask: async ({ accounts }) => ({ id: accounts.customer.id }),
  },
  "users.stopImpersonation": {
    may: ROLES,
    gets: [401, 409, 409, 409, 409, 409, 200],
    by: "viewing",
  },
  "webhooks.list": { ...tokenOwners, colleagues: [403, 200], by: "supplier" },
  "webhooks.create": {
    ...tokenOwners,
    colleagues: [403, 200],
    success: 201,
    by: "supplier",
    ask: async (world) => {
      await leaveRoomForWebhooks(world);
      return { body: WEBHOOK };
    },
    texts: { url: refused(400) },
  },
  "webhooks.change": {
    ...ofSupplier,
    ask: async (world) => ({ id: await webhookOf(world), body: { active: false } }),
    texts: { url: refused(400) },
  },
  "webhooks.delete": { ...ofSupplier, success: 204, ask: async (world) => ({ id: await webhookOf(world) }) },
  "webhooks.test": { ...ofSupplier, success: 201, ask: async (world) => ({ id: await webhookOf(world) }) },
  "webhooks.deliveries": { ...ofSupplier, ask: async (world) => ({ id: await webhookOf(world) }) },
  "webhooks.replay": {
    ...ofSupplier,
    ask: async (world) => {
      const path = `/api/company/webhooks/${await webhookOf(world)}/test`;
      return { id: succeeded(await (await world.as("supplier")).post<{ id: number }>(path)).id };
    },
  },
  "workshop.list": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    by: "supplier",
  },
  "workshop.totals": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    by: "supplier",
  },
  "workshop.load": {
    may: ["supplier", "super_admin"],
    gets: [401, 403, 403, 200, 403, 200, 403],
    by: "supplier",
  },
  "workshop.suppliers": {
    ...staff,
    by: "admin",
  },
  "workshop.pieces": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "workshop.take": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    // The order is unassigned, so the first supplier takes it.
    ask: async (world) => {
      const id = await world.order();
      await world.portal.db.update(orders).set({ supplierId: null }).where(eq(orders.id, id));
      return { id };
    },
  },
  "workshop.giveBack": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await world.order() }),
  },
  "workshop.mark": {
    ...makers,
    by: "supplier",
    ask: async (world) => {
      const id = await world.order();
      return { id, body: { itemId: await world.itemOf(id), piece: 1, step: "cut", done: true } };
    },
    lasts: true,
    texts: { seen: refused(400) },
  },
  "workshop.adoptMeasures": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { confirmed: true } }),
    lasts: true,
  },
  "workshop.changeMake": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    ask: async (world) => {
      const { id: remakeId, itemId } = await world.approvedRemake();
      const boss = await world.portal.superAdmin();
      const { id } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remakeId}/order`, { items: [{ itemId, quantity: 1 }] }));
      return { id, body: { make: [{ itemId: await world.itemOf(id), panels: ["A"], parts: ["louvre"], counts: { louvre: 1 } }] } };
    },
    texts: { "make[].panels[]": refused(400) },
  },
  "workshop.recut": {
    ...makers,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async (world) => {
      const { id, itemId } = await cutPieceOf(world);
      return { id, body: { itemId, piece: 1, parts: [{ panel: 1, part: "stile", count: 1 }], reason: "split", note: newWord() } };
    },
    texts: { note: { least: 0, most: 500, trimmed: true, blankIsNone: true } },
  },
  "workshop.cutRecut": {
    ...makers,
    gets: [401, 403, 403, 200, 403, 200, 403],
    by: "supplier",
    ask: async (world) => ({ ...(await recutOf(world)), body: { cut: true } }),
    texts: { seen: refused(400) },
  },
  "workshop.deleteRecut": {
    ...makers,
    success: 204,
    gets: [401, 403, 403, 204, 403, 204, 403],
    by: "supplier",
    ask: recutOf,
  },
  "firstSteps.read": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 200, 200, 200],
    by: "customer",
  },
  "firstSteps.confirm": {
    may: ["customer", "admin", "super_admin"],
    gets: [401, 200, 200, 403, 403, 403, 200],
    by: "customer",
    ask: async ({ portal }) => {
      // A repeat keeps the first confirmation, so each request is a first one.
      await portal.owner.delete(workshopReviews);
      return { body: { step: "range" } };
    },
    lasts: true,
  },
  "workshop.setup": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
  },
  "workshop.reviewSetup": {
    may: ["supplier"],
    gets: [401, 403, 403, 200, 403, 403, 403],
    by: "supplier",
    ask: async ({ portal }) => {
      // A repeat keeps the first review, so each request is a first one.
      await portal.owner.delete(workshopReviews);
      return { body: { step: "people" } };
    },
    lasts: true,
  },
  "workshop.scrap": { ...workshopsOwn, by: "supplier" },
  "workshop.ship": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await world.order(), body: { carrier: "dpd", trackingNumber: "NMJ 1", confirmed: true } }),
    lasts: true,
    texts: { shippingDate: refused(400), trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true } },
  },
  "workshop.createParcel": {
    ...makers,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async (world) => {
      const id = await world.order();
      const pieces = [{ itemId: await world.itemOf(id), piece: 1 }];
      return { id, body: { pieces, carrier: "dpd", trackingNumber: "NMJ 1" } };
    },
    texts: { shippingDate: refused(400), trackingNumber: { least: 0, most: 100, trimmed: true, blankIsNone: true, few: true } },
  },
  "workshop.deleteParcel": {
    ...makers,
    success: 204,
    gets: [401, 403, 403, 204, 403, 204, 403],
    by: "supplier",
    ask: parcelOf,
  },
  "workshop.barPlan": {
    may: ["supplier", "admin", "super_admin"],
    gets: [401, 403, 403, 200, 200, 200, 403],
    rival: 404,
    by: "supplier",
    query: { orders: "1" },
    ask: async (world) => ({ query: { orders: String(await world.order()) } }),
  },
  "workshop.plan": {
    ...makers,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async (world) => ({ body: { orders: [await world.order()] } }),
    texts: { "preview.inputs": refused(400) },
  },
  "workshop.plans": { ...workshopsOwn, by: "supplier" },
  "workshop.readPlan": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world) }),
  },
  "workshop.sawn": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world), bar: 1, body: { sawn: true } }),
    texts: { seen: refused(400) },
    lasts: true,
  },
  "workshop.sawnBars": {
    ...makers,
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world), body: { sawn: true, bars: [{ bar: 1 }] } }),
    texts: { "bars[].seen": refused(400) },
    lasts: true,
  },
  "workshop.deletePlan": {
    ...makers,
    success: 204,
    gets: [401, 403, 403, 204, 403, 204, 403],
    by: "supplier",
    ask: async (world) => ({ id: await planOf(world) }),
  },
  "workshop.offcuts": { ...workshopsOwn, by: "supplier" },
  "workshop.addOffcut": {
    ...workshopsOwn,
    success: 201,
    gets: [401, 403, 403, 201, 403, 201, 403],
    by: "supplier",
    ask: async () => ({ body: { section: "stile", material: "Basswood Classic", color: "White", lengthMm: 812.5 } }),
    texts: {
      section: refused(400),
      material: { least: 1, most: 120, trimmed: true, name: true },
      color: { least: 0, most: 60, trimmed: true, name: true, blankIsNone: true },
    },
  },
  "workshop.removeOffcut": {
    may: ["supplier", "super_admin"],
    // The offcut belongs to the supplier.
    gets: [401, 403, 403, 204, 403, 404, 403],
    success: 204,
    rival: 404,
    by: "supplier",
    ask: async (world) => ({ id: await offcutOf(world) }),
  },
  "workshop.shipAll": {
    ...makers,
    // Each order has a result of its own.
    rival: 200,
    by: "supplier",
    ask: async (world) => ({ body: { orders: [{ id: await world.order(), carrier: "dpd", trackingNumber: "NMJ 1" }], confirmed: true } }),
    lasts: true,
    // The day is stored or refused as for workshop.ship.
    texts: { "orders[].shippingDate": refused(400), "orders[].trackingNumber": refused(200, 400) },
  },
};

export const EVERY_CALL: Readonly<Record<CallName, CallCase>> = TABLE;

/** True if a role may make a call; null is a visitor. */
export function may(name: CallName, role: Role | null): boolean {
  const { may: who } = EVERY_CALL[name];
  return who === "anyone" || (role !== null && who.includes(role));
}

/** A call's address with its example query, with a placeholder for the id. */
export function addressOf(name: CallName): string {
  const { query } = EVERY_CALL[name];
  return callNamed(name).path + (query ? `?${new URLSearchParams(query as Record<string, string>)}` : "");
}

/** A good request of a call, about a record of its own. */
export async function goodRequest(name: CallName, world: World): Promise<Request> {
  const { ask, query } = EVERY_CALL[name];
  return requestOf(name, { ...(query && { query }), ...(await ask?.(world)) });
}
