import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quotes } from "#server/schema/quotes.ts";
import type { ProductReply, QuoteReply } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { valuesOf, WINDOW_FIELDS } from "#shared/domain/window/fields/window-fields.ts";

let portal: TestPortal;
let customer: TestClient;
let product: ProductReply;
beforeAll(async () => {
  portal = await startPortal();
  // The clock is set before any sign-in, because a later change would end the session.
  portal.clock.set("2026-10-10T09:00:00Z");
  customer = await portal.signIn("customer");
  product = await portal.product({ basePricePerM2: 150.5 });
});
afterAll(() => portal.stop());

const create = (body: unknown, by = customer, headers = {}) => by.post<QuoteReply>("/api/quotes", body, headers);

describe("the server prices", () => {
  test("two windows have prices worked out by hand, whatever prices the request contains", async () => {
    const cheap = await portal.product({ basePricePerM2: 129.95 });
    const { status, body } = await create({
      items: [
        portal.windowOf(product, { name: "Bay", widthM: 0.1, heightM: 1.1, ...{ areaM2: 9, itemTotalPrice: 1, pricePerM2: 1 } }),
        portal.windowOf(cheap, { widthM: 0.04, heightM: 0.1, quantity: 25 }),
      ],
      quoteStatus: "accepted",
      validUntil: "2099-01-01T00:00:00Z",
      paymentStatus: "paid",
      id: 1,
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      quoteStatus: "draft",
      paymentStatus: "unpaid",
      orderId: null,
      itemCount: 2,
      // £16.56 + £13.00, a fifth of it £5.912
      subtotal: 29.56,
      tax: 5.91,
      finalTotal: 35.47,
      user: { id: customer.account?.id },
      items: [
        { name: "Bay", areaM2: 0.11, pricePerM2: 150.5, itemTotalPrice: 16.56 },
        { name: "Window 2", areaM2: 0.004, pricePerM2: 129.95, itemTotalPrice: 13 },
      ],
    });
  });

  test("the omitted fields of a window have the form's defaults", async () => {
    const { items } = await portal.quoteFor(customer, { items: [portal.windowOf(product, { name: "  " })] });
    expect(items[0]).toMatchObject({
      name: "Window 1",
      tiltRodType: "center",
      frameType: "l-frame",
      mountType: "inside",
      openingDirection: "left-hinge",
      numberOfMidRails: 0,
      quantity: 1,
    });
  });

  test("a new quote is valid to the end of the 30th day, in London", async () => {
    const quote = await portal.quoteFor(customer);
    expect(quote.validUntil).toBe("2026-11-09T23:59:59.999Z");
  });

  test("a measure of a window with more than four decimals is rounded", async () => {
    const { items } = await portal.quoteFor(customer, { items: [portal.windowOf(product, { widthM: 1.00005, heightM: 0.99994 })] });
    expect(items[0]).toMatchObject({ widthM: 1.0001, heightM: 0.9999 });
  });

  test("a correct or omitted total is accepted; a penny's difference stores nothing and returns the new total", async () => {
    const items = [
      portal.windowOf(product, { pricePerM2: 140, name: "Bay" }),
      portal.windowOf(product, { pricePerM2: 150.5, name: "Door" }),
    ];
    expect((await create({ items, subtotal: 541.8, tax: 108.36, finalTotal: 650.16 })).status).toBe(201);
    expect((await create({ items, subtotal: 541.8000001, tax: null })).status).toBe(201);
    const before = await portal.db.$count(quotes);
    for (const claim of [{ subtotal: 541.79 }, { tax: 108.37 }, { finalTotal: 650.15 }, { subtotal: 0 }]) {
      const { status, text } = await create({ items, ...claim });
      expect([status, text]).toEqual([409, "Prices have changed: the total is now £650.16"]);
    }
    const problem = await create({ items, finalTotal: 1 }, customer, { accept: "application/problem+json" });
    expect(problem.body).toMatchObject({
      status: 409,
      finalTotal: 650.16,
      lines: [{ name: "Bay", oldPricePerM2: 140, newPricePerM2: 150.5 }],
    });
    expect(await portal.db.$count(quotes)).toBe(before);
  });

  test("a quote retains the prices it was made with", async () => {
    const moving = await portal.product({ basePricePerM2: 100 });
    const quote = await portal.quoteFor(customer, { items: [portal.windowOf(moving)] });
    await (await portal.superAdmin()).put("/api/products", { id: moving.id, name: moving.name, basePricePerM2: 200 });
    expect((await customer.get(`/api/quotes/${quote.id}`)).body).toEqual({ ...quote, leadTime: null, readyOn: null });
    const copy = await customer.post<QuoteReply>(`/api/quotes/${quote.id}/duplicate`);
    expect(copy.body).toMatchObject({ quoteStatus: "draft", user: quote.user, subtotal: 360 });
    expect(copy.body.id).not.toBe(quote.id);
  });
});

