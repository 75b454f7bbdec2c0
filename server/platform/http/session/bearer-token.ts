import { and, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Request, RequestHandler } from "express";
import type { Database, Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import { clientIp } from "#server/platform/http/call.ts";
import { forbidden, unauthorized } from "#server/platform/http/errors.ts";
import { createUnknownTokens } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { hashApiToken, isApiToken } from "#server/platform/security/api-token.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { apiTokens } from "#server/schema/identity/sessions.ts";
import { mayTokenCall } from "#shared/contract/identity/scopes.ts";
import { accountColumns } from "./account-columns.ts";
import { needsFactor } from "./required-factor.ts";

/** A token that was used this recently is not updated again, so that a read costs no write. */
const TOUCH_AFTER = 5 * 60_000;
const BEARER = /^Bearer +(\S+)$/i;

const hasBearer = (req: Request): boolean => /^Bearer\b/i.test(req.headers.authorization ?? "");

/**
 * Skips a middleware of sessions for a request with a token: its cookie is ignored, and it has no
 * session (rule A33).
 */
export const unlessBearer =
  (middleware: RequestHandler): RequestHandler =>
  (req, res, next) =>
    hasBearer(req) ? next() : middleware(req, res, next);

const findToken = prepared("api token", (db) =>
  db
    .select({
      user: accountColumns,
      needsFactor: needsFactor(users.id, users.role),
      token: { id: apiTokens.id, name: apiTokens.name, scopes: apiTokens.scopes },
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(users, and(eq(users.id, apiTokens.userId), isNull(users.deletedAt), isNull(users.suspendedAt)))
    .innerJoin(companies, and(eq(companies.id, users.companyId), eq(companies.approvalStatus, "approved")))
    .where(and(eq(apiTokens.tokenHash, sql.placeholder("tokenHash")), gt(apiTokens.expiresAt, sql.placeholder("now")))),
);

/**
 * Signs the owner of a request's API token in, for this request only.
 * @throws 401 for a token that is unknown, revoked or has ended; 429 after many of one network
 */
export function bearerToken({ db, clock }: { readonly db: Database; readonly clock: () => Date }): RequestHandler {
  const unknown = createUnknownTokens();
  return async (req, res, next) => {
    if (!hasBearer(req)) return next();
    const now = clock();
    const network = networkOf(clientIp(req));
    await unknown.check(network);
    const text = BEARER.exec(req.headers.authorization ?? "")?.[1] ?? "";
    const [found] = isApiToken(text) ? await findToken(db, {}, { tokenHash: hashApiToken(text), now }) : [];
    if (!found) {
      await unknown.count(network);
      res.setHeader("WWW-Authenticate", 'Bearer error="invalid_token"');
      throw unauthorized("This token is not valid");
    }
    const { user, token, lastUsedAt } = found;
    const lacksFactor = found.needsFactor || undefined;
    req.user = { ...user, isImpersonating: false, impersonator: null, needsFactor: lacksFactor, token };
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() > TOUCH_AFTER)
      await db.update(apiTokens).set({ lastUsedAt: now }).where(eq(apiTokens.id, token.id));
    next();
  };
}

/**
 * Refuses a call outside the token's scopes. A session may make every call of its role.
 * @throws 403
 */
export function requireScope(req: Request, callName: string): void {
  const token = req.user?.token;
  if (token && !mayTokenCall(token.scopes, callName)) throw forbidden("A token may not do this");
}

/** Ends an account's tokens, when the account ends, is suspended or changes its role. */
export async function endTokens(db: Pick<Db, "delete">, userId: number): Promise<void> {
  await db.delete(apiTokens).where(eq(apiTokens.userId, userId));
}

/** Ends the tokens of all people of a company that is no longer approved. */
export async function endTokensOfCompany(db: Db, companyId: number): Promise<void> {
  const people = db.select({ id: users.id }).from(users).where(eq(users.companyId, companyId));
  await db.delete(apiTokens).where(inArray(apiTokens.userId, people));
}

/** The nightly clean-up: deletes tokens a week after their end. */
export async function deleteEndedTokens(db: Pick<Db, "delete">, before: Date): Promise<void> {
  await db.delete(apiTokens).where(lt(apiTokens.expiresAt, before));
}
