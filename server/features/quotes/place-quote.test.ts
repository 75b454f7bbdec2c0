import { and, desc, eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { companies, users } from "#server/schema/companies-and-users.ts";
import { companySettings } from "#server/schema/company-settings.ts";
import { notifications } from "#server/schema/notifications.ts";
import { orderStatusChanges, orders } from "#server/schema/orders-and-remakes.ts";
import { products } from "#server/schema/products.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries } from "#server/schema/records.ts";
import { type OrderReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { SELLER } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { formatPence } from "#shared/domain/money.ts";
import type { QuoteStatus } from "#shared/domain/trade/status.ts";

let portal: TestPortal;
let customer: TestClient;
let admin: TestClient;
let boss: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  // The clock is set before any sign-in, because a later change would end the session.
  portal.clock.set("2026-06-10T21:00:00Z");
  customer = await portal.signIn(await portal.createAccount("customer", { companyName: "Kestrel Homes", contactName: "Ada Marsh" }));
  admin = await portal.signIn("admin");
  boss = await portal.superAdmin();
});
afterAll(() => portal.stop());

const ADDRESS = "12 Mill Lane\nBristol BS1 4QA";
const place = (id: number, body: object = {}, by = customer, headers = {}) =>
  by.post<QuoteReply>(`/api/quotes/${id}/place`, { shippingAddress: ADDRESS, ...body }, headers);
const takeBack = (id: number, by = customer) => by.delete(`/api/quotes/${id}/place`);
const convert = (id: number, body: object = {}, by = admin) =>
  by.post<OrderReply>(`/api/quotes/${id}/convert`, { shippingAddress: ADDRESS, ...body });
const stored = async (id: number) => {
  const [row] = await portal.db.select().from(quotes).where(eq(quotes.id, id));
  if (!row) throw new Error("The quote is gone");
  return row;
};
const set = (id: number, facts: Partial<typeof quotes.$inferInsert>) => portal.db.update(quotes).set(facts).where(eq(quotes.id, id));
async function quoteIn(status: QuoteStatus = "draft", facts: object = {}) {
  const quote = await portal.quoteFor(customer, { jobName: "Hartley", poNumber: "PO-1" });
  await set(quote.id, { status, ...facts });
  return quote;
}
const mailsAbout = async (id: number) => (await portal.mails()).filter(({ subject }) => subject.startsWith(`Quote Q-${id} `));

