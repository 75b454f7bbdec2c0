import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { notifications } from "#server/schema/notifications.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { api } from "#shared/contract/index.ts";
import { csvHeading } from "#shared/contract/parts/csv-headings.ts";
import { documentPath, sawFilePath, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type Endpoint, isWrite, successStatus } from "#shared/http/endpoint.ts";
import { audienceOf, definitionOf } from "#shared/http/visibility.ts";
import { succeeded } from "./testing/builders.ts";
import { requestOf } from "./testing/calls/call-case.ts";
import { CALLS, type CallName } from "./testing/calls/check-reply.ts";
import { addressOf, EVERY_CALL, may } from "./testing/calls/every-call.ts";
import type { Reply, TestClient } from "./testing/calls/test-client.ts";
import { keysIn, NEVER_FOR_SUPPLIERS, writtenAs } from "./testing/money/money-words.ts";
import { openPdf } from "./testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "./testing/portal.ts";
import { demoClients, getAll, withIds } from "./testing/trade/demo-clients.ts";
import { type World, worldIn } from "./testing/world.ts";

let portal: TestPortal;
let clients: Record<Role, TestClient>;
let world: World;
let marked: Awaited<ReturnType<typeof markedOrder>>;
beforeAll(async () => {
  portal = await startPortal();
  clients = await demoClients(portal);
  world = await worldIn(portal);
  marked = await markedOrder();
});
afterAll(() => portal.stop());

describe("no money for suppliers", () => {
  test("every money field of a supplier's call is declared restricted, however deep", () => {
    const open = CALLS.filter(({ name }) => may(name, "supplier")).flatMap(({ name, call }) =>
      keysOf(call.response, "supplier")
        .filter(({ key, hidden }) => NEVER_FOR_SUPPLIERS.has(key) && !hidden)
        .map(({ key }) => `${name}: ${key}`),
    );
    expect(open).toEqual([]);
    // The check above proves nothing unless the walk finds the fields.
    expect(keysOf(api.orders.read.response, "supplier")).toContainEqual({ key: "itemTotalPrice", hidden: true });
  });

  test("no JSON reply to a supplier contains a money key or an amount", async () => {
    const supplier = clients.supplier;
    const hook = { url: "https://hooks.example.com/orders", types: ["order.created"] };
    const webhook = succeeded(await supplier.post<{ id: number }>("/api/company/webhooks", hook));
    const seen: Reply[] = [];
    for (const { name, call } of CALLS.filter(({ call }) => !isWrite(call))) {
      const ids = name === "webhooks.deliveries" ? [webhook.id] : [marked.order.id, marked.remakeId];
      const paths = withIds(addressOf(name), ids);
      const asked = call.paged ? paths.flatMap((path) => [path, `${path}?limit=200`]) : [...paths];
      if (name === "workshop.barPlan") asked.push(`${call.path}?orders=${marked.order.id}`);
      seen.push(...(await getAll(supplier, [...asked, `${paths[0]}?search=Ashdown`])));
      if (call.paged && may(name, "supplier")) {
        const csv = await supplier.get(paths[0] ?? call.path, { accept: "text/csv" });
        expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
        const columns = csv.text.split("\r\n", 1)[0]?.split(",") ?? [];
        const hidden = [...NEVER_FOR_SUPPLIERS].map((key) => csvHeading(name, key)?.heading);
        expect(columns.filter((column) => hidden.includes(column))).toEqual([]);
        seen.push(csv);
      }
    }
    seen.push(await supplier.get(sawFilePath([marked.order.id])));
    for (const { name, call } of CALLS.filter(({ name, call }) => isWrite(call) && may(name, "supplier") && !may(name, null)))
      seen.push(await writeOfSupplier(name, call));
    expect(seen.filter(({ text }) => new RegExp(`"id":${marked.order.id}[,}]`).test(text)).length).toBeGreaterThan(3);
    for (const { body, text } of seen) {
      expect(keysIn(body).filter((key) => NEVER_FOR_SUPPLIERS.has(key))).toEqual([]);
      for (const amount of marked.amounts) expect(text).not.toContain(amount);
    }
  });

  test("no PDF, mail, notification or refusal to a supplier contains an amount", async () => {
    const { supplier, customer } = clients;
    const { order, remakeId, amounts } = marked;
    // The writes of the test before were another supplier's, and have claimed the order.
    await portal.db.update(orders).set({ supplierId: null, takenAt: null }).where(eq(orders.id, order.id));
    const card = await openPdf(portal, supplier, documentPath("jobCard", order.id));
    expect(card.text).toContain("Marked");
    const others = [
      documentPath("remakeJobCard", remakeId),
      documentPath("deliveryNote", order.id),
      ...(["jobCards", "labels"] as const).map((name) => workshopPaperPath(name, [order.id])),
    ];
    const papers = [card.text];
    for (const path of others) papers.push((await openPdf(portal, supplier, path)).text);
    expect(papers.filter((text) => text.includes("Marked"))).toHaveLength(papers.length);
    expect(card.qr()).toContain(`order=${order.id}`);
    succeeded(await customer.post(`/api/remakes/${remakeId}/replies`, { message: "Any news?" }));
    const mails = (await portal.mails()).filter(({ to }) => to === supplier.account?.email);
    expect(mails.map(({ subject }) => subject).filter((subject) => subject.includes(`RMK-${remakeId}`)).length).toBeGreaterThan(1);
    const told = await portal.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, supplier.account?.id ?? 0));
    const refusals: string[] = [];
    for (const { name, call } of CALLS.filter(({ name }) => !may(name, "supplier"))) {
      const path = call.path.replace(":id", String(call.path.startsWith("/api/quotes") ? order.quoteId : order.id));
      const send =
        call.method === "GET" ? supplier.get(path) : supplier[call.method.toLowerCase() as "post" | "patch" | "put" | "delete"](path);
      const { status, text } = await send;
      expect([name, status]).toEqual([name, 403]);
      refusals.push(text);
    }
    for (const name of ["quotation", "invoice"] as const)
      expect((await supplier.get(documentPath(name, name === "invoice" ? order.id : (order.quoteId ?? 0)))).status).toBe(403);
    // A PDF may draw a line in pieces, so its digits are searched without spaces too.
    const written = [
      ...papers.flatMap((text) => [text, text.replace(/\s/g, "")]),
      ...mails.flatMap(({ subject, text, html }) => [subject, text, html]),
    ];
    for (const text of [...written, JSON.stringify(told), ...refusals])
      for (const amount of [...amounts, "£"]) expect(text.includes(amount), amount).toBe(false);
  });
});