describe("a window's rules", () => {
  test.each([
    [{ shutterTypeId: undefined }, "Shutter type is required"],
    [{ shutterTypeId: 999_999 }, 'Product not found for window "Window 1"'],
    [{ shutterTypeId: 2_147_483_648, name: "Bay" }, 'Product not found for window "Bay"'],
    [{ widthM: undefined }, "Width must be greater than 0.1"],
    [{ widthM: 0 }, "Width must be greater than 0.1"],
    [{ widthM: "1" }, "Width must be greater than 0.1"],
    [{ heightM: -1 }, "Height must be greater than 0.1"],
    [{ widthM: 10.0001 }, "Width must be at most 10 m"],
    [{ widthM: 0.01, heightM: 0.0499 }, 'Window "Window 1" is too small to price'],
    [{ widthM: 0.00004 }, 'Window "Window 1" is too small to price'],
    [{ louverSize: undefined }, "Louver size is required"],
    [{ colorSelection: undefined }, "Color is required"],
    [{ colorSelection: " " }, "Color is required"],
    [{ quantity: 0 }, "Quantity must be at least 1"],
    [{ quantity: 1000 }, "Quantity must be at most 999"],
    [{ quantity: 1.5 }, "Quantity must be a whole number"],
    [{ numberOfMidRails: -1 }, "Mid rails must be at least 0"],
    [{ numberOfMidRails: 21 }, "Mid rails must be at most 20"],
    [{ tiltRodType: "sideways" }, `Tilt rod must be one of ${valuesOf(WINDOW_FIELDS.tiltRodType).join(", ")}`],
    [{ name: "x".repeat(81) }, "Window name must be at most 80 characters"],
  ])("a window with %j is refused: %s", async (wrong, sentence) => {
    const { status, text } = await create({ items: [{ ...portal.windowOf(product), ...wrong }] });
    expect([status, text]).toEqual([400, sentence]);
  });

  test("louver size and colour of a window must be among the type's own", async () => {
    const items = (wrong: object) => ({ items: [portal.windowOf(product), { ...portal.windowOf(product), ...wrong }] });
    for (const wrong of [{ louverSize: 65 }, { colorSelection: "Pink" }, { colorSelection: "white" }]) {
      const { status, text } = await create(items(wrong));
      expect(status).toBe(400);
      expect(text).toContain('window "Window 2"');
    }
    expect((await create(items({ colorSelection: " Cream " }))).body).toMatchObject({ items: [{}, { colorSelection: "Cream" }] });
  });

  test("a quote has 1 to 200 windows", async () => {
    const many = (count: number) => ({ items: Array.from({ length: count }, () => portal.windowOf(product)) });
    for (const none of [{}, { items: [] }, { items: "none" }]) expect((await create(none)).text).toBe("At least one window is required");
    expect((await create(many(201))).text).toBe("A quote takes at most 200 windows");
    expect((await create(many(200))).body).toMatchObject({ itemCount: 200, finalTotal: 65_016 });
  });
});

describe("the owner of a quote", () => {
  test("another company's quote is not found, for reading and for every change", async () => {
    const quote = await portal.quoteFor(customer);
    const other = await portal.signIn("customer");
    const replies = [
      await other.get(`/api/quotes/${quote.id}`),
      await other.get(`/api/quotes/${quote.id}/items`),
      await other.post(`/api/quotes/${quote.id}/duplicate`),
      await other.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "accepted" }),
    ];
    expect(replies.map(({ status, text }) => [status, text])).toEqual(replies.map(() => [404, `There is no quote Q-${quote.id}`]));
    expect((await other.get("/api/quotes")).body).toEqual([]);
  });

  test("a customer owns the quote whatever user it names; an admin names a customer; the super admin may own one", async () => {
    const body = { items: [portal.windowOf(product)] };
    const other = await portal.createAccount("customer");
    const [admin, superAdmin] = [await portal.signIn("admin"), await portal.superAdmin()];
    const ownerOf = async (by: TestClient, extra: object) => (await create({ ...body, ...extra }, by)).body.user.id;
    expect(await ownerOf(customer, { userId: other.id })).toBe(customer.account?.id);
    expect(await ownerOf(admin, { userId: other.id })).toBe(other.id);
    expect(await ownerOf(superAdmin, { userId: other.id })).toBe(other.id);
    expect(await ownerOf(superAdmin, {})).toBe(superAdmin.account?.id);
    expect((await create(body, admin)).text).toBe("Please choose the customer this quote is for");
  });

  test.each(["supplier", "admin", "pending"] as const)("a quote for a %s account is refused", async (kind) => {
    const account = await (kind === "pending" ? portal.createAccount("customer", { approvalStatus: kind }) : portal.createAccount(kind));
    const { status, text } = await create({ items: [portal.windowOf(product)], userId: account.id }, await portal.signIn("admin"));
    expect([status, text]).toEqual([400, "Customer not found"]);
  });
});

