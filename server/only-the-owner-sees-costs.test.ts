import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notifications } from "#server/schema/notifications.ts";
import { auditEntries } from "#server/schema/records.ts";
import { csvHeading } from "#shared/contract/parts/csv-headings.ts";
import {
  accountStatementPath,
  clientStatementPath,
  documentPath,
  invoicePath,
  panelLabelsPath,
  parcelPaperPath,
  planSawFilePath,
  sawFilePath,
  storedPlanPath,
  workshopPaperPath,
} from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Role } from "#shared/domain/roles.ts";
import { isWrite } from "#shared/http/endpoint.ts";
import { restrictedPaths } from "#shared/http/visibility.ts";
import { createLog } from "./platform/http/log.ts";
import { type OrderReply, type ProductReply, type QuoteReply, succeeded } from "./testing/builders.ts";
import { CALLS } from "./testing/calls/check-reply.ts";
import { addressOf, goodRequest, may } from "./testing/calls/every-call.ts";
import type { Reply, TestClient } from "./testing/calls/test-client.ts";
import { keysIn, ONLY_FOR_THE_OWNER, writtenAs } from "./testing/money/money-words.ts";
import { openPdf, saveSeller } from "./testing/papers/read-pdf.ts";
import { askForRemake } from "./testing/photos.ts";
import { startPortal, type TestPortal, type User } from "./testing/portal.ts";
import { demoClients, getAll, withIds } from "./testing/trade/demo-clients.ts";
import { worldIn } from "./testing/world.ts";

/**
 * Costs and margins belong to the super admin alone (rule P17): no other role receives a key or a
 * figure of them, nor does a super admin who views the portal as another person.
 */

const logged: string[] = [];
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const OTHERS = ["customer", "supplier", "admin"] as const satisfies readonly Role[];
let portal: TestPortal;
let clients: Record<Role, TestClient>;
let readers: Record<string, TestClient>;
let marked: Awaited<ReturnType<typeof markedOrder>>;
beforeAll(async () => {
  const destination = { write: (line: string) => logged.push(line) } as unknown as Parameters<typeof createLog>[1];
  portal = await startPortal({ log: createLog("trace", destination) });
  clients = await demoClients(portal);
  await saveSeller(portal);
  marked = await markedOrder();
  readers = { ...clients };
  for (const role of OTHERS) {
    const [person, owner] = [clients[role].account, clients.super_admin.account];
    readers[`View As ${role}`] = await portal.openSession(person as unknown as User, owner as unknown as User);
  }
});
afterAll(() => portal.stop());

