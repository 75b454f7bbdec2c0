import { createHash, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { and, eq, lt, or, sql } from "drizzle-orm";
import type { Request } from "express";
import type { Database, Db } from "#server/platform/db/connect.ts";
import { idempotencyKeys } from "#server/schema/records.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { badRequest, conflict, Refusal } from "./errors.ts";

const DAY_MS = 86_400_000;

/** The claim of a dead process expires by itself; a live process renews its claim long before. */
const CLAIM = { seconds: 8, renewMs: 2_000, pollMs: 200, waitMs: 40_000 } as const;

/** The first successful reply of a key, to be repeated unchanged. */
export class Replay extends Error {
  readonly status: number;
  readonly reply: unknown;
  constructor(status: number, reply: unknown) {
    super("replay");
    this.status = status;
    this.reply = reply;
  }
}

export interface IdempotencyKey {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: string;
}

/** @param files the digests of the uploaded files: another photo makes another request */
export function readKey(req: Request, userId: number, files: readonly string[]): IdempotencyKey | null {
  const key = req.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || key.length === 0 || key.length > LONGEST.idempotencyKey)
    throw badRequest(`Idempotency-Key takes 1 to ${LONGEST.idempotencyKey} characters`);
  const sent = JSON.stringify([req.method, req.originalUrl, req.body ?? null, files]);
  return { userId, key, fingerprint: createHash("sha256").update(sent).digest("base64url") };
}

interface Known {
  readonly now: Date;
  /** The days for which the reply is stored; one by default. */
  readonly days?: number | undefined;
}

const rowOf = ({ userId, key }: IdempotencyKey) => and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
const knownUntil = ({ now, days = 1 }: Known) => new Date(now.getTime() + days * DAY_MS);

/**
 * Claims a key inside the call's transaction. Another process's call with the same key waits for
 * the primary key's lock. After a commit that call gets the same reply; after a rollback it does
 * the work itself. A crash removes the key with the work.
 */
export async function claimKey(db: Db, claim: IdempotencyKey, known: Known): Promise<void> {
  const values = { ...claim, status: 0, reply: null, claimId: null, claimedUntil: null, knownUntil: knownUntil(known) };
  const claimed = await db
    .insert(idempotencyKeys)
    .values(values)
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: values,
      setWhere: lt(idempotencyKeys.knownUntil, known.now),
    })
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return;
  const [first] = await db.select().from(idempotencyKeys).where(rowOf(claim));
  if (!first || first.status === 0) throw conflict("Please try again");
  replay(first, claim);
}

/** @throws the first reply; 409 if the key was used for another request */
function replay(first: Pick<typeof idempotencyKeys.$inferSelect, "fingerprint" | "status" | "reply">, claim: IdempotencyKey): never {
  if (first.fingerprint !== claim.fingerprint) throw conflict("This Idempotency-Key was used for a different request");
  throw new Replay(first.status, first.reply);
}

/**
 * The stored first reply of a key; null without one, or if the key was used for another request.
 */
export async function findReply(db: Db, claim: IdempotencyKey, now: Date): Promise<Replay | null> {
  const [first] = await db.select().from(idempotencyKeys).where(rowOf(claim));
  const isKnown = first && first.status !== 0 && first.knownUntil >= now && first.fingerprint === claim.fingerprint;
  return isKnown ? new Replay(first.status, first.reply) : null;
}

export async function storeReply(db: Db, claim: IdempotencyKey, status: number, reply: unknown): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ status, reply: reply ?? null })
    .where(rowOf(claim));
}

/** A key that a call has claimed before its work; other calls with the key wait. */
export interface ClaimedKey extends IdempotencyKey {
  readonly claimId: string;
}

/**
 * Claims a key before work that uses services outside the database, and holds no connection
 * meanwhile. A second call with the key waits, and gets the first one's reply. The key is free
 * again when the work fails, and soon after its process dies.
 * @throws `Replay`, 409
 */
export async function withClaim<T>(db: Database, key: IdempotencyKey, known: Known, work: (claim: ClaimedKey) => Promise<T>): Promise<T> {
  const claim = { ...key, claimId: randomUUID() };
  await claimOrWait(db, claim, known);
  const isMine = and(rowOf(key), eq(idempotencyKeys.claimId, claim.claimId), eq(idempotencyKeys.status, 0));
  const renew = () =>
    void db
      .update(idempotencyKeys)
      .set({ claimedUntil: leaseEnd })
      .where(isMine)
      .catch(() => {});
  const renewing = setInterval(renew, CLAIM.renewMs).unref();
  try {
    return await work(claim);
  } finally {
    clearInterval(renewing);
    // A stored reply stays. If the database is away, the claim expires by itself.
    await db
      .delete(idempotencyKeys)
      .where(isMine)
      .catch(() => {});
  }
}

/** Uses the database's clock, which all processes share. */
const leaseEnd = sql`now() + make_interval(secs => ${CLAIM.seconds})`;

async function claimOrWait(db: Database, { claimId, ...key }: ClaimedKey, known: Known): Promise<void> {
  const set = { ...key, claimId, status: 0, reply: null, claimedUntil: leaseEnd, knownUntil: knownUntil(known) };
  const isDead = and(eq(idempotencyKeys.status, 0), lt(idempotencyKeys.claimedUntil, sql`now()`));
  for (let waited = 0; ; waited += CLAIM.pollMs) {
    const claimed = await db
      .insert(idempotencyKeys)
      .values(set)
      .onConflictDoUpdate({
        target: [idempotencyKeys.userId, idempotencyKeys.key],
        set,
        setWhere: or(lt(idempotencyKeys.knownUntil, known.now), and(isDead, eq(idempotencyKeys.fingerprint, key.fingerprint))),
      })
      .returning({ key: idempotencyKeys.key });
    if (claimed.length > 0) return;
    const [first] = await db.select().from(idempotencyKeys).where(rowOf(key));
    if (first && (first.status !== 0 || first.fingerprint !== key.fingerprint)) replay(first, key);
    if (waited >= CLAIM.waitMs)
      throw new Refusal(409, "This request is still being processed. Please try again in a moment.", { retryAfter: 5 });
    await sleep(CLAIM.pollMs);
  }
}

/**
 * Locks a claim inside the transaction that ends its work.
 * @throws 409 if the claim expired meanwhile, and another call may have started the work again
 */
export async function confirmClaim(tx: Db, claim: ClaimedKey): Promise<void> {
  const [mine] = await tx
    .select({ key: idempotencyKeys.key })
    .from(idempotencyKeys)
    .where(and(rowOf(claim), eq(idempotencyKeys.claimId, claim.claimId), eq(idempotencyKeys.status, 0)))
    .for("update");
  if (!mine) throw conflict("Please try again");
}

/**
 * Runs calls with one key one after another in a process. A call that waits holds no connection of
 * the pool.
 */
export function createKeyLines(): <T>(key: IdempotencyKey, work: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const line = `${key.userId} ${key.key}`;
    for (let ahead = running.get(line); ahead; ahead = running.get(line)) await ahead.catch(() => {});
    const mine = work();
    running.set(line, mine);
    try {
      return await mine;
    } finally {
      running.delete(line);
    }
  };
}
