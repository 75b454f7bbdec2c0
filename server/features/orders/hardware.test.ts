import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { openPdf } from "#server/testing/papers/read-pdf.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import type { orderDetails } from "#shared/contract/orders.ts";
import { metresToLength } from "#shared/domain/length.ts";
import { weigh } from "#shared/domain/window/saw/hardware.ts";
import { weightsInWords } from "#shared/domain/window/saw/panel-facts.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  supplier = await portal.signIn("supplier");
});
afterAll(() => portal.stop());

interface Hardware {
  readonly orderId: number;
  readonly items: readonly {
    readonly itemId: number;
    readonly panel: number | null;
    readonly kind: string;
    readonly count: number;
    readonly heightsMm: readonly number[] | null;
    readonly lengthMm: number | null;
    readonly depthMm: number | null;
    readonly size: string | null;
  }[];
  readonly weights: readonly { readonly itemId: number; readonly panel: number; readonly kg: number; readonly track: string | null }[];
}

const BAY = { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR", louverSize: 76, quantity: 3 } as const;
const DOOR = { name: "Door", widthM: 1.78, heightM: 2.05, openingDirection: "bypass" } as const;
const pathOf = (id: number) => `/api/orders/${id}/hardware`;

async function orderOf(type: Parameters<TestPortal["product"]>[0], ...windows: Partial<WindowBody>[]) {
  const product = await portal.product(type);
  return { product, order: await portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) }) };
}
const hardwareOf = async (who: TestClient, id: number) => succeeded(await who.get<Hardware>(pathOf(id)));

