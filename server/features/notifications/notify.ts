import type { Db } from "#server/db/connect.ts";
import { notifications } from "#server/db/schema.ts";

/** Every kind of notification that exists; the bell knows where each one leads. */
export type NotificationType = "account" | "order_status" | "remake_reply" | "remake_status" | "quote_sent";

export interface NewNotification {
  readonly userId: number;
  readonly type: NotificationType;
  readonly title: string;
  readonly message: string;
  readonly relatedId: number | null;
}

/** Tells a person something, in the transaction of what happened. */
export async function notify(db: Db, notification: NewNotification): Promise<void> {
  await db.insert(notifications).values(notification);
}
