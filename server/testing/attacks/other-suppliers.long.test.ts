import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OrderReply, type ProductReply, succeeded } from "#server/testing/builders.ts";
import { CALLS } from "#server/testing/calls/check-reply.ts";
import { addressOf, may } from "#server/testing/calls/every-call.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { openPdf } from "#server/testing/papers/read-pdf.ts";
import { askForRemake, picture } from "#server/testing/photos.ts";
import { startPortal, type TestPortal, type User } from "#server/testing/portal.ts";
import { documentPath, sawFilePath, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { isWrite } from "#shared/http/endpoint.ts";

/**
 * The maker of an order (rule O19): a supplier sees its own and unassigned orders, and nothing of
 * another supplier's.
 */

const MARK = "Quillfeather";
let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let accounts: Record<"maker" | "rival", User>;
let maker: TestClient;
let rival: TestClient;
let ours: OrderReply;
let nobodys: OrderReply;
let remakeId: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn(await portal.createAccount("customer", { companyName: `${MARK} Ltd`, contactName: `Ada ${MARK}` }));
  accounts = { maker: await portal.createAccount("supplier", { companyName: "Oak Works" }), rival: await portal.createAccount("supplier") };
  [maker, rival] = [await portal.signIn(accounts.maker), await portal.signIn(accounts.rival)];
  nobodys = await portal.orderFor(await portal.signIn("customer"));
  const made = await portal.orderFor(customer, { jobName: `${MARK} bay`, poNumber: MARK, shippingAddress: `1 ${MARK} Road` });
  ours = succeeded(await give(made.id, accounts.maker.companyId));
  succeeded(await boss.patch(`/api/orders/${ours.id}/dates`, { shippingDate: dayAhead(30) }));
  remakeId = succeeded(await askForRemake(customer, ours.id, [await picture()])).id;
  succeeded(await customer.post(`/api/remakes/${remakeId}/replies`, { message: `${MARK} asks` }));
});
afterAll(() => portal.stop());

const give = (orderId: number, supplierId: unknown) => boss.patch<OrderReply>(`/api/orders/${orderId}/supplier`, { supplierId });
const idsFor = async (who: TestClient, path: string) => succeeded(await who.get<{ id: number }[]>(path)).map(({ id }) => id);