describe("the hardware of an order", () => {
  test("the hardware of an order has every item that is no timber, with its count, and each panel's weight", async () => {
    const { order } = await orderOf({}, BAY, DOOR);
    const { orderId, items, weights } = await hardwareOf(supplier, order.id);
    expect(orderId).toBe(order.id);
    const [bay, door] = [...new Set(items.map(({ itemId }) => itemId))];
    const lines = items.map(({ itemId, panel, kind, count }) => `${itemId === bay ? "Bay" : "Door"} ${panel} ${kind} ${count}`);
    expect(lines).toEqual([
      ...["Bay 1 hinge 9", "Bay 2 hinge 9", "Bay 1 catch 6", "Bay 2 catch 6", "Bay 1 screw 54", "Bay 1 screw 12"],
      ...["Bay 2 screw 54", "Bay 2 screw 12", "Bay null screw 42"],
      ...["Door 1 roller 2", "Door 2 roller 2", "Door null track 1", "Door null guide 1"],
      ...["Door 1 screw 8", "Door 2 screw 8", "Door null screw 30"],
    ]);
    expect(items[0]).toEqual({
      itemId: bay,
      panel: 1,
      kind: "hinge",
      count: 9,
      heightsMm: [150, 633, 1116],
      lengthMm: null,
      depthMm: null,
      size: null,
    });
    expect(items.filter(({ panel, kind }) => panel === 1 && kind === "screw").map(({ size }) => size)).toEqual([
      "3.5 × 20",
      "3 × 16",
      "4 × 25",
    ]);
    expect(items.find(({ kind }) => kind === "track")).toMatchObject({ itemId: door, lengthMm: 1704, heightsMm: null, depthMm: 100 });
    expect(weights.slice(0, 2)).toEqual([
      { itemId: bay, panel: 1, kg: 4.8, track: null },
      { itemId: bay, panel: 2, kg: 4.8, track: null },
    ]);
    expect(weights.slice(2).map(({ track }) => track)).toEqual(["front", "rear"]);
  });

  test("a bypass track has the depth of its workshop's settings, as list, bench and card say", async () => {
    const joiner = await portal.signIn(await portal.createAccount("supplier"));
    succeeded(await joiner.put("/api/settings/workshop", { trackDepthMm: 150 }));
    const { order } = await orderOf({}, DOOR, { ...DOOR, name: "Folding", widthM: 3, openingDirection: "bi-fold" });
    const depthsFor = async (who: TestClient) =>
      (await hardwareOf(who, order.id)).items.filter(({ kind }) => kind === "track").map(({ depthMm }) => depthMm);
    // Only panels that slide past each other need the depth.
    expect([await depthsFor(joiner), await depthsFor(supplier)]).toEqual([
      [150, null],
      [100, null],
    ]);
    expect(succeeded(await joiner.get<object>(`/api/orders/${order.id}`))).toMatchObject({ trackDepthMm: 150 });
    expect(Object.keys(succeeded(await customer.get<object>(`/api/orders/${order.id}`)))).not.toContain("trackDepthMm");
    const { text } = await openPdf(portal, joiner, `/api/orders/${order.id}/job-card.pdf`);
    expect(text.replace(/\s+/g, " ")).toContain("front A, rear B; 150 mm deep");
    expect(text).not.toContain("mm to pass");
  });

  test("panels are weighed with the type's current timber density and the workshop's own sections", async () => {
    const { product, order } = await orderOf({ densityKgM3: 700 }, BAY);
    const weightFor = async (who: TestClient) => (await hardwareOf(who, order.id)).weights[0]?.kg;
    expect(await weightFor(supplier)).toBe(7.5);
    const { id, name, basePricePerM2 } = product;
    succeeded(await (await portal.superAdmin()).put("/api/products", { id, name, basePricePerM2, densityKgM3: null }));
    expect(await weightFor(supplier)).toBe(4.8);
    const joiner = await portal.signIn(await portal.createAccount("supplier"));
    succeeded(await joiner.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm: 51, thicknessMm: 30 }] }));
    expect([await weightFor(joiner), await weightFor(supplier)]).toEqual([5, 4.8]);
  });

  test("hardware, bench, card, label and delivery note have the same weights, also with own sections", async () => {
    const joiner = await portal.signIn(await portal.createAccount("supplier"));
    succeeded(await joiner.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm: 51, thicknessMm: 30 }] }));
    const { order } = await orderOf({ densityKgM3: 700 }, { ...BAY, quantity: 1 });
    const { weights } = await hardwareOf(joiner, order.id);
    expect(weights.map(({ kg }) => kg)).toEqual([7.8, 7.8]);
    // The bench's screen computes its text from the reply in this way.
    const { quote, clearances, sections, lap } = succeeded(await joiner.get<z.input<typeof orderDetails>>(`/api/orders/${order.id}`));
    const [sent] = quote.items;
    if (!sent) throw new Error("The order has no window");
    const window = { ...sent, clearances, sections, lap, width: metresToLength(sent.widthM), height: metresToLength(sent.heightM) };
    const { total } = weigh(window);
    expect([sent.densityKgM3, weightsInWords(window)]).toEqual([700, `A, B 7.8 kg; all ${total.toFixed(1)} kg with its frame`]);
    succeeded(await joiner.post(`/api/orders/${order.id}/take`, {}));
    const words = async (path: string) => (await openPdf(portal, joiner, path)).text.replace(/\s+/g, " ");
    expect(await words(`/api/orders/${order.id}/job-card.pdf`)).toContain(weightsInWords(window));
    for (const path of [`/api/workshop/labels.pdf?orders=${order.id}`, `/api/orders/${order.id}/delivery-note.pdf`])
      expect(await words(path)).toContain(`Heaviest panel 7.8 kg, all ${total.toFixed(1)} kg`);
    expect(await words(`/api/orders/${order.id}/delivery-note.pdf`)).toContain(`Weight ${total.toFixed(1)} kg`);
    // Customers receive values for their own timber, but no workshop settings.
    const told = succeeded(await customer.get<object>(`/api/orders/${order.id}`));
    expect([Object.keys(told).includes("sections"), Object.keys(told).includes("lap")]).toEqual([false, false]);
  });

  test("the hardware requested as CSV has the same items", async () => {
    const { order } = await orderOf({}, BAY);
    const { text, headers } = await supplier.get(pathOf(order.id), { accept: "text/csv" });
    expect(headers.get("content-disposition")).toBe(`attachment; filename="hardware-ORD-${order.id}.csv"`);
    const rows: Record<string, string>[] = parse(text, { columns: true, record_delimiter: "\r\n" });
    const { items } = await hardwareOf(supplier, order.id);
    expect(rows.map((row) => Object.values(row))).toEqual(
      items.map(({ itemId, panel, kind, count, heightsMm, lengthMm, depthMm, size }) =>
        [itemId, panel ?? "", kind, count, heightsMm?.join("; ") ?? "", lengthMm ?? "", depthMm ?? "", size ?? ""].map(String),
      ),
    );
    expect(Object.keys(rows[0] ?? {})).toEqual(["Item", "Panel", "Kind", "Count", "Heights (mm)", "Length (mm)", "Depth (mm)", "Size"]);
  });

  test("the hardware of an order is for workshop and staff, and needs an order that they may see", async () => {
    const { order } = await orderOf({}, BAY);
    const boss = await portal.superAdmin();
    for (const reader of [supplier, await portal.signIn("admin"), boss]) expect((await reader.get(pathOf(order.id))).status).toBe(200);
    expect((await customer.get(pathOf(order.id))).status).toBe(403);
    succeeded(await boss.patch(`/api/orders/${order.id}/status`, { status: "draft" }));
    expect((await supplier.get(pathOf(order.id))).status).toBe(404);
    expect((await boss.get(pathOf(order.id))).status).toBe(200);
  });
});
