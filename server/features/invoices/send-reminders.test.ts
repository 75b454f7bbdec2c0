import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reminderMails, reminders } from "#server/schema/clients.ts";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { invoiceBalances } from "#server/schema/invoices-and-refunds.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import { sendReminders } from "./send-reminders.ts";

/**
 * Tests the content, time and number of reminders across changes of the clocks, on two servers, and
 * after a crash.
 */

let portal: TestPortal;
let beside: TestPortal;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  beside = await startPortal({ beside: portal });
  boss = await portal.superAdmin();
  await saveSeller(portal);
  await portal.db
    .update(companySettings)
    .set({ reminders: true, bankName: "Larkfield Bank", sortCode: "123456", accountNumber: "12345678" });
});
afterAll(async () => {
  await beside.stop();
  await portal.stop();
});

interface Client {
  readonly companyId: number;
  readonly email: string;
}
let client: Client;
/** Each test has its own company, and no other company's invoices are due. */
beforeEach(async () => {
  portal.clock.set(new Date());
  await portal.db.update(invoiceBalances).set({ dueOn: "2020-01-01" });
  client = await portal.createAccount("customer", { address: "1 High Street, Lewes", contactName: "Nora" });
});

/** Creates an order of £120.00 that was shipped on a day, due after some days. */
async function owed(shippedAt: string, paymentDays: number, of = client): Promise<number> {
  await portal.db.update(companies).set({ paymentDays }).where(eq(companies.id, of.companyId));
  portal.clock.set(new Date(shippedAt));
  const [customer, office] = [await portal.signIn(of), await portal.signIn("super_admin")];
  const product = await portal.product({ basePricePerM2: 100 });
  const items = [portal.windowOf(product, { widthM: 1, heightM: 1 })];
  const order: OrderReply = await portal.orderFor(customer, { items, jobName: "Hartley", poNumber: "PO-1" });
  succeeded(await office.post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const [balance] = await portal.db
    .select()
    .from(invoiceBalances)
    .where(eq(invoiceBalances.quoteId, order.quoteId ?? 0));
  if (!balance) throw new Error("Sending off issued no invoice");
  return balance.number;
}

const at = (instant: string, server = portal) => sendReminders({ ...server.appContext, clock: () => new Date(instant) });
/** The emails that one run queued. */
async function mailsAt(instant: string, server = portal) {
  const before = (await portal.mails()).length;
  await at(instant, server);
  return (await portal.mails()).slice(before);
}
const kindsOf = async (number: number) =>
  (await portal.db.select().from(reminders).where(eq(reminders.number, number)).orderBy(reminders.sentOn)).map(({ kind, sentOn }) => [
    kind,
    sentOn,
  ]);

test("reminders leave 3 days before the due day, and 7 and 14 days after it, from nine in London", async () => {
  const number = await owed("2026-11-01T12:00:00Z", 14);
  expect(await mailsAt("2026-11-11T12:00:00Z")).toEqual([]);
  expect(await mailsAt("2026-11-12T08:59:59Z")).toEqual([]);
  const [mail, ...more] = await mailsAt("2026-11-12T09:00:00Z");
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: client.email, subject: "Due soon: £120.00 – Tiltrod" });
  expect(mail?.text).toContain(`${invoiceNumber(number)} (Hartley, PO-1): £120.00 is due on 15 Nov 2026`);
  expect(mail?.text).toContain("By bank transfer: Larkfield Bank, sort code 12-34-56, account 12345678");
  expect(mail?.text).toContain("See and pay £120.00: http");
  for (const again of ["2026-11-12T09:05:00Z", "2026-11-13T12:00:00Z", "2026-11-15T12:00:00Z"]) expect(await mailsAt(again)).toEqual([]);
  const [late] = await mailsAt("2026-11-22T09:00:00Z");
  expect(late).toMatchObject({ subject: "Overdue: £120.00 – Tiltrod" });
  expect(late?.text).toContain("£120.00 was due on 15 Nov 2026, 7 days ago");
  expect(await mailsAt("2026-11-29T09:00:00Z")).toHaveLength(1);
  for (const after of ["2026-12-01T09:00:00Z", "2026-12-20T09:00:00Z"]) expect(await mailsAt(after)).toEqual([]);
  expect(await kindsOf(number)).toEqual([
    ["before", "2026-11-12"],
    ["week_after", "2026-11-22"],
    ["fortnight_after", "2026-11-29"],
  ]);
});

test.each([
  ["in summer", "2026-07-01T12:00:00Z", "2026-07-12T07:59:59Z", "2026-07-12T08:00:00Z"],
  ["on the long day of October", "2026-10-14T12:00:00Z", "2026-10-25T08:59:59Z", "2026-10-25T09:00:00Z"],
  ["on the short day of March", "2026-03-18T12:00:00Z", "2026-03-29T07:59:59Z", "2026-03-29T08:00:00Z"],
])("reminders leave from nine o'clock in London %s", async (_, shipped, early, nine) => {
  await owed(shipped, 14);
  expect(await mailsAt(early)).toEqual([]);
  expect(await mailsAt(nine)).toHaveLength(1);
});

test("a portal that was off sends a reminder up to three days later, and not after that", async () => {
  const number = await owed("2026-11-01T12:00:00Z", 14);
  expect(await mailsAt("2026-11-15T09:00:00Z")).toHaveLength(1);
  expect(await mailsAt("2026-11-26T09:00:00Z")).toEqual([]);
  expect(await mailsAt("2026-12-02T23:59:59Z")).toHaveLength(1);
  expect(await mailsAt("2026-12-03T09:00:00Z")).toEqual([]);
  expect(await kindsOf(number)).toEqual([
    ["before", "2026-11-15"],
    ["fortnight_after", "2026-12-02"],
  ]);
});

