import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { selectPeople } from "#server/features/companies/people.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { users } from "#server/schema/companies-and-users.ts";
import { quotes } from "#server/schema/quotes.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.stop());

/** Waits until this many statements of the database wait for a lock. */
const waiting = (count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await portal.db.execute(
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(count);
    },
    { timeout: 20_000, interval: 10 },
  );

/**
 * Sends a customer's request and the deletion of the account at once. A table lock stops `first`
 * half way, so that the other runs into it.
 */
async function atOnce(first: "deletion" | "quote") {
  const account = await portal.createAccount("customer");
  const [customer, boss] = [await portal.signIn(account), await portal.superAdmin()];
  const body = { items: [portal.windowOf(await portal.product())] };
  const quote = () => customer.post("/api/quotes", body);
  const deletion = () => boss.delete(`/api/users/${account.id}`);
  const [one, two] = first === "deletion" ? [deletion, quote] : [quote, deletion];
  const replies = await inTransaction(portal.owner, async (tx) => {
    await tx.execute(first === "deletion" ? sql`lock table password_resets in share mode` : sql`lock table audit_entries in share mode`);
    const earlier = one();
    await waiting(1);
    const later = two();
    await waiting(2);
    return { earlier, later };
  });
  const [made] = await Promise.all([replies.earlier, replies.later]).then((both) => (first === "quote" ? both : both.reverse()));
  const [row] = await selectPeople(portal.db).where(eq(users.id, account.id));
  return { made, row, account, quotes: await portal.db.$count(quotes, eq(quotes.userId, account.id)) };
}

test("a quote sent during the deletion of its account is not stored, and the account is blanked", async () => {
  const { made, row, quotes } = await atOnce("deletion");
  expect([made?.status, made?.text]).toEqual([409, "This company's account was deleted in the meantime"]);
  expect(quotes).toBe(0);
  expect(row?.deletedAt).not.toBeNull();
  expect(row?.companyName).toBe("Deleted account");
});

test("an account deleted while its quote is being stored keeps its company's name with the quote", async () => {
  const { made, row, account, quotes } = await atOnce("quote");
  expect(made?.status).toBe(201);
  expect(quotes).toBe(1);
  expect(row?.deletedAt).not.toBeNull();
  expect(row?.companyName).toBe(account.companyName);
});

test("staff cannot copy a quote for a company whose people are all deleted", async () => {
  const account = await portal.createAccount("customer");
  const { id } = await portal.quoteFor(await portal.signIn(account));
  const boss = await portal.superAdmin();
  expect((await boss.delete(`/api/users/${account.id}`)).status).toBe(204);
  expect((await boss.post(`/api/quotes/${id}/duplicate`)).status).toBe(409);
});
