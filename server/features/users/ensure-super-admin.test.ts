import { expect, test } from "vitest";
import { startServer } from "#server/start.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";

test("a start without a super admin names the variables that create one, and a later start does not", async () => {
  const database = await createTestDatabase();
  const env = {
    DATABASE_URL: database.url,
    SESSION_SECRET: "s".repeat(32),
    ENCRYPTION_KEY: "e".repeat(32),
    PORT: "0",
    LOG_LEVEL: "silent",
  };
  const web = async () => (_req: unknown, res: { sendStatus(status: number): unknown }) => void res.sendStatus(404);
  const linesOfStart = async (more: Record<string, string>) => {
    const lines: string[] = [];
    const server = await startServer({ env: { ...env, ...more }, web: web as never, say: (line) => lines.push(line) });
    await server.stop();
    return lines.filter((line) => line.includes("SUPER_ADMIN"));
  };
  expect(await linesOfStart({})).toEqual([
    "It has no super admin yet: stop it, set SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD, and start it again.",
  ]);
  expect(await linesOfStart({ SUPER_ADMIN_EMAIL: "owner@company.test", SUPER_ADMIN_PASSWORD: "kestrel-harbour-17" })).toEqual([]);
  expect(await linesOfStart({})).toEqual([]);
  await database.drop();
});
