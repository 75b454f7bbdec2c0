import { and, eq } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { changeRequests, type orders } from "#server/schema/orders-and-remakes.ts";
import { wasShipped } from "#shared/domain/trade/status.ts";

type Order = Pick<typeof orders.$inferSelect, "id" | "status">;

/**
 * Declines the open change request of a locked order that was shipped or cancelled (rule O27).
 * Returns the sentence to its customer; null without a request.
 */
export async function endChangeRequest(db: Db, { id, status }: Order, now: Date): Promise<string | null> {
  const reason = wasShipped(status) ? "The order was already shipped." : status === "cancelled" ? "The order was cancelled." : null;
  if (reason === null) return null;
  const ended = await db
    .update(changeRequests)
    .set({ status: "declined", reason, answeredAt: now })
    .where(and(eq(changeRequests.orderId, id), eq(changeRequests.status, "open")))
    .returning({ id: changeRequests.id });
  return ended.length === 0 ? null : `The change that you asked for was not made. ${reason}`;
}
