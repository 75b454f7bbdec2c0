import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { foundCompany } from "#server/features/companies/found-company.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let oak: TestClient;
let ash: TestClient;
let id: number;
let remakeId: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  [oak, ash] = [await portal.signIn("supplier"), await portal.signIn("supplier")];
  ({ id } = await portal.orderFor(customer, { jobName: "Bakehouse" }));
  succeeded(await boss.post(`/api/orders/${id}/ship`, { confirmed: true }));
  remakeId = succeeded(await askForRemake(customer, id)).id;
  succeeded(await boss.patch(`/api/orders/${id}/status`, { status: "processing" }));
  succeeded(await letSee(ash, false));
});
afterAll(() => portal.stop());

const companyOf = ({ account }: TestClient) => account?.companyId ?? 0;
const letSee = (who: TestClient, seesOpenOrders: boolean) => boss.patch(`/api/companies/${companyOf(who)}`, { seesOpenOrders });
const assign = (supplierId: number | null) => boss.patch(`/api/orders/${id}/supplier`, { supplierId, confirmed: true });

/** The reads of the order by its address; each is a 404 for a stranger. */
const READS = () => [
  ...["", "/messages", "/pieces", "/cut-list", "/hardware", "/job-card.pdf"].map((more) => `/api/orders/${id}${more}`),
  ...["bar-plan", "bar-plan.pdf", "job-cards.pdf", "labels.pdf", "saw.csv"].map((paper) => `/api/workshop/${paper}?orders=${id}`),
  `/api/remakes/${remakeId}`,
];
const statuses = async (who: TestClient) => [...new Set(await Promise.all(READS().map(async (path) => (await who.get(path)).status)))];
/** The lists, figures and searches that contain the order, and the remake, by a supplier. */
async function listed(who: TestClient) {
  const rows = async (path: string) => succeeded(await who.get<{ id: number }[]>(path)).map((row) => row.id);
  const { orders: counted, views } = succeeded(await who.get<{ orders: number; views: object }>("/api/workshop/totals"));
  return {
    orders: await rows("/api/orders"),
    searched: await rows("/api/orders?search=Bakehouse"),
    board: await rows("/api/workshop"),
    remakes: await rows("/api/remakes"),
    open: succeeded(await who.get<{ open: number }>("/api/orders/counts")).open,
    counted,
    views,
    found: JSON.stringify(succeeded(await who.get("/api/search?q=Bakehouse"))).includes("Bakehouse"),
  };
}
const NOTHING = { orders: [], searched: [], board: [], remakes: [], open: 0, counted: 0, views: { mine: 0, open: 0 }, found: false };

test("a supplier's session tells whether it sees open orders, and nobody else's does", async () => {
  const seesOf = async (who: TestClient) =>
    succeeded(await who.get<{ user: { seesOpenOrders?: boolean } }>("/api/user")).user.seesOpenOrders;
  expect([await seesOf(oak), await seesOf(ash), await seesOf(boss), await seesOf(customer)]).toEqual([true, false, undefined, undefined]);
});

test("a supplier without open orders finds none of them by any read, list, figure or search", async () => {
  expect(await statuses(oak)).toEqual([200]);
  expect(await listed(oak)).toEqual({
    ...{ orders: [id], searched: [id], board: [id], remakes: [remakeId], open: 1, counted: 1, views: { mine: 0, open: 1 }, found: true },
  });
  expect(await statuses(ash)).toEqual([404]);
  expect(await listed(ash)).toEqual(NOTHING);
});

test("a supplier without open orders can change none of them, also just after another took it", async () => {
  const writes = () => [
    ash.post(`/api/orders/${id}/take`),
    ash.post(`/api/orders/${id}/ship`, { confirmed: true }),
    ash.patch(`/api/orders/${id}/status`, { status: "processing" }),
    ash.patch(`/api/orders/${id}/tracking`, { trackingNumber: "1Z 9" }),
    ash.post(`/api/orders/${id}/messages`, { message: "Mine?" }),
    ash.post("/api/workshop/plans", { orders: [id] }),
    ash.patch(`/api/remakes/${remakeId}/status`, { status: "approved" }),
  ];
  for (const write of writes()) expect((await write).status).toBe(404);
  succeeded(await oak.post(`/api/orders/${id}/take`));
  for (const write of writes()) expect((await write).status).toBe(404);
  succeeded(await oak.post(`/api/orders/${id}/give-back`));
});

test("an assigned order is its supplier's own, and staff open and close the open ones at once", async () => {
  succeeded(await assign(companyOf(ash)));
  expect(await statuses(ash)).toEqual([200]);
  expect((await listed(ash)).views).toEqual({ mine: 1, open: 0 });
  succeeded(await assign(null));
  expect(await statuses(ash)).toEqual([404]);
  const reply = succeeded(await letSee(ash, true));
  expect(reply).toEqual({ id: companyOf(ash), companyName: expect.any(String), seesOpenOrders: true });
  expect(await statuses(ash)).toEqual([200]);
  succeeded(await letSee(ash, false));
  expect(await statuses(ash)).toEqual([404]);
});

test("only staff decide, and only about suppliers", async () => {
  const body = { seesOpenOrders: true };
  const path = `/api/companies/${companyOf(ash)}`;
  for (const who of [oak, ash, customer]) expect((await who.patch(path, body)).status).toBe(403);
  succeeded(await (await portal.signIn("admin")).patch(path, { seesOpenOrders: false }));
  expect((await boss.patch(`/api/companies/${companyOf(customer)}`, body)).status).toBe(404);
  expect((await boss.patch(path, { seesOpenOrders: "yes" })).status).toBe(400);
});

test("the first supplier sees open orders by itself, later ones do not", async () => {
  const found = async (email: string) => {
    const person = { email, contactName: "Ada Marsh", role: "supplier", passwordHash: "x", createdAt: portal.clock() } as const;
    const { companyId } = await foundCompany(portal.db, person, { name: email, approvalStatus: "approved" });
    const [company] = await portal.db.select().from(companies).where(eq(companies.id, companyId));
    return company?.seesOpenOrders;
  };
  expect(await found("later@company.test")).toBe(false);
  // The former suppliers count as another kind here, because a company is never deleted.
  await portal.db.update(orders).set({ supplierId: null });
  await portal.db.update(companies).set({ kind: "customer", seesOpenOrders: false }).where(eq(companies.kind, "supplier"));
  expect([await found("first@company.test"), await found("second@company.test")]).toEqual([true, false]);
});
