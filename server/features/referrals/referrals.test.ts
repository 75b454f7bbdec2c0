import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formerReferralCodes, referrals } from "#server/schema/companies-and-users.ts";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { pence } from "#shared/domain/money.ts";
import { earnCommission } from "./referrals.ts";

interface Row {
  id: number;
  referredUserId: number;
  commissionEarned: number;
  paidOut: boolean;
}

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

/**
 * A company that registered with a customer's code. The payment would set its commission; here the
 * test sets it.
 */
async function referralOf(referrer: TestClient, { earned = 0, companyName = "Referred Ltd" } = {}) {
  const referred = await portal.signUp({ companyName, referralCode: referrer.account?.referralCode });
  const [row] = await portal.db
    .update(referrals)
    .set({ commission: pence(earned) })
    .where(eq(referrals.referredId, referred.companyId))
    .returning();
  if (!row) throw new Error("not recorded");
  return row;
}
const idsFor = async (client: TestClient) => (await client.get<Row[]>("/api/referrals?limit=200")).body.map(({ id }) => id);

test("a customer sees the companies that came by their code, newest first, and no others", async () => {
  const [customer, other] = await Promise.all([portal.signIn("customer"), portal.signIn("customer")]);
  const first = await referralOf(customer, { earned: 1234 });
  const second = await referralOf(customer);
  const foreign = await referralOf(other);
  const { body } = await customer.get<Row[]>("/api/referrals");
  expect(body.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(body[1]).toEqual({
    id: first.id,
    referredUserId: first.referredId,
    referredUser: { companyName: "Referred Ltd" },
    paidOut: false,
    commissionEarned: 12.34,
    createdAt: first.createdAt.toISOString(),
  });
  expect(await idsFor(boss)).toEqual([foreign.id, second.id, first.id]);
});

test("the super admin also sees the company to pay for a referral", async () => {
  const customer = await portal.signIn("customer");
  const { id } = await referralOf(customer);
  const { body } = await boss.get<Row[]>("/api/referrals?limit=200");
  const { id: referrerId = 0, companyName = "" } = customer.account ?? {};
  expect(body.find((row) => row.id === id)).toMatchObject({ referrer: { id: referrerId, companyName } });
});

test("the former referral code of a merged company still leads to the remaining one", async () => {
  const maker = await portal.createAccount("supplier");
  await portal.db.insert(formerReferralCodes).values({ code: "OLDCODE2", companyId: maker.companyId });
  const referred = await portal.signUp({ referralCode: " oldcode2 " });
  const [row] = await portal.db.select().from(referrals).where(eq(referrals.referredId, referred.companyId));
  expect(row).toMatchObject({ referrerId: maker.companyId, commission: 0 });
});

test.each([
  ["admin", true],
  ["supplier", false],
] as const)("%s reads the own company's referrals and no others, and pays none out", async (role, readsCommission) => {
  const client = await portal.signIn(role);
  const { id } = await referralOf(client);
  await referralOf(await portal.signIn("customer"));
  const rows = succeeded(await client.get<Row[]>("/api/referrals"));
  expect(rows.map((row) => [row.id, "commissionEarned" in row])).toEqual([[id, readsCommission]]);
  expect((await client.patch(`/api/referrals/${id}/paid-out`)).status).toBe(403);
});

test.each([
  ["customer", 600],
  ["supplier", 0],
  ["admin", 0],
] as const)("the first paid quote of a company that a %s referred earns %d pence", async (role, earned) => {
  const referrer = await portal.signIn(role);
  const { referredId } = await referralOf(referrer);
  const { id } = await portal.quoteFor(await portal.signIn("customer"));
  await earnCommission(portal.db, { id, companyId: referredId, subtotalPence: pence(12_000) });
  const [row] = await portal.db.select().from(referrals).where(eq(referrals.referredId, referredId));
  expect(row?.commission).toBe(earned);
});

test("a payout is recorded, shown at once, and accepted only once", async () => {
  const customer = await portal.signIn("customer");
  const { id } = await referralOf(customer, { earned: 500 });
  expect(succeeded(await boss.patch<Row>(`/api/referrals/${id}/paid-out`))).toMatchObject({ id, paidOut: true, commissionEarned: 5 });
  expect((await customer.get<Row[]>("/api/referrals")).body).toMatchObject([{ id, paidOut: true }]);
  const again = await boss.patch(`/api/referrals/${id}/paid-out`);
  expect(again.status).toBe(409);
  expect(again.text).toMatch(/^This referral was already paid out on \d/);
  const [entry] = await portal.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "referrals.payOut"))
    .orderBy(desc(auditEntries.id));
  expect(entry).toMatchObject({ targetId: id, before: { paidOut: false }, after: { paidOut: true, commissionPence: 500 } });
});

test("one of several payouts of a referral at the same moment succeeds", async () => {
  const { id } = await referralOf(await portal.signIn("customer"), { earned: 500 });
  const replies = await Promise.all([1, 2, 3].map(() => boss.patch(`/api/referrals/${id}/paid-out`)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test("a referral that has earned nothing yet cannot be paid out; an unknown one is 404", async () => {
  const { id } = await referralOf(await portal.signIn("customer"));
  const { status, text } = await boss.patch(`/api/referrals/${id}/paid-out`);
  expect([status, text]).toEqual([409, "This referral has not earned a commission yet"]);
  expect((await boss.patch("/api/referrals/999999/paid-out")).status).toBe(404);
});

test("a referred company that is deleted leaves the list, unless it earned something that is owed", async () => {
  const customer = await portal.signIn("customer");
  const [idle, owed] = [await referralOf(customer), await referralOf(customer, { earned: 700 })];
  for (const { referredId } of [idle, owed]) succeeded(await boss.delete(`/api/users/${referredId}`));
  expect(await idsFor(customer)).toEqual([owed.id]);
});
