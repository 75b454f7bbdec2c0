import { createHash } from "node:crypto";
import { and, eq, lt } from "drizzle-orm";
import type { Request } from "express";
import type { Db } from "#server/db/connect.ts";
import { idempotencyKeys } from "#server/db/schema.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { badRequest, conflict } from "./errors.ts";

const DAY_MS = 86_400_000;

/** The first success of a key, to be sent again word for word. */
export class Replay extends Error {
  readonly status: number;
  readonly reply: unknown;
  constructor(status: number, reply: unknown) {
    super("replay");
    this.status = status;
    this.reply = reply;
  }
}

interface IdempotencyKey {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: string;
}

/** @param files the digests of what was uploaded: another photo is another request. */
export function readKey(req: Request, userId: number, files: readonly string[]): IdempotencyKey | null {
  const key = req.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key !== "string" || key.length === 0 || key.length > LONGEST.idempotencyKey)
    throw badRequest(`Idempotency-Key takes 1 to ${LONGEST.idempotencyKey} characters`);
  const sent = JSON.stringify([req.method, req.originalUrl, req.body ?? null, files]);
  return { userId, key, fingerprint: createHash("sha256").update(sent).digest("base64url") };
}

/**
 * Claims a key inside the call's transaction. Another call with the same key waits here, on the
 * primary key's lock. After a commit it gets the same reply; after a rollback it does the work
 * itself. A crash forgets the key with the work.
 */
export async function claimKey(db: Db, claim: IdempotencyKey, { now, days = 1 }: { now: Date; days?: number | undefined }): Promise<void> {
  const knownUntil = new Date(now.getTime() + days * DAY_MS);
  const mine = and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key));
  const claimed = await db
    .insert(idempotencyKeys)
    .values({ ...claim, status: 0, knownUntil })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.key],
      set: { fingerprint: claim.fingerprint, status: 0, reply: null, knownUntil },
      setWhere: lt(idempotencyKeys.knownUntil, now),
    })
    .returning({ key: idempotencyKeys.key });
  if (claimed.length > 0) return;
  const [first] = await db.select().from(idempotencyKeys).where(mine);
  if (!first) throw conflict("Please try again");
  if (first.fingerprint !== claim.fingerprint) throw conflict("This Idempotency-Key was used for a different request");
  throw new Replay(first.status, first.reply);
}

export async function keepReply(db: Db, claim: IdempotencyKey, status: number, reply: unknown): Promise<void> {
  await db
    .update(idempotencyKeys)
    .set({ status, reply: reply ?? null })
    .where(and(eq(idempotencyKeys.userId, claim.userId), eq(idempotencyKeys.key, claim.key)));
}
