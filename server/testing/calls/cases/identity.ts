import { and, desc, eq, isNull, like } from "drizzle-orm";
import { totpCodeAt, totpPurpose } from "#server/features/identity/totp.ts";
import { hashToken, newToken } from "#server/platform/security/mailed-token.ts";
import { hashPassword } from "#server/platform/security/passwords.ts";
import { accountCheckouts } from "#server/schema/checkouts.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { type ChallengePurpose, passkeyChallenges, passkeys, totpApps } from "#server/schema/identity/factors.ts";
import { devices, emailChanges, rateLimits, sessions } from "#server/schema/identity/sessions.ts";
import { succeeded } from "#server/testing/builders.ts";
import { PASSWORD } from "#server/testing/portal.ts";
import { createPasskey } from "#server/testing/test-authenticator.ts";
import type { World } from "#server/testing/world.ts";
import { CHALLENGE_MS } from "#shared/contract/identity/passkeys.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { type CasesOf, refused } from "../call-case.ts";
import { clearFactors, newcomer, newEmail, newPhone, newWord, profile, SECRET, withApp } from "./example-records.ts";
import { inReply, name, phone } from "./kept-texts.ts";
import { everybody, ownOnly, signedIn, superAdminOnly, traders } from "./who-may.ts";

type Portal = World["portal"];

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

/** Stores an open change of the customer's address, the only one. */
const requestEmailChange = async ({ portal, accounts: { customer } }: World) => {
  await portal.owner.delete(emailChanges).where(and(eq(emailChanges.userId, customer.id), isNull(emailChanges.confirmedAt)));
  const [confirmHash, stopHash] = [hashToken(newToken()), hashToken(newToken())];
  const facts = { userId: customer.id, oldEmail: customer.email, newEmail: newEmail(), confirmHash, stopHash };
  await portal.db.insert(emailChanges).values({ ...facts, createdAt: new Date() });
};

/** A session of a person beside the one that sends the request. */
const sessionOf = async ({ portal }: World, account: Parameters<Portal["openSession"]>[0]) => {
  await portal.openSession(account);
  const [newest] = await portal.db.select().from(sessions).where(eq(sessions.userId, account.id)).orderBy(desc(sessions.id)).limit(1);
  return { id: newest?.id ?? 0 };
};

/** Accounts, sessions, second factors and the proofs of who somebody is. */
export const IDENTITY_CALLS: CasesOf<"accounts" | "account" | "emailChange" | "sessions" | "factors" | "proof" | "security"> = {
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
    ...superAdminOnly,
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
  "security.read": { ...superAdminOnly, by: "superAdmin" },
  "security.save": {
    ...superAdminOnly,
    by: "superAdmin",
    ask: async () => ({ body: { requireSecondFactor: "nobody" } }),
    lasts: true,
  },
};
