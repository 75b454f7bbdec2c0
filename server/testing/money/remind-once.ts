import { sendReminders } from "#server/features/invoices/send-reminders.ts";
import { connect } from "#server/platform/db/connect.ts";
import { createPost } from "#server/platform/mail/post.ts";
import { createSeal } from "#server/platform/security/seal.ts";

/**
 * Sends the due reminders once, in a process of its own that a test may kill: `remind-once.ts
 * <database> <instant> <key of the seal>`.
 */
const [databaseUrl = "", instant = "", key = ""] = process.argv.slice(2);
const db = connect(databaseUrl, {
  most: 2,
  waits: { connection: 20_000, lock: 120_000, statement: 120_000, answer: 120_000 },
  onError: () => {},
});
const post = createPost({ seal: createSeal(key), productName: "Tiltrod", publicUrl: new URL("http://localhost") });
await sendReminders({ db, post, clock: () => new Date(instant) });
await db.$client.end();
