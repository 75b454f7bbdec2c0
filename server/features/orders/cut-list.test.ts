import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { itemsOfQuote } from "#server/db/select-parts.ts";
import { type OrderReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { TestClient } from "#server/testing/test-client.ts";
import { cutListOf } from "./orders.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
let waiting: readonly Promise<{ readonly status: number }>[] = [];
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  supplier = await portal.signIn("supplier");
});
afterAll(() => portal.stop());

interface CutList {
  readonly orderId: number;
  readonly parts: readonly {
    readonly window: string;
    readonly itemId: number;
    readonly part: string;
    readonly profile: string;
    readonly material: string;
    readonly color: string;
    readonly lengthMm: number;
    readonly count: number;
  }[];
}

const pathOf = ({ id }: Pick<OrderReply, "id">) => `/api/orders/${id}/cut-list`;
const rowsOf = ({ parts }: CutList) =>
  parts.map(({ window, part, profile, lengthMm, count }) => [window, part, profile, lengthMm, count].join(" "));

async function orderOf(...windows: Partial<WindowBody>[]): Promise<OrderReply> {
  const product = await portal.product();
  return portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) });
}

describe("the cut list of an order", () => {
  test("has every part of every window in its order, with the quantity in its count, to half a millimetre", async () => {
    // 1,200 wide in an L-frame of 38: two panels of 562, each with 460 between its stiles; 1,350 high: panels of 1,274.
    const bay = { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR", louverSize: 76, quantity: 3 };
    // A recess of 800 × 900 on the sill: made 790 × 890, without a bottom side. A split gives each panel two rods.
    const sill = {
      name: "Sill",
      widthM: 0.8,
      heightM: 0.9,
      louverSize: 76,
      sizeBasis: "recess",
      frameSides: "LTR",
      tiltSplitMm: 450,
    } as const;
    const order = await orderOf(bay, sill);
    const { body } = await supplier.get<CutList>(pathOf(order));
    expect(body.orderId).toBe(order.id);
    expect(rowsOf(body)).toEqual([
      "Bay stile stile 1274 12",
      "Bay top-rail rail 460 6",
      "Bay bottom-rail rail 460 6",
      "Bay louvre louvre-76 460 102",
      "Bay tilt-rod tilt-rod 1092 6",
      "Bay frame-left l-frame 1350 3",
      "Bay frame-top l-frame 1200 3",
      "Bay frame-right l-frame 1350 3",
      "Bay frame-bottom l-frame 1200 3",
      "Sill stile stile 852 2",
      "Sill top-rail rail 612 1",
      "Sill bottom-rail rail 612 1",
      "Sill louvre louvre-76 612 10",
      "Sill tilt-rod tilt-rod 324 1",
      "Sill tilt-rod tilt-rod 323.5 1",
      "Sill frame-left l-frame 890 1",
      "Sill frame-top l-frame 790 1",
      "Sill frame-right l-frame 890 1",
    ]);
    const { quote } = (
      await supplier.get<{ quote: { items: { id: number; shutterType: string; colorSelection: string }[] } }>(`/api/orders/${order.id}`)
    ).body;
    const [first, second] = quote.items;
    for (const { window, itemId, material, color } of body.parts) {
      const item = window === "Bay" ? first : second;
      expect([itemId, material, color]).toEqual([item?.id, item?.shutterType, item?.colorSelection]);
    }
  });

  test("is the same as CSV, where it is asked for", async () => {
    const order = await orderOf({ name: "=Bay; left", quantity: 2 });
    const reply = await supplier.get(pathOf(order), { accept: "text/csv" });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="cut-list-ORD-${order.id}.csv"`);
    const rows: Record<string, string>[] = parse(reply.text, { columns: true, record_delimiter: "\r\n" });
    const { parts } = (await supplier.get<CutList>(pathOf(order))).body;
    expect(rows.map((row) => Object.values(row))).toEqual(
      parts.map(({ window, itemId, part, profile, material, color, lengthMm, count }) => [
        `'${window}`,
        ...[itemId, part, profile, material, color, lengthMm, count].map(String),
      ]),
    );
    expect(Object.keys(rows[0] ?? {})).toEqual(["Window", "Item", "Part", "Profile", "Material", "Colour", "Length (mm)", "Count"]);
  });

  test("says nothing of money, is the workshop's and the staff's, and follows who may see the order", async () => {
    const order = await orderOf({});
    const boss = await portal.superAdmin();
    for (const reader of [supplier, await portal.signIn("admin"), boss]) {
      const { status, text } = await reader.get(pathOf(order));
      expect(status).toBe(200);
      expect(text).not.toMatch(/price|total|£|paid|tax/i);
    }
    expect((await customer.get(pathOf(order))).status).toBe(403);
    expect((await supplier.get(pathOf({ id: 999_999 }))).status).toBe(404);
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" }));
    for (const accept of ["application/json", "text/csv"]) {
      expect((await supplier.get(pathOf(order), { accept })).status).toBe(404);
      expect((await boss.get(pathOf(order), { accept })).status).toBe(200);
    }
  });
});

describe("a large cut list", () => {
  test("is made in parts, and others have their turn in between", async () => {
    const order = await orderOf(...Array.from({ length: 45 }, (_, at) => ({ name: `Window ${at + 1}` })));
    const items = await itemsOfQuote(portal.db, Number(order.quoteId));
    let turns = 0;
    let isMade = false;
    const others = () => {
      if (isMade) return;
      turns += 1;
      setImmediate(others);
    };
    setImmediate(others);
    const parts = await cutListOf(items);
    isMade = true;
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(parts).toEqual(succeeded(await supplier.get<CutList>(pathOf(order))).parts);
  });

  test("is read by one of a company at a time, so that however many ask leave the database to others", async () => {
    const order = await orderOf({});
    await portal.db.transaction(async (tx) => {
      // None of them is read until this is over.
      await tx.execute(sql`lock table quote_items in access exclusive mode`);
      const asked = [pathOf(order), `/api/orders/${order.id}/pieces`].flatMap((path) =>
        Array.from({ length: 20 }, () => supplier.get(path)),
      );
      const reading = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      const count = async () => (await portal.owner.execute<{ count: number }>(reading)).rows[0]?.count;
      await expect.poll(count).toBe(1);
      expect((await customer.get("/api/user")).status).toBe(200);
      expect(await count()).toBe(1);
      waiting = asked;
    });
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });
});
