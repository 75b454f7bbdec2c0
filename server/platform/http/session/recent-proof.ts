import { eq } from "drizzle-orm";
import type { Request } from "express";
import type { Db } from "#server/platform/db/connect.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { PLEASE_CONFIRM, PROOF_MINUTES } from "#shared/contract/identity/proof.ts";
import { PROVE } from "#shared/contract/identity/prove-code.ts";

const COUNTS_MS = PROOF_MINUTES * 60_000;

/**
 * Refuses a protected call of a session without a recent proof (rule A36). In View As the session
 * has the super admin's own proof. After a recovery code only an enrolment is accepted.
 * @throws 403 with `code: "prove"`
 */
export function requireProof(req: Request, now: Date, isEnrolment = false): void {
  // A session that was ended meanwhile has no data.
  const { provedAt, isRecovered } = req.session ?? {};
  if (provedAt && (isEnrolment || !isRecovered) && now.getTime() - provedAt.getTime() < COUNTS_MS) return;
  throw new Refusal(403, PLEASE_CONFIRM, { members: { code: PROVE } });
}

/** Stores a proof in its session; every process counts it from the next request on. */
export async function storeProof(db: Db, idHash: string | null, now: Date): Promise<void> {
  if (idHash !== null) await db.update(sessions).set({ provedAt: now, isRecovered: false }).where(eq(sessions.idHash, idHash));
}
