import { createHmac } from "node:crypto";
import { and, type Column, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { RequestHandler } from "express";
import session, { type SessionData, Store } from "express-session";
import type { Database, Db } from "#server/platform/db/connect.ts";
import { prepared } from "#server/platform/db/prepared.ts";
import { unauthorized } from "#server/platform/http/errors.ts";
import { MOST_SESSIONS } from "#server/platform/http/limits.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { accountColumns } from "./account-columns.ts";
import { needsFactor } from "./required-factor.ts";
import { COOKIE_NAMES, hashId, type StoredPerson } from "./session.ts";

const HOUR = 3_600_000;
/** Rule A5. */
const IDLE_LIMIT = 12 * HOUR;
const AGE_LIMIT = 7 * 24 * HOUR;
/** A session that was updated this recently is not updated again, so that a read costs no write. */
const TOUCH_AFTER = 5 * 60_000;
/** A partly authenticated session waits so long for its second factor (rule A37). */
const FACTOR_WITHIN = 5 * 60_000;

type Done = (error?: unknown) => void;
const impersonators = alias(users, "impersonators");
/** Matches accounts that are neither deleted nor suspended. */
const isInUse = ({ deletedAt, suspendedAt }: Readonly<Record<"deletedAt" | "suspendedAt", Column>>) =>
  and(isNull(deletedAt), isNull(suspendedAt));

/**
 * express-session's store on our own table. One statement finds the session, its user and the super
 * admin behind it. A plain `delete` ends an account's sessions in the transaction that suspends it.
 */
class SessionStore extends Store {
  readonly #db: Database;
  readonly #clock: () => Date;

  constructor(db: Database, clock: () => Date) {
    super();
    this.#db = db;
    this.#clock = clock;
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.#find(id).then((found) => done(null, found), done);
  }

  override set(id: string, { passport, ...data }: SessionData, done: Done = () => {}): void {
    const stored = passport?.user;
    // A session without a person was signed out by passport.
    if (!stored) this.destroy(id, done);
    else if (stored.isStored) done();
    else this.#insert(id, stored, data).then(() => done(), done);
  }

  override destroy(id: string, done: Done = () => {}): void {
    this.#db
      .delete(sessions)
      .where(eq(sessions.idHash, hashId(id)))
      .then(() => done(), done);
  }

  override touch(id: string, { lastSeenAt, passport }: SessionData, done: Done = () => {}): void {
    const now = this.#clock();
    // Without a person the session waits for its second factor, and nothing prolongs it.
    if (!passport?.user || now.getTime() - lastSeenAt < TOUCH_AFTER) {
      done();
      return;
    }
    const { impersonator = null, id: userId } = passport.user?.person ?? {};
    this.#db
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(eq(sessions.idHash, hashId(id)))
      .then(() => (userId === undefined || impersonator ? undefined : this.#seen(userId, now)))
      .then(() => done(), done);
  }

  /** Updates the person's last visit. View As does not count as a visit (rule A27). */
  async #seen(userId: number, lastSeenAt: Date): Promise<void> {
    await this.#db.update(users).set({ lastSeenAt }).where(eq(users.id, userId));
  }

  /**
   * Stores a session if its account may have one at this moment. The statement locks the rows of
   * account and company: a concurrent password change or suspension either comes first, and no
   * session is stored, or comes later and ends it.
   */
  async #insert(id: string, session: StoredPerson, { startedAt, provedAt, isRecovered }: Partial<SessionData>): Promise<void> {
    const { person, verifiedHash, device, stage } = session;
    const awaitsFactor = stage === "awaits-factor";
    const [userId, impersonatorId] = [person.id, person.impersonator?.id ?? null];
    const now = this.#clock();
    const at = <T extends Date | null>(instant: T, name: string) => sql<T>`${instant?.toISOString() ?? null}::timestamptz`.as(name);
    const account = this.#db
      .select({
        idHash: sql<string>`${hashId(id)}`.as("id_hash"),
        id: sql<number>`nextval('sessions_id_seq')`.as("id"),
        device: sql<string | null>`${device ?? null}::text`.as("device"),
        userId: users.id,
        impersonatorId: sql<number | null>`${impersonatorId}::integer`.as("impersonator_id"),
        createdAt: at(startedAt ?? now, "created_at"),
        lastSeenAt: at(now, "last_seen_at"),
        // A sign-in is a proof. View As and back copy the time of the session before.
        provedAt: at(awaitsFactor ? null : provedAt === undefined ? now : provedAt, "proved_at"),
        isRecovered: sql<boolean>`${stage === "recovered" || (isRecovered ?? false)}::boolean`.as("is_recovered"),
        awaitsFactorUntil: at(awaitsFactor ? new Date(now.getTime() + FACTOR_WITHIN) : null, "awaits_factor_until"),
      })
      .from(users)
      .innerJoin(companies, and(eq(companies.id, users.companyId), eq(companies.approvalStatus, "approved")))
      .where(and(eq(users.id, userId), isInUse(users), verifiedHash ? eq(users.passwordHash, verifiedHash) : undefined))
      .for("share");
    const stored = await this.#db.insert(sessions).select(account).returning({ userId: sessions.userId });
    if (stored.length === 0) throw unauthorized("Your account was changed just now. Please sign in again.");
    session.isStored = true;
    if (impersonatorId === null && !awaitsFactor) await this.#seen(userId, now);
    await this.#endOldest(impersonatorId ?? userId, awaitsFactor);
  }

  /**
   * An account has a bounded number of sessions (rule A5). A View As session counts as the super
   * admin's. Partly authenticated sessions are counted by themselves: a stranger who knows only the
   * password must not end the person's own.
   */
  async #endOldest(owner: number, awaitsFactor: boolean): Promise<void> {
    const isTheirs = or(and(eq(sessions.userId, owner), isNull(sessions.impersonatorId)), eq(sessions.impersonatorId, owner));
    const tooOld = this.#db
      .select({ idHash: sessions.idHash })
      .from(sessions)
      .where(and(isTheirs, awaitsFactor ? isNotNull(sessions.awaitsFactorUntil) : isNull(sessions.awaitsFactorUntil)))
      .orderBy(desc(sessions.createdAt), desc(sessions.lastSeenAt))
      .offset(MOST_SESSIONS);
    await this.#db.delete(sessions).where(inArray(sessions.idHash, tooOld));
  }

  async #find(id: string): Promise<SessionData | null> {
    const now = this.#clock().getTime();
    const [row] = await findSession(
      this.#db,
      {},
      {
        idHash: hashId(id),
        seenAfter: new Date(now - IDLE_LIMIT),
        startedAfter: new Date(now - AGE_LIMIT),
      },
    );
    if (!row) return null;
    const { impersonator, awaitsFactorUntil } = row;
    const times = { lastSeenAt: row.lastSeenAt.getTime(), startedAt: row.createdAt };
    if (awaitsFactorUntil) {
      if (awaitsFactorUntil.getTime() <= now) return null;
      return { cookie: { originalMaxAge: AGE_LIMIT }, ...times, provedAt: null, awaitsFactorOf: row.user.id } as SessionData;
    }
    const person = {
      ...row.user,
      isImpersonating: impersonator !== null,
      viewedBy: impersonator?.id,
      impersonator,
      needsFactor: row.needsFactor || undefined,
    };
    return {
      cookie: { originalMaxAge: AGE_LIMIT },
      passport: { user: { person, isStored: true } },
      ...times,
      provedAt: row.provedAt,
      isRecovered: row.isRecovered,
    } as SessionData;
  }
}

