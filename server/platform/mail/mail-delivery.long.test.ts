import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { jobFaults } from "#server/features/office/errors/record-fault.ts";
import { mailedPapers } from "#server/features/papers/mailed-papers.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { createLog } from "#server/platform/http/log.ts";
import { enqueue } from "#server/platform/jobs/enqueue.ts";
import { startWorker } from "#server/platform/jobs/worker.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { waitingMails } from "#server/schema/notifications.ts";
import { errorRecords } from "#server/schema/records.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { createMailer, type Mail, mailTasks, openMail } from "./mailer.ts";
import { createPost } from "./post.ts";

/** A mail as the receiving server gets it, after its way from the row in the transaction. */

interface Delivered {
  readonly from: string;
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
}

/** A mail server that refuses a set number of mails. */
async function startSmtp({ encrypted = false } = {}) {
  const delivered: Delivered[] = [];
  let refusals = 0;
  let reason = (_to: string) => "The mailbox is full";
  let tries = 0;
  const server = new SMTPServer({
    // The certificate that the library brings along is signed by nobody.
    secure: encrypted,
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        tries += 1;
        const to = session.envelope.rcptTo[0]?.address ?? "";
        if (tries <= refusals) return done(Object.assign(new Error(reason(to)), { responseCode: 452 }));
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        delivered.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          mail: await PostalMime.parse(raw),
          raw: raw.toString(),
        });
        done();
      });
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  return {
    url: `${encrypted ? "smtps" : "smtp"}://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    delivered,
    tries: () => tries,
    refuse: (times: number, why = reason) => {
      refusals = tries + times;
      reason = why;
    },
    stop: () => new Promise<void>((stopped) => server.close(() => stopped())),
  };
}

let portal: TestPortal;
let smtp: Awaited<ReturnType<typeof startSmtp>>;
const outbox = mkdtempSync(join(tmpdir(), "tiltrod-outbox-"));
const stops: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  [portal, smtp] = await Promise.all([startPortal(), startSmtp()]);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(async () => {
  await portal.stop();
  await smtp.stop();
  rmSync(outbox, { recursive: true, force: true });
});

const FROM = '"Tiltrod, Ltd" <no-reply@portal.test>';
const MAIL: Mail = {
  to: "ada@company.test",
  subject: "Good news – Tiltrod",
  text: "Hello Ada,\n\nÜberraschung £5",
  html: "<p>Hello Ada</p>",
};

async function work(smtpUrl: string | null = smtp.url) {
  const mailer = createMailer({ smtpUrl: smtpUrl ?? undefined, from: FROM, outbox });
  const databaseUrl = portal.db.$client.options.connectionString ?? "";
  const log = createLog("silent");
  const faults = jobFaults({ ...portal.appContext, log });
  const worker = await startWorker({
    ...mailTasks({ db: portal.db, mailer, seal: portal.seal, makeAttachment: mailedPapers(portal.appContext) }),
    databaseUrl,
    faults,
    clock: portal.clock,
    log,
  });
  stops.push(async () => mailer.close());
  stops.push(() => worker.stop());
}
const jobs = async () =>
  (
    await portal.db.execute<{ attempts: number; max_attempts: number; last_error: string | null; waits: boolean }>(
      sql`select attempts, max_attempts, last_error, run_at > now() as waits from graphile_worker.jobs order by id`,
    )
  ).rows;
/**
 * Runs waiting jobs now: the pause before the next attempt grows to hours, which a test cannot
 * wait.
 */
const hurry = () =>
  portal.db.execute(
    sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where locked_at is null), run_at => now())`,
  );
const emptied = () => expect.poll(async () => (await jobs()).length, { timeout: 20_000 }).toBe(0);
const records = () => portal.db.select().from(errorRecords);

test("a mail is delivered to its one reader, as text and as HTML", async () => {
  await enqueue(portal.db, "send-mail", MAIL);
  await work();
  await emptied();
  const [{ from, to, mail } = {} as Delivered] = smtp.delivered.splice(0);
  expect([from, to]).toEqual(["no-reply@portal.test", ["ada@company.test"]]);
  expect(mail.from).toMatchObject({ name: "Tiltrod, Ltd", address: "no-reply@portal.test" });
  expect([mail.subject, mail.text?.trim(), mail.html?.trim()]).toEqual([MAIL.subject, MAIL.text, MAIL.html]);
});

test("a mail of a transaction that was rolled back is never sent", async () => {
  await inTransaction(portal.db, async (tx) => {
    await enqueue(tx, "send-mail", MAIL);
    throw new Error("undone");
  }).catch(() => {});
  expect(await jobs()).toEqual([]);
});

