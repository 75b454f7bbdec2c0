import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { companies } from "#server/schema/companies-and-users.ts";
import { succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { may } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { demoClients } from "#server/testing/trade/demo-clients.ts";
import { csvHeading } from "#shared/contract/parts/csv-headings.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";

let portal: TestPortal;
let clients: Record<Role, TestClient>;
const webhookIds: Partial<Record<Role, number>> = {};
beforeAll(async () => {
  portal = await startPortal();
  clients = await demoClients(portal);
  for (const role of ROLES.filter((each) => may("webhooks.create", each))) {
    const webhook = { url: "https://hooks.example.com/", types: ["order.created"] };
    webhookIds[role] = succeeded(await clients[role].post<{ id: number }>("/api/company/webhooks", webhook)).id;
    succeeded(await clients[role].post(`/api/company/webhooks/${webhookIds[role]}/test`));
  }
});
afterAll(() => portal.stop());

type Cells = Record<string, string>;
const CSV = { accept: "text/csv" };
const rowsOf = (text: string): Cells[] => parse(text, { columns: true, record_delimiter: "\r\n" });
async function csv(client: TestClient, path: string): Promise<Cells[]> {
  const reply = await client.get(path, CSV);
  expect(reply.status, reply.text).toBe(200);
  expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return rowsOf(reply.text);
}

/** The heading of a key's column. */
const headingOf = (name: string, key: string): string => csvHeading(name, key)?.heading ?? key;

describe("every list as CSV", () => {
  const lists = CALLS.filter(({ call }) => call.paged);
  /** A list of a record's parts uses the first product, an existing client or the role's webhook. */
  const pathOf = (path: string, role: Role) => {
    const id = path.startsWith("/api/company/webhooks/") ? webhookIds[role] : clients.customer.account?.companyId;
    return path.replace(":id", /^\/api\/(clients|company\/webhooks)\//.test(path) ? String(id) : "1");
  };
  test.each(lists.map(({ name, call }) => ({ name, call })))("the CSV of $name has the rows of its JSON", async ({ name, call }) => {
    for (const role of ROLES.filter((each) => may(name, each))) {
      const path = pathOf(call.path, role);
      const { body } = await clients[role].get<Record<string, unknown>[]>(`${path}?limit=200`);
      const rows = await csv(clients[role], path);
      // The row's id, or its number.
      const [key = "id"] = Object.keys(body[0] ?? {});
      expect(rows.slice(0, body.length).map((row) => row[headingOf(name, key)])).toEqual(body.map((row) => String(row[key])));
      // Each cell of a flat field equals the JSON.
      const [first] = body;
      for (const [key, value] of Object.entries(first ?? {}).filter(([, value]) => typeof value === "number"))
        if (csvHeading(name, key)) expect(Number(rows[0]?.[headingOf(name, key)])).toBe(value);
    }
  });

  test.each(lists.map(({ name, call }) => ({ name, call })))(
    "the CSV of $name has headings in words, each once, and no machine-readable instants",
    async ({ name, call }) => {
      for (const role of ROLES.filter((each) => may(name, each))) {
        const path = pathOf(call.path, role);
        const { text } = await clients[role].get(path, CSV);
        const [headings = [], ...rows] = parse(text, { record_delimiter: "\r\n" }) as string[][];
        for (const heading of headings) expect(heading).toMatch(/^[A-Z][\w ()²³-]*$/);
        expect(new Set(headings).size).toBe(headings.length);
        expect(rows.flat().filter((cell) => /^\d{4}-\d\d-\d\dT/.test(cell))).toEqual([]);
      }
    },
  );

  test("a person without the right to a list gets no CSV of it either", async () => {
    expect((await clients.supplier.get("/api/quotes", CSV)).status).toBe(403);
    expect((await portal.visitor().get("/api/orders", CSV)).status).toBe(401);
    expect((await clients.admin.get("/api/orders?cursor=made-up", CSV)).status).toBe(400);
  });
});

test("a supplier's orders have the role's columns alone, and no money", async () => {
  const columns = async (role: Role) => Object.keys((await csv(clients[role], "/api/orders"))[0] ?? {});
  expect(await columns("admin")).toEqual(
    expect.arrayContaining(["Order", "Quote", "Company", "Payment", "Net", "VAT", "Total", "Shipping date"]),
  );
  expect(await columns("supplier")).toEqual([
    "Order",
    "Job",
    "PO number",
    "Company",
    "Contact",
    "Status",
    "Late",
    "Windows",
    "Shutters",
    "Shipped",
    "Ordered on",
    "Required by",
    "Due on",
    "Shipping date",
    "Estimated arrival",
    "Delivery slot",
    "Delivery note",
    "Shipping address",
    "Carrier",
    "Tracking number",
    "Messages",
  ]);
  // A supplier's own list needs no column of the maker.
  expect(await columns("admin")).toContain("Made by");
});

test("the refunds and disputes name the client as their screens do", () => {
  for (const list of ["payments.refunds", "payments.disputes"]) expect(headingOf(list, "company.name")).toBe("Client");
  expect(headingOf("payments.list", "company.name")).toBe("Company");
});

test("the CSV file is named by the list and London's day", async () => {
  portal.clock.set("2026-06-20T23:30:00Z");
  const boss = await portal.signIn("super_admin");
  const reply = await boss.get("/api/orders", CSV);
  expect(reply.headers.get("content-disposition")).toBe('attachment; filename="orders-2026-06-21.csv"');
  expect(reply.headers.get("cache-control")).toBe("no-store");
  portal.clock.set(new Date());
});

test("commas, quotes, line breaks and any language survive a CSV; formulas are inert", async () => {
  const boss = await portal.superAdmin();
  const names = [
    'Smith, "Jones" & Sons',
    "Two\nlines",
    "Łukasz, Žofia, Ωmega, Жанна 🪟",
    "=1+1",
    "+44 1273",
    "-5",
    "@SUM(A1)",
    "＝cmd",
    "White;=1+1",
    "'=already",
  ];
  for (const companyName of names) await portal.createAccount("customer", { companyName, contactName: "Find me here" });
  const rows = await csv(boss, "/api/clients?search=Find%20me%20here");
  expect(rows.map(({ Company }) => Company)).toEqual(names.map((name) => (/^[=+\-@＝]/.test(name) ? `'${name}` : name)).toReversed());
  // A name has no blank ends; a reason is stored as it was typed.
  for (const approvalReason of ["\t=1+1", "\r=1+1"]) {
    await portal.db.update(companies).set({ approvalReason }).where(eq(companies.name, "=1+1"));
    const [found] = (await csv(boss, "/api/clients?search=Find%20me%20here")).filter(({ Company }) => Company === "'=1+1");
    expect(found?.Reason).toBe(`'${approvalReason}`);
  }
  // Some spreadsheets treat the semicolon as the separator.
  expect((await boss.get("/api/clients?search=White", CSV)).text).toContain(',"White;=1+1",');
});

test("a CSV with a limit has one page, with the link to the next", async () => {
  const boss = await portal.superAdmin();
  const reply = await boss.get("/api/clients?limit=3", CSV);
  const next = /<(.*)>; rel="next"/.exec(reply.headers.get("link") ?? "")?.[1] ?? "";
  const ids = [...rowsOf(reply.text), ...(await csv(boss, next))].map(({ Client }) => Number(Client));
  const { body } = await boss.get<{ id: number }[]>("/api/clients?limit=6");
  expect(ids).toEqual(body.map(({ id }) => id));
});

test("a client that accepts anything gets JSON, and a call without a list is never CSV", async () => {
  const boss = await portal.superAdmin();
  for (const accept of ["*/*", "application/json", "text/csv;q=0.5, application/json", "text/html, */*"])
    expect((await boss.get("/api/orders", { accept })).headers.get("content-type")).toMatch(/^application\/json/);
  expect((await boss.get("/api/stats", CSV)).headers.get("content-type")).toMatch(/^application\/json/);
});

test("a CSV has money as plain pounds and pence, days in London, and London times for audit and errors", async () => {
  // This test is last, because later sessions would start at another time. Half past eleven at
  // night in summer is the next day in London.
  portal.clock.set("2026-06-20T23:30:05Z");
  const product = await portal.product({ name: "Pence", basePricePerM2: 150.5 });
  const { email } = await portal.createAccount("customer");
  const customer = await portal.signIn({ email });
  const order = await portal.orderFor(customer, { items: [portal.windowOf(product, { widthM: 1, heightM: 1 })] });
  const boss = await portal.signIn("super_admin");
  const [found] = await csv(boss, `/api/orders?search=ORD-${order.id}`);
  expect(found).toMatchObject({
    Order: String(order.id),
    Quote: String(order.quoteId),
    "Ordered on": "2026-06-21",
    Net: "150.50",
    VAT: "30.10",
    Total: "180.60",
  });
  expect((await csv(customer, "/api/company/people"))[0]).toMatchObject({ "May order": "true", "Last seen on": "2026-06-21" });
  const [entry] = await csv(boss, `/api/audit?targetType=quotes&targetId=${order.quoteId}`);
  expect(entry?.Time).toMatch(/^2026-06-21 00:30:\d\d$/);
});