test("a reminder day before the invoice was issued sends no reminder", async () => {
  await owed("2026-11-10T12:00:00Z", 0);
  for (const day of ["10", "11", "12", "13", "16"]) expect(await mailsAt(`2026-11-${day}T13:00:00Z`)).toEqual([]);
  expect(await mailsAt("2026-11-17T09:00:00Z")).toHaveLength(1);
});

test("one email a day lists a company's reminders, to each person who may order", async () => {
  const mate = await portal.createAccount("customer", { colleagueOf: client, mayOrder: true, mayManage: false });
  await portal.createAccount("customer", { colleagueOf: client, mayOrder: false, mayManage: false });
  const suspended = await portal.createAccount("customer", { colleagueOf: client, mayOrder: true });
  await portal.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, suspended.id));
  const numbers = [await owed("2026-11-01T12:00:00Z", 14), await owed("2026-11-05T12:00:00Z", 0)];
  const mails = await mailsAt("2026-11-12T09:00:00Z");
  expect(mails.map(({ to }) => to).sort()).toEqual([client.email, mate.email].sort());
  for (const { text, subject } of mails) {
    expect(subject).toBe("Overdue: £240.00 – Tiltrod");
    for (const number of numbers) expect(text).toContain(invoiceNumber(number));
  }
  const third = await owed("2026-11-01T12:00:00Z", 14);
  expect(await mailsAt("2026-11-12T12:00:00Z")).toEqual([]);
  expect((await mailsAt("2026-11-13T09:00:00Z")).map(({ text }) => text.includes(invoiceNumber(third)))).toEqual([true, true]);
});

test.each<[string, (number: number) => Promise<unknown>]>([
  ["in dispute", (number) => portal.db.update(invoiceBalances).set({ isDisputed: true }).where(eq(invoiceBalances.number, number))],
  ["already paid", (number) => pay(invoiceNumber(number), 120)],
  ["while reminders are off", () => portal.db.update(companySettings).set({ reminders: false })],
  [
    "of a suspended company",
    () => portal.db.update(companies).set({ approvalStatus: "suspended" }).where(eq(companies.id, client.companyId)),
  ],
])("an invoice %s sends no reminder", async (_, change) => {
  const number = await owed("2026-11-01T12:00:00Z", 14);
  portal.clock.set(new Date());
  await change(number);
  expect(await mailsAt("2026-11-12T09:00:00Z")).toEqual([]);
  expect(await kindsOf(number)).toEqual([]);
  await portal.db.update(companySettings).set({ reminders: true });
});
const pay = async (number: string, amount: number) => {
  const receivedOn = new Date().toISOString().slice(0, 10);
  const allocations = [{ number, amount }];
  return succeeded(await boss.post("/api/payments", { companyId: client.companyId, receivedOn, amount, allocations }));
};

test("a reminder of a partly paid invoice states the remaining debt", async () => {
  const number = await owed("2026-11-01T12:00:00Z", 14);
  portal.clock.set(new Date());
  await pay(invoiceNumber(number), 20);
  expect((await mailsAt("2026-11-12T09:00:00Z")).map(({ subject }) => subject)).toEqual(["Due soon: £100.00 – Tiltrod"]);
});

describe("twice at the same time", () => {
  test("two servers that remind at once repeatedly send one email", async () => {
    const number = await owed("2026-11-01T12:00:00Z", 14);
    const before = (await portal.mails()).length;
    await Promise.all(Array.from({ length: 20 }, (_, index) => at("2026-11-12T09:00:00Z", index % 2 ? beside : portal)));
    expect((await portal.mails()).slice(before)).toHaveLength(1);
    expect(await kindsOf(number)).toEqual([["before", "2026-11-12"]]);
  });

  test("a process that dies before its commit leaves nothing, and the next run sends all reminders", async () => {
    const others = await portal.createAccount("customer", { address: "2 High Street, Lewes" });
    const numbers = [await owed("2026-11-01T12:00:00Z", 14), await owed("2026-11-01T12:00:00Z", 14, others)];
    const dying = { ...portal.appContext, post: { ...portal.appContext.post, send: () => Promise.reject(new Error("killed")) } };
    const before = (await portal.mails()).length;
    await expect(sendReminders({ ...dying, clock: () => new Date("2026-11-12T09:00:00Z") })).rejects.toThrow("killed");
    const companyIds = [client.companyId, others.companyId];
    expect(await portal.db.$count(reminderMails, inArray(reminderMails.companyId, companyIds))).toBe(0);
    expect(await portal.db.$count(reminders, inArray(reminders.number, numbers))).toBe(0);
    expect((await portal.mails()).length).toBe(before);
    expect(await mailsAt("2026-11-12T09:05:00Z")).toHaveLength(2);
  });

  test("the database refuses a repeated reminder and a second reminder email of a day", async () => {
    const number = await owed("2026-11-01T12:00:00Z", 14);
    await at("2026-11-12T09:00:00Z");
    const [sent] = await portal.db.select().from(reminders).where(eq(reminders.number, number));
    const [mail] = await portal.db.select().from(reminderMails).where(eq(reminderMails.companyId, client.companyId));
    if (!sent || !mail) throw new Error("Nothing was sent");
    await expect(portal.db.insert(reminders).values(sent)).rejects.toThrow();
    await expect(portal.db.insert(reminderMails).values(mail)).rejects.toThrow();
  });
});
