import { sendReminders } from "#server/features/invoices/send-reminders.ts";
import { sendDigests } from "#server/features/office/digest/send-digests.ts";
import { connect } from "#server/platform/db/connect.ts";
import { createPost } from "#server/platform/mail/post.ts";
import { createSeal } from "#server/platform/security/seal.ts";

/**
 * Sends the due reminders or digests once, in a process of its own that a test may kill:
 * `send-once.ts <reminders|digests> <database> <instant> <key of the seal>`.
 */
const [what, databaseUrl = "", instant = "", key = ""] = process.argv.slice(2);
const db = connect(databaseUrl, {
  most: 2,
  waits: { connection: 20_000, lock: 120_000, statement: 120_000, answer: 120_000 },
  onError: () => {},
});
const publicUrl = new URL("http://portal.test");
const sender = { db, post: createPost({ seal: createSeal(key), productName: "Tiltrod", publicUrl }), clock: () => new Date(instant) };
await (what === "digests" ? sendDigests({ ...sender, publicUrl }) : sendReminders(sender));
await db.$client.end();
