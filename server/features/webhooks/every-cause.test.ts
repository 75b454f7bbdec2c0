import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notifications, webhookDeliveries } from "#server/schema/notifications.ts";
import { type OrderReply, type ProductReply, type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { WEBHOOK_TYPES, type WebhookType } from "#shared/contract/identity/webhooks.ts";
import type { NoticeKind } from "#shared/domain/notifications.ts";
import { londonDay } from "#shared/domain/period.ts";

/** Each type of webhook event, and each kind of notice that no other test covers, is stored by its real cause (rules C29 and M47). */

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let supplier: TestClient;
let product: ProductReply;
let webhookId: number;
beforeAll(async () => {
  portal = await startPortal({ publicUrl: new URL("http://127.0.0.1:9"), resolveHost: async () => [] });
  await saveSeller(portal);
  boss = await portal.superAdmin();
  customer = await portal.signIn(await portal.createAccount("customer", { address: "1 High Street, Lewes" }));
  supplier = await portal.signIn("supplier");
  product = await portal.product();
  const body = { url: "https://hooks.example.com/a", types: WEBHOOK_TYPES };
  webhookId = succeeded(await customer.post<{ id: number }>("/api/company/webhooks", body)).id;
});
afterAll(() => portal.stop());

const place = (quote: QuoteReply) => customer.post(`/api/quotes/${quote.id}/place`, { shippingAddress: "1 High Street, Lewes" });
const statusOf = (kind: "quotes" | "orders", id: number, body: object, by = boss) => by.patch(`/api/${kind}/${id}/status`, body);
async function sentQuote(): Promise<QuoteReply> {
  const quote = await portal.quoteFor(customer);
  succeeded(await statusOf("quotes", quote.id, { quoteStatus: "sent" }));
  return quote;
}
const remakeOf = async (order: OrderReply) => succeeded(await askForRemake(customer, order.id));
/** Pays an order's quote by transfer, which issues the invoice. Returns the invoice's number. */
async function invoiced(): Promise<string> {
  const order = await portal.orderFor(customer);
  const body = { receivedOn: londonDay(portal.clock()) };
  succeeded(await boss.post(`/api/quotes/${order.quoteId}/payments`, body));
  return succeeded(await customer.get<{ number: string }[]>("/api/invoices"))[0]?.number ?? "";
}

/** The call that stores the event, after calls that prepare it. */
const CAUSES: Readonly<Record<WebhookType, () => Promise<() => Promise<unknown>>>> = {
  "quote.created": async () => () => portal.quoteFor(customer),
  "quote.sent": async () => sentQuote,
  "quote.placed": async () => {
    const quote = await portal.quoteFor(customer);
    return async () => succeeded(await place(quote));
  },
  "quote.accepted": async () => () => portal.orderFor(customer),
  "quote.declined": async () => {
    const { id } = await sentQuote();
    return async () => succeeded(await statusOf("quotes", id, { quoteStatus: "declined" }, customer));
  },
  "order.created": async () => () => portal.orderFor(customer),
  "order.status_changed": async () => {
    const { id } = await portal.orderFor(customer);
    return async () => succeeded(await statusOf("orders", id, { status: "processing" }));
  },
  "order.dates_changed": async () => {
    const { id } = await portal.orderFor(customer);
    const dates = { shippingDate: null, estimatedArrival: dayAhead(30) };
    return async () => succeeded(await boss.patch(`/api/orders/${id}/dates`, dates));
  },
  "order.shipped": async () => {
    const { id } = await portal.orderFor(customer);
    succeeded(await statusOf("orders", id, { status: "processing" }));
    return async () => succeeded(await statusOf("orders", id, { status: "shipped" }));
  },
  "remake.created": async () => {
    const order = await portal.orderFor(customer);
    return () => remakeOf(order);
  },
  "remake.status_changed": async () => {
    const { id } = await remakeOf(await portal.orderFor(customer));
    return async () => succeeded(await boss.patch(`/api/remakes/${id}/status`, { status: "approved" }));
  },
  "remake.replied": async () => {
    const { id } = await remakeOf(await portal.orderFor(customer));
    return async () => succeeded(await boss.post(`/api/remakes/${id}/replies`, { message: "It leaves on Monday" }));
  },
  "invoice.issued": async () => invoiced,
  "credit_note.issued": async () => {
    const number = await invoiced();
    return async () => succeeded(await boss.post(`/api/invoices/${number}/credit-notes`, { gross: 20, reason: "A window was left out" }));
  },
  "payment.received": async () => invoiced,
};

test.each(WEBHOOK_TYPES)("the event %s is stored once by its cause, and not before", async (type) => {
  const ofType = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.type, type));
  const cause = await CAUSES[type]();
  const before = await portal.db.$count(webhookDeliveries, ofType);
  await cause();
  expect(await portal.db.$count(webhookDeliveries, ofType)).toBe(before + 1);
});

interface Order {
  readonly quote: { readonly version: number; readonly items: { readonly id: number; readonly name: string }[] };
}
async function ordered() {
  const names = ["Kitchen", "Bed 3"];
  const items = names.map((name) => portal.windowOf(product, { name, widthM: 1, heightM: 1 }));
  const { id } = await portal.orderFor(customer, { items });
  succeeded(await boss.patch(`/api/orders/${id}/supplier`, { supplierId: supplier.account?.companyId, confirmed: true }));
  return { id, ...succeeded(await boss.get<Order>(`/api/orders/${id}`)) };
}
const correct = async () => {
  const { id, quote } = await ordered();
  const windows = quote.items.map((item) => ({ ...item, widthM: 1.1 }));
  succeeded(await boss.put(`/api/orders/${id}/windows`, { version: quote.version, windows, reason: "The fitter rang" }));
};

const NOTICES: [NoticeKind, "boss" | "customer" | "supplier", () => Promise<unknown>][] = [
  [
    "quote_changed",
    "customer",
    async () => {
      const quote = await portal.quoteFor(customer, { items: [portal.windowOf(product)] });
      succeeded(await place(quote));
      const { version } = succeeded(await boss.get<{ version: number }>(`/api/quotes/${quote.id}`));
      succeeded(await boss.put(`/api/quotes/${quote.id}`, { version, items: [portal.windowOf(product, { widthM: 1.1 })] }));
    },
  ],
  ["order_changed", "customer", correct],
  ["order_corrected", "supplier", correct],
  [
    "change_requested",
    "boss",
    async () => {
      const { id } = await ordered();
      succeeded(await customer.post(`/api/orders/${id}/change-requests`, { text: "The kitchen is wrong" }));
    },
  ],
  ["incoming_remake", "supplier", async () => remakeOf(await portal.orderFor(customer))],
];

test.each(NOTICES)("a notice of the kind %s reaches the %s by its cause", async (type, role, cause) => {
  const reader = { boss, customer, supplier }[role];
  succeeded(await reader.put("/api/account/notifications", [{ kind: type, bell: true, mail: "none" }]));
  const ofReader = and(eq(notifications.type, type), eq(notifications.userId, reader.account?.id ?? 0));
  await cause();
  expect(await portal.db.$count(notifications, ofReader)).toBe(1);
});
