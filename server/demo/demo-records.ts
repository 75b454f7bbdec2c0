import type { Person } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { auditEntries, errorRecords } from "#server/schema/records.ts";
import { formatPence } from "#shared/domain/money.ts";
import type { ErrorSeverity, ErrorStatus } from "#shared/domain/trade/status.ts";
import type { People } from "./demo-accounts.ts";
import { type StoredInvoice, stripeIdsOf } from "./demo-payments.ts";
import type { Shop } from "./demo-shop.ts";
import type { Timeline } from "./demo-timeline.ts";
import { moverOf, type Quoted, type Trade } from "./demo-trade.ts";

type Entry = typeof auditEntries.$inferInsert & { readonly at: Date };
type Done = Pick<Entry, "at" | "action" | "targetType" | "targetId" | "before" | "after">;

/** An address from the range that is reserved for examples. */
const IP = "192.0.2.17";

/** An audit entry in the form that `writeAudit` stores. */
const entry = (actor: Person, done: Done): Entry => ({
  actorId: actor.id,
  actorEmail: actor.email,
  actorRole: actor.role,
  ip: IP,
  ...done,
});

/** Stores the audit entries of the rest of the demo, in chronological order. */
export async function storeAudit(db: Db, people: People, shop: Shop, trade: Trade, invoices: readonly StoredInvoice[]): Promise<void> {
  const entries = [
    ...accountEntries(people),
    ...priceEntries(people, shop),
    ...quoteEntries(people, trade),
    ...orderEntries(people, trade),
    ...invoices.map(issued),
  ];
  await db.insert(auditEntries).values(entries.toSorted((one, other) => Number(one.at) - Number(other.at)));
}

function accountEntries(people: People): Entry[] {
  // People who joined later were invited, so the trail has no sign-up for them.
  const customers = Object.values(people).filter(({ id, companyId, role }) => role === "customer" && id === companyId);
  return customers.flatMap((user) => {
    const { id, email, companyName, contactName, approvalStatus, approvalReason, approvalDecidedAt } = user;
    const target = { targetId: id };
    const after = { email, companyName, contactName, referredBy: null };
    const registered = entry(user, { at: user.createdAt, action: "accounts.register", targetType: "users", ...target, after });
    if (!approvalDecidedAt) return [registered];
    const before = { approvalStatus: approvalStatus === "suspended" ? "approved" : "pending" };
    const decision = { approvalStatus, reason: approvalReason };
    const decided = { at: approvalDecidedAt, action: "clients.decide", targetType: "clients", ...target, before, after: decision };
    return [registered, entry(people.admin, decided)];
  });
}

const priceEntries = (people: People, { changes, products }: Shop): Entry[] =>
  changes.map(({ productId, from, to, at }) => {
    const name = products.find(({ id }) => id === productId)?.name;
    return entry(people.superAdmin, {
      at,
      action: from === null ? "products.create" : "products.update",
      targetType: "products",
      targetId: productId,
      before: from === null ? null : { name, basePrice: formatPence(from) },
      after: { name, basePrice: formatPence(to) },
    });
  });

/** Stripe reported the payment, so the entry has no actor. */
const settled = (quote: Quoted["quote"], at: Date): Entry => ({
  at,
  action: "payments.settled",
  targetType: "quotes",
  targetId: quote.id,
  after: { ...stripeIdsOf(quote), amountPence: quote.finalTotalPence, currency: "gbp" },
});

const issued = ({ number, quoteId, orderId, taxPoint, issuedAt }: StoredInvoice): Entry => ({
  at: issuedAt,
  action: "invoices.issued",
  targetType: "invoices",
  targetId: number,
  after: { quoteId, orderId, taxPoint },
});

