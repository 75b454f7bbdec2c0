import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quotes } from "#server/schema/quotes.ts";
import { auditEntries } from "#server/schema/records.ts";
import type { OrderReply, QuoteReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { KEY_DAYS, SENT_FOR_DAYS } from "#shared/domain/trade/late-quote.ts";
import { QUOTE_STATUSES, type QuoteStatus } from "#shared/domain/trade/status.ts";
import { refuseExpired } from "./quote-course.ts";

let portal: TestPortal;
let customer: TestClient;
let admin: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  // The clock is set before any sign-in, because a later change would end the session.
  portal.clock.set("2026-06-10T09:00:00Z");
  customer = await portal.signIn("customer");
  admin = await portal.signIn("admin");
});
afterAll(() => portal.stop());

const DAY = 86_400_000;
const ADDRESS = { shippingAddress: "1 High Street, Lewes" };
const move = (id: number, quoteStatus: string, by = admin, more = {}) =>
  by.patch<QuoteReply>(`/api/quotes/${id}/status`, { quoteStatus, ...more });
const closingJobs = async () =>
  (await portal.owner.execute(sql`select 1 from graphile_worker.jobs where task_identifier = 'close-checkout-sessions'`)).rows.length;
const convert = (id: number, body: object = ADDRESS, headers = {}) => admin.post<OrderReply>(`/api/quotes/${id}/convert`, body, headers);

async function quoteIn(status: QuoteStatus): Promise<QuoteReply> {
  const quote = await portal.quoteFor(customer);
  await portal.db.update(quotes).set({ status }).where(eq(quotes.id, quote.id));
  return { ...quote, quoteStatus: status };
}

describe("moving a quote", () => {
  const ALLOWED = new Set(["draft → sent", "sent → accepted", "sent → declined"]);
  test.each(QUOTE_STATUSES.flatMap((from) => QUOTE_STATUSES.map((to) => [from, to] as const)))(
    "the status change %s → %s is made or refused by the table of moves",
    async (from, to) => {
      const quote = await quoteIn(from);
      const closing = await closingJobs();
      const { status, text } = await move(quote.id, to);
      const allowed = ALLOWED.has(`${from} → ${to}`);
      expect(status, text).toBe(allowed ? 200 : 409);
      if (!allowed) expect(text).toBe(`${from === "accepted" ? "An" : "A"} ${from} quote cannot become ${to}`);
      // A declined quote's open Checkout session must be expired, so that nobody can pay it.
      expect((await closingJobs()) - closing).toBe(allowed && to === "declined" ? 1 : 0);
    },
  );

  test("staff send a quote, and only the customer accepts or declines it", async () => {
    const draft = await quoteIn("draft");
    const sending = await move(draft.id, "sent", customer);
    expect([sending.status, sending.text]).toEqual([403, "Only our staff can send a quote"]);
    for (const answer of ["accepted", "declined"] as const) {
      const quote = await quoteIn("sent");
      expect((await move(quote.id, answer, customer, { reason: "Too dear" })).body).toMatchObject({ quoteStatus: answer });
      const [row] = await portal.db.select().from(quotes).where(eq(quotes.id, quote.id));
      expect(row?.declineReason).toBe(answer === "declined" ? "Too dear" : null);
    }
  });

  test("sending a quote notifies the customer by notification and mail", async () => {
    const quote = await quoteIn("draft");
    await move(quote.id, "sent");
    const [news] = await portal.db.select().from(notifications).orderBy(desc(notifications.id)).limit(1);
    const message = `Quote Q-${quote.id} for £325.08 is ready for you. It is valid until 10 Jul 2026.`;
    const title = `Quote Q-${quote.id}`;
    expect(news).toMatchObject({ userId: customer.account?.id, type: "quote_sent", title, message, relatedId: quote.id });
    const mails = await portal.mails();
    expect(mails.at(-1)).toMatchObject({ to: customer.account?.email, subject: `${title} – Tiltrod` });
    expect(mails.at(-1)?.text).toContain(
      [
        "",
        message,
        "Open the portal to accept it, pay it or tell us that it does not suit.",
        `Open the quote: http://portal.test/quotes?quote=${quote.id}`,
        "",
      ].join("\n\n"),
    );
    // The customer's own answer sends the customer no mail.
    await move(quote.id, "accepted", customer);
    expect(await portal.mails()).toHaveLength(mails.length);
  });

  test("a blank reason is stored as null, and any other as it was written", async () => {
    for (const [reason, kept] of [
      [" \n ", null],
      [undefined, null],
      [" Too dear ", " Too dear "],
    ] as const) {
      const quote = await quoteIn("sent");
      expect((await move(quote.id, "declined", customer, { reason })).status).toBe(200);
      const [row] = await portal.db.select().from(quotes).where(eq(quotes.id, quote.id));
      expect(row?.declineReason).toBe(kept);
    }
  });

  test("sending a quote of a deleted account mails nobody", async () => {
    const account = await portal.createAccount("customer");
    const quote = await portal.quoteFor(await portal.signIn(account));
    expect((await (await portal.superAdmin()).delete(`/api/users/${account.id}`)).status).toBe(204);
    const mails = (await portal.mails()).length;
    expect((await move(quote.id, "sent")).status).toBe(200);
    expect(await portal.mails()).toHaveLength(mails);
    expect(await portal.db.$count(notifications, eq(notifications.userId, account.id))).toBe(0);
  });

  test("an unknown quote status is a 400 with the known ones", async () => {
    const { status, text } = await move((await quoteIn("draft")).id, "paid");
    expect([status, text]).toEqual([400, "Quote status must be one of draft, sent, accepted, declined"]);
  });
});