describe("placing", () => {
  test("placing stores address and day; a draft stays a draft, a sent quote is accepted", async () => {
    for (const [before, after] of [
      ["draft", "draft"],
      ["sent", "accepted"],
      ["accepted", "accepted"],
    ] as const) {
      const quote = await quoteIn(before);
      const { status, body } = await place(quote.id, { requiredBy: "2026-06-11" });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: quote.id, quoteStatus: after, shippingAddress: ADDRESS, requiredBy: "2026-06-11", version: 2 });
      expect(body.placedAt).not.toBeNull();
      expect(body.orderId).toBeNull();
      expect((await stored(quote.id)).placedBy).toBe(customer.account?.id);
    }
  });

  test("placing again changes address and day; an identical placing changes nothing", async () => {
    const quote = await quoteIn();
    succeeded(await place(quote.id, { requiredBy: "2026-07-01" }));
    const again = await place(quote.id, { shippingAddress: " 1 High Street, Lewes ", requiredBy: null });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ shippingAddress: "1 High Street, Lewes", requiredBy: null, version: 3 });
    const same = await place(quote.id, { shippingAddress: "1 High Street, Lewes" });
    expect([same.status, same.body]).toEqual([200, again.body]);
  });

  test("placing twice with one Idempotency-Key places once", async () => {
    const quote = await quoteIn();
    const headers = { "idempotency-key": `place ${quote.id}` };
    const first = await place(quote.id, {}, customer, headers);
    const second = await place(quote.id, {}, customer, headers);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
  });

  test.each(["2026-06-10", "2026-06-09", "2026-02-30", "soon", "", 7])(
    "a placing with the day of need %j is refused",
    async (requiredBy) => {
      const quote = await quoteIn();
      const { status, text } = await place(quote.id, { requiredBy });
      expect([status, text]).toEqual([400, "The date you need it by must be in the future"]);
      expect((await stored(quote.id)).placedAt).toBeNull();
    },
  );

  test("the day of need is within two years, to the day, also for staff who convert", async () => {
    const quote = await quoteIn();
    const far = [400, "Dates must be within the next two years"];
    const late = await place(quote.id, { requiredBy: "2028-06-11" });
    expect([late.status, late.text]).toEqual(far);
    expect((await place(quote.id, { requiredBy: "2028-06-10" })).status).toBe(200);
    const converted = await boss.post(`/api/quotes/${quote.id}/convert`, { shippingAddress: ADDRESS, requiredBy: "9999-12-31" });
    expect([converted.status, converted.text]).toEqual(far);
  });

  test("the day of need must be after today, which ends at midnight in London", async () => {
    const quote = await quoteIn();
    portal.clock.set("2026-06-10T23:30:00Z");
    expect((await place(quote.id, { requiredBy: "2026-06-11" })).status).toBe(400);
    expect((await place(quote.id, { requiredBy: "2026-06-12" })).status).toBe(200);
    portal.clock.set("2026-06-10T21:00:00Z");
  });

  test.each(["", "  ", undefined, "x".repeat(501)])("a placing with the address %j is refused", async (shippingAddress) => {
    const quote = await quoteIn();
    expect((await place(quote.id, { shippingAddress })).status).toBe(400);
  });

  test("a declined, an expired and a converted quote cannot be placed; a paid one does not expire", async () => {
    const refused = async (id: number) => {
      const { status, text } = await place(id);
      return [status, text];
    };
    expect(await refused((await quoteIn("declined")).id)).toEqual([409, "A declined quote cannot be placed"]);
    const past = new Date("2026-06-01T22:59:59.999Z");
    expect(await refused((await quoteIn("draft", { validUntil: past })).id)).toEqual([409, "This quote expired on 1 Jun 2026"]);
    const quote = await quoteIn();
    const order = succeeded(await convert(quote.id));
    expect(await refused(quote.id)).toEqual([409, `This quote was already converted to order ORD-${order.id}`]);
    expect((await place((await quoteIn("accepted", { validUntil: past, paidAt: past })).id)).status).toBe(200);
  });

  test("a quote that a colleague changed since it was read is neither placed nor converted; the version is optional", async () => {
    const changed = async () => {
      const quote = await quoteIn("draft", { changedBy: boss.account?.id, version: 2 });
      return { id: quote.id, read: 1 };
    };
    for (const decide of [place, convert]) {
      const { id, read } = await changed();
      const before = await stored(id);
      const mails = (await portal.mails()).length;
      const refused = await decide(id, { version: read });
      const by = (
        await portal.db
          .select()
          .from(users)
          .where(eq(users.id, boss.account?.id ?? 0))
      )[0]?.contactName;
      expect([refused.status, refused.text]).toEqual([409, `This quote was changed by ${by} while you were editing it`]);
      expect(await stored(id)).toEqual(before);
      expect((await portal.mails()).length).toBe(mails);
      expect((await decide(id, { version: "2" })).status).toBe(400);
      expect((await decide(id, { version: 2 })).status).toBeLessThan(300);
      expect((await decide((await changed()).id)).status).toBeLessThan(300);
    }
    // The refusal names the state before the version.
    const { id } = await quoteIn("declined");
    expect((await place(id, { version: 7 })).text).toBe("A declined quote cannot be placed");
  });

  test("another company's quote is not found; the super admin places any, an admin and a supplier none", async () => {
    const quote = await quoteIn();
    for (const [by, status] of [
      [await portal.signIn("customer"), 404],
      [await portal.signIn("supplier"), 403],
      [admin, 403],
      [boss, 200],
    ] as const) {
      expect((await place(quote.id, {}, by)).status).toBe(status);
    }
    expect((await takeBack(quote.id, admin)).status).toBe(403);
    expect((await takeBack(quote.id, boss)).status).toBe(204);
  });
});

