import { parse } from "csv-parse/sync";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { USUAL } from "#server/features/companies/workshop-settings.ts";
import { itemsOfQuote } from "#server/lists/select-parts.ts";
import { inTransaction } from "#server/platform/db/connect.ts";
import { errorRecords } from "#server/schema/records.ts";
import { type OrderReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { Reply, TestClient } from "#server/testing/calls/test-client.ts";
import { openPdf } from "#server/testing/papers/read-pdf.ts";
import { recordStatements } from "#server/testing/papers/sent-statements.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import { cutListOf } from "./orders.ts";

let portal: TestPortal;
let customer: TestClient;
let supplier: TestClient;
let waiting: readonly Promise<Reply>[] = [];
const sent = recordStatements();
/** The number of connections that the portal has seen close. */
let over = 0;
beforeAll(async () => {
  portal = await startPortal({
    watch: (_req, res, next) => {
      res.once("close", () => (over += 1));
      next();
    },
  });
  customer = await portal.signIn("customer");
  supplier = await portal.signIn("supplier");
});
afterAll(() => portal.stop());

interface CutList {
  readonly orderId: number;
  readonly clearances: Readonly<Record<string, number>>;
  readonly table: string;
  readonly asks: readonly string[];
  readonly bars: readonly object[];
  readonly questions: readonly string[];
  readonly parts: readonly {
    readonly window: string;
    readonly itemId: number;
    readonly panel: number | null;
    readonly section: { readonly name: string; readonly widthMm: number; readonly thicknessMm: number };
    readonly ends: string;
    readonly angle: number | null;
    readonly bevelDeg: number | null;
    readonly part: string;
    readonly profile: string;
    readonly nominalMm: number;
    readonly cutMm: number;
    readonly ripMm: number | null;
    readonly ask: string | null;
    readonly material: string;
    readonly color: string;
    readonly lengthMm: number;
    readonly count: number;
  }[];
}

const pathOf = ({ id }: Pick<OrderReply, "id">) => `/api/orders/${id}/cut-list`;
const rowsOf = ({ parts }: CutList) =>
  parts.map(({ window, panel, part, profile, lengthMm, count }) => [window, panel ?? "frame", part, profile, lengthMm, count].join(" "));

async function orderOf(...windows: Partial<WindowBody>[]): Promise<OrderReply> {
  const product = await portal.product();
  return portal.orderFor(customer, { items: windows.map((window) => portal.windowOf(product, window)) });
}

describe("the cut list of an order", () => {
  test("a cut list has every part of every window in order, with its count, to half a millimetre", async () => {
    // The window is 1,200 wide in an L-frame of 38. The opening of 1,124 less 9 for gaps gives two
    // panels of 557.5, each with 455.5 between its stiles. At 1,350 high the panels are 1,274 less
    // 8.
    const bay = { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR", louverSize: 76, quantity: 3 };
    // A recess of 800 × 900 on the sill is made 790 × 890, without a bottom side. A split gives
    // each panel two rods.
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
      "Bay 1 stile stile 1266 6",
      "Bay 2 stile stile 1266 6",
      "Bay 1 top-rail rail 455.5 3",
      "Bay 2 top-rail rail 455.5 3",
      "Bay 1 bottom-rail rail 455.5 3",
      "Bay 2 bottom-rail rail 455.5 3",
      "Bay 1 louvre louvre-76 452.5 51",
      "Bay 2 louvre louvre-76 452.5 51",
      "Bay 1 tilt-rod tilt-rod 1036 3",
      "Bay 2 tilt-rod tilt-rod 1036 3",
      "Bay frame frame-left l-frame 1350 3",
      "Bay frame frame-top l-frame 1200 3",
      "Bay frame frame-right l-frame 1350 3",
      "Bay frame frame-bottom l-frame 1200 3",
      "Sill 1 stile stile 844 2",
      "Sill 1 top-rail rail 606 1",
      "Sill 1 bottom-rail rail 606 1",
      "Sill 1 louvre louvre-76 603 10",
      "Sill 1 tilt-rod tilt-rod 274 1",
      "Sill 1 tilt-rod tilt-rod 274 1",
      "Sill frame frame-left l-frame 890 1",
      "Sill frame frame-top l-frame 790 1",
      "Sill frame frame-right l-frame 890 1",
    ]);
    expect(body).toMatchObject({ clearances: USUAL_CLEARANCES, table: "the usual clearances", asks: [] });
    // A panel of 1,274 less 17 louvres (17 × 63.5 + 12.5) leaves 182: rails of 91, each cut 4 less
    // for head or foot and 2 less beside the blades.
    expect(body.parts.slice(1, 4).map(({ nominalMm, cutMm, ripMm, ask }) => [nominalMm, cutMm, ripMm, ask])).toEqual([
      [1274, 1266, null, null],
      [460, 455.5, 85, null],
      [460, 455.5, 85, null],
    ]);
    expect(body.parts[0]).toMatchObject({ panel: 1, section: { name: "stile", widthMm: 51, thicknessMm: 27 }, ends: "square" });
    // The sill carries the side pieces, so these are mitred only at the top.
    expect(body.parts.filter(({ panel }) => panel === null).map(({ ends }) => ends)).toEqual([
      ...Array.from({ length: 4 }, () => "mitre-both"),
      ...["mitre-right", "mitre-both", "mitre-right"],
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

  test("a cut list requested as CSV has the same parts", async () => {
    const order = await orderOf({ name: "=Bay; left", quantity: 2 });
    const reply = await supplier.get(pathOf(order), { accept: "text/csv" });
    expect(reply.status).toBe(200);
    expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(reply.headers.get("content-disposition")).toBe(`attachment; filename="cut-list-ORD-${order.id}.csv"`);
    const rows: Record<string, string>[] = parse(reply.text, { columns: true, record_delimiter: "\r\n" });
    const { parts } = (await supplier.get<CutList>(pathOf(order))).body;
    expect(rows.map((row) => Object.values(row))).toEqual(
      parts.map(
        ({
          window,
          itemId,
          panel,
          part,
          profile,
          section,
          ends,
          angle,
          bevelDeg,
          material,
          color,
          nominalMm,
          cutMm,
          lengthMm,
          ripMm,
          ask,
          count,
        }) => [
          `'${window}`,
          ...[itemId, panel ?? "", part, profile, section.name, section.widthMm, section.thicknessMm, ends].map(String),
          ...[angle ?? "", bevelDeg ?? ""].map(String),
          ...[material, color, nominalMm, cutMm, lengthMm, ripMm ?? "", ask ?? "", count, false, ""].map(String),
        ],
      ),
    );
    expect(Object.keys(rows[0] ?? {})).toEqual([
      "Window",
      "Item",
      "Panel",
      "Part",
      "Profile",
      "Section",
      "Section width (mm)",
      "Section thickness (mm)",
      "Ends",
      "Angle (°)",
      "Bevel (°)",
      "Material",
      "Colour",
      "Nominal (mm)",
      "Cut (mm)",
      "Length (mm)",
      "Rip (mm)",
      "Ask",
      "Count",
      "Recut",
      "Piece",
    ]);
  });

  test("a cut list has no money, is for workshop and staff, and needs an order that they may see", async () => {
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

describe("the clearances of a cut list", () => {
  const BAY = { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR", louverSize: 76, numberOfMidRails: 1 } as const;
  const cutFor = async (who: TestClient, order: Pick<OrderReply, "id">) => succeeded(await who.get<CutList>(pathOf(order)));
  const stile = ({ parts }: CutList) => parts.find(({ part }) => part === "stile")?.cutMm;

  test("a supplier reads its own clearances, also for unassigned orders; staff read the order's supplier's", async () => {
    const boss = await portal.superAdmin();
    const maker = await portal.createAccount("supplier", { companyName: "Elm Lane Joinery" });
    const joiner = await portal.signIn(maker);
    succeeded(await joiner.put("/api/settings/workshop", { clearances: { head: 10 } }));
    const order = await orderOf(BAY);
    expect(await cutFor(joiner, order)).toMatchObject({ table: "Elm Lane Joinery", clearances: { ...USUAL_CLEARANCES, head: 10 } });
    expect(stile(await cutFor(joiner, order))).toBe(1260);
    expect([stile(await cutFor(boss, order)), stile(await cutFor(supplier, order))]).toEqual([1266, 1266]);
    succeeded(await boss.patch(`/api/orders/${order.id}/supplier`, { supplierId: maker.companyId }));
    expect(await cutFor(boss, order)).toMatchObject({ table: "Elm Lane Joinery" });
    expect(stile(await cutFor(boss, order))).toBe(1260);
    // Everybody, the customer too, reads positions by the same table; the customer does not read
    // the supplier's name.
    for (const who of [joiner, boss, customer]) {
      const { body, text } = await who.get<{ clearances: unknown }>(`/api/orders/${order.id}`);
      expect(body.clearances).toEqual({ ...USUAL_CLEARANCES, head: 10 });
      if (who === customer) expect(text).not.toContain("Elm Lane");
    }
  });

  test("a cut list uses the supplier's sections, also of a supplier without own clearances", async () => {
    const joiner = await portal.signIn(await portal.createAccount("supplier", { companyName: "Ash Lane Joinery" }));
    succeeded(await joiner.put("/api/settings/workshop", { sections: [{ profile: "stile", widthMm: 55, thicknessMm: 28 }] }));
    const order = await orderOf(BAY);
    const sectionsFor = async (who: TestClient) => (await cutFor(who, order)).parts.map(({ section }) => section);
    expect((await sectionsFor(joiner))[0]).toEqual({ name: "stile", widthMm: 55, thicknessMm: 28 });
    expect((await sectionsFor(supplier))[0]).toEqual({ name: "stile", widthMm: 51, thicknessMm: 27 });
    expect((await cutFor(joiner, order)).table).toBe("Ash Lane Joinery");
  });

  test("a part that no saw can hold is reported and not listed", async () => {
    const order = await orderOf({ name: "Low", widthM: 0.9, heightM: 0.26, louverSize: 64 });
    const body = await cutFor(supplier, order);
    expect(body.asks).toEqual(["Ask: this rod would be 20 mm long"]);
    expect(body.questions).toEqual(["Ask: this rod would be 20 mm long", "Ask: this rail would be 54 mm high"]);
    expect(body.parts.some(({ part }) => part === "tilt-rod")).toBe(false);
    expect(body.parts.flatMap(({ ask }) => ask ?? [])).toEqual([
      "Ask: this rail would be 54 mm high",
      "Ask: this rail would be 54 mm high",
    ]);
  });

  test("a cut list asks what the job card asks, by the workshop's own bars and stiles", async () => {
    const order = await orderOf({ name: "Wide", widthM: 3.1, heightM: 1.35, layoutCode: "LRTLR" });
    const side = (name: string) => `Ask: Frame ${name} 3,100 mm is longer than a bar of 3,000 mm: joint or longer bar`;
    expect((await cutFor(supplier, order)).questions).toEqual([side("top"), side("bottom")]);
    const joiner = await portal.signIn(await portal.createAccount("supplier"));
    const stock = [{ profile: "l-frame", stockMm: 4000, kerfMm: 3 }];
    const sections = [{ profile: "stile", widthMm: 44, thicknessMm: 27 }];
    succeeded(await joiner.put("/api/settings/workshop", { stock, sections }));
    const own = await cutFor(joiner, order);
    expect(own.questions).toEqual(["Ask: hinge screws of 16 mm can meet the louvre pins of 30 mm in a stile of 44 mm"]);
    expect(own.bars).toEqual([expect.objectContaining({ profile: "l-frame", stockMm: 4000 })]);
    const card = await openPdf(portal, joiner, `/api/orders/${order.id}/job-card.pdf`);
    for (const sentence of own.questions) expect(card.text.replaceAll("\n", " ")).toContain(sentence);
  });
});

describe("a large cut list", () => {
  test("a large cut list is computed in parts, and other requests run in between", async () => {
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
    const { parts } = await cutListOf(items, USUAL);
    isMade = true;
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(parts).toEqual(succeeded(await supplier.get<CutList>(pathOf(order))).parts);
  });

  /** The reads of windows in progress: none ends while the windows are locked. */
  const underWay = async () => {
    const reading = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return (await portal.owner.execute<{ count: number }>(reading)).rows[0]?.count;
  };
  const whileLocked = (work: () => Promise<void>) =>
    inTransaction(portal.db, async (tx) => {
      await tx.execute(sql`lock table quote_items in access exclusive mode`);
      await work();
    });

  test("large cut lists of a company are read one at a time, thirty wait, and one more is refused", async () => {
    const order = await orderOf({});
    await whileLocked(async () => {
      waiting = [pathOf(order), `/api/orders/${order.id}/pieces`].flatMap((path) => Array.from({ length: 16 }, () => supplier.get(path)));
      await expect.poll(underWay).toBe(1);
      expect((await customer.get("/api/user")).status).toBe(200);
      // One is in progress and thirty wait: one more is refused, and it may be any of them.
      const refused = await Promise.race(waiting);
      expect([refused.status, refused.headers.get("retry-after"), refused.text]).toEqual([
        429,
        "5",
        "Too many large requests of your company at once. Please wait until some are answered.",
      ]);
      expect(await underWay()).toBe(1);
    });
    const statuses = (await Promise.all(waiting)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200)).toEqual([429]);
  });

  test("a cut list is not computed for a client that has disconnected", async () => {
    const order = await orderOf({});
    const leaving = new AbortController();
    const cookie = [...supplier.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const faults = await portal.db.$count(errorRecords);
    const before = sent.length;
    await whileLocked(async () => {
      const first = supplier.get(pathOf(order));
      await expect.poll(underWay).toBe(1);
      const left = Array.from({ length: 5 }, () =>
        fetch(new URL(pathOf(order), portal.url), { headers: { cookie }, signal: leaving.signal }),
      );
      for (const one of left) one.catch(() => {});
      // The sessions of all requests have been looked up, so the requests wait now.
      await expect.poll(() => sent.slice(before).filter(({ text }) => /from "sessions"/.test(text)).length).toBeGreaterThanOrEqual(6);
      over = 0;
      leaving.abort();
      await expect.poll(() => over).toBe(left.length);
      waiting = [first, supplier.get(pathOf(order))];
    });
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
    expect(sent.slice(before).filter(({ text }) => /from "quote_items"/.test(text))).toHaveLength(2);
    expect(await portal.db.$count(errorRecords)).toBe(faults);
  });
});
