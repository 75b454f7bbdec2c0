import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { Logger, runOnce } from "graphile-worker";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { fillDemo } from "#server/demo/fill-demo.ts";
import { stripeOrNull } from "#server/features/payments/stripe/stripe-settings.ts";
import { connect, type Database } from "#server/platform/db/connect.ts";
import { knownMigrations, migrate } from "#server/platform/db/migrate.ts";
import { type Mail, mailTasks } from "#server/platform/mail/mailer.ts";
import { createPost } from "#server/platform/mail/post.ts";
import { folderStore, type PhotoStore } from "#server/platform/photos/photo-store.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { eventually, tidyUp } from "#server/testing/database/embedded-harness.ts";
import { onServer, testServer, withDatabase } from "#server/testing/database/global-setup.ts";
import { createArchive } from "./archive.ts";
import { backUp, LEFT_OUT } from "./back-up.ts";
import { checkedArchive, restore } from "./restore.ts";

afterEach(tidyUp);

const NOW = new Date("2026-06-15T10:30:00Z");
const LETTER = { to: "ada@company.test", subject: "Your order", greeting: "Ada", paragraphs: ["It is on its way"] };
/** A text with everything that COPY's text form has to escape, and more. */
const ODD = String.raw`\N \. tab:	new
line "quotes" 'and' {braces}, \x00 £ ŵ 👩‍🔧 ‏שלום`;
const seal = createSeal("an encryption key of the backup's tests");
const work = mkdtempSync(join(tmpdir(), "tiltrod-backup-"));
const photos = folderStore(join(work, "photos"));
const undo: (() => Promise<unknown>)[] = [async () => rmSync(work, { recursive: true, force: true })];

let source: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;

beforeAll(async () => {
  source = await createTestDatabase();
  db = connect(source.url, { onError: () => {} });
  undo.push(source.drop, () => db.$client.end());
  await fillDemo(db, { seal, now: NOW, photos });
  await db.execute(
    sql`update companies set address = ${ODD} where id = (select company_id from users where email = 'customer@tiltrod.example')`,
  );
  // A number whose row is deleted: only the sequence remembers it.
  await db.execute(sql`insert into notifications (user_id, type, title, message) select id, 'x', ${ODD}, '' from users limit 1`);
  await db.execute(sql`delete from notifications where type = 'x'`);
  await db.execute(sql`insert into sessions (id_hash, user_id) select 'hash-of-a-session', id from users limit 1`);
  await db.execute(sql`insert into idempotency_keys (user_id, key, fingerprint, status, reply)
    select id, 'a key', 'f', 201, ${JSON.stringify({ text: ODD })}::jsonb from users limit 1`);
  const post = createPost({ productName: "Tiltrod", publicUrl: new URL("http://portal.test"), seal });
  await post.send(db, LETTER);
  await post.send(db, { ...LETTER, subject: "Has failed for good" });
  await db.execute(sql`select graphile_worker.permanently_fail_jobs(array[(select max(id) from graphile_worker.jobs)])`);
  await db.execute(sql`update waiting_mails set failures = 10 where id = (select max(id) from waiting_mails)`);
  await db.execute(sql`update orders set told_status = 'pending' where id = (select max(id) from orders)`);
});
afterAll(async () => {
  for (const end of undo.reverse()) await end();
});

const newName = () => join(work, `${randomBytes(4).toString("hex")}.tar`);

async function emptyDatabase(): Promise<string> {
  const name = `tiltrod_restored_${randomBytes(6).toString("hex")}`;
  await onServer(testServer().adminUrl, `create database ${name}`);
  undo.push(() => onServer(testServer().adminUrl, `drop database ${name} with (force)`));
  return withDatabase(testServer().adminUrl, name);
}

async function asked(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

const tableNames = async (url: string) =>
  (await asked(url, "select tablename as name from pg_tables where schemaname = 'public' order by 1")).map(({ name }) => String(name));

/** Every row of every table in a backup, as PostgreSQL writes it, over one connection. */
async function everything(url: string): Promise<Record<string, unknown[]>> {
  const names = (await tableNames(url)).filter((name) => !LEFT_OUT.includes(name));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const tables: Record<string, unknown[]> = {};
    for (const name of names)
      tables[name] = (await client.query(`select t::text as row from "${name}" t order by 1`)).rows.map(({ row }) => row);
    return tables;
  } finally {
    await client.end();
  }
}