/**
 * The reply to a valid write of the supplier, made for the marked order or remake if the call
 * concerns one.
 */
async function writeOfSupplier(name: CallName, call: Endpoint): Promise<Reply> {
  const { ask } = EVERY_CALL[name];
  const asked = (await ask?.(world)) ?? {};
  const ids = { orders: marked.order.id, remakes: marked.remakeId, users: world.accounts.supplier.id } as const;
  // A window, shutter or parcel is sent to the order that contains it.
  const namesOther = [
    "workshop.mark",
    "workshop.recut",
    "workshop.cutRecut",
    "workshop.deleteRecut",
    "workshop.changeMake",
    "workshop.createParcel",
    "workshop.changeParcel",
    "workshop.deleteParcel",
  ].includes(name);
  const id = (!namesOther ? ids[call.path.split("/")[2] as keyof typeof ids] : undefined) ?? asked.id;
  const { path, body } = requestOf(name, { ...asked, id });
  const client = await world.as("supplier");
  const reply = await client[call.method.toLowerCase() as "post" | "patch" | "put" | "delete"](path, body);
  // The supplier cannot succeed with these: the notification, its kind and the authenticator app
  // belong to the customer, and no View As is active.
  const theirs = { "company.changePerson": 404, "company.removePerson": 404, "sessions.end": 404, "sessions.endOfColleague": 404 };
  const factors = { "factors.confirmTotp": 409, "factors.removeTotp": 404, "factors.renewRecoveryCodes": 409 };
  const passkeys = { "factors.renamePasskey": 404, "factors.removePasskey": 404 };
  const notices = { "notifications.markRead": 404, "notifications.savePreferences": 400 };
  const status = { ...theirs, ...factors, ...passkeys, ...notices, "users.stopImpersonation": 409 }[name as string] ?? successStatus(call);
  expect([name, reply.status, reply.text]).toEqual([name, status, reply.text]);
  return reply;
}

/** An order whose amounts occur nowhere else, and a remake of it. */
async function markedOrder() {
  const { customer, super_admin: superAdmin } = clients;
  const surcharges = [{ field: "tiltRodType" as const, value: "center", amount: 6283.19, per: "window" as const }];
  const product = await portal.product({ name: "Marked", basePricePerM2: 71_839.57, minimumAreaM2: 1.5, surcharges });
  const order = await portal.orderFor(customer, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] });
  const { body } = await superAdmin.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`);
  const form = new FormData();
  form.set("orderId", String(order.id));
  // The remake names its window, so that its details contain the window's fields too.
  for (const [name, value] of Object.entries({ quoteItemId: body.quote.items[0]?.id, markXMm: 20, markYMm: 30 }))
    form.set(name, String(value));
  form.set("reason", "A fault in the marked one");
  const remake = succeeded(await superAdmin.post<{ id: number; window: { id: number } }>("/api/remakes", form));
  expect(remake.window.id).toBe(body.quote.items[0]?.id);
  const amounts = [order.quote.subtotal, order.quote.tax, order.finalTotal, 71_839.57, 6283.19].flatMap((total) =>
    writtenAs(Number(total)),
  );
  return { order, remakeId: remake.id, amounts };
}

interface Key {
  readonly key: string;
  /**
   * True if no reply contains the key for this role: it is restricted itself, or an object around
   * it is.
   */
  readonly hidden: boolean;
}

/** Every key in a schema, however deep. */
function keysOf(schema: z.core.$ZodType, role: Role, within = false): Key[] {
  const def = definitionOf(schema);
  switch (def.type) {
    case "object":
      return Object.entries(def.shape).flatMap(([key, field]) => {
        const audience = audienceOf(field);
        const hidden = within || (audience !== undefined && !audience.includes(role));
        return [{ key, hidden }, ...keysOf(field, role, hidden)];
      });
    case "array":
      return keysOf(def.element, role, within);
    case "record":
      return keysOf(def.valueType, role, within);
    case "nullable":
    case "optional":
      return keysOf(def.innerType, role, within);
    default:
      return [];
  }
}