describe("a company without an address", () => {
  const ASK_ADDRESS = "Please enter your company's address, for your invoices";
  const addressOf = async (by: TestClient) =>
    (
      await portal.db
        .select()
        .from(companies)
        .where(eq(companies.id, by.account?.companyId ?? 0))
    )[0]?.address;

  test("a company's first order supplies its address, which is stored and audited; later ones are ignored", async () => {
    const account = await portal.createAccount("customer", { address: null });
    // A person who may order supplies the address, even without the right to manage the company.
    await portal.db.update(users).set({ mayManage: false }).where(eq(users.id, account.id));
    const first = await portal.signIn(account);
    const quote = await portal.quoteFor(first);
    for (const companyAddress of [undefined, "", "   ", " 1 A "]) {
      for (const decide of [place, convert]) {
        const by = decide === place ? first : admin;
        const { status, text } = await decide(quote.id, { companyAddress }, by);
        expect([status, text]).toEqual([400, ASK_ADDRESS]);
      }
    }
    expect(await stored(quote.id)).toMatchObject({ placedAt: null, version: 1 });
    // A request that is refused for another reason stores no address.
    expect((await place(quote.id, { companyAddress: "3 Works Yard, Hove", version: 7 }, first)).status).toBe(409);
    expect((await place(quote.id, { companyAddress: 7 }, first)).status).toBe(400);
    expect(await addressOf(first)).toBeNull();
    succeeded(await place(quote.id, { companyAddress: " 3 Works Yard\nHove " }, first));
    expect(await addressOf(first)).toBe("3 Works Yard\nHove");
    succeeded(await place(quote.id, { companyAddress: "x", shippingAddress: "1 Elm Road" }, first));
    succeeded(await convert((await portal.quoteFor(first)).id, { companyAddress: "4 Other Road, Hove" }));
    expect(await addressOf(first)).toBe("3 Works Yard\nHove");
    const given = await portal.db
      .select({ targetId: auditEntries.targetId, actorId: auditEntries.actorId, after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.action, "clients.addressGiven"));
    expect(given).toEqual([{ targetId: account.companyId, actorId: account.id, after: { address: "3 Works Yard\nHove" } }]);
  });

  test("two first orders, a conversion and a profile at once all succeed, and store one address", async () => {
    const account = await portal.createAccount("customer", { address: null, companyName: "At Once Ltd", contactName: "Ada Once" });
    const first = await portal.signIn(account);
    const [one, two, paid] = [await portal.quoteFor(first), await portal.quoteFor(first), await portal.quoteFor(first)];
    await set(paid.id, { status: "accepted", paidAt: new Date() });
    const profile = { companyName: "At Once Ltd", contactName: "Ada Once", address: "1 Profile Road" };
    const replies = await Promise.all([
      place(one.id, { companyAddress: "1 First Road" }, first),
      place(two.id, { companyAddress: "2 Second Road" }, first),
      convert(paid.id, { companyAddress: "3 Third Road" }),
      first.patch(`/api/users/${account.id}/profile`, profile),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 201, 200]);
    // The profile may replace the address; an order never does.
    expect(await addressOf(first)).toBe("1 Profile Road");
  });

  test("the missing address is requested after the checks of the quote's state, and not for our own quotes", async () => {
    const first = await portal.signIn(await portal.createAccount("customer", { address: null }));
    const quote = await portal.quoteFor(first);
    await set(quote.id, { status: "declined" });
    expect((await place(quote.id, {}, first)).text).toBe("A declined quote cannot be placed");
    expect((await place((await portal.quoteFor(boss)).id, {}, boss)).status).toBe(200);
    expect((await convert((await portal.quoteFor(boss)).id)).status).toBe(201);
  });
});