const sequencesOf = (url: string) => asked(url, "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1");
const rulesOf = (url: string) =>
  asked(
    url,
    `select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as rule, convalidated as holds
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O' from pg_trigger where not tgisinternal
     union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid), indisvalid from pg_index
       where indrelid::regclass::text !~ '^(pg_|drizzle|graphile)'
     order by 1, 2, 3`,
  );
const filesIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString("base64")]));

test("a backup restored into an empty place restores rows, photos, numbers, figures, rules and waiting mails", async () => {
  const file = newName();
  const report = await backUp({ databaseUrl: source.url, photos, file, now: NOW });
  expect(report.photos).toMatchObject({ kept: true, missing: [] });
  expect(report.photos.files).toBeGreaterThan(0);
  expect(statSync(file).mode & 0o077).toBe(0);

  const url = await emptyDatabase();
  const place = join(work, "restored-photos");
  await restore({ databaseUrl: url, photos: folderStore(place), archive: await checkedArchive(file) });

  expect(await tableNames(url)).toEqual(await tableNames(source.ownerUrl));
  const before = await everything(source.ownerUrl);
  // An empty table proves nothing: the demo has rows of nearly every kind.
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(15);
  expect(await everything(url)).toEqual(before);
  expect(await sequencesOf(url)).toEqual(await sequencesOf(source.ownerUrl));
  expect(await rulesOf(url)).toEqual(await rulesOf(source.ownerUrl));
  expect(filesIn(place)).toEqual(filesIn(join(work, "photos")));

  const jobs = "select task_identifier as task, key, attempts, max_attempts as most from graphile_worker.jobs order by id";
  const [{ id: newsOf }] = (await asked(url, "select max(id) as id from orders")) as [{ id: number }];
  expect(await asked(url, jobs)).toEqual([
    { task: "send-mail", key: null, attempts: 0, most: 10 },
    { task: "send-mail", key: null, attempts: 10, most: 10 },
    { task: "tell-of-order", key: `tell-of-order-${newsOf}`, attempts: 0, most: 10 },
    { task: "close-checkout-sessions", key: null, attempts: 0, most: 10 },
  ]);
  expect((await mailsSent(url)).map(({ to, subject }) => [to, subject])).toEqual([["ada@company.test", "Your order – Tiltrod"]]);
  expect(await asked(url, "select 1 from sessions")).toEqual([]);
  const restored = connect(url, { onError: () => {} });
  undo.push(() => restored.$client.end());
  const stripeFor = (secretKey: string) => ({ secretKey }) as never;
  expect(await stripeOrNull({ db: restored, seal, stripeFor })).toEqual({ secretKey: "sk_test_tiltrod_demo_0000000000" });
  await expect(asked(url, "delete from audit_entries")).rejects.toThrow("Audit entries are never changed or deleted");
});

/** The mails that a portal with this database sends when it starts. */
async function mailsSent(url: string): Promise<Mail[]> {
  const restored = connect(url, { onError: () => {} });
  undo.push(() => restored.$client.end());
  const sent: Mail[] = [];
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => {} };
  const { tasks } = mailTasks({ db: restored, mailer, seal, makeAttachment: async () => null });
  await runOnce({ pgPool: restored.$client, noHandleSignals: true, taskList: { ...tasks }, logger: new Logger(() => () => {}) });
  return sent;
}

