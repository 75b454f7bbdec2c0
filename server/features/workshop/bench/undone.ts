import type { Context } from "#server/context.ts";
import { workshopEvents } from "#server/schema/workshop.ts";
import type { PieceStep } from "#shared/domain/window/saw/pieces.ts";

interface Undone {
  readonly step: PieceStep;
  readonly pieces: readonly { readonly itemId: number; readonly piece: number }[];
}

/** Adds a line to the order's history for each shutter whose step was undone (rule W88). */
export async function recordUndone(
  { db, user, now }: Pick<Context, "db" | "user" | "now">,
  orderId: number,
  { step, pieces }: Undone,
): Promise<void> {
  if (pieces.length === 0) return;
  const line = { orderId, kind: "undone" as const, step, createdAt: now, byUserId: user.id };
  await db.insert(workshopEvents).values(pieces.map(({ itemId, piece }) => ({ ...line, itemId, piece })));
}