describe("a colleague without the right to order", () => {
  const ASK = "Ask Ada Marsh to place this order";
  let colleague: TestClient;
  beforeAll(async () => {
    const account = await portal.createAccount("customer", { companyName: "Kestrel Homes", contactName: "Cleo Marsh" });
    const companyId = customer.account?.companyId ?? 0;
    await portal.db.update(users).set({ companyId, mayOrder: false, mayManage: false }).where(eq(users.id, account.id));
    colleague = await portal.signIn(account);
  });

  test("a person without the right to order cannot place, withdraw, accept, decline or pay, and learns who can", async () => {
    const sent = await quoteIn("sent");
    const answer = (quoteStatus: string) => colleague.patch(`/api/quotes/${sent.id}/status`, { quoteStatus });
    const tries = [
      place(sent.id, {}, colleague),
      takeBack(sent.id, colleague),
      answer("accepted"),
      answer("declined"),
      colleague.post(`/api/quotes/${sent.id}/pay`),
    ];
    for (const { status, text } of await Promise.all(tries)) expect([status, text]).toEqual([403, ASK]);
    expect(await stored(sent.id)).toMatchObject({ status: "sent", placedAt: null, version: 1 });
  });

  test("a person without the right to order cannot withdraw a placed draft", async () => {
    const quote = await quoteIn();
    await place(quote.id);
    const { status, text } = await colleague.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" });
    expect([status, text]).toEqual([403, ASK]);
    expect(await stored(quote.id)).toMatchObject({ status: "draft", shippingAddress: ADDRESS, version: 2, withdrawnAt: null });
  });

  test("the missing right is reported before other faults, but not for another company's quote", async () => {
    for (const status of ["declined", "accepted"] as const) {
      const { id } = await quoteIn(status, { validUntil: new Date("2026-06-01T22:59:59.999Z") });
      expect((await place(id, { shippingAddress: 7, requiredBy: "yesterday" }, colleague)).text).toBe(ASK);
    }
    const theirs = await portal.quoteFor(await portal.signIn("customer"));
    expect((await place(theirs.id, { shippingAddress: 7 }, colleague)).status).toBe(404);
    const sent = await quoteIn("sent");
    const move = (id: number, by: TestClient) => by.patch(`/api/quotes/${id}/status`, { quoteStatus: "accepted", reason: 7 });
    expect((await move(theirs.id, colleague)).status).toBe(404);
    expect((await move(sent.id, colleague)).text).toBe(ASK);
    expect((await move(sent.id, customer)).text).toBe("Reason must be text");
  });

  test("a person without the right to order creates, edits, copies and withdraws drafts of the company", async () => {
    const quote = await quoteIn();
    const items = [portal.windowOf(await portal.product())];
    expect((await colleague.put(`/api/quotes/${quote.id}`, { version: 1, items })).status).toBe(200);
    expect((await colleague.post(`/api/quotes/${quote.id}/duplicate`)).status).toBe(201);
    expect((await colleague.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined" })).status).toBe(200);
  });
});

describe("the staff", () => {
  test("approved staff receive one mail each about a placing, its change and its withdrawal", async () => {
    await portal.createAccount("admin", { approvalStatus: "suspended" });
    const readers = [admin, boss].map(({ account }) => account?.email).toSorted();
    const quote = await quoteIn();
    await place(quote.id, { requiredBy: "2026-07-01" });
    await place(quote.id, { requiredBy: "2026-07-01" });
    const [first, ...others] = await mailsAbout(quote.id);
    expect([first?.to, ...others.map(({ to }) => to)].toSorted()).toEqual(readers);
    expect(first?.subject).toBe(`Quote Q-${quote.id} placed (Hartley) – Tiltrod`);
    expect(first?.text).toContain(
      [
        "",
        `Ada Marsh placed quote Q-${quote.id} of Kestrel Homes for £325.08. Convert it to make the order.`,
        "Job: Hartley\nPO number: PO-1",
        `Deliver to:\n${ADDRESS}`,
        "It is needed by 1 Jul 2026.",
        `Open the quote: http://portal.test/quotes?quote=${quote.id}`,
        "",
      ].join("\n\n"),
    );
    await place(quote.id);
    const [changed] = (await mailsAbout(quote.id)).slice(2);
    expect(changed?.subject).toBe(`Quote Q-${quote.id} placed again (Hartley) – Tiltrod`);
    expect(changed?.text).toContain("Ada Marsh changed the placing of");
    expect(changed?.text).toContain("No day was given by which it is needed.");
    await takeBack(quote.id);
    await takeBack(quote.id);
    const ended = (await mailsAbout(quote.id)).slice(4);
    expect(ended.map(({ subject }) => subject)).toEqual(Array(2).fill(`Quote Q-${quote.id} taken back (Hartley) – Tiltrod`));
  });

  test("the audit trail has a placing with job and PO; a placing that changes nothing is not recorded", async () => {
    const quote = await quoteIn();
    await place(quote.id);
    await place(quote.id);
    await takeBack(quote.id);
    await takeBack(quote.id);
    const entries = await portal.db
      .select({ action: auditEntries.action, before: auditEntries.before, after: auditEntries.after })
      .from(auditEntries)
      .where(
        and(eq(auditEntries.targetType, "quotes"), eq(auditEntries.targetId, quote.id), sql`${auditEntries.action} <> 'quotes.create'`),
      )
      .orderBy(auditEntries.id);
    const placed = { shippingAddress: ADDRESS, requiredBy: null };
    expect(entries).toEqual([
      {
        action: "quotes.place",
        before: { shippingAddress: null, requiredBy: null },
        after: { ...placed, jobName: "Hartley", poNumber: "PO-1" },
      },
      { action: "quotes.takeBack", before: placed, after: null },
    ]);
  });
});

describe("withdrawing a placing", () => {
  test("withdrawing a placing clears it, leaves an accepted quote accepted, and is 204 without a placing too", async () => {
    const quote = await quoteIn("sent");
    await place(quote.id, { requiredBy: "2026-07-01" });
    expect((await takeBack(quote.id)).status).toBe(204);
    expect(await stored(quote.id)).toMatchObject({
      ...{ placedAt: null, placedBy: null, shippingAddress: null, requiredBy: null },
      status: "accepted",
      version: 3,
    });
    expect((await takeBack(quote.id)).status).toBe(204);
    expect((await stored(quote.id)).version).toBe(3);
  });

  test("a placing cannot be withdrawn once the order exists, and another company's is not found", async () => {
    const quote = await quoteIn();
    await place(quote.id);
    expect((await takeBack(quote.id, await portal.signIn("customer"))).status).toBe(404);
    const order = succeeded(await convert(quote.id));
    const late = await takeBack(quote.id);
    expect([late.status, late.text]).toEqual([409, `This quote was already converted to order ORD-${order.id}`]);
  });
});

describe("withdrawing a draft", () => {
  const withdraw = (id: number, by = customer) => by.patch<QuoteReply>(`/api/quotes/${id}/status`, { quoteStatus: "declined" });

  test("a customer withdraws a draft of their own, expired or not, and staff none", async () => {
    const quote = await quoteIn("draft", { validUntil: new Date("2026-06-01T22:59:59.999Z") });
    for (const by of [admin, boss]) expect((await withdraw(quote.id, by)).text, "staff").toBe("A draft quote cannot become declined");
    expect((await withdraw(quote.id, await portal.signIn("customer"))).status).toBe(404);
    const { body } = await withdraw(quote.id);
    expect(body).toMatchObject({ quoteStatus: "declined", version: 2, withdrawnAt: expect.any(String) });
    // A declined offer is no withdrawal.
    expect((await withdraw((await quoteIn("sent")).id)).body).toMatchObject({ quoteStatus: "declined", withdrawnAt: null });
    expect((await withdraw(quote.id)).status).toBe(409);
  });

  test("a withdrawal of a version that a colleague has placed since is refused", async () => {
    const quote = await quoteIn("draft");
    await place(quote.id, { requiredBy: "2026-07-01" });
    const late = await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined", version: 1 });
    expect([late.status, late.text]).toEqual([409, expect.stringMatching(/^This quote was changed by .+ while you were editing it$/)]);
    expect(await stored(quote.id)).toMatchObject({ status: "draft", version: 2, withdrawnAt: null });
    const now = await customer.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "declined", version: 2 });
    expect(now.status).toBe(200);
  });

  test("a withdrawal also withdraws the placing, and mails the staff", async () => {
    for (const status of ["draft", "sent"] as const) {
      const quote = await quoteIn(status);
      await place(quote.id, { requiredBy: "2026-07-01" });
      // Placing a sent quote accepts it, and an accepted quote cannot be declined; so the test
      // resets the status.
      await set(quote.id, { status });
      const { body } = await withdraw(quote.id);
      expect(body).toMatchObject({ quoteStatus: "declined", placedAt: null, shippingAddress: null, requiredBy: null });
      expect((await mailsAbout(quote.id)).at(-1)?.subject).toBe(`Quote Q-${quote.id} taken back (Hartley) – Tiltrod`);
    }
  });
});

