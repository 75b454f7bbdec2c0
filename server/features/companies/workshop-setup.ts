import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { workshopReviews } from "#server/schema/workshop.ts";
import type { ConfirmedStep } from "#shared/domain/first-steps.ts";
import { SETUP_STEPS, type SetupStep } from "#shared/domain/workshop-setup.ts";

/**
 * The steps of a workshop's checklist, with the time at which the workshop reviewed each (rule
 * W108).
 */
export async function workshopSetupOf(db: Db, companyId: number) {
  const { step, reviewedAt } = workshopReviews;
  const rows = await db.select({ step, reviewedAt }).from(workshopReviews).where(eq(workshopReviews.companyId, companyId));
  const reviewed = new Map(rows.map((row) => [row.step, row.reviewedAt]));
  const steps = SETUP_STEPS.map((each) => ({ step: each, reviewedAt: reviewed.get(each) ?? null }));
  return { complete: steps.every((each) => each.reviewedAt !== null), steps };
}

interface Reviewer {
  readonly id: number;
  readonly companyId: number;
}

/** Records that a person of the company has reviewed these steps. The first review stays. */
export async function storeReviews(
  db: Db,
  { id, companyId }: Reviewer,
  steps: readonly (SetupStep | ConfirmedStep)[],
  reviewedAt: Date,
): Promise<void> {
  if (steps.length === 0) return;
  const rows = steps.map((step) => ({ companyId, step, reviewedAt, byUserId: id }));
  await db.insert(workshopReviews).values(rows).onConflictDoNothing();
}

/**
 * Withdraws the reviews of these steps that the person stored with a save at `savedAt`. An earlier
 * review stays.
 */
export async function withdrawReviews(db: Db, { id, companyId }: Reviewer, steps: readonly SetupStep[], savedAt: Date): Promise<void> {
  const { step, reviewedAt, byUserId } = workshopReviews;
  const ofSave = and(eq(workshopReviews.companyId, companyId), inArray(step, [...steps]), eq(byUserId, id), eq(reviewedAt, savedAt));
  await db.delete(workshopReviews).where(ofSave);
}
