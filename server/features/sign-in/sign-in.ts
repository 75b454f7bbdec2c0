import { and, eq, isNull } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { foundCompany } from "#server/features/companies/found-company.ts";
import { redeemInvitation, requireOpenInvitation } from "#server/features/companies/invitations.ts";
import { requireMayManage, selectPeople, sessionUser } from "#server/features/companies/people.ts";
import { refuseAddress } from "#server/features/companies/refuse-address.ts";
import { rememberDevice } from "#server/features/identity/devices.ts";
import { findFactors } from "#server/features/identity/factors.ts";
import { holderOf } from "#server/features/identity/passkeys/challenges.ts";
import { requestPasskey } from "#server/features/identity/passkeys/redeem-passkey.ts";
import { issueDueInvoices } from "#server/features/invoices/issue-invoice.ts";
import { refuseSellersName } from "#server/features/invoices/parties.ts";
import { findReferrer, recordReferral } from "#server/features/referrals/referrals.ts";
import { refuseGuessable } from "#server/features/users/guessable-password.ts";
import { endMailedLinks } from "#server/features/users/reset-links.ts";
import { badRequest, forbidden, notFound } from "#server/platform/http/errors.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { findRequirement, isRequiredOf } from "#server/platform/http/session/required-factor.ts";
import { endSessions } from "#server/platform/http/session/session-store.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { hashPassword, isPassword } from "#server/platform/security/passwords.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { SHORT_ADDRESS, SHORT_COMPANY_NAME } from "#shared/contract/parts/people.ts";
import { companysDetails, type accounts as contract } from "#shared/contract/sign-in.ts";
import { countPasskeyOptions, countRegistration, mayMailLink, signInLimits } from "./account-limits.ts";
import { toAccount } from "./credentials.ts";
import { redeemResetLink, requireOpenLink } from "./password-reset.ts";
import { verifyFactor, verifyPasskeyAlone } from "./second-factor.ts";

const PASSWORD_CHANGED = "The password of your account was changed just now. If it was not you, set a new one at once and tell us.";

/**
 * True if the typed detail of the company differs from the stored one. An omitted value counts as
 * equal, and a blank one as null.
 */
function isAnother(typed: unknown, now: string | null): boolean {
  const kept = typeof typed === "string" ? typed.trim() : typed;
  return kept !== undefined && (kept || null) !== now;
}

const COMPANYS_DETAILS = ["companyName", "address", "phone", "vatNumber"] as const;