describe("the list", () => {
  test("the list of quotes is filtered by status and searched by number, company and contact; % and _ are literal", async () => {
    const buyer = await portal.signIn(await portal.createAccount("customer", { companyName: "50%_Off", contactName: "Ünal" }));
    const [first, second] = [await portal.quoteFor(buyer), await portal.quoteFor(buyer)];
    const admin = await portal.signIn("admin");
    await admin.patch(`/api/quotes/${second.id}/status`, { quoteStatus: "sent" });
    const found = async (query: string) => (await admin.get<QuoteReply[]>(`/api/quotes?${query}`)).body.map(({ id }) => id);
    for (const search of ["50%", "%_O", "üNAL"]) expect(await found(`search=${encodeURIComponent(search)}`)).toEqual([second.id, first.id]);
    for (const search of [`${first.id}`, `%23${first.id}`, `q-${first.id}`]) expect(await found(`search=${search}`)).toContain(first.id);
    expect(await found("search=%25%25")).toEqual([]);
    expect(await found("search=50%25&quoteStatus=sent")).toEqual([second.id]);
    expect((await admin.get("/api/quotes?quoteStatus=paid")).text).toBe("Quote status must be one of draft, sent, accepted, declined");
  });
});

describe("the list's sums", () => {
  test.each([
    "",
    "quoteStatus=draft",
    "quoteStatus=sent",
    "state=expiring",
    "state=placed",
    "state=to_order",
    "ordered=false",
    "search=nothing-is-so-called",
  ])("the sums of quotes with “%s” equal the sums of the listed rows, and suppliers get none", async (filters) => {
    const buyer = await portal.signIn("customer");
    const admin = await portal.signIn("admin");
    const supplier = await portal.signIn("supplier");
    const quote = await portal.quoteFor(buyer);
    await admin.patch(`/api/quotes/${quote.id}/status`, { quoteStatus: "sent" });
    await portal.quoteFor(buyer);
    for (const client of [buyer, admin]) {
      const { body: rows } = await client.get<{ finalTotal: number }[]>(`/api/quotes?limit=100&${filters}`);
      const pence = rows.reduce((sum, { finalTotal }) => sum + Math.round(finalTotal * 100), 0);
      const { body: sums } = await client.get(`/api/quotes/sums?${filters}`);
      expect(sums).toEqual({ count: rows.length, total: pence / 100 });
    }
    expect((await supplier.get(`/api/quotes/sums?${filters}`)).status).toBe(403);
  });
});

describe("deleting", () => {
  test("deleting a quote hides it; one with an order or a payment cannot be deleted", async () => {
    const admin = await portal.signIn("admin");
    const quote = await portal.quoteFor(customer);
    expect((await admin.delete(`/api/quotes/${quote.id}`)).status).toBe(204);
    expect((await customer.get(`/api/quotes/${quote.id}`)).status).toBe(404);
    expect((await admin.delete(`/api/quotes/${quote.id}`)).status).toBe(404);
    const { quoteId = 0, id } = await portal.orderFor(customer);
    const refused = await admin.delete(`/api/quotes/${quoteId}`);
    expect([refused.status, refused.text]).toEqual([409, `This quote has order ORD-${id} and cannot be deleted`]);
    const paid = await portal.quoteFor(customer);
    await portal.db.execute(
      `insert into payments (quote_id, stripe_session_id, amount_pence, currency, live, settles, received_on) values (${paid.id}, 'cs_x', 1, 'gbp', false, false, '2026-11-20')`,
    );
    expect((await admin.delete(`/api/quotes/${paid.id}`)).text).toBe("This quote has a payment and cannot be deleted");
    expect((await portal.db.select().from(quotes).where(eq(quotes.id, quote.id)))[0]?.deletedAt).not.toBeNull();
  });
});
