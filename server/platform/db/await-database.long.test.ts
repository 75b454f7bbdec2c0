import { afterEach, expect, test } from "vitest";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { openDatabaseLine } from "#server/testing/database/database-line.ts";
import { onServer, testServer } from "#server/testing/database/global-setup.ts";
import { awaitDatabase } from "./await-database.ts";

const said: string[] = [];
const waiting = { say: (line: string) => said.push(line), patienceMs: 4000 };
afterEach(() => {
  said.length = 0;
});
const changed = (url: string, change: (address: URL) => void): string => {
  const address = new URL(url);
  change(address);
  return address.href;
};

test("a missing database is reported once, waited for, and then given up in one sentence without a password", async () => {
  const url = "postgres://tiltrod:a-secret@127.0.0.1:1/tiltrod";
  await expect(awaitDatabase(url, waiting)).rejects.toThrow(
    "The database at 127.0.0.1:1 does not answer (ECONNREFUSED), and the portal has waited 4 seconds for it. Start it, or check DATABASE_URL.",
  );
  expect(said).toEqual(["The database at 127.0.0.1:1 does not answer (ECONNREFUSED). Trying again for 4 seconds…"]);
});

test("a database that starts while the server waits is used", async () => {
  const line = await openDatabaseLine(testServer().adminUrl);
  line.cut();
  const say = (words: string) => {
    said.push(words);
    line.mend();
  };
  await awaitDatabase(line.url, { say, patienceMs: 20_000 });
  expect(said).toHaveLength(1);
  await line.stop();
});

test("a fault that waiting cannot fix is reported at once", async () => {
  const noSuch = changed(testServer().adminUrl, (address) => {
    address.pathname = "/there-is-none";
  });
  await expect(awaitDatabase(noSuch, waiting)).rejects.toThrow(/ has no such database\. Check DATABASE_URL\.$/);
  const refused = changed(testServer().adminUrl, (address) => {
    address.password = "wrong";
  });
  await expect(awaitDatabase(refused, waiting)).rejects.toThrow(/ refuses this user or password\. Check DATABASE_URL\.$/);
  expect(said).toEqual([]);
});

test("a database that accepts no changes is waited for too", async () => {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  await onServer(testServer().adminUrl, `alter database ${name} set default_transaction_read_only = on`);
  await expect(awaitDatabase(database.url, waiting)).rejects.toThrow(
    /takes no changes: it is a standby, or still recovering, and the portal/,
  );
  await onServer(testServer().adminUrl, `alter database ${name} set default_transaction_read_only = off`);
  await awaitDatabase(database.url, waiting);
  await database.drop();
});

test("the wait for a database ends when the process is stopped", async () => {
  const ending = new AbortController();
  const waited = awaitDatabase("postgres://127.0.0.1:1/x", { ...waiting, patienceMs: 60_000, signal: ending.signal });
  setTimeout(() => ending.abort(), 100);
  await expect(waited).rejects.toThrow(/abort/i);
});