export const accountHandlers: Handlers<typeof contract> = {
  current: async ({ db, user }) => ({ user: await sessionUser(db, user) }),

  login: async ({ db, post, session, now, commit, record }) => {
    const { verifiedHash, ...person } = await session.verify();
    const factor = await findFactors(db, person.id);
    if (factor.length > 0) {
      session.start(person, verifiedHash, "awaits-factor");
      record({ targetType: "users", targetId: person.id, actor: person, after: { awaits: factor } });
      return commit(async () => ({ factor }));
    }
    const device = session.device();
    session.start(person, verifiedHash);
    const setUp = isRequiredOf(await findRequirement(db), person.role);
    record({ targetType: "users", targetId: person.id, actor: person });
    return commit(async (tx) => {
      await rememberDevice(tx, post, { device, person, now });
      if (setUp) return { factor: [], setUp: true as const };
      return { user: await sessionUser(tx, person) };
    });
  },

  loginFactor: async (call) => {
    const { post, body, session, now, commit, record } = call;
    const { person, passwordHash, factor } = await verifyFactor(call, body);
    const device = session.device();
    session.start(person, passwordHash, factor === "recovery" ? "recovered" : undefined);
    record({ targetType: "users", targetId: person.id, actor: person, after: { factor } });
    return commit(async (tx) => {
      await rememberDevice(tx, post, { device, person, now });
      return { user: await sessionUser(tx, person) };
    });
  },

  passkeyOptions: async ({ db, limits, ip, publicUrl, session, now }) => {
    await countPasskeyOptions(limits, ip);
    const userId = session.awaitsFactor?.userId ?? null;
    return requestPasskey(db, publicUrl, { holder: holderOf(session), purpose: "sign-in", now, userId });
  },

  loginPasskey: async (call) => {
    const { post, body, session, now, commit, record } = call;
    const { person, passwordHash } = await verifyPasskeyAlone(call, body.passkey);
    const device = session.device();
    session.start(person, passwordHash);
    record({ targetType: "users", targetId: person.id, actor: person, after: { factor: "passkey" } });
    return commit(async (tx) => {
      await rememberDevice(tx, post, { device, person, now });
      return { user: await sessionUser(tx, person) };
    });
  },

  logout: async ({ user, session, record }) => {
    session.end();
    record(user ? { targetType: "users", targetId: user.id } : null);
    return null;
  },

  register: async ({ db, isLeaked, post, limits, productName, body, ip, now, commit, record }) => {
    // These checks come before the costly hash.
    await countRegistration(limits, ip);
    await refuseSellersName(db, productName, body.companyName);
    const referrer = body.referralCode?.trim() ? await findReferrer(db, body.referralCode) : null;
    const { email, companyName, contactName } = body;
    await refuseGuessable({ db, isLeaked }, body.password, { email, companyName, productName });
    const passwordHash = await hashPassword(body.password, networkOf(ip));
    return commit(async (tx) => {
      const founder = { email, passwordHash, role: "customer", contactName, createdAt: now } as const;
      const details = { address: body.address || null, phone: body.phone || null };
      const user = await foundCompany(tx, founder, { name: companyName, approvalStatus: "pending", ...details });
      if (referrer !== null) await recordReferral(tx, referrer, user.companyId, now);
      await post.send(tx, {
        to: email,
        subject: "We have received your registration",
        greeting: contactName,
        paragraphs: [
          "A wholesale account was requested with this email address, and this email confirms it.",
          "We look at every registration ourselves and will write to you as soon as it is decided. If it was not you, you need do nothing.",
        ],
      });
      await enqueue(tx, "notify-of-registration", { userId: user.id });
      record({
        targetType: "users",
        targetId: user.id,
        actor: user,
        after: { email, companyName, contactName, ...details, referredBy: referrer },
      });
      return { user: toAccount(user) };
    });
  },

  invitation: ({ db, body, now }) => requireOpenInvitation(db, body.token, now),

  join: async ({ db, isLeaked, productName, body, ip, now, commit, record }) => {
    // The link is checked before the costly hash, as for a forgotten password. A refused password
    // does not use the invitation.
    const invited = await requireOpenInvitation(db, body.token, now);
    await refuseGuessable({ db, isLeaked }, body.password, { ...invited, productName });
    const passwordHash = await hashPassword(body.password, networkOf(ip));
    return commit(async (tx) => {
      const person = await redeemInvitation(tx, body.token, passwordHash, now);
      record({ targetType: "users", targetId: person.id, actor: person });
      return null;
    });
  },

  // The reply does the same work for an unknown e-mail, so its time reveals nothing: a job looks
  // for the account (password-reset.ts).
  forgotPassword: async ({ limits, body, ip, commit, record }) => {
    const mayMail = await mayMailLink(limits, ip);
    record(null);
    return commit(async (tx) => {
      if (mayMail) await enqueue(tx, "mail-reset-link", { email: body.email, ip });
      return null;
    });
  },

  resetPassword: async ({ db, isLeaked, post, productName, body, ip, now, commit, record }) => {
    // The link is checked before the costly hash: a made-up token must not cost more than a query.
    const owner = await requireOpenLink(db, body.token, now);
    await refuseGuessable({ db, isLeaked }, body.password, { ...owner, productName });
    const passwordHash = await hashPassword(body.password, networkOf(ip));
    return commit(async (tx) => {
      const user = await redeemResetLink(tx, body.token, now);
      await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
      await endMailedLinks(tx, user.id, now);
      await endSessions(tx, user.id);
      await post.send(tx, {
        to: user.email,
        subject: "Your password was changed",
        greeting: user.contactName,
        paragraphs: [PASSWORD_CHANGED],
      });
      record({ targetType: "users", targetId: user.id, actor: user });
      return null;
    });
  },

  updateProfile: async ({ db, productName, user, params, body: read, ip, now, record }) => {
    if (params.id !== user.id && user.role !== "super_admin") throw forbidden("You can change only your own profile");
    const [found] = await selectPeople(db).where(eq(users.id, params.id));
    if (found) await lockCompany(db, found.companyId);
    // "No key": a payment locks a quote that this change may have to invoice, and its audit entry
    // refers to this person.
    const [before] = await selectPeople(db)
      .where(and(eq(users.id, params.id), isNull(users.deletedAt)))
      .for("no key update", { of: users });
    if (!before) throw notFound("User");
    const { id, companyId, companyName, contactName, address, phone, vatNumber } = before;
    const typed = read(companysDetails);
    const stored = { companyName, address, phone, vatNumber };
    if (COMPANYS_DETAILS.some((name) => isAnother(typed[name], stored[name]))) await requireMayManage(db, user);
    const body = read();
    // These fields are optional only for a person without the right to change them.
    if (user.mayManage && body.companyName === undefined) throw badRequest(SHORT_COMPANY_NAME);
    if (user.mayManage && body.address === undefined) throw badRequest(SHORT_ADDRESS);
    const sent = { ...stored, address: address ?? "", ...body };
    const changed = {
      companyName: sent.companyName,
      contactName: sent.contactName,
      address: sent.address || null,
      phone: sent.phone || null,
      vatNumber: sent.vatNumber || null,
    };
    refuseAddress({ path: "companyName", typed: changed.companyName, before: companyName });
    refuseAddress({ path: "contactName", typed: changed.contactName, before: contactName });
    if (before.role === "customer" && user.role !== "super_admin") await refuseSellersName(db, productName, changed.companyName);
    if (changed.address === null && address !== null) throw badRequest(SHORT_ADDRESS, [{ path: "address", message: SHORT_ADDRESS }]);
    await db
      .update(companies)
      .set({ name: changed.companyName, address: changed.address, phone: changed.phone, vatNumber: changed.vatNumber })
      .where(eq(companies.id, companyId));
    await db.update(users).set({ contactName: changed.contactName }).where(eq(users.id, id));
    if (address === null && changed.address !== null) await issueDueInvoices(db, { companyId }, { user, ip, now });
    record({ targetType: "users", targetId: id, before: { ...stored, contactName }, after: changed });
    const seenAs = id === user.id ? { isImpersonating: user.isImpersonating, viewedBy: user.viewedBy } : {};
    return sessionUser(db, { ...toAccount({ ...before, ...changed }), ...seenAs });
  },

  changePassword: async ({ db, isLeaked, post, limits, productName, user, params, body, session, now, ip, commit, record }) => {
    if (params.id !== user.id) throw forbidden("You can change only your own password");
    await refuseGuessable({ db, isLeaked }, body.newPassword, { ...user, productName }, "newPassword");
    // A stranger at an open session must not be able to guess the password without limit.
    const guesses = signInLimits(limits);
    const key = `password of ${user.id}`;
    await guesses.begin(key, ip);
    const [account] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, user.id), isNull(users.deletedAt)));
    if (!(await isPassword(account?.passwordHash, body.currentPassword, networkOf(ip)))) {
      await guesses.failed(key, ip);
      throw badRequest("Current password is incorrect");
    }
    // Concurrent guesses may have used up the limit; then even the right password is refused.
    await guesses.succeeded(key, ip, await guesses.check(key, ip));
    const passwordHash = await hashPassword(body.newPassword, networkOf(ip));
    return commit(async (tx) => {
      await tx.update(users).set({ passwordHash }).where(eq(users.id, user.id));
      await endMailedLinks(tx, user.id, now);
      await endSessions(tx, user.id, session.idHash);
      await post.send(tx, {
        to: user.email,
        subject: "Your password was changed",
        greeting: user.contactName,
        paragraphs: [PASSWORD_CHANGED],
      });
      record({ targetType: "users", targetId: user.id });
      return null;
    });
  },
};