test("a delivery that fails is tried again later, and arrives once", async () => {
  smtp.refuse(2);
  const before = smtp.tries();
  await enqueue(portal.db, "send-mail", MAIL);
  await work();
  for (const attempt of [1, 2]) {
    await expect.poll(async () => (await jobs())[0]?.attempts, { timeout: 20_000 }).toBe(attempt);
    await expect.poll(async () => (await jobs())[0]?.last_error, { timeout: 20_000 }).toContain("The mailbox is full");
    expect(await jobs()).toMatchObject([{ max_attempts: 10 }]);
    await hurry();
  }
  await emptied();
  expect(smtp.tries() - before).toBe(3);
  expect(smtp.delivered.splice(0)).toHaveLength(1);
  // A failed attempt is no error record: a server may be busy for a moment.
  expect(await records()).toEqual([]);
});

test("a mail that fails its last attempt becomes an error record without its content, and stays stored", async () => {
  smtp.refuse(100);
  const secret = "token=8Jq-the-link-of-somebody";
  await enqueue(portal.db, "send-mail", { ...MAIL, text: `Set a new password: http://portal.test/reset-password?${secret}` });
  await portal.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts => 9)`);
  await work();
  await expect.poll(async () => (await records()).length, { timeout: 20_000 }).toBe(1);
  const [record] = await records();
  expect(record).toMatchObject({ errorType: "JobFailed", requestPath: "job send-mail", severity: "error", status: "new", count: 1 });
  expect(record?.errorMessage).toMatch(/^send-mail: .*The mailbox is full/);
  expect(JSON.stringify(record)).not.toContain("8Jq-the-link");
  expect(await jobs()).toMatchObject([{ attempts: 10, max_attempts: 10 }]);
  // Staff see the failed mail with all other errors.
  const { body } = await (await portal.signIn("admin")).get<{ errorType: string }[]>("/api/errors");
  expect(body.map(({ errorType }) => errorType)).toEqual(["JobFailed"]);
  smtp.refuse(0);
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

test("another mail that fails for the same reason raises the count of one record", async () => {
  smtp.refuse(100);
  await enqueue(portal.db, "send-mail", { ...MAIL, to: "bea@company.test" });
  await portal.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts => 9)`);
  await work();
  await expect.poll(async () => (await records()).map(({ count }) => count), { timeout: 20_000 }).toEqual([2]);
  smtp.refuse(0);
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

