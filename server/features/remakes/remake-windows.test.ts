import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, type RemakeReply } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let order: OrderReply;
let bay: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  order = await orderOf("Bay");
  bay = await windowIn(order);
});
afterAll(() => portal.stop());

/** Creates an order of a window of 1.2 m by 1.5 m. */
const orderOf = async (name: string) =>
  portal.orderFor(customer, { items: [portal.windowOf(await portal.product({ name: `Type of ${name}` }), { name })] });
const windowsIn = async ({ id }: OrderReply): Promise<number[]> =>
  (await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`)).body.quote.items.map((item) => item.id);
const windowIn = async (of: OrderReply): Promise<number> => (await windowsIn(of))[0] ?? 0;
const ask = (fields: Record<string, string | number>, orderId = order.id) => askForRemake(customer, orderId, [], { fields });

describe("a request that points at a window", () => {
  test("a remake's window and mark are shown to all its readers, without prices", async () => {
    const supplier = await portal.signIn("supplier");
    const { id } = succeeded(await ask({ quoteItemId: bay, markXMm: 300, markYMm: 450 }));
    for (const client of [customer, supplier, await portal.signIn("admin"), boss]) {
      const { body, text } = await client.get<RemakeReply>(`/api/remakes/${id}`);
      expect(body.window).toMatchObject({
        id: bay,
        name: "Bay",
        widthM: 1.2,
        heightM: 1.5,
        quantity: 1,
        widestPanelMm: 950,
        mark: { xMm: 300, yMm: 450 },
      });
      expect(text).not.toMatch(/price|total/i);
    }
  });

  test("a remake's window needs no mark, and blank form fields count as absent", async () => {
    expect(succeeded(await ask({ quoteItemId: bay, markXMm: "", markYMm: " " })).window).toMatchObject({ id: bay, mark: null });
    expect(succeeded(await ask({ quoteItemId: "", markXMm: "", markYMm: "" })).window).toBeNull();
  });

  test("blanks around numbers are accepted, and other text is refused", async () => {
    expect(succeeded(await ask({ quoteItemId: ` ${bay}\t`, markXMm: " 300 ", markYMm: "450" })).window?.mark).toEqual({
      xMm: 300,
      yMm: 450,
    });
    const padded = `${" ".repeat(65_000)}x`;
    const { status, text } = await ask({ quoteItemId: padded, markXMm: padded, markYMm: padded });
    expect([status, text]).toEqual([400, "Please choose among the windows of the order"]);
  });

  test("a mark may be on the window's very corner", async () => {
    expect(succeeded(await ask({ quoteItemId: bay, markXMm: 1200, markYMm: 1500 })).window?.mark).toEqual({ xMm: 1200, yMm: 1500 });
    expect(succeeded(await ask({ quoteItemId: bay, markXMm: 0, markYMm: 0 })).window?.mark).toEqual({ xMm: 0, yMm: 0 });
  });

  test("a remake's window is named in the email to the makers", async () => {
    const before = (await portal.mails()).length;
    succeeded(await ask({ quoteItemId: bay, markXMm: 300, markYMm: 450 }));
    for (const { text } of (await portal.mails()).slice(before)) {
      expect(text.replace(/\s+/g, " ")).toContain(
        "It is about the window “Bay”, 1,200 × 1,500 mm. The place is marked about 300 mm from the left, 450 mm from the top, seen from inside the room.",
      );
    }
  });

  test("a remake's window has its type's density, from which hinges are drawn", async () => {
    const order = await portal.orderFor(customer, { items: [portal.windowOf(await portal.product({ densityKgM3: 700 }))] });
    expect(succeeded(await ask({ quoteItemId: await windowIn(order) }, order.id)).window?.densityKgM3).toBe(700);
    expect(succeeded(await ask({ quoteItemId: bay })).window?.densityKgM3).toBeNull();
  });

  test("an email states the made size of a recess, or that no window is named", async () => {
    const product = await portal.product({ name: "Type of a recess" });
    const recess = await portal.orderFor(customer, { items: [portal.windowOf(product, { name: "Sill", sizeBasis: "recess" })] });
    const before = (await portal.mails()).length;
    succeeded(await ask({ quoteItemId: await windowIn(recess) }, recess.id));
    succeeded(await ask({}, recess.id));
    const said = (await portal.mails()).slice(before).map(({ text }) => text);
    expect(said.filter((text) => text.includes("“Sill”, 1,190 × 1,490 mm (recess 1,200 × 1,500 mm)."))).toHaveLength(said.length / 2);
    expect(said.filter((text) => text.includes("No window was named: ask before making."))).toHaveLength(said.length / 2);
  });

  test.each<[string, Record<string, string | number>, string]>([
    ["no window", { markXMm: 10, markYMm: 10 }, "Please choose the window that the mark is on"],
    ["half a mark", { markXMm: 10 }, "A mark is given in whole millimetres from the left and from the top"],
    ["a mark that is no number", { markXMm: "10.5", markYMm: 10 }, "A mark is given in whole millimetres from the left and from the top"],
    ["a mark left of it", { markXMm: -1, markYMm: 10 }, "A mark is given in whole millimetres from the left and from the top"],
    ["a mark right of it", { markXMm: 1201, markYMm: 10 }, 'The mark is outside window "Bay", which is 1,200 × 1,500 mm'],
    ["a mark far below it", { markXMm: 1, markYMm: 999_999_999_999 }, 'The mark is outside window "Bay", which is 1,200 × 1,500 mm'],
  ])("a remake's window with %s is refused, and nothing is stored", async (what, fields, sentence) => {
    const before = await portal.db.$count(remakes);
    const reply = await ask(what === "no window" ? fields : { quoteItemId: bay, ...fields });
    expect([reply.status, reply.text]).toEqual([400, sentence]);
    expect(await portal.db.$count(remakes)).toBe(before);
  });

  test.each([["window of another order"], ["window of another company"], ["window that there is not"], ["text"]])(
    "a remake for a %s is refused",
    async (which) => {
      const others = await windowIn(await portal.orderFor(await portal.signIn("customer")));
      const wrong = { text: "bay", "window of another order": await windowIn(await orderOf(which)), "window of another company": others };
      const reply = await ask({ quoteItemId: wrong[which as keyof typeof wrong] ?? 999_999_999_999 });
      expect([reply.status, reply.text]).toEqual([400, "Please choose among the windows of the order"]);
    },
  );
});

describe("a request for several windows", () => {
  let house: OrderReply;
  let [left, doors, attic] = [0, 0, 0];
  beforeAll(async () => {
    const product = await portal.product({ name: "Type of the house" });
    const items = [
      portal.windowOf(product, { name: "Left" }),
      portal.windowOf(product, { name: "Doors", quantity: 3 }),
      portal.windowOf(product, { name: "Attic", quantity: 2 }),
    ];
    house = await portal.orderFor(customer, { items });
    [left = 0, doors = 0, attic = 0] = await windowsIn(house);
  });
  const askFor = (windows: unknown, fields: Record<string, string | number> = {}) =>
    ask({ windows: typeof windows === "string" ? windows : JSON.stringify(windows), ...fields }, house.id);

  test("a remake of several windows shows pieces, marks and fault in list and details", async () => {
    const asked = [
      { quoteItemId: attic, pieces: 2 },
      { quoteItemId: left, pieces: 1, mark: { xMm: 300, yMm: 450 } },
    ];
    const made = succeeded(await askFor(asked, { fault: "wrong_colour" }));
    expect(made.fault).toBe("wrong_colour");
    // The windows follow the order's sequence, not the form's.
    expect(made.windows.map(({ id, name, quantity, pieces, mark }) => [id, name, quantity, pieces, mark])).toEqual([
      [left, "Left", 1, 1, { xMm: 300, yMm: 450 }],
      [attic, "Attic", 2, 2, null],
    ]);
    expect(made.window).toEqual(made.windows[0]);
    const supplier = await portal.signIn("supplier");
    const details = await supplier.get<RemakeReply>(`/api/remakes/${made.id}`);
    expect([details.body.windows, details.body.fault]).toEqual([made.windows, "wrong_colour"]);
    expect(details.text).not.toMatch(/price|total/i);
    const row = (await supplier.get<RemakeReply[]>("/api/remakes")).body.find(({ id }) => id === made.id);
    expect([row?.fault, row?.windows]).toEqual([
      "wrong_colour",
      [
        { id: left, name: "Left", pieces: 1, make: { panels: ["A"], words: "Panel A" } },
        { id: attic, name: "Attic", pieces: 2, make: null },
      ],
    ]);
    expect((await supplier.get("/api/remakes", { accept: "text/csv" })).text).toContain("Left × 1; Attic × 2");
  });

  test("a list names the requested parts to each of its readers", async () => {
    const make = { panels: ["A"], parts: ["louvre", "top-rail"], counts: { louvre: 3 } };
    const { id } = succeeded(await askFor([{ quoteItemId: doors, pieces: 1, ...make }]));
    const words = "Panel A: 3 louvres, top rail";
    for (const client of [customer, await portal.signIn("supplier"), await portal.signIn("admin"), boss]) {
      const row = succeeded(await client.get<RemakeReply[]>("/api/remakes")).find((each) => each.id === id);
      expect(row?.windows).toEqual([{ id: doors, name: expect.any(String), pieces: 1, make: { panels: ["A"], words } }]);
    }
  });

  test("a named window without a count is one piece, and a request without windows stays possible", async () => {
    expect(succeeded(await askFor([{ quoteItemId: doors }])).windows.map(({ pieces }) => pieces)).toEqual([1]);
    expect(succeeded(await ask({ quoteItemId: doors }, house.id)).windows.map(({ id, pieces }) => [id, pieces])).toEqual([[doors, 1]]);
    expect(succeeded(await askFor(" ", { fault: "" }))).toMatchObject({ fault: null, windows: [], window: null });
    expect(succeeded(await askFor([]))).toMatchObject({ fault: null, windows: [] });
  });

  test("the email to the makers lists each window with its pieces and its mark", async () => {
    const before = (await portal.mails()).length;
    const mark = { xMm: 10, yMm: 20 };
    succeeded(await askFor([{ quoteItemId: left }, { quoteItemId: doors, pieces: 2, mark }], { fault: "wrong_side" }));
    const mails = (await portal.mails()).slice(before);
    expect(mails.length).toBeGreaterThan(0);
    for (const { text } of mails) {
      const said = text.replace(/\s+/g, " ");
      expect(said).toContain("What is wrong: wrong side or layout.");
      expect(said).toContain(
        "It is about 2 windows: “Left”, 1,200 × 1,500 mm. “Doors × 2”, 1,200 × 1,500 mm. The place is marked about 10 mm from the left, 20 mm from the top",
      );
    }
  });

  const LIST = 'Windows are a list in JSON: [{"quoteItemId":7,"pieces":2,"mark":{"xMm":300,"yMm":450}}]';
  const PIECES = "Pieces must be a whole number from 1 to 999";
  test.each<[string, () => unknown, string]>([
    ["no JSON", () => "bay", LIST],
    ["no list", () => ({ quoteItemId: left }), LIST],
    ["brackets without end", () => "[".repeat(60_000), LIST],
    ["very many", () => Array.from({ length: 201 }, () => 1), "At most 200 windows"],
    ["more pieces than were ordered", () => [{ quoteItemId: doors, pieces: 4 }], 'Window "Doors" was ordered 3 times'],
    ["two pieces of one", () => [{ quoteItemId: left, pieces: 2 }], 'Window "Left" was ordered once'],
    ["no piece", () => [{ quoteItemId: left, pieces: 0 }], PIECES],
    ["half a piece", () => [{ quoteItemId: doors, pieces: 1.5 }], PIECES],
    ["a window twice", () => [{ quoteItemId: doors }, { quoteItemId: doors }], "Please name each window once"],
    ["another order's window", () => [{ quoteItemId: left }, { quoteItemId: bay }], "Please choose among the windows of the order"],
    [
      "a mark off the window",
      () => [{ quoteItemId: left, mark: { xMm: 1201, yMm: 1 } }],
      'The mark is outside window "Left", which is 1,200 × 1,500 mm',
    ],
    ["half a mark", () => [{ quoteItemId: left, mark: { xMm: 1 } }], "A mark is given in whole millimetres from the left and from the top"],
  ])("a remake's windows with %s are refused, and nothing is stored", async (_, windows, sentence) => {
    const before = await portal.db.$count(remakes);
    const reply = await askFor(windows());
    expect([reply.status, reply.text]).toEqual([400, sentence]);
    expect(await portal.db.$count(remakes)).toBe(before);
  });

  test("a remake names its windows in one way only, and a listed fault", async () => {
    const twice = await askFor([{ quoteItemId: left }], { quoteItemId: left });
    expect([twice.status, twice.text]).toEqual([400, "Please name the windows either in windows or in quoteItemId"]);
    const { status, text } = await askFor([], { fault: "ugly" });
    expect([status, text]).toEqual([400, expect.stringMatching(/^Fault must be one of damaged_in_transit, /)]);
  });
});

describe("the database refuses, whatever the code above believes,", () => {
  let remakeId: number;
  beforeAll(async () => {
    remakeId = succeeded(await ask({})).id;
  });
  const store = (values: Partial<typeof remakeWindows.$inferInsert> = {}) =>
    portal.db.insert(remakeWindows).values({ remakeId, quoteItemId: bay, pieces: 1, ...values });
  const refusedBy = async (write: PromiseLike<unknown>) => {
    try {
      await write;
      return "nothing";
    } catch (error) {
      return brokenConstraint(error);
    }
  };

  test("the database refuses half a mark, and a mark outside the window", async () => {
    expect(await refusedBy(store({ markXMm: 1 }))).toBe("remake_windows_mark");
    expect(await refusedBy(store({ markXMm: -1, markYMm: 1 }))).toBe("remake_windows_mark");
    expect(await refusedBy(store({ markXMm: 1201, markYMm: 1 }))).toBe("remake_windows_are_the_orders");
    expect(await refusedBy(store({ markXMm: 1, markYMm: 1501 }))).toBe("remake_windows_are_the_orders");
  });

  test("the database refuses no pieces, more than ordered, and a window twice", async () => {
    expect(await refusedBy(store({ pieces: 0 }))).toBe("remake_windows_pieces");
    expect(await refusedBy(store({ pieces: 2 }))).toBe("remake_windows_are_the_orders");
    const { id } = succeeded(await ask({ quoteItemId: bay }));
    expect(await refusedBy(store({ remakeId: id }))).toBe("remake_windows_remake_id_quote_item_id_pk");
    const raised = portal.db.update(remakeWindows).set({ pieces: 2 }).where(eq(remakeWindows.remakeId, id));
    expect(await refusedBy(raised)).toBe("remake_windows_are_the_orders");
  });

  test("the database refuses a window of another order, and moving a remake to another order", async () => {
    const elsewhere = await orderOf("Elsewhere");
    expect(await refusedBy(store({ quoteItemId: await windowIn(elsewhere) }))).toBe("remake_windows_are_the_orders");
    const { id } = succeeded(await ask({ quoteItemId: bay }));
    const moved = portal.db.update(remakes).set({ orderId: elsewhere.id }).where(eq(remakes.id, id));
    expect(await refusedBy(moved)).toBe("remake_windows_are_the_orders");
  });
});
