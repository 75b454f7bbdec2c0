import type { Context } from "#server/context.ts";
import { workshopEvents } from "#server/schema/workshop.ts";
import type { PieceStep } from "#shared/domain/window/saw/pieces.ts";

/** A mark that was removed from a shutter. */
interface RemovedMark {
  readonly itemId: number;
  readonly piece: number;
  readonly step: PieceStep;
}

/** Adds a line to the order's history for each removed mark (rule W88). */
export async function recordUndone(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  orderId: number,
  marks: readonly RemovedMark[],
): Promise<void> {
  if (marks.length === 0) return;
  const line = { orderId, kind: "undone" as const, createdAt: now, byUserId: user.id };
  await db.insert(workshopEvents).values(marks.map(({ itemId, piece, step }) => ({ ...line, itemId, piece, step })));
}