test("mails that fail alike share one record, with the reason and without an address", async () => {
  const before = (await records()).map(({ id }) => id);
  smtp.refuse(100, (to) => `5.7.1 <${to}>: sender not allowed by policy [q8Jx${to.length}2f7a-eu1]`);
  for (const to of ["ada@company.test", "beatrice@another.test", "c.hopper+uk@company.test"])
    await enqueue(portal.db, "send-mail", { ...MAIL, to });
  await portal.db.execute(sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), attempts => 9)`);
  await work();
  const made = async () => (await records()).filter(({ id }) => !before.includes(id));
  await expect.poll(async () => (await made()).map(({ count }) => count), { timeout: 20_000 }).toEqual([3]);
  const [record] = await made();
  expect(record?.errorMessage).toContain("5.7.1 <…@…>: sender not allowed by policy");
  for (const personal of ["company.test", "another.test", "beatrice", "hopper"]) expect(JSON.stringify(record)).not.toContain(personal);
  smtp.refuse(0);
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

test("a mail server that is away is a failed attempt like any other", async () => {
  await enqueue(portal.db, "send-mail", MAIL);
  await work("smtp://127.0.0.1:1");
  await expect.poll(async () => (await jobs())[0]?.last_error, { timeout: 20_000 }).toContain("ECONNREFUSED");
  expect((await jobs())[0]?.waits).toBe(true);
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

describe("to a mail server on another machine", () => {
  /**
   * This machine under an address that is not loopback, so the mailer treats it as another machine.
   */
  const elsewhere = () => smtp.url.replace("127.0.0.1", "0.0.0.0");

  test("a server on another machine without encryption receives no mail", async () => {
    await enqueue(portal.db, "send-mail", MAIL);
    await work(elsewhere());
    await expect.poll(async () => (await jobs())[0]?.last_error, { timeout: 20_000 }).toContain("STARTTLS");
    expect(smtp.delivered).toEqual([]);
    await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
  });

  test("mails are sent unencrypted only if the server's address allows it", async () => {
    await enqueue(portal.db, "send-mail", MAIL);
    await work(`${elsewhere()}?requireTLS=false`);
    await emptied();
    expect(smtp.delivered.splice(0)).toHaveLength(1);
  });
});

test("a mail server whose certificate nobody trusts receives no mail, and the record says why", async () => {
  const stranger = await startSmtp({ encrypted: true });
  try {
    await enqueue(portal.db, "send-mail", MAIL);
    await portal.db.execute(sql`update graphile_worker._private_jobs set max_attempts = 1`);
    await work(stranger.url);
    await expect
      .poll(async () => (await records()).map(({ errorMessage }) => errorMessage).join(), { timeout: 20_000 })
      .toContain("certificate");
    expect(stranger.delivered).toEqual([]);
    expect(JSON.stringify(await records())).not.toContain("Überraschung");
  } finally {
    await stranger.stop();
  }
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});

test("no name, subject or address can add a header or a reader", async () => {
  const post = createPost({ productName: "Tiltrod", publicUrl: new URL("http://portal.test"), seal: portal.seal });
  await post.send(portal.db, {
    to: "ada@company.test",
    subject: "Quote\r\nBcc: everybody@company.test\r\n\r\nOr a body",
    greeting: "Ada\r\nCc: everybody@company.test",
    paragraphs: ["First\r\n.\r\nRCPT TO:<everybody@company.test>"],
  });
  // The mail is queued without `post`, as by a programming error: the mailer must refuse the extra
  // header too.
  await enqueue(portal.db, "send-mail", { ...MAIL, subject: "Plain\r\nBcc: everybody@company.test\r\nX-Made-Up: 1" });
  await work();
  await emptied();
  const sent = smtp.delivered.splice(0);
  expect(sent.length).toBe(2);
  for (const { to, mail } of sent) {
    expect(to.filter((address) => address.includes("everybody"))).toEqual([]);
    expect(mail.headers.map(({ key }) => key).filter((key) => /^(bcc|cc|x-made-up)$/i.test(key))).toEqual([]);
  }
});

test.each(["ada@company.test\r\nBcc: everybody@company.test", "ada@company.test, everybody@company.test", "Ada <everybody@company.test>"])(
  "a mail to anything but one plain address is not sent: %j",
  async (to) => {
    await enqueue(portal.db, "send-mail", { ...MAIL, to });
    await work();
    await expect.poll(async () => (await jobs())[0]?.last_error, { timeout: 20_000 }).toContain("A mail goes to one plain address");
    expect(smtp.delivered).toEqual([]);
    await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
  },
);

test("a mail without a mail server is a whole file of its own, readable by its owner alone", async () => {
  await enqueue(portal.db, "send-mail", MAIL);
  await enqueue(portal.db, "send-mail", { ...MAIL, to: "bea@company.test" });
  await work(null);
  await emptied();
  const files = readdirSync(outbox);
  expect(files.filter((name) => !name.endsWith(".eml"))).toEqual([]);
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))));
  expect(mails.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(["ada@company.test", "bea@company.test"]);
  for (const mail of mails) expect([mail.subject, mail.text?.trim()]).toEqual([MAIL.subject, MAIL.text]);
  for (const name of files) expect(statSync(join(outbox, name)).mode & 0o077).toBe(0);
});

test("a mail waits sealed, and one that was queued before mails were sealed goes out as well", async () => {
  const post = createPost({ productName: "Tiltrod", publicUrl: new URL("http://portal.test"), seal: portal.seal });
  await post.send(portal.db, { to: "ada@company.test", subject: "A link", greeting: "Ada", paragraphs: ["Open it"] });
  await enqueue(portal.db, "send-mail", { ...MAIL, to: "bea@company.test" });
  const waiting = await portal.db.select().from(waitingMails);
  expect(waiting).toHaveLength(1);
  expect(JSON.stringify(waiting)).not.toMatch(/ada@|a link|open it/i);
  await work();
  await emptied();
  const sent = smtp.delivered.splice(0);
  expect(sent.map(({ to }) => to.join()).toSorted()).toEqual(["ada@company.test", "bea@company.test"]);
  expect(await portal.db.select().from(waitingMails)).toEqual([]);
});

test("a mail that an earlier version queued keeps its paper", () => {
  const paper = { document: "INV-00001" };
  const sealed = portal.seal.seal(JSON.stringify({ ...MAIL, paper }), "mail");
  expect(openMail(portal.seal, { sealed })).toEqual({ ...MAIL, papers: [paper] });
});

test("a repeated job sends its mail only once, and a failed attempt is counted", async () => {
  const post = createPost({ productName: "Tiltrod", publicUrl: new URL("http://portal.test"), seal: portal.seal });
  await post.send(portal.db, { to: "ada@company.test", subject: "Once", greeting: "Ada", paragraphs: ["Once"] });
  const [waiting] = await portal.db.select().from(waitingMails);
  smtp.refuse(1);
  await work();
  await expect.poll(async () => (await portal.db.select().from(waitingMails))[0]?.failures, { timeout: 20_000 }).toBe(1);
  await hurry();
  await emptied();
  await enqueue(portal.db, "send-mail", { mailId: waiting?.id ?? 0 });
  await emptied();
  expect(smtp.delivered.splice(0).map(({ to }) => to.join())).toEqual(["ada@company.test"]);
});

test("a mail that was sealed with another key fails with that reason, and waits for the key", async () => {
  const other = createSeal("the key of some other portal, 32 long");
  const post = createPost({ productName: "Tiltrod", publicUrl: new URL("http://portal.test"), seal: other });
  await post.send(portal.db, { to: "ada@company.test", subject: "A link", greeting: "Ada", paragraphs: ["Open it"] });
  await work();
  await expect.poll(async () => (await jobs())[0]?.last_error, { timeout: 20_000 }).toContain("ENCRYPTION_KEY has changed since");
  expect(smtp.delivered).toEqual([]);
  await portal.db.execute(sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`);
});