test("a change during the backup is in it as a whole or not at all", async () => {
  const file = newName();
  const other = new Client({ connectionString: source.ownerUrl });
  await other.connect();
  undo.push(() => other.end());
  // The backup reads the products after the orders and before the quotes. A lock stops it there,
  // while one of each is added.
  await other.query("begin; lock table products in access exclusive mode");
  const running = backUp({ databaseUrl: source.url, photos, file, now: NOW });
  await eventually(async () => {
    const waiting = "select 1 from pg_stat_activity where application_name = 'tiltrod backup' and wait_event_type = 'Lock'";
    if ((await asked(source.ownerUrl, waiting)).length === 0) throw new Error("The backup does not wait yet");
  });
  await asked(
    source.ownerUrl,
    `with quote as (insert into quotes (user_id, company_id, status, subtotal_pence, tax_pence, final_total_pence, item_count, valid_until)
       select user_id, company_id, 'accepted', 100, 20, 120, 0, now() from quotes limit 1 returning id, user_id, company_id)
     insert into orders (quote_id, user_id, company_id, total_pence, is_paid, windows, shutters, area_milli_m2, shipping_address)
       select id, user_id, company_id, 120, false, 0, 0, 0, 'Late' from quote`,
  );
  await other.query("commit");
  await running;
  const url = await emptyDatabase();
  await restore({ databaseUrl: url, photos: folderStore(join(work, "late-photos")), archive: await checkedArchive(file) });
  const late = `select (select count(*) from orders where shipping_address = 'Late')::int as orders,
    (select count(*) from quotes where item_count = 0)::int as quotes`;
  expect(await asked(source.ownerUrl, late)).toEqual([{ orders: 1, quotes: 1 }]);
  expect(await asked(url, late)).toEqual([{ orders: 0, quotes: 0 }]);
});

test("a restore into a database with any content is refused and changes nothing", async () => {
  const file = newName();
  await backUp({ databaseUrl: source.url, photos: null, file, now: NOW });
  const archive = await checkedArchive(file);
  const migrated = await emptyDatabase();
  await migrate(migrated);
  for (const url of [source.url, migrated]) {
    const before = await everything(url);
    await expect(restore({ databaseUrl: url, photos, archive })).rejects.toThrow(/^This database is not empty, and/);
    expect(await everything(url)).toEqual(before);
  }
});

test("a restore that breaks off leaves an empty database, into which another restore succeeds", async () => {
  const file = newName();
  await backUp({ databaseUrl: source.url, photos, file, now: NOW });
  const archive = await checkedArchive(file);
  const url = await emptyDatabase();
  const cutShort = { ...archive, content: (name: string) => archive.content(name.replace("users", "quotes")) };
  await expect(restore({ databaseUrl: url, photos, archive: cutShort })).rejects.toThrow(/in header line/);
  const full: PhotoStore = { ...photos, put: () => Promise.reject(new Error("no space left on device")) };
  await expect(restore({ databaseUrl: url, photos: full, archive })).rejects.toThrow("no space left on device");
  await restore({ databaseUrl: url, photos, archive });
  expect(await everything(url)).toEqual(await everything(source.ownerUrl));
});

/** Writes the manifest as another version would have written it. */
async function rewritten(file: string, change: (text: string) => string): Promise<void> {
  const archive = await checkedArchive(file);
  const writer = await createArchive(`${file}.changed`, NOW);
  const { entries: _, ...facts } = JSON.parse(change(JSON.stringify(archive.manifest)));
  await writer.finish(facts);
}

test("a backup of a version before 1.0.0 is refused with a sentence", async () => {
  const file = newName();
  await backUp({ databaseUrl: source.url, photos: null, file, now: NOW });
  const first = knownMigrations()[0] ?? 0;
  await rewritten(file, (text) => text.replace(`"migrations":[${first}`, `"migrations":[${first - 1}`));
  await expect(checkedArchive(`${file}.changed`)).rejects.toThrow(/^This backup was made by a version before 1\.0\.0/);
});

test("a backup of a newer version is refused with a sentence", async () => {
  const file = newName();
  await backUp({ databaseUrl: source.url, photos: null, file, now: NOW });
  const newer = knownMigrations().at(-1);
  await rewritten(file, (text) => text.replace(`${newer}]`, `${newer},${(newer ?? 0) + 1}]`));
  await expect(checkedArchive(`${file}.changed`)).rejects.toThrow(/^This backup was made by a newer or another version of the portal/);
  rmSync(`${file}.changed`);
  await rewritten(file, (text) => text.replace('"format":1', '"format":2'));
  await expect(checkedArchive(`${file}.changed`)).rejects.toThrow(/^This backup was made by a newer version of the portal/);
});

