import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { Strategy } from "passport-local";
import type { AppContext } from "#server/context.ts";
import { type Person, selectPeople } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { clientIp, type Verified } from "#server/platform/http/call.ts";
import { forbidden, Refusal, tooMany } from "#server/platform/http/errors.ts";
import { createPlaces, createQueue, MOST_SIGN_INS_AT_ONCE } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { HASHES_AT_ONCE, isPassword } from "#server/platform/security/passwords.ts";
import { users } from "#server/schema/companies-and-users.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import type { ApprovalStatus } from "#shared/domain/trade/status.ts";
import { signInLimits } from "./account-limits.ts";
import { recordFailedSignIn } from "./failed-sign-ins.ts";

/** The reasons why a person with the right password may not sign in (rule A3). */
const NOT_APPROVED = {
  pending: "Your account is waiting for admin approval",
  rejected: "Your registration was declined",
  suspended: "Your account is suspended",
} as const satisfies Record<Exclude<ApprovalStatus, "approved">, string>;

/** The reason why an account may not sign in; null if it may. */
export function refusalOf({ suspendedAt, approvalStatus }: Pick<Person, "suspendedAt" | "approvalStatus">) {
  const status = suspendedAt === null ? approvalStatus : "suspended";
  return status === "approved" ? null : { status, sentence: NOT_APPROVED[status] };
}

export const findByEmail = async (db: Db, email: string) => {
  const [user] = await selectPeople(db).where(
    and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt), isNotNull(users.joinedAt)),
  );
  return user;
};

type Deps = Pick<AppContext, "db" | "limits" | "clock">;

/**
 * Passport's strategy: the account of an e-mail and a password, or a refusal. The contract
 * guarantees that both are present.
 */
export const localStrategy = (deps: Deps): Strategy =>
  new Strategy({ usernameField: "email", passReqToCallback: true, session: false }, (req, typed, password, done) => {
    verify(deps, typed, password, clientIp(req)).then(
      (verified) => (verified ? done(null, verified) : done(null, false, { message: "Invalid email or password" })),
      done,
    );
  });

/**
 * The limit is one more than the number of passwords that are hashed at once, so that the next
 * account is looked up meanwhile. Further attempts wait without a database connection.
 */
const inTurn = createQueue(HASHES_AT_ONCE + 1);
const inPlace = createPlaces(MOST_SIGN_INS_AT_ONCE, () =>
  tooMany("Too many people of your network sign in just now. Please try again in a moment.", 5),
);

/**
 * The delay of a refusal over the limit, in milliseconds: it costs the server nothing and slows an
 * attack.
 */
const UNHURRIED = 2_000;

/**
 * The account of an e-mail and a password; null if they are wrong. Networks take turns, each with a
 * bounded queue. An attempt is counted and hashed at its turn, so that one network's backlog delays
 * no other.
 */
async function verify(deps: Deps, typed: string, password: string, ip: string): Promise<Verified | null> {
  try {
    const network = networkOf(ip);
    return await inPlace(network, () => inTurn(() => verifyInTurn(deps, typed, password, ip), network));
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) await sleep(UNHURRIED);
    throw error;
  }
}

async function verifyInTurn(deps: Deps, typed: string, password: string, ip: string): Promise<Verified | null> {
  const { db } = deps;
  const limits = signInLimits(deps.limits);
  const email = typed.trim();
  await limits.begin(email, ip);
  const user = await findByEmail(db, email);
  const refused = (why: string) => recordFailedSignIn(deps, { typed, ip, userId: user?.id ?? null, why });
  if (!(await isPassword(user?.passwordHash, password, networkOf(ip))) || !user) {
    await refused("wrong email or password");
    await limits.failed(email, ip);
    return null;
  }
  const failed = await limits.check(email, ip);
  const refusal = refusalOf(user);
  if (refusal) {
    // The account's failures do not count this attempt, but the address's do, because the password
    // was hashed.
    await refused(refusal.status);
    throw forbidden(refusal.sentence);
  }
  await limits.succeeded(email, ip, failed);
  return { ...toAccount(user), impersonator: null, verifiedHash: user.passwordHash };
}

/** The fields of an account that its owner may see; no other field may leave the server. */
export function toAccount(user: Omit<Account, "isImpersonating">): Account {
  const { id, email, role, companyId, companyName, contactName, mayOrder, mayManage } = user;
  const { address, phone, vatNumber, referralCode, approvalStatus } = user;
  const company = { companyId, companyName, address, phone, vatNumber, referralCode, approvalStatus };
  return { id, email, role, contactName, ...company, mayOrder, mayManage, isImpersonating: false };
}
