import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { SMTPServer } from "smtp-server";
import { expect, test } from "vitest";
import { connect } from "#server/platform/db/connect.ts";
import { MIGRATION_LOCK } from "#server/platform/db/migrate.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { openDatabaseLine } from "#server/testing/database/database-line.ts";
import { spawnPortal, startPortal } from "#tools/built-portal.ts";

/**
 * Starts a slow mail server: `begun` resolves when a mail is under way, and the server accepts the
 * mail once `finish` is called.
 */
async function slowMailServer() {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let taken = 0;
  let begin = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData(stream, _session, done) {
      stream.resume().on("end", async () => {
        begin();
        await finished;
        taken += 1;
        done();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  const url = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  return { url, begun, finish, taken: () => taken, stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())) };
}

test("SIGTERM lets a running upload and mail finish, and rejects new requests", async () => {
  const [database, mails] = [await createTestDatabase(), await slowMailServer()];
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-stop-"));
  const server = await startPortal({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SMTP_URL: mails.url,
    MAIL_FROM: "portal@e2e.example",
    DEMO: "1",
  });
  const post = (path: string, body: unknown) =>
    fetch(new URL(path, server.url), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const signedIn = await post("/api/login", { email: "customer@tiltrod.example", password: "tiltrod-demo" });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const [order] = (await (await fetch(`${server.url}/api/orders`, { headers: { cookie } })).json()) as [{ id: number }];
  await post("/api/forgot-password", { email: "customer@tiltrod.example" });
  await mails.begun;

  const part = (name: string, value: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const sending = request(new URL("/api/remakes", server.url), {
    method: "POST",
    headers: { cookie, "content-type": "multipart/form-data; boundary=x", expect: "100-continue" },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on("response", (reply) => resolve(reply.resume().statusCode ?? 0)).on("error", reject);
  });
  // The event confirms that the server has received the request.
  await once(sending, "continue");
  sending.write(part("orderId", String(order.id)));

  const stopped = server.stop();
  await expect
    .poll(() =>
      fetch(`${server.url}/healthz`).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  sending.end(`${part("reason", "Half of it came after the word to stop")}--x--\r\n`);
  expect(await answered).toBe(201);
  mails.finish();
  await stopped;

  const db = connect(database.url, { onError: () => {} });
  const remakes = await db.execute(sql`select 1 from remakes where reason = 'Half of it came after the word to stop'`);
  expect(remakes.rows).toHaveLength(1);
  const sent = await db.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'send-mail' and attempts > 0`);
  expect(sent.rows).toEqual([]);
  expect(mails.taken()).toBeGreaterThan(0);
  await db.$client.end();
  await mails.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("SIGTERM ends a start that waits for its database, or for another process's migration", async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-stop-"));
  const line = await openDatabaseLine(database.url);
  line.freeze();
  const waiting = spawnPortal({ DATABASE_URL: line.url, DATA_DIR: dataDir });
  await expect.poll(waiting.output, { timeout: 60_000 }).toContain("does not answer");
  const began = Date.now();
  expect(await waiting.stop()).toBe(0);
  expect(Date.now() - began).toBeLessThan(15_000);

  // Another process migrates, and its database freezes in the middle: this process's statement is
  // never answered.
  const holder = connect(database.url, { onError: () => {} });
  const held = await holder.$client.connect();
  await held.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const behind = spawnPortal({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const locks = () => holder.execute(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`);
  await expect.poll(async () => (await locks()).rows.length, { timeout: 60_000 }).toBe(1);
  const since = Date.now();
  expect(await behind.stop()).toBe(0);
  expect(Date.now() - since).toBeLessThan(15_000);

  held.release();
  await holder.$client.end();
  await line.stop();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});