/** A quote that expired at the end of the day before, in London. */
async function expiredQuoteIn(status: QuoteStatus): Promise<QuoteReply> {
  const quote = await quoteIn(status);
  await portal.db
    .update(quotes)
    .set({ validUntil: new Date("2026-06-09T22:59:59.999Z") })
    .where(eq(quotes.id, quote.id));
  return quote;
}

describe("an expired quote", () => {
  test("an expired quote is neither sent nor accepted nor converted, but may be declined; the refusal names the day", async () => {
    const [draft, sent] = [await expiredQuoteIn("draft"), await expiredQuoteIn("sent")];
    const refused = [await move(draft.id, "sent"), await move(sent.id, "accepted"), await convert(draft.id), await convert(sent.id)];
    expect(refused.map(({ status, text }) => [status, text])).toEqual(refused.map(() => [409, "This quote expired on 9 Jun 2026"]));
    expect((await move(sent.id, "declined", customer)).status).toBe(200);
  });

  test("a quote expires only when its last day is over", async () => {
    const quote = await quoteIn("draft");
    await portal.db
      .update(quotes)
      .set({ validUntil: new Date("2026-06-10T22:59:59.999Z") })
      .where(eq(quotes.id, quote.id));
    expect((await move(quote.id, "sent")).status).toBe(200);
  });

  test("an expired quote is converted only with the staff's confirmation, which is audited", async () => {
    const quote = await expiredQuoteIn("accepted");
    expect((await convert(quote.id, { ...ADDRESS, acceptExpired: false })).status).toBe(409);
    expect((await convert(quote.id, { ...ADDRESS, acceptExpired: true })).status).toBe(201);
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ action: "quotes.convert", targetId: quote.id, after: { acceptedExpired: true } });
  });

  test("an expired quote can be copied, with a validity of its own", async () => {
    const quote = await expiredQuoteIn("declined");
    const copy = await customer.post<QuoteReply>(`/api/quotes/${quote.id}/duplicate`);
    expect([copy.status, copy.body]).toMatchObject([201, { quoteStatus: "draft", validUntil: "2026-07-10T22:59:59.999Z" }]);
  });
});