describe("converting", () => {
  test("a conversion copies the placed day, or takes another; null stores no day", async () => {
    for (const [body, requiredBy] of [
      [{}, "2026-07-01"],
      [{ requiredBy: "2026-08-01" }, "2026-08-01"],
      [{ requiredBy: null }, null],
    ] as const) {
      const quote = await quoteIn();
      await place(quote.id, { requiredBy: "2026-07-01" });
      const order = succeeded(await convert(quote.id, body));
      expect(order).toMatchObject({ requiredBy, jobName: "Hartley", poNumber: "PO-1" });
      const told = (await portal.mails()).find(({ subject }) => subject.startsWith(`Order ORD-${order.id} confirmed`))?.text;
      expect(told?.includes("You need it by ")).toBe(requiredBy !== null);
      expect(await stored(quote.id)).toMatchObject({ requiredBy: "2026-07-01", shippingAddress: ADDRESS, version: 3 });
    }
  });

  test("a conversion refuses a past day, unless it is the placed one", async () => {
    const quote = await quoteIn();
    await place(quote.id, { requiredBy: "2026-06-11" });
    await set(quote.id, { requiredBy: "2026-06-09" });
    const late = await convert(quote.id, { requiredBy: "2026-06-10" });
    expect([late.status, late.text]).toEqual([400, "The date you need it by must be in the future"]);
    expect(succeeded(await convert(quote.id, { requiredBy: "2026-06-09" }))).toMatchObject({ requiredBy: "2026-06-09" });
  });

  test("a conversion needs the address, and no confirmation of the expiry if the quote was placed in time", async () => {
    const quote = await quoteIn();
    await place(quote.id);
    expect((await admin.post(`/api/quotes/${quote.id}/convert`, {})).status).toBe(400);
    await set(quote.id, { validUntil: new Date("2026-06-01T22:59:59.999Z") });
    succeeded(await convert(quote.id));
    const [entry] = await portal.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "quotes.convert"))
      .orderBy(desc(auditEntries.id))
      .limit(1);
    expect(entry?.after).not.toHaveProperty("acceptedExpired");
  });

  test("deleting the order clears the placing, and the quote can be placed again", async () => {
    const quote = await quoteIn();
    await place(quote.id, { requiredBy: "2026-07-01" });
    const order = succeeded(await convert(quote.id));
    succeeded(await boss.delete(`/api/orders/${order.id}`));
    const { body } = await customer.get<QuoteReply>(`/api/quotes/${quote.id}`);
    expect(body).toMatchObject({ orderId: null, placedAt: null, shippingAddress: null, requiredBy: null, quoteStatus: "accepted" });
    expect((await place(quote.id)).status).toBe(200);
  });
});