const findSession = prepared("session", (db) =>
  db
    .select({
      lastSeenAt: sessions.lastSeenAt,
      createdAt: sessions.createdAt,
      provedAt: sessions.provedAt,
      isRecovered: sessions.isRecovered,
      awaitsFactorUntil: sessions.awaitsFactorUntil,
      user: accountColumns,
      needsFactor: needsFactor(sql`coalesce(${impersonators.id}, ${users.id})`, sql`coalesce(${impersonators.role}, ${users.role})`),
      impersonator: { id: impersonators.id, email: impersonators.email, role: impersonators.role },
    })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isInUse(users)))
    .innerJoin(companies, and(eq(companies.id, users.companyId), eq(companies.approvalStatus, "approved")))
    .leftJoin(
      impersonators,
      // A View As session ends with the super admin's role, even if the session begins at that
      // moment.
      and(eq(impersonators.id, sessions.impersonatorId), isInUse(impersonators), eq(impersonators.role, "super_admin")),
    )
    .where(
      and(
        eq(sessions.idHash, sql.placeholder("idHash")),
        gt(sessions.lastSeenAt, sql.placeholder("seenAfter")),
        gt(sessions.createdAt, sql.placeholder("startedAfter")),
        or(isNull(sessions.impersonatorId), sql`${impersonators.id} is not null`),
      ),
    ),
);

/** Ends the sessions of all people of a company, including View As sessions of a super admin. */
export async function endSessionsOfCompany(db: Database | Db, companyId: number): Promise<void> {
  const people = db.select({ id: users.id }).from(users).where(eq(users.companyId, companyId));
  await db.delete(sessions).where(or(inArray(sessions.userId, people), inArray(sessions.impersonatorId, people)));
}

/**
 * Ends an account's sessions, including View As sessions. `except`: the id hash of a session that
 * stays.
 */
export async function endSessions(db: Pick<Database, "delete">, userId: number, except: string | null = null): Promise<void> {
  const theirs = or(eq(sessions.userId, userId), eq(sessions.impersonatorId, userId));
  await db.delete(sessions).where(and(theirs, except === null ? undefined : sql`${sessions.idHash} <> ${except}`));
}

/** The nightly clean-up: deletes sessions that no request can use any more. */
export async function deleteEndedSessions(db: Pick<Database, "delete">, now: Date): Promise<void> {
  await db
    .delete(sessions)
    .where(or(lt(sessions.lastSeenAt, new Date(now.getTime() - IDLE_LIMIT)), lt(sessions.createdAt, new Date(now.getTime() - AGE_LIMIT))));
}

/** Matches the sessions that a request can still use. */
export const isSessionAlive = (now: Date) =>
  and(gt(sessions.lastSeenAt, new Date(now.getTime() - IDLE_LIMIT)), gt(sessions.createdAt, new Date(now.getTime() - AGE_LIMIT)));

interface CookieSettings {
  readonly db: Database;
  /** The first secret signs; a cookie signed by any of them is valid. */
  readonly secrets: readonly string[];
  readonly publicUrl: URL;
  readonly clock: () => Date;
}

/**
 * On https the name begins with `__Host-`: the browser then refuses such a cookie from another host
 * or from plain http.
 */
export const cookieName = (publicUrl: URL): string => (publicUrl.protocol === "https:" ? COOKIE_NAMES.secure : COOKIE_NAMES.plain);

/** Derives a separate key from the secret for each use. */
export const derivedSecret = (secret: string, use: string): string => createHmac("sha256", secret).update(use).digest("base64url");

export function sessionCookie({ db, secrets, publicUrl, clock }: CookieSettings): RequestHandler {
  return session({
    name: cookieName(publicUrl),
    secret: secrets.map((secret) => derivedSecret(secret, "session-cookie")),
    store: new SessionStore(db, clock),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "lax", secure: publicUrl.protocol === "https:", path: "/", maxAge: AGE_LIMIT },
  });
}
