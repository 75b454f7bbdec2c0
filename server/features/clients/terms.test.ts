import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditEntries } from "#server/schema/records.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

interface Row {
  id: number;
  terms: { discountPercent: number; paymentDays: number; creditLimit: number | null; accountsName: string | null };
}
const change = (id: number, body: object, by = boss) => by.patch<Row>(`/api/clients/${id}/terms`, body);

describe("a client's terms", () => {
  test("a client has no terms at first; an edit changes only the sent fields, and null removes a limit or a name", async () => {
    const { companyId, companyName } = await portal.createAccount("customer");
    const [row] = succeeded(await boss.get<Row[]>(`/api/clients?search=${encodeURIComponent(companyName)}`));
    expect(row?.terms).toEqual({ discountPercent: 0, paymentDays: 0, creditLimit: null, accountsName: null });
    const given = { discountPercent: 12.25, paymentDays: 30, creditLimit: 5000.5, accountsName: "KESTREL" };
    expect(succeeded(await change(companyId, given)).terms).toEqual(given);
    expect(succeeded(await change(companyId, { paymentDays: 7 })).terms).toEqual({ ...given, paymentDays: 7 });
    const without = { creditLimit: null, accountsName: "  " };
    expect(succeeded(await change(companyId, without)).terms).toEqual({ ...given, paymentDays: 7, creditLimit: null, accountsName: null });
  });

  test("the audit trail holds a client's terms before and after an edit", async () => {
    const { companyId } = await portal.createAccount("customer");
    succeeded(await change(companyId, { discountPercent: 10, creditLimit: 20 }));
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({
      action: "clients.changeTerms",
      targetId: companyId,
      before: { discountHundredths: 0, creditLimitPence: null },
      after: { discountHundredths: 1000, creditLimitPence: 2000 },
    });
  });

  test.each([
    [{}, "Give at least one of the terms"],
    [{ discountPercent: 60.01 }, "Discount must be between 0 and 60 percent"],
    [{ discountPercent: -1 }, "Discount must be between 0 and 60 percent"],
    [{ discountPercent: 1.005 }, "Discount must be between 0 and 60 percent"],
    [{ paymentDays: 8 }, "Payment days must be 0, 7, 14, 30 or 60"],
    [{ paymentDays: null }, "Payment days must be 0, 7, 14, 30 or 60"],
    [{ creditLimit: 10_000_000.01 }, "Credit limit must be between 0 and 10,000,000"],
    [{ creditLimit: -0.01 }, "Credit limit must be between 0 and 10,000,000"],
    [{ accountsName: "x".repeat(101) }, "Name in the accounts must be at most 100 characters"],
  ])("the terms %j are refused: %s", async (body, sentence) => {
    const { companyId } = await portal.createAccount("customer");
    const { status, text } = await change(companyId, body);
    expect([status, text]).toEqual([400, sentence]);
  });

  test("a name in the accounts belongs to one company, in any case and with two edits at once", async () => {
    const one = await portal.createAccount("customer", { companyName: "Alder Blinds" });
    const other = await portal.createAccount("customer");
    succeeded(await change(one.companyId, { accountsName: "ALDER" }));
    const refused = await change(other.companyId, { accountsName: "alder" });
    expect([refused.status, refused.text]).toEqual([409, "Alder Blinds has this name already"]);
    succeeded(await change(one.companyId, { accountsName: "ALDER" }));
    const both = await Promise.all([one, other].map(({ companyId }) => change(companyId, { accountsName: "ASH" })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test("a client's terms are set by the super admin alone, and only for a customer", async () => {
    const { companyId } = await portal.createAccount("customer");
    expect((await change(companyId, { paymentDays: 7 }, await portal.signIn("admin"))).status).toBe(403);
    const supplier = await portal.createAccount("supplier");
    const refused = await change(supplier.companyId, { paymentDays: 7 });
    expect([refused.status, refused.text]).toEqual([404, "Client not found"]);
  });
});