describe("with direct orders to the workshop", () => {
  const save = (body: object) => boss.put<Record<string, unknown>>("/api/settings/company", { ...SELLER, ...body });
  afterEach(async () => {
    await portal.db.update(companySettings).set({ directOrders: false });
  });

  test("direct orders are off by default, stay when omitted, and are visible to customers", async () => {
    const told = async (by: TestClient) => (await by.get<{ user: Record<string, unknown> }>("/api/user")).body.user.directOrders;
    expect((await boss.get<Record<string, unknown>>("/api/settings/company")).body.directOrders).toBe(false);
    expect(await told(customer)).toBe(false);
    expect((await save({ directOrders: true })).body).toMatchObject({ name: SELLER.name, directOrders: true });
    expect((await save({})).body).toMatchObject({ directOrders: true });
    expect(await told(customer)).toBe(true);
    for (const by of [boss, admin, await portal.signIn("supplier")]) expect(await told(by)).toBeUndefined();
    expect((await save({ directOrders: "yes" })).status).toBe(400);
    expect((await save({ directOrders: false })).body).toMatchObject({ directOrders: false });
  });

  test("placing a direct order makes the order at once for the placer, and mails the staff", async () => {
    await save({ directOrders: true });
    const quote = await quoteIn();
    const headers = { "idempotency-key": `straight ${quote.id}` };
    const { status, body } = await place(quote.id, { requiredBy: "2026-07-01" }, customer, headers);
    expect(status).toBe(200);
    expect(body).toMatchObject({ quoteStatus: "accepted", orderStatus: "pending", shippingAddress: ADDRESS, version: 2 });
    const [order] = await portal.db.select().from(orders).where(eq(orders.quoteId, quote.id));
    expect(order).toMatchObject({ id: body.orderId, shippingAddress: ADDRESS, requiredBy: "2026-07-01", userId: customer.account?.id });
    const [change] = await portal.db
      .select()
      .from(orderStatusChanges)
      .where(eq(orderStatusChanges.orderId, body.orderId ?? 0));
    expect(change).toMatchObject({ from: null, to: "pending", byUserId: customer.account?.id });
    const [mail] = await mailsAbout(quote.id);
    expect(mail?.text).toContain(`It went straight to the workshop as order ORD-${body.orderId}.`);
    expect((await place(quote.id)).text).toBe(`This quote was already converted to order ORD-${body.orderId}`);
    expect((await place(quote.id, { requiredBy: "2026-07-01" }, customer, headers)).body).toEqual(body);
  });

  test("a quote placed before the switch stays a draft until it is placed again", async () => {
    const quote = await quoteIn();
    await place(quote.id);
    await save({ directOrders: true });
    expect((await stored(quote.id)).status).toBe("draft");
    expect((await place(quote.id)).body.orderId).not.toBeNull();
  });
});