describe("what a supplier sees", () => {
  test("the super admin assigns an order to a company; staff and maker read the maker, the customer does not", async () => {
    const supplier = { id: accounts.maker.companyId, companyName: "Oak Works" };
    expect(ours.supplier).toEqual(supplier);
    for (const who of [boss, maker, await portal.signIn("admin")])
      expect((await who.get<OrderReply>(`/api/orders/${ours.id}`)).body.supplier).toEqual(supplier);
    expect((await maker.get<OrderReply>(`/api/orders/${nobodys.id}`)).body.supplier).toBeNull();
    const { text, body } = await customer.get<OrderReply>(`/api/orders/${ours.id}`);
    expect(["supplier" in body, text.includes("Oak Works")]).toEqual([false, false]);
  });

  test("two suppliers both see unassigned orders, and each its own, in each view and sort", async () => {
    for (const query of ["", "&sort=due", "&status=pending", "&status=pending&status=shipped&sort=due", "&late=false"]) {
      expect([query, (await idsFor(maker, `/api/orders?limit=200${query}`)).toSorted()]).toEqual([query, [nobodys.id, ours.id].toSorted()]);
      expect([query, await idsFor(rival, `/api/orders?limit=200${query}`)]).toEqual([query, [nobodys.id]]);
    }
    expect(await idsFor(maker, `/api/orders?search=${MARK}`)).toEqual([ours.id]);
    expect(await idsFor(maker, "/api/remakes")).toEqual([remakeId]);
  });

  test("no list, search, figure or CSV of a supplier contains anything of another's", async () => {
    const lists = CALLS.filter(
      ({ name, call }) => !isWrite(call) && call.roles !== "anyone" && !call.path.includes(":id") && may(name, "supplier"),
    );
    let seen = 0;
    for (const { name, call } of lists) {
      const searches =
        call.path === "/api/search"
          ? [`?q=${MARK}`, `?q=ORD-${ours.id}`, `?q=RMK-${remakeId}`]
          : ["", `?search=${MARK}`, `?search=${ours.id}`];
      for (const query of call.path === "/api/search" ? searches : [...searches, "?limit=200"])
        for (const accept of call.paged ? ["application/json", "text/csv"] : ["application/json"]) {
          const path = (query ? call.path : addressOf(name)) + query;
          const theirs = await maker.get(path, { accept });
          if (theirs.text.includes(MARK)) seen += 1;
          const { status, text } = await rival.get(path, { accept });
          expect([path, status, text.includes(MARK)]).toEqual([path, theirs.status, false]);
        }
    }
    // The check above proves nothing unless the maker's replies contain the mark.
    expect(seen).toBeGreaterThan(8);
  });

  test("counts and figures of a supplier leave out another's orders", async () => {
    const figures = async (who: TestClient) => ({
      orders: succeeded(await who.get("/api/orders/counts")),
      remakes: succeeded(await who.get("/api/remakes/counts")),
      stats: succeeded(await who.get<{ totalOrders: number; remakes: { total: number } }>("/api/stats")),
    });
    expect(await figures(maker)).toMatchObject({
      orders: { open: 2, late: 0, done: 0 },
      remakes: { pending: 1, open: 0, done: 0 },
      stats: { totalOrders: 2, pendingOrders: 2, remakes: { total: 1, pending: 1 } },
    });
    expect(await figures(rival)).toMatchObject({
      orders: { open: 1, late: 0, done: 0 },
      remakes: { pending: 0, open: 0, done: 0 },
      stats: { totalOrders: 1, pendingOrders: 1, remakes: { total: 0, pending: 0, recent: [] } },
    });
    succeeded(await maker.patch(`/api/remakes/${remakeId}/status`, { status: "in_progress" }));
    expect((await maker.get("/api/remakes/counts")).body).toEqual({ pending: 0, open: 1, done: 0 });
    expect((await rival.get("/api/remakes/counts")).body).toEqual({ pending: 0, open: 0, done: 0 });
    succeeded(await boss.patch(`/api/orders/${ours.id}/dates`, { shippingDate: londonToday() }));
    portal.clock.advance(2 * 86_400_000);
    try {
      for (const [who, late] of [
        [await portal.signIn(accounts.maker), [ours.id]],
        [await portal.signIn(accounts.rival), []],
      ] as const) {
        expect(await idsFor(who, "/api/orders?late=true")).toEqual(late);
        expect((await who.get("/api/orders/counts")).body).toMatchObject({ late: late.length });
      }
    } finally {
      portal.clock.advance(-2 * 86_400_000);
    }
  });

  test("another supplier's order, remake, photo and papers are refused like unknown ones", async () => {
    const papers = [
      ...(["jobCard", "deliveryNote"] as const).map((name) => documentPath(name, ours.id)),
      // A list that also names an own order returns nothing either.
      ...(["jobCards", "labels", "barPlan"] as const).map((name) => workshopPaperPath(name, [nobodys.id, ours.id])),
    ];
    const plan = `/api/workshop/bar-plan?orders=${nobodys.id},${ours.id}`;
    for (const path of [`/api/orders/${ours.id}`, plan, sawFilePath([nobodys.id, ours.id]), ...papers])
      expect([path, (await rival.get(path)).status, (await rival.get(path)).text]).toEqual([path, 404, `There is no order ORD-${ours.id}`]);
    expect((await rival.get(`/api/remakes/${remakeId}`)).text).toBe(`There is no remake RMK-${remakeId}`);
    expect((await rival.get(`/api/remakes/${remakeId}/photos/1`)).status).toBe(404);
    expect((await maker.get(`/api/remakes/${remakeId}/photos/1`)).status).toBe(200);
    for (const [path, body] of [
      [`/api/orders/${ours.id}/status`, { status: "shipped" }],
      [`/api/orders/${ours.id}/dates`, { shippingDate: "2036-01-01" }],
      [`/api/orders/${ours.id}/tracking`, { trackingNumber: "X" }],
      [`/api/remakes/${remakeId}/status`, { status: "denied" }],
    ] as const)
      expect([path, (await rival.patch(path, body)).status]).toEqual([path, 404]);
    expect((await rival.post(`/api/remakes/${remakeId}/replies`, { message: "Hello" })).status).toBe(404);
    expect((await boss.get(`/api/orders/${ours.id}`)).body).toMatchObject({ orderStatus: "pending", trackingNumber: null });
    for (const path of papers)
      expect((await openPdf(portal, maker, path)).text).toContain(path.includes("bar-plan") ? `ORD-${ours.id}` : MARK);
  });

  test("another supplier's remake is mailed to its maker and the super admins alone", async () => {
    const mails = (await portal.mails()).filter(({ subject }) => subject.includes(`RMK-${remakeId}`)).map(({ to }) => to);
    expect(mails).toContain(accounts.maker.email);
    expect(mails).not.toContain(accounts.rival.email);
    const free = succeeded(await askForRemake(boss, nobodys.id));
    const told = (await portal.mails()).filter(({ subject }) => subject.includes(`RMK-${free.id}`)).map(({ to }) => to);
    expect(told).toEqual(expect.arrayContaining([accounts.maker.email, accounts.rival.email]));
  });

  test("an order that is assigned to another supplier disappears for the first at once", async () => {
    const { id } = await portal.orderFor(customer);
    succeeded(await give(id, accounts.maker.companyId));
    expect([(await maker.get(`/api/orders/${id}`)).status, (await rival.get(`/api/orders/${id}`)).status]).toEqual([200, 404]);
    succeeded(await give(id, accounts.rival.companyId));
    expect([(await maker.get(`/api/orders/${id}`)).status, (await rival.get(`/api/orders/${id}`)).status]).toEqual([404, 200]);
    expect(succeeded(await give(id, null)).supplier).toBeNull();
    expect([(await maker.get(`/api/orders/${id}`)).status, (await rival.get(`/api/orders/${id}`)).status]).toEqual([200, 200]);
  });
});