const quoteEntries = (people: People, { quotes }: Trade): Entry[] =>
  quotes.flatMap(({ quote, plan }) => {
    const owner = people[plan.owner];
    const maker = people[plan.maker];
    const target = { targetType: "quotes", targetId: quote.id };
    const { jobName, poNumber, placedAt, shippingAddress, requiredBy } = quote;
    const made = { userId: maker.id, jobName, poNumber, windows: quote.itemCount, finalTotalPence: quote.finalTotalPence };
    const entries = [entry(maker, { at: plan.createdAt, action: "quotes.create", ...target, after: made })];
    const moved = (actor: Person, at: Date, from: string, to: string) =>
      entries.push(
        entry(actor, { at, action: "quotes.changeStatus", ...target, before: { quoteStatus: from }, after: { quoteStatus: to } }),
      );
    if (plan.sentAt) moved(people.admin, plan.sentAt, "draft", "sent");
    if (plan.answeredAt) moved(owner, plan.answeredAt, "sent", plan.status);
    if (placedAt) entries.push(entry(owner, { at: placedAt, action: "quotes.place", ...target, after: { shippingAddress, requiredBy } }));
    if (plan.paidAt) entries.push(settled(quote, plan.paidAt));
    return entries;
  });

const orderEntries = (people: People, { orders }: Trade): Entry[] =>
  orders.flatMap(({ order, quote, plan }) =>
    plan.steps.map((step) =>
      step.from === null
        ? entry(people.admin, {
            at: step.at,
            action: "quotes.convert",
            targetType: "quotes",
            targetId: quote.id,
            before: { quoteStatus: "draft" },
            after: { quoteStatus: "accepted", orderId: order.id },
          })
        : entry(moverOf(step, people), {
            at: step.at,
            action: "orders.changeStatus",
            targetType: "orders",
            targetId: order.id,
            before: { status: step.from },
            after: { status: step.to },
          }),
    ),
  );

type Row = readonly [
  severity: ErrorSeverity,
  status: ErrorStatus,
  daysAgo: number,
  count: number,
  type: string,
  path: string,
  message: string,
];

/**
 * An error record of each severity in each status, as a portal gathers them. The disputed payment
 * adds the new critical one.
 */
const RECORDS: readonly Row[] = [
  [
    "critical",
    "resolved",
    61,
    1,
    "PaymentNeedsAttention",
    "quote 4",
    "A payment of £212.40 for quote Q-4 came (Stripe pi_demo_4_21240), but Q-4 was deleted. Refund it, or agree with the customer what it is for.",
  ],
  [
    "critical",
    "investigating",
    4,
    1,
    "PaymentNeedsAttention",
    "payment 3",
    "Pay £42.00 by bank transfer: the refund to the card failed after all (expired_or_canceled_card). It is the company's credit until then.",
  ],
  ["error", "resolved", 47, 12, "StripeConnectionError", "POST /api/quotes/31/pay", "An error occurred with our connection to Stripe"],
  ["error", "investigating", 9, 4, "TypeError", "GET /api/quotes/44/pdf", "Cannot read properties of undefined (reading 'width')"],
  ["error", "new", 1, 1, "DatabaseError", "PATCH /api/orders/18/dates", "canceling statement due to statement timeout"],
  ["warning", "resolved", 33, 6, "SlowQuery", "GET /api/stats", "The figures took 2,140 ms"],
  ["warning", "investigating", 14, 8, "WebhookLate", "POST /api/stripe/webhook", "An event arrived 41 minutes after it happened"],
  ["warning", "new", 2, 3, "ClientError", "client /orders", "In a browser: ResizeObserver loop completed with undelivered notifications"],
  ["info", "resolved", 70, 1, "Restart", "server", "The database was restarted for an update; three requests were answered 503"],
  ["info", "investigating", 21, 2, "ClockDrift", "server", "The database's clock is 1.2 s ahead of this machine's"],
  ["info", "new", 6, 5, "Restart", "server", "The portal was restarted for an update; no request was lost"],
];

export async function storeErrorRecords(db: Db, people: People, time: Timeline): Promise<void> {
  const rows = RECORDS.map(([severity, status, daysAgo, count, errorType, requestPath, errorMessage]) => {
    const createdAt = time.momentOn(daysAgo);
    const lastSeenAt = count === 1 ? createdAt : time.later(createdAt, 3 * count);
    const userId = requestPath.startsWith("client") ? people.customer.id : null;
    // The fingerprint is no digest of the record, so that a real error never increases an invented
    // record's count.
    const fingerprint = `demo:${severity}:${status}`;
    return { fingerprint, severity, status, errorType, requestPath, errorMessage, count, userId, createdAt, lastSeenAt };
  });
  await db.insert(errorRecords).values(rows.toSorted((one, other) => Number(one.createdAt) - Number(other.createdAt)));
}