describe("asking a colleague to place", () => {
  const ask = (id: number, by: TestClient) => by.post(`/api/quotes/${id}/ask-to-place`, {});
  let company: User;
  let orderer: TestClient;
  let colleague: TestClient;
  beforeAll(async () => {
    company = await portal.createAccount("customer", { companyName: "Larch & Sons", contactName: "Ada Larch" });
    orderer = await portal.openSession(company);
    const rights = { colleagueOf: company, mayOrder: false, mayManage: false };
    colleague = await portal.openSession(await portal.createAccount("customer", { ...rights, contactName: "Kim Ash" }));
  });
  const told = async (id: number) => {
    const bell = succeeded(await orderer.get<{ type: string; title: string; message: string; relatedId: number }[]>("/api/notifications"));
    return { bell: bell.filter(({ type, relatedId }) => type === "quote_to_place" && relatedId === id), mails: await mailsAbout(id) };
  };

  test("a request to place notifies colleagues who may order, with amount and link, at most once an hour", async () => {
    const { id } = await portal.quoteFor(colleague, { jobName: "Hartley" });
    const total = formatPence((await stored(id)).finalTotalPence);
    expect((await ask(id, colleague)).status).toBe(204);
    const { bell, mails } = await told(id);
    const sentence = `Kim Ash asks you to place quote Q-${id}, for ${total} including VAT.`;
    expect(bell).toMatchObject([{ title: `Quote Q-${id} to place (Hartley)`, message: sentence }]);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[company.email, `Quote Q-${id} to place (Hartley) – Tiltrod`]]);
    expect(mails[0]?.text).toContain(sentence);
    expect(mails[0]?.text).toContain(`/quotes?quote=${id}`);
    expect((await ask(id, colleague)).status).toBe(204);
    expect((await told(id)).bell).toHaveLength(1);
    await portal.db
      .update(notifications)
      .set({ createdAt: sql`${notifications.createdAt} - interval '61 minutes'` })
      .where(eq(notifications.relatedId, id));
    expect((await ask(id, colleague)).status).toBe(204);
    expect((await told(id)).bell).toHaveLength(2);
  });

  test("two requests to place at the same moment notify once", async () => {
    const { id } = await portal.quoteFor(colleague);
    const replies = await Promise.all([ask(id, colleague), ask(id, colleague)]);
    expect(replies.map(({ status }) => status)).toEqual([204, 204]);
    expect((await told(id)).bell).toHaveLength(1);
  });

  test("a request to place is refused for a quote that cannot be placed, and from a person who may place it", async () => {
    const { id } = await portal.quoteFor(colleague);
    const refusal = async (facts: Parameters<typeof set>[1]) => {
      await set(id, facts);
      const { status, text } = await ask(id, colleague);
      return [status, text];
    };
    expect(await refusal({ status: "declined" })).toEqual([409, "A declined quote cannot be placed"]);
    expect(await refusal({ status: "draft", validUntil: new Date("2026-01-01T12:00:00Z") })).toEqual([
      409,
      "This quote expired on 1 Jan 2026",
    ]);
    await set(id, { validUntil: new Date("2027-01-01T12:00:00Z") });
    expect(await ask(id, orderer)).toMatchObject({ status: 409, text: "You can place it yourself" });
    expect((await ask(id, customer)).status).toBe(404);
    succeeded(await place(id, { companyAddress: ADDRESS }, orderer));
    expect(await ask(id, colleague)).toMatchObject({ status: 409, text: "This quote is already placed" });
    expect((await told(id)).bell).toEqual([]);
  });
});

