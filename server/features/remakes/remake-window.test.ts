import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remakes } from "#server/db/schema.ts";
import { brokenConstraint } from "#server/http/errors.ts";
import { type OrderReply, succeeded } from "#server/testing/builders.ts";
import { askForRemake, type RemakeReply } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";

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

/** An order of a window 1.2 m by 1.5 m. */
const orderOf = async (name: string) =>
  portal.orderFor(customer, { items: [portal.windowOf(await portal.product({ name: `Type of ${name}` }), { name })] });
const windowIn = async ({ id }: OrderReply): Promise<number> =>
  (await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`)).body.quote.items[0]?.id ?? 0;
const ask = (fields: Record<string, string | number>, orderId = order.id) => askForRemake(customer, orderId, [], { fields });

describe("a request that points at a window", () => {
  test("says to everyone who may read it which one and where, and to no one here what it cost", async () => {
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

  test("need not mark a place, and blank fields of a form are none", async () => {
    expect(succeeded(await ask({ quoteItemId: bay, markXMm: "", markYMm: " " })).window).toMatchObject({ id: bay, mark: null });
    expect(succeeded(await ask({ quoteItemId: "", markXMm: "", markYMm: "" })).window).toBeNull();
  });

  test("may have blanks around its numbers, and is refused at once where there is nothing but blanks and a letter", async () => {
    expect(succeeded(await ask({ quoteItemId: ` ${bay}\t`, markXMm: " 300 ", markYMm: "450" })).window?.mark).toEqual({
      xMm: 300,
      yMm: 450,
    });
    const padded = `${" ".repeat(65_000)}x`;
    const { status, text } = await ask({ quoteItemId: padded, markXMm: padded, markYMm: padded });
    expect([status, text]).toEqual([400, "Please choose among the windows of the order"]);
  });

  test("may mark the window's very corner", async () => {
    expect(succeeded(await ask({ quoteItemId: bay, markXMm: 1200, markYMm: 1500 })).window?.mark).toEqual({ xMm: 1200, yMm: 1500 });
    expect(succeeded(await ask({ quoteItemId: bay, markXMm: 0, markYMm: 0 })).window?.mark).toEqual({ xMm: 0, yMm: 0 });
  });

  test("is named in the mail to those who make it", async () => {
    const before = (await portal.mails()).length;
    succeeded(await ask({ quoteItemId: bay, markXMm: 300, markYMm: 450 }));
    for (const { text } of (await portal.mails()).slice(before)) {
      expect(text.replace(/\s+/g, " ")).toContain(
        "It is about the window “Bay”, 1,200 × 1,500 mm. The place is marked about 300 mm from the left, 450 mm from the top, seen from inside the room.",
      );
    }
  });

  test.each<[string, Record<string, string | number>, string]>([
    ["no window", { markXMm: 10, markYMm: 10 }, "Please choose the window that the mark is on"],
    ["half a mark", { markXMm: 10 }, "A mark is given in whole millimetres from the left and from the top"],
    ["a mark that is no number", { markXMm: "10.5", markYMm: 10 }, "A mark is given in whole millimetres from the left and from the top"],
    ["a mark left of it", { markXMm: -1, markYMm: 10 }, "A mark is given in whole millimetres from the left and from the top"],
    ["a mark right of it", { markXMm: 1201, markYMm: 10 }, 'The mark is outside window "Bay", which is 1,200 × 1,500 mm'],
    ["a mark far below it", { markXMm: 1, markYMm: 999_999_999_999 }, 'The mark is outside window "Bay", which is 1,200 × 1,500 mm'],
  ])("with %s is refused, and nothing is stored", async (what, fields, sentence) => {
    const before = await portal.db.$count(remakes);
    const reply = await ask(what === "no window" ? fields : { quoteItemId: bay, ...fields });
    expect([reply.status, reply.text]).toEqual([400, sentence]);
    expect(await portal.db.$count(remakes)).toBe(before);
  });

  test.each([["window of another order"], ["window of another company"], ["window that there is not"], ["text"]])(
    "with a %s is refused",
    async (which) => {
      const others = await windowIn(await portal.orderFor(await portal.signIn("customer")));
      const wrong = { text: "bay", "window of another order": await windowIn(await orderOf(which)), "window of another company": others };
      const reply = await ask({ quoteItemId: wrong[which as keyof typeof wrong] ?? 999_999_999_999 });
      expect([reply.status, reply.text]).toEqual([400, "Please choose among the windows of the order"]);
    },
  );
});

describe("the database refuses, whatever the code above believes,", () => {
  const store = (values: Partial<typeof remakes.$inferInsert>) =>
    portal.db.insert(remakes).values({ orderId: order.id, reason: "Straight in", ...values });
  const refusedBy = async (write: PromiseLike<unknown>) => {
    try {
      await write;
      return "nothing";
    } catch (error) {
      return brokenConstraint(error);
    }
  };

  test("half a mark, a mark without a window, a mark off the window", async () => {
    expect(await refusedBy(store({ quoteItemId: bay, markXMm: 1 }))).toBe("remakes_mark_is_on_a_window");
    expect(await refusedBy(store({ markXMm: 1, markYMm: 1 }))).toBe("remakes_mark_is_on_a_window");
    expect(await refusedBy(store({ quoteItemId: bay, markXMm: -1, markYMm: 1 }))).toBe("remakes_mark_range");
    expect(await refusedBy(store({ quoteItemId: bay, markXMm: 1201, markYMm: 1 }))).toBe("remakes_window_is_the_orders");
    expect(await refusedBy(store({ quoteItemId: bay, markXMm: 1, markYMm: 1501 }))).toBe("remakes_window_is_the_orders");
  });

  test("a window of another order, and a remake moved away from its window's order", async () => {
    const elsewhere = await orderOf("Elsewhere");
    expect(await refusedBy(store({ quoteItemId: await windowIn(elsewhere) }))).toBe("remakes_window_is_the_orders");
    const { id } = succeeded(await ask({ quoteItemId: bay }));
    const moved = portal.db.update(remakes).set({ orderId: elsewhere.id }).where(eq(remakes.id, id));
    expect(await refusedBy(moved)).toBe("remakes_window_is_the_orders");
  });
});
