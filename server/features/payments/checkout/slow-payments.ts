import { eq } from "drizzle-orm";
import { storeNotifications } from "#server/features/office/notifications/notifications.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { checkoutSessions } from "#server/schema/checkouts.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { formatPence } from "#shared/domain/money.ts";
import { quoteNumber } from "#shared/domain/trade/status.ts";

type Session = typeof checkoutSessions.$inferSelect;

/** Notifies the person who pressed Pay of the outcome of a slow payment (rule Y16). */
export async function notifyOfSlowPayment(tx: Db, { userId, quoteId, amount }: Session, isPaid: boolean): Promise<void> {
  if (userId === null) return;
  const [person] = await tx.select({ id: users.id, deletedAt: users.deletedAt }).from(users).where(eq(users.id, userId));
  if (!person || person.deletedAt !== null) return;
  const thing = quoteId === null ? "your invoices" : `quote ${quoteNumber(quoteId)}`;
  const message = isPaid
    ? `Your payment of ${formatPence(amount)} for ${thing} has arrived.`
    : `Your payment of ${formatPence(amount)} for ${thing} failed. Nothing was charged: please pay again.`;
  const title = isPaid ? "Payment received" : "Payment failed";
  await storeNotifications(tx, [{ userId, type: "payment", title, message, relatedId: quoteId }]);
}