describe("a day that is sooner than the types' lead time", () => {
  const SOONER = "This is sooner than the 4 weeks that Slow Oak takes. The office will tell you whether it can be done.";
  const said = ({ status, text }: { status: number; text: string }) => [status, text];
  async function slowQuote() {
    const [slow, quick] = [await portal.product({ leadWeeks: 4 }), await portal.product({ leadWeeks: 1 })];
    const quote = await portal.quoteFor(customer, { items: [portal.windowOf(quick), portal.windowOf(slow), portal.windowOf(slow)] });
    return { id: quote.id, slow };
  }
  const sentence = ({ slow }: Awaited<ReturnType<typeof slowQuote>>) => SOONER.replace("Slow Oak", slow.name);

  test("a day within the lead time needs one confirmation, and none when placed unchanged again", async () => {
    const quote = await slowQuote();
    // The quote is placed on 10 June: four weeks later is 8 July.
    expect(said(await place(quote.id, { requiredBy: "2026-07-07" }))).toEqual([409, sentence(quote)]);
    expect((await stored(quote.id)).placedAt).toBeNull();
    expect(said(await place(quote.id, { requiredBy: "2026-07-07", confirmed: false }))).toEqual([409, sentence(quote)]);
    succeeded(await place(quote.id, { requiredBy: "2026-07-07", confirmed: true }));
    succeeded(await place(quote.id, { requiredBy: "2026-07-07", shippingAddress: "4 Site Road, Bath" }));
    expect(said(await place(quote.id, { requiredBy: "2026-07-06" }))).toEqual([409, sentence(quote)]);
  });

  test("a day after the lead time, or no day, needs no confirmation", async () => {
    for (const body of [{ requiredBy: "2026-07-08" }, {}]) {
      const quote = await slowQuote();
      succeeded(await place(quote.id, body));
    }
  });

  test("the lead time is the types' current one when placed, and the quote's page shows the longest", async () => {
    const { id, slow } = await slowQuote();
    const read = async () => succeeded(await customer.get<{ leadTime: object | null }>(`/api/quotes/${id}`)).leadTime;
    expect(await read()).toEqual({ weeks: 4, shutterType: slow.name });
    const save = (leadWeeks: number | null) =>
      admin.put("/api/products", { id: slow.id, name: slow.name, basePricePerM2: slow.basePricePerM2, leadWeeks });
    succeeded(await save(0));
    expect(await read()).toMatchObject({ weeks: 1 });
    succeeded(await place(id, { requiredBy: "2026-06-17" }));
    for (const wrong of [27, -1, 1.5]) expect(said(await save(wrong))).toEqual([400, "Lead time must be whole weeks from 0 to 26"]);
    await expect(portal.db.update(products).set({ leadWeeks: 27 }).where(eq(products.id, slow.id))).rejects.toThrow();
  });
});

test("the ready day follows the workshop's free capacity, and an earlier required day is confirmed", async () => {
  const maker = await portal.createAccount("supplier");
  const joiner = await portal.signIn(maker);
  succeeded(await joiner.put("/api/settings/workshop", { weeklyM2: 3, leadDays: 1 }));
  const product = await portal.product({ leadWeeks: 4, supplierId: maker.companyId });
  const items = [portal.windowOf(product, { widthM: 1, heightM: 2 })];
  const quote = await portal.quoteFor(customer, { items });
  const readyDays = async (by = customer) => [
    succeeded(await by.get<{ readyOn: string }>(`/api/quotes/${quote.id}`)).readyOn,
    succeeded(await by.get<{ readyOn: string }>(`/api/quotes/ready-day?types=${product.id}&squareMetres=2`)).readyOn,
  ];
  // 10 June is a Wednesday, and two of the week's three square metres are needed.
  expect(await readyDays()).toEqual(["2026-06-12", "2026-06-12"]);
  const later = await portal.orderFor(customer, { items });
  succeeded(await boss.patch(`/api/orders/${later.id}/dates`, { shippingDate: "2027-08-04" }));
  expect(await readyDays()).toEqual(["2026-06-12", "2026-06-12"]);
  const booked = await portal.orderFor(customer, { items });
  expect(await readyDays(admin)).toEqual(["2026-06-19", "2026-06-19"]);
  // Packed shutters need no more time.
  const details = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${booked.id}`));
  const pack = async (done: boolean) =>
    succeeded(await joiner.patch(`/api/orders/${booked.id}/pieces`, { itemId: details.quote.items[0]?.id, step: "packed", done }));
  await pack(true);
  expect(await readyDays()).toEqual(["2026-06-12", "2026-06-12"]);
  await pack(false);
  const { status, text } = await place(quote.id, { requiredBy: "2026-06-18" });
  expect([status, text]).toEqual([
    409,
    "This is sooner than Fri 19 June, when the workshop has time for it. The office will tell you whether it can be done.",
  ]);
  succeeded(await place(quote.id, { requiredBy: "2026-06-19" }));
  const unknown = await customer.get<{ readyOn: string | null }>("/api/quotes/ready-day?types=999999&squareMetres=2");
  expect(unknown.body).toEqual({ readyOn: null });
  for (const wrong of ["types=&squareMetres=2", "types=1,x&squareMetres=2", "types=1&squareMetres=0", "types=1"])
    expect([wrong, (await customer.get(`/api/quotes/ready-day?${wrong}`)).status]).toEqual([wrong, 400]);
});
