import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reminderMails, reminders } from "#server/schema/clients.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { succeeded } from "#server/testing/builders.ts";
import { createKillableSender } from "#server/testing/killed-sender.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * A reminding process is killed (`kill -9`) between two of its steps: the next process sends one
 * email, and a third process sends none.
 */

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  await saveSeller(portal);
  await portal.db.update(companySettings).set({ reminders: true });
});
afterAll(() => portal.stop());

const NINE = "2026-11-12T09:00:00Z";
const { sendAll, killAt } = createKillableSender(() => portal, "reminders", NINE);

/** Creates a client with an invoice due in three days. */
async function owing() {
  const client = await portal.createAccount("customer", { address: "1 High Street, Lewes" });
  await portal.db.update(companies).set({ paymentDays: 14 }).where(eq(companies.id, client.companyId));
  portal.clock.set(new Date("2026-11-01T12:00:00Z"));
  const order = await portal.orderFor(await portal.signIn(client), { items: [portal.windowOf(await portal.product())] });
  succeeded(await (await portal.superAdmin()).post(`/api/orders/${order.id}/ship`, { confirmed: true }));
  const ofClient = async () => ({
    marks: await portal.db.$count(reminderMails, eq(reminderMails.companyId, client.companyId)),
    reminders: await portal.db.$count(reminders, eq(reminders.companyId, client.companyId)),
    mails: (await portal.mails()).filter(({ to, subject }) => to === client.email && subject.startsWith("Due soon")).length,
  });
  return { client, ofClient };
}

test.each([
  ["the company's day is marked and its invoices are not", "reminders"],
  ["both are marked and the email is not stored", "waiting_mails"],
])("a reminder process killed when %s is completed once by the next", { timeout: 120_000 }, async (_, table) => {
  const { ofClient } = await owing();
  await killAt(table);
  await sendAll();
  expect(await ofClient()).toEqual({ marks: 1, reminders: 1, mails: 1 });
  await sendAll();
  expect(await ofClient()).toEqual({ marks: 1, reminders: 1, mails: 1 });
});
