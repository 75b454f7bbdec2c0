import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { folder, tidyUp } from "#server/testing/database/embedded-harness.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { openArchive } from "./archive.ts";
import { backUpCommand } from "./commands.ts";

afterEach(tidyUp);

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** The whole archive in readable form: its entries unzipped, and the bytes themselves. */
async function contents(file: string): Promise<string> {
  const { manifest, content } = await openArchive(file);
  const texts = [readFileSync(file).toString("latin1")];
  for (const name of Object.keys(manifest.entries)) {
    const bytes = Buffer.concat(await content(name).toArray());
    texts.push((bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString("utf8"));
  }
  return texts.join("\n");
}

test("a backup contains no valid link, although its mail waits in it and is sent after a restore", async () => {
  const account = await portal.createAccount("customer", { email: "forgetful@company.test" });
  await portal.visitor().post("/api/forgot-password", { email: account.email });
  const [mail] = await portal.mails();
  const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect(token).toHaveLength(43);

  const backups = folder();
  const env = {
    DATABASE_URL: portal.db.$client.options.connectionString ?? "",
    DATA_DIR: folder(),
    SESSION_SECRET: "s".repeat(32),
    ENCRYPTION_KEY: "e".repeat(32),
  };
  await backUpCommand({ args: ["all.tar"], env, from: backups, say: () => {} });
  const stored = await contents(join(backups, "all.tar"));
  // The backup contains the waiting mail and the account, but not the link or the text, in any
  // encoding.
  const { manifest } = await openArchive(join(backups, "all.tar"));
  expect(manifest.tables.find(({ name }) => name === "waiting_mails")).toMatchObject({ rows: 1 });
  expect(stored).toContain(account.email);
  for (const said of [token, "reset-password?", "Set a new password"])
    for (const form of [said, Buffer.from(said).toString("base64"), Buffer.from(said).toString("base64url"), encodeURIComponent(said)])
      expect(stored).not.toContain(form);
  // Other tools dump the whole database, so no table may contain them either.
  const { rows } = await portal.db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { name } of rows) {
    const found = await portal.db.execute(sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${token}%`}`);
    expect([name, found.rows.length]).toEqual([name, 0]);
  }

  expect((await portal.visitor().post("/api/reset-password", { token, password: "a better horse" })).status).toBe(204);
});