test("a single wrong byte anywhere, or a missing end, is noticed before anything is restored", async () => {
  const file = newName();
  await backUp({ databaseUrl: source.url, photos, file, now: NOW });
  const whole = readFileSync(file);
  const used = whole.length - 2 * 512;
  for (let place = 0; place < 24; place += 1) {
    const damaged = Buffer.from(whole);
    const at = Math.floor((used * place) / 24) + 130;
    // The padding between two entries has no meaning.
    if (damaged[at] === 0) continue;
    damaged.writeUInt8((damaged[at] ?? 0) ^ 0x20, at);
    writeFileSync(file, damaged);
    await expect(checkedArchive(file), `byte ${at}`).rejects.toThrow(/^This (backup|file) is (damaged|not a backup)/);
  }
  writeFileSync(file, whole);
  await checkedArchive(file);
  for (const length of [0, 511, Math.floor(whole.length / 2), used - 600]) {
    writeFileSync(file, whole);
    truncateSync(file, length);
    await expect(checkedArchive(file), `${length} bytes`).rejects.toThrow(/^This (backup|file) is (damaged|not a backup)/);
  }
});

test("a backup that fails or is aborted leaves no file, and none is ever overwritten", async () => {
  const file = newName();
  const before = readdirSync(work);
  const failing: PhotoStore = { ...photos, read: () => Promise.reject(new Error("the disk is gone")) };
  await expect(backUp({ databaseUrl: source.url, photos: failing, file, now: NOW })).rejects.toThrow("the disk is gone");
  const ending = new AbortController();
  const ended: PhotoStore = {
    ...photos,
    read: (key) => {
      // During the backup the file has a temporary name.
      expect(existsSync(file)).toBe(false);
      ending.abort(new Error("Ended before it was done"));
      return photos.read(key);
    },
  };
  const cut = backUp({ databaseUrl: source.url, photos: ended, file, now: NOW, signal: ending.signal });
  await expect(cut).rejects.toThrow("Ended before it was done");
  expect(readdirSync(work)).toEqual(before);
  writeFileSync(file, "an earlier backup");
  await expect(backUp({ databaseUrl: source.url, photos, file, now: NOW })).rejects.toThrow(
    /is there already, and a backup is never written over/,
  );
  expect(readFileSync(file, "utf8")).toBe("an earlier backup");
});

test("a backup that is aborted while it waits for a table ends at once", async () => {
  const file = newName();
  const other = new Client({ connectionString: source.ownerUrl });
  await other.connect();
  undo.push(() => other.end());
  await other.query("begin; lock table products in access exclusive mode");
  const ending = new AbortController();
  const running = backUp({ databaseUrl: source.url, photos, file, now: NOW, signal: ending.signal });
  await eventually(async () => {
    const waiting = "select 1 from pg_stat_activity where application_name = 'tiltrod backup' and wait_event_type = 'Lock'";
    if ((await asked(source.ownerUrl, waiting)).length === 0) throw new Error("The backup does not wait yet");
  });
  ending.abort(new Error("Ended before it was done"));
  await expect(running).rejects.toThrow("Ended before it was done");
  await other.query("rollback");
  expect(existsSync(file)).toBe(false);
});

test("a photo that is missing from the store is named, and does not stop the backup", async () => {
  const without: PhotoStore = { ...photos, read: async (key) => (key.includes("thumb") ? null : photos.read(key)) };
  const { photos: kept } = await backUp({ databaseUrl: source.url, photos: without, file: newName(), now: NOW });
  expect(kept.missing.length).toBe(kept.files);
  expect(kept.missing.every((key) => key.endsWith("-thumb.jpg"))).toBe(true);
});

test("a database that was never the portal's cannot be backed up", async () => {
  const file = newName();
  await expect(backUp({ databaseUrl: await emptyDatabase(), photos, file, now: NOW })).rejects.toThrow("there is nothing to back up");
  expect(existsSync(file)).toBe(false);
});

test("a backup contains no secret in plain text", async () => {
  const file = newName();
  await backUp({ databaseUrl: source.url, photos, file, now: NOW });
  const archive = await checkedArchive(file);
  const [row] = await db.select().from(stripeSettings);
  const text = await tableText(archive, "stripe_settings");
  expect(text).toContain(row?.secretKeySealed);
  expect(text).not.toContain("sk_test_");
  expect(Object.keys(archive.manifest.entries).filter((name) => /\/sessions\.copy|password_resets|secret/.test(name))).toEqual([]);
});

async function tableText(archive: Awaited<ReturnType<typeof checkedArchive>>, table: string): Promise<string> {
  const { createGunzip } = await import("node:zlib");
  const chunks = await archive.content(`tables/${table}.copy.gz`).pipe(createGunzip()).toArray();
  return Buffer.concat(chunks).toString();
}
