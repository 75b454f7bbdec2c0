import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { onServer, testServer, withDatabase } from "#server/testing/database/global-setup.ts";
import { startPortal } from "#tools/built-portal.ts";

test("two processes that start at once on one empty database both start, and the demo is filled once", async () => {
  const adminUrl = testServer().adminUrl;
  const name = `tiltrod_two_${randomBytes(6).toString("hex")}`;
  await onServer(adminUrl, `create database ${name}`);
  const url = withDatabase(adminUrl, name);
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-two-"));
  const servers = await Promise.all([1, 2].map(() => startPortal({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: "1" })));
  try {
    const ready = await Promise.all(servers.map(async (server) => (await fetch(`${server.url}/readyz`)).status));
    expect(ready).toEqual([200, 200]);
    expect(await count(url, "select count(*)::int from users where email = 'customer@tiltrod.example'")).toBe(1);
    // The configured super admin replaces the demo's.
    expect(await count(url, "select count(*)::int from users where role = 'super_admin'")).toBe(1);
    expect(await count(url, "select count(*)::int from users where email = 'owner@e2e.example'")).toBe(1);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await onServer(adminUrl, `drop database ${name} with (force)`);
    rmSync(dataDir, { recursive: true, force: true });
  }
});

async function count(url: string, statement: string): Promise<number> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return ((await client.query(statement)).rows[0] as { count: number }).count;
  } finally {
    await client.end();
  }
}