const londonToday = () => new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" }).format(portal.clock());

test("the maker of an order is a supplier company, and only the super admin assigns it", async () => {
  const before = (await boss.get<OrderReply>(`/api/orders/${ours.id}`)).body.supplier;
  for (const asked of [customer.account?.companyId, 2_147_483_647, 99_999_999_999, 0, -1, 1.5, "1", undefined]) {
    const { status, text } = await give(ours.id, asked);
    expect([asked, status, text]).toEqual([asked, 400, "Supplier not found"]);
  }
  for (const who of [maker, customer, await portal.signIn("admin")])
    expect((await who.patch(`/api/orders/${ours.id}/supplier`, { supplierId: null })).status).toBe(403);
  expect((await give(999_999, null)).status).toBe(404);
  expect((await boss.get<OrderReply>(`/api/orders/${ours.id}`)).body.supplier).toEqual(before);
});

describe("the rule on a shutter type", () => {
  const typeOf = (supplierId: number | null | undefined) => portal.product(supplierId === undefined ? {} : { supplierId });
  const orderOf = async (...types: ProductReply[]) =>
    (await portal.orderFor(customer, { items: types.map((type) => portal.windowOf(type)) })).supplier?.id ?? null;

  test("a conversion assigns the order to the one supplier that its types name; otherwise to none", async () => {
    const [one, two] = [accounts.maker.companyId, accounts.rival.companyId];
    const [free, oak, alsoOak, elm] = [await typeOf(undefined), await typeOf(one), await typeOf(one), await typeOf(two)];
    expect(await orderOf(free)).toBeNull();
    expect(await orderOf(oak)).toBe(one);
    expect(await orderOf(oak, alsoOak, free)).toBe(one);
    expect(await orderOf(elm, free)).toBe(two);
    expect(await orderOf(oak, elm)).toBeNull();
  });

  test("a changed supplier of a type moves no existing order", async () => {
    const type = await typeOf(accounts.maker.companyId);
    const order = await portal.orderFor(customer, { items: [portal.windowOf(type)] });
    const { id, name, basePricePerM2 } = type;
    const changed = succeeded(
      await boss.put<ProductReply>("/api/products", { id, name, basePricePerM2, supplierId: accounts.rival.companyId }),
    );
    expect(changed.supplierId).toBe(accounts.rival.companyId);
    expect((await boss.get<OrderReply>(`/api/orders/${order.id}`)).body.supplier?.id).toBe(accounts.maker.companyId);
  });

  test("a remake's order goes to the maker of the original order, whatever the types name", async () => {
    const order = await portal.orderFor(customer, { items: [portal.windowOf(await typeOf(accounts.rival.companyId))] });
    succeeded(await give(order.id, accounts.maker.companyId));
    const { id } = succeeded(await askForRemake(customer, order.id));
    succeeded(await maker.patch(`/api/remakes/${id}/status`, { status: "approved" }));
    const { quote } = succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${order.id}`));
    const items = quote.items.map((item) => ({ itemId: item.id, quantity: 1 }));
    expect(succeeded(await boss.post<OrderReply>(`/api/remakes/${id}/order`, { items })).supplier?.id).toBe(accounts.maker.companyId);
  });

  test("only the super admin sets the supplier of a type; customers never see it", async () => {
    const admin = await portal.signIn("admin");
    const { id, name, basePricePerM2 } = await typeOf(accounts.maker.companyId);
    const put = (who: TestClient, supplierId: unknown) => who.put<ProductReply>("/api/products", { id, name, basePricePerM2, supplierId });
    for (const asked of [null, accounts.rival.companyId]) {
      const { status, text } = await put(admin, asked);
      expect([status, text]).toEqual([403, "Only the super admin can choose the supplier of a shutter type"]);
    }
    expect(
      (await admin.post("/api/products", { name: "By an admin", basePricePerM2: 10, supplierId: accounts.maker.companyId })).status,
    ).toBe(403);
    expect((await put(admin, accounts.maker.companyId)).status).toBe(200);
    expect((await put(boss, customer.account?.companyId)).text).toBe("Supplier not found");
    const typeFor = async (who: TestClient) => (await who.get<ProductReply[]>("/api/products")).body.find((type) => type.id === id);
    expect(await typeFor(admin)).toMatchObject({ supplierId: accounts.maker.companyId });
    expect(Object.keys((await typeFor(customer)) ?? {})).not.toContain("supplierId");
    expect(succeeded(await put(boss, null)).supplierId).toBeNull();
  });
});
