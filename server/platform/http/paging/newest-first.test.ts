import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, type Database, inTransaction } from "#server/platform/db/connect.ts";
import { referrals, users } from "#server/schema/companies-and-users.ts";
import { notifications } from "#server/schema/notifications.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { createTestDatabase } from "#server/testing/database/database.ts";
import { afterCursor, newestFirst } from "./paging.ts";

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  db = connect(database.url, { onError: () => {} });
  drop = database.drop;
});
afterAll(async () => {
  await db.$client.end();
  await drop();
});

const after = { limit: 50, after: { at: new Date(), id: 7 } };

// On an empty table PostgreSQL would sort, so sorting is disabled for the plan.
test.each([
  ["a company's quotes", quotes, quotes.createdAt, and(isNull(quotes.deletedAt), eq(quotes.companyId, 1))],
  ["remakes of a status", remakes, remakes.createdAt, and(isNull(remakes.deletedAt), eq(remakes.status, "pending"))],
  ["users", users, users.createdAt, isNull(users.deletedAt)],
  ["products", products, products.createdAt, undefined],
  ["one's notifications", notifications, notifications.createdAt, eq(notifications.userId, 1)],
  ["referrals", referrals, referrals.createdAt, undefined],
  ["one's referrals", referrals, referrals.createdAt, eq(referrals.referrerId, 1)],
  ["errors of a status", errorRecords, errorRecords.createdAt, eq(errorRecords.status, "new")],
  ["errors of a severity", errorRecords, errorRecords.createdAt, eq(errorRecords.severity, "error")],
  ["the audit trail", auditEntries, auditEntries.at, undefined],
  ["an action's audit trail", auditEntries, auditEntries.at, eq(auditEntries.action, "orders.delete")],
  ["a thing's audit trail", auditEntries, auditEntries.at, and(eq(auditEntries.targetType, "orders"), eq(auditEntries.targetId, 1))],
] as const)("an index gives %s newest first, and goes on after a cursor", async (_what, table, at, where) => {
  for (const page of [{ limit: 50, after: null }, after]) {
    const list = sql`select * from ${table} where ${and(where ?? sql`true`, afterCursor(page, at, table.id))}
      order by ${sql.join(newestFirst(at, table.id), sql`, `)} limit 51`;
    const plan = await inTransaction(db, async (tx) => {
      await tx.execute(sql`select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true)`);
      const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql`explain (costs off) ${list}`);
      return rows.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toMatch(/Index (Only )?Scan using/);
    expect(plan).not.toContain("Sort");
  }
});
