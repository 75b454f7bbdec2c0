import { afterAll, beforeAll, expect, test } from "vitest";
import { documentPath } from "#shared/contract/parts/papers.ts";
import type { Role } from "#shared/domain/roles.ts";
import { isWrite } from "#shared/http/endpoint.ts";
import { type OrderReply, succeeded } from "./testing/builders.ts";
import { CALLS } from "./testing/calls/check-reply.ts";
import { addressOf } from "./testing/calls/every-call.ts";
import type { TestClient } from "./testing/calls/test-client.ts";
import { openPdf, saveSeller } from "./testing/papers/read-pdf.ts";
import { askForRemake } from "./testing/photos.ts";
import { startPortal, type TestPortal } from "./testing/portal.ts";
import { demoClients, getAll, idsUpTo, withIds } from "./testing/trade/demo-clients.ts";

/**
 * The seller does not reveal its suppliers: a customer reads `Workshop` instead of a supplier's
 * company and person (rule O3).
 */

let portal: TestPortal;
let clients: Record<Role, TestClient>;
let order: OrderReply;
let remakeId: number;
beforeAll(async () => {
  portal = await startPortal();
  clients = await demoClients(portal);
  const { customer, supplier } = clients;
  order = await portal.orderFor(customer);
  remakeId = succeeded(await askForRemake(customer, order.id)).id;
  succeeded(await supplier.patch(`/api/orders/${order.id}/status`, { status: "processing" }));
  const maker = succeeded(await supplier.get<{ user: { companyId: number } }>("/api/user")).user.companyId;
  succeeded(await clients.super_admin.patch(`/api/orders/${order.id}/supplier`, { supplierId: maker }));
  const { quote } = succeeded(await supplier.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
  succeeded(await supplier.patch(`/api/orders/${order.id}/pieces`, { itemId: quote.items[0]?.id, step: "cut", done: true }));
  succeeded(await supplier.patch(`/api/orders/${order.id}/tracking`, { trackingNumber: "DPD 7" }));
  succeeded(await supplier.post(`/api/remakes/${remakeId}/replies`, { message: "We make it again." }));
  succeeded(await supplier.patch(`/api/remakes/${remakeId}/status`, { status: "approved" }));
});
afterAll(() => portal.stop());

const MAKERS = /Northmoor|Tomasz|Zieli|supplier@/;
interface Person {
  companyName: string;
  contactName: string;
  role: Role;
}
const historyFor = async (who: TestClient) =>
  (await who.get<{ history: { by: Person }[] }>(`/api/orders/${order.id}`)).body.history.at(-1)?.by;
const writerFor = async (who: TestClient) =>
  (await who.get<{ replies: { user: Person }[] }>(`/api/remakes/${remakeId}`)).body.replies.at(-1)?.user;

test("a customer reads Workshop in an order's history and a remake's thread", async () => {
  const workshop = { companyName: "Workshop", contactName: "Workshop", role: "supplier" };
  expect(await historyFor(clients.customer)).toEqual(workshop);
  expect(await writerFor(clients.customer)).toEqual(workshop);
});

test("the workshop and the office read the real author of a change or reply", async () => {
  const maker = { companyName: "Northmoor Joinery Works", contactName: "Tomasz Zieliński", role: "supplier" };
  for (const role of ["supplier", "admin", "super_admin"] as const) {
    expect([role, await historyFor(clients[role])]).toEqual([role, maker]);
    expect([role, await writerFor(clients[role])]).toEqual([role, maker]);
  }
});

test("no reply, CSV, PDF or mail that a customer receives names the maker", async () => {
  const { customer, super_admin: boss } = clients;
  const seen: string[] = [];
  for (const { name, call } of CALLS.filter(({ call }) => !isWrite(call))) {
    const paths = withIds(addressOf(name), [...idsUpTo(60), order.id, remakeId]);
    const asked = call.paged ? [...paths, `${paths[0]}?limit=200`, `${paths[0]}?search=Northmoor`] : paths;
    seen.push(...(await getAll(customer, asked)).map(({ text }) => text));
    if (call.paged) seen.push((await customer.get(paths[0] ?? call.path, { accept: "text/csv" })).text);
  }
  seen.push((await customer.post(`/api/remakes/${remakeId}/replies`, { message: "Thank you" })).text);
  await saveSeller(portal);
  const { body: orders } = await customer.get<OrderReply[]>("/api/orders?limit=200");
  const paid = orders.find(({ paymentStatus }) => paymentStatus === "paid");
  seen.push((await openPdf(portal, customer, documentPath("invoice", paid?.id ?? 0))).text);
  seen.push((await openPdf(portal, customer, documentPath("quotation", order.quoteId ?? 0))).text);
  const note = await openPdf(portal, customer, documentPath("deliveryNote", order.id));
  expect(note.text).toContain("DPD 7");
  seen.push(note.text, note.source);
  const mails = (await portal.mails()).filter(({ to }) => to === customer.account?.email);
  expect(mails.length).toBeGreaterThan(2);
  seen.push(...mails.flatMap(({ subject, text, html }) => [subject, text, html]));
  expect(seen.filter((text) => MAKERS.test(text)).map((text) => text.slice(0, 300))).toEqual([]);
  // The check above proves nothing unless the staff's reply does contain these words.
  expect((await boss.get(`/api/orders/${order.id}`)).text).toMatch(MAKERS);
});