describe("converting", () => {
  test.each(["draft", "sent", "accepted"] as const)("a %s quote makes a pending order and leaves the quote accepted", async (status) => {
    const quote = await quoteIn(status);
    const { body } = await convert(quote.id);
    expect(body).toMatchObject({
      quoteId: quote.id,
      orderStatus: "pending",
      paymentStatus: "unpaid",
      user: { id: customer.account?.id },
      finalTotal: quote.finalTotal,
      shippingDate: null,
      ...ADDRESS,
    });
    expect((await customer.get(`/api/quotes/${quote.id}`)).body).toMatchObject({ quoteStatus: "accepted", orderId: body.id });
  });

  test("the conversion of a declined quote, or one that has an order, is a 409", async () => {
    expect((await convert((await quoteIn("declined")).id)).text).toBe("A declined quote cannot be converted to an order");
    const quote = await quoteIn("draft");
    const { body } = await convert(quote.id);
    const again = await convert(quote.id);
    expect([again.status, again.text]).toEqual([409, `This quote was already converted to order ORD-${body.id}`]);
  });

  test("a paid quote is converted to a paid order", async () => {
    const quote = await quoteIn("accepted");
    await portal.db.update(quotes).set({ paidAt: portal.clock() }).where(eq(quotes.id, quote.id));
    expect((await convert(quote.id)).body).toMatchObject({ paymentStatus: "paid" });
  });

  test("a paid quote is converted past its validity too", async () => {
    const quote = await expiredQuoteIn("accepted");
    await portal.db.update(quotes).set({ paidAt: portal.clock() }).where(eq(quotes.id, quote.id));
    expect((await convert(quote.id)).status).toBe(201);
  });

  test("a quote is still valid in its last millisecond", () => {
    const now = new Date("2026-06-10T22:59:59.999Z");
    expect(() => refuseExpired({ validUntil: now }, now)).not.toThrow();
    expect(() => refuseExpired({ validUntil: now }, new Date(now.getTime() + 1))).toThrow("This quote expired on 10 Jun 2026");
  });

  test("twenty conversions of one quote at once make one order", async () => {
    const quote = await quoteIn("draft");
    const replies = await Promise.all(Array.from({ length: 20 }, () => convert(quote.id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(19).fill(409)]);
    expect(await portal.db.select().from(orders).where(eq(orders.quoteId, quote.id))).toHaveLength(1);
  });

  test.each([
    [{}, "Please enter a shipping address"],
    [{ shippingAddress: " \n " }, "Please enter a shipping address"],
    [{ shippingAddress: "x".repeat(501) }, "Shipping address must be at most 500 characters"],
  ])("a conversion with %j is refused: %s", async (body, sentence) => {
    const { status, text } = await convert((await quoteIn("draft")).id, body);
    expect([status, text]).toEqual([400, sentence]);
  });
});

describe("an Idempotency-Key", () => {
  let counted = 0;
  const key = () => {
    counted += 1;
    return { "idempotency-key": `key-${counted}` };
  };
  const bodyOf = async (name = "Bay") => ({ items: [portal.windowOf(await portal.product(), { name })] });
  const create = (body: object, headers: Record<string, string>, by = customer) => by.post<QuoteReply>("/api/quotes", body, headers);

  test("an Idempotency-Key repeats the first success, and nothing is stored twice", async () => {
    const [headers, body] = [key(), await bodyOf()];
    const first = await create(body, headers);
    const again = await create(body, headers);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
  });

  test("an Idempotency-Key with a different body or call is a 409", async () => {
    const headers = key();
    await create(await bodyOf(), headers);
    const other = await create(await bodyOf("Door"), headers);
    expect([other.status, other.text]).toEqual([409, "This Idempotency-Key was used for a different request"]);
  });

  test("an Idempotency-Key belongs to the account that sent it", async () => {
    const [headers, body] = [key(), await bodyOf()];
    const mine = await create(body, headers);
    const theirs = await create(body, headers, await portal.signIn("customer"));
    expect(theirs.status).toBe(201);
    expect(theirs.body.id).not.toBe(mine.body.id);
  });

  test("a request with an Idempotency-Key that is in progress waits for the first reply", async () => {
    const headers = key();
    const quote = await quoteIn("draft");
    const replies = await Promise.all(Array.from({ length: 5 }, () => convert(quote.id, ADDRESS, headers)));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(replies[0]?.status).toBe(201);
  });

  test("an Idempotency-Key does not store a refusal", async () => {
    const headers = key();
    const quote = await quoteIn("declined");
    expect((await convert(quote.id, ADDRESS, headers)).status).toBe(409);
    await portal.db.update(quotes).set({ status: "draft" }).where(eq(quotes.id, quote.id));
    expect((await convert(quote.id, ADDRESS, headers)).status).toBe(201);
  });

  // The session has expired by inactivity, so the person signs in again.
  const later = () => portal.signIn({ email: customer.account?.email ?? "" });

  test("an Idempotency-Key of a quote is stored longer than a phone sends an unsent quote", async () => {
    const [headers, body] = [key(), await bodyOf()];
    const first = await create(body, headers);
    portal.clock.advance(SENT_FOR_DAYS * DAY);
    expect((await create(body, headers, await later())).body.id).toBe(first.body.id);
    portal.clock.advance((KEY_DAYS - SENT_FOR_DAYS) * DAY + 1);
    expect((await create(body, headers, await later())).body.id).not.toBe(first.body.id);
    portal.clock.set("2026-06-10T12:00:00Z");
  });

  test("an Idempotency-Key of any other call is deleted after 24 hours", async () => {
    const [headers, body] = [key(), { name: "Forgotten", window: { louverSize: 64 } }];
    const keep = async () => (await later()).post<{ id: number }>("/api/company/templates", body, headers);
    const first = await keep();
    portal.clock.advance(DAY - 60_000);
    expect((await keep()).body).toEqual(first.body);
    portal.clock.advance(120_000);
    expect((await keep()).status).toBe(409);
    portal.clock.set("2026-06-10T12:00:00Z");
  });

  test("an Idempotency-Key has 1 to 255 characters", async () => {
    const { status, text } = await create(await bodyOf(), { "idempotency-key": "x".repeat(256) });
    expect([status, text]).toEqual([400, "Idempotency-Key takes 1 to 255 characters"]);
    expect((await create(await bodyOf(), { "idempotency-key": "x".repeat(255) })).status).toBe(201);
  });
});