/** An order, with its remake's, whose costs and margins occur nowhere else. */
async function markedOrder() {
  const { customer, super_admin: owner } = clients;
  const costs = {
    costPerM2: 48_317.53,
    costSurcharges: [{ field: "tiltRodType" as const, value: "center", amount: 7391.27, per: "window" as const }],
  };
  const product = await portal.product({ name: "Costed", basePricePerM2: 90_000, ...costs });
  const change = { from: "2027-06-01", changes: [{ productId: product.id, costPerM2: 59_173.31 }] };
  succeeded(await owner.post("/api/price-changes", change));
  const order = await portal.orderFor(customer, { items: [portal.windowOf(product, { widthM: 1, heightM: 1.1 })] });
  const details = succeeded(await owner.get<OrderReply & { quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
  const remake = succeeded(await askForRemake(customer, order.id));
  succeeded(await owner.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const items = [{ itemId: details.quote.items[0]?.id, quantity: 1 }];
  const again = succeeded(await owner.post<OrderReply>(`/api/remakes/${remake.id}/order`, { items }));
  const { makingCost, makingMargin, makingMarginPercent } = details;
  // 1.1 m² x £48,317.53 + £7,391.27 = £60,540.55 of £99,000.00
  expect([makingCost, makingMargin, makingMarginPercent]).toEqual([60_540.55, 38_459.45, 38.85]);
  const figures = [costs.costPerM2, 7391.27, 59_173.31, 60_540.55, 38_459.45].flatMap(writtenAs);
  return { product, order, again, remakeId: remake.id, figures };
}

/** Each reader's reading of every address, as JSON and as a file. */
async function readAll(client: TestClient): Promise<Reply[]> {
  const ids = [
    marked.order.id,
    marked.again.id,
    marked.order.quoteId ?? 0,
    marked.product.id,
    marked.remakeId,
    clients.customer.account?.companyId ?? 0,
  ];
  const seen: Reply[] = [];
  for (const { name, call } of CALLS.filter(({ call }) => !isWrite(call))) {
    const paths = withIds(addressOf(name), ids);
    const more = call.paged ? [`${paths[0]}?limit=200`, `${paths[0]}?search=Costed`, `${paths[0]}?search=60540.55`] : [];
    seen.push(...(await getAll(client, [...paths, ...more])));
    if (call.paged || call.csvOf) seen.push(await client.get(paths[0] ?? call.path, { accept: "text/csv" }));
  }
  return seen;
}

/**
 * The keys and figures of costs in these replies. A CSV's columns are searched by their headings.
 */
function costsIn(replies: readonly Reply[]): string[] {
  const headings = [...ONLY_FOR_THE_OWNER].flatMap((key) => csvHeading("orders.list", key)?.heading ?? []);
  return replies.flatMap(({ body, text, headers }) => {
    const isCsv = headers.get("content-type")?.startsWith("text/csv");
    const columns = isCsv ? (text.split("\r\n", 1)[0]?.split(",") ?? []).filter((column) => headings.includes(column)) : [];
    const keys = keysIn(body).filter((key) => ONLY_FOR_THE_OWNER.has(key));
    return [...columns, ...keys, ...marked.figures.filter((figure) => text.includes(figure))];
  });
}

test("every field of costs and margins in the contract is the super admin's alone, and private", () => {
  const fields = CALLS.flatMap(({ name, call }) => restrictedPaths(call.response).map((field) => ({ ...field, name })));
  const costs = fields.filter(({ path }) => ONLY_FOR_THE_OWNER.has(path.split(".").at(-1) ?? ""));
  expect(costs.length).toBeGreaterThan(20);
  for (const { name, path, roles } of costs) expect([name, path, roles]).toEqual([name, path, ["super_admin"]]);
});

describe("costs and margins", () => {
  test.each(OTHERS.flatMap((role) => [role, `View As ${role}`]))("no reply to %s contains a key or a figure of a cost", async (who) => {
    const reader = readers[who];
    if (!reader) throw new Error("Every reader has a session");
    const seen = await readAll(reader);
    expect(seen.filter(({ status }) => status === 200).length).toBeGreaterThan(15);
    expect(costsIn(seen)).toEqual([]);
  });

  test("the super admin does read the keys and the figures, so that the tests above prove something", async () => {
    const found = new Set(costsIn(await readAll(clients.super_admin)));
    for (const key of ONLY_FOR_THE_OWNER) expect([key, found.has(key)]).toEqual([key, true]);
    for (const figure of ["60540", "38459", "48317", "7391", "59173"]) expect([figure, found.has(figure)]).toEqual([figure, true]);
  });

  /** The features whose replies have windows, quotes, orders, types or clients. */
  const COSTED = ["clients", "orders", "products", "quotes", "remakes", "workshop"];
  test("no reply to another role's write contains a cost, and none changes it", async () => {
    const world = await worldIn(portal);
    const seen: Reply[] = [];
    for (const { name, call } of CALLS.filter(({ name, call }) => isWrite(call) && COSTED.includes(name.split(".")[0] ?? ""))) {
      const role = (["admin", "customer", "supplier"] as const).find((each) => may(name, each) && !may(name, null));
      if (!role) continue;
      const { path, body } = await goodRequest(name, world);
      const client = await world.as(role);
      seen.push(await client[call.method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body));
    }
    expect(seen.filter(({ status }) => status < 300).length).toBeGreaterThan(15);
    expect(costsIn(seen)).toEqual([]);
    const { id, name, basePricePerM2 } = marked.product;
    const saved = await clients.admin.put<ProductReply>("/api/products", { id, name, basePricePerM2, costPerM2: 1, costSurcharges: [] });
    const quoted = await clients.customer.post<QuoteReply>("/api/quotes", { items: [portal.windowOf(marked.product)] });
    expect(costsIn([saved, quoted])).toEqual([]);
    const types = succeeded(await clients.super_admin.get<ProductReply[]>("/api/products?limit=200"));
    expect(types.find((type) => type.id === id)).toMatchObject({ costPerM2: 48_317.53, costSurcharges: [{ amount: 7391.27 }] });
  });

  test("papers, files, calendars, mails, log lines and records contain no cost, and the trail is the super admin's", async () => {
    const { customer, supplier, admin, super_admin: owner } = clients;
    const { order, remakeId, figures } = marked;
    succeeded(await owner.post(`/api/quotes/${order.quoteId}/payments`, { receivedOn: portal.clock().toISOString().slice(0, 10) }));
    const orderIds = [order.id, marked.again.id];
    const today = { from: londonDay(portal.clock()), to: londonDay(portal.clock()) };
    const { invoiceNumber } = succeeded(await owner.get<{ invoiceNumber: string }>(`/api/orders/${order.id}`));
    succeeded(await owner.post(`/api/invoices/${invoiceNumber}/credit-notes`, { gross: 10, reason: "A scratched louvre" }));
    const { id: exportId } = succeeded(
      await owner.post<{ id: number }>("/api/bookkeeping/exports", { format: "sage50", ...today, again: true }),
    );
    const { id: planId } = succeeded(await supplier.post<{ id: number }>("/api/workshop/plans", { orders: orderIds }));
    const [shutter] = succeeded(
      await supplier.get<{ pieces: { itemId: number; piece: number }[] }>(`/api/orders/${marked.again.id}/pieces`),
    ).pieces;
    const parcel = succeeded(await supplier.post<{ id: number }>(`/api/orders/${marked.again.id}/parcels`, { pieces: [shutter] }));
    const companyId = customer.account?.companyId ?? 0;
    const papers: string[] = [];
    for (const [reader, path] of [
      [customer, accountStatementPath],
      [admin, clientStatementPath(companyId)],
      [admin, invoicePath(invoiceNumber)],
      [supplier, workshopPaperPath("jobCards", orderIds)],
      [supplier, workshopPaperPath("barPlan", orderIds)],
      [supplier, panelLabelsPath(orderIds)],
      [supplier, storedPlanPath(planId)],
      [customer, parcelPaperPath("deliveryNote", marked.again.id, parcel.id)],
      [supplier, parcelPaperPath("labels", marked.again.id, parcel.id)],
      [customer, documentPath("quotation", order.quoteId ?? 0)],
      [customer, documentPath("invoice", order.id)],
      [owner, documentPath("quotation", order.quoteId ?? 0)],
      [owner, documentPath("invoice", order.id)],
      [supplier, documentPath("jobCard", order.id)],
      [supplier, documentPath("remakeJobCard", remakeId)],
      [supplier, documentPath("deliveryNote", order.id)],
      [supplier, workshopPaperPath("labels", [order.id])],
    ] as const)
      papers.push((await openPdf(portal, reader, path)).text);
    const files: string[] = [];
    for (const name of ["invoices", "credit-notes", "customers", "receipts"])
      files.push((await owner.get(`/api/bookkeeping/exports/${exportId}/${name}.csv`)).text);
    files.push((await supplier.get(planSawFilePath(planId))).text, (await supplier.get(sawFilePath(orderIds))).text);
    for (const reader of [customer, supplier, admin, owner]) {
      const made = await reader.post<{ address: string }>("/api/account/calendar");
      if (made.status < 300) files.push((await portal.visitor().get(made.body.address)).text);
    }
    expect(files.filter((file) => file.includes("BEGIN:VCALENDAR")).length).toBeGreaterThan(0);
    const link = await customer.post<{ url: string }>(`/api/quotes/${order.quoteId}/retail-links`, {});
    expect(costsIn([link])).toEqual([]);
    const mails = await portal.mails();
    expect(logged.length).toBeGreaterThan(100);
    const written = [
      ...files,
      // Times and the random ids of requests are long numbers, which contain any figure some day.
      ...logged.map((line) => JSON.stringify({ ...JSON.parse(line), time: 0, ms: 0, responseTime: 0 }).replace(UUID, "")),
      ...papers.flatMap((text) => [text, text.replace(/\s/g, "")]),
      ...mails.flatMap(({ subject, text, html }) => [subject, text, html]),
      JSON.stringify(await portal.db.select().from(notifications)),
      (await admin.get("/api/errors?limit=200")).text,
    ];
    expect(mails.length).toBeGreaterThan(0);
    for (const text of written) for (const figure of figures) expect(text.includes(figure), figure).toBe(false);
    // The audit trail has the cost, and only the super admin may read it.
    const [entry] = await portal.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toBeDefined();
    for (const role of OTHERS) expect([role, (await clients[role].get("/api/audit")).status]).toEqual([role, 403]);
  });
});
