import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems } from "#server/schema/quote-items.ts";
import { type OrderReply, succeeded, type WindowBody } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { flat, openPdf } from "#server/testing/papers/read-pdf.ts";
import { askForRemake } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";
import { documentPath, panelLabelsPath, parcelPaperPath, storedPlanPath, workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { formatDay, startOfDay } from "#shared/domain/period.ts";

/** Tests the papers of a remake that makes only parts of its windows (rule W103). */

let portal: TestPortal;
let boss: TestClient;
let customer: TestClient;
let joiner: TestClient;
let joinerCompany: number;
beforeAll(async () => {
  portal = await startPortal();
  boss = await portal.superAdmin();
  customer = await portal.signIn("customer");
  const account = await portal.createAccount("supplier");
  joinerCompany = account.companyId;
  joiner = await portal.signIn(account);
});
afterAll(() => portal.stop());

interface Asked {
  readonly window: Partial<WindowBody>;
  readonly mark?: { readonly xMm: number; readonly yMm: number };
  readonly panels?: readonly string[];
  readonly parts?: readonly string[];
  readonly stile?: "left" | "right";
  readonly pieces?: number;
}

/** The order of a remake of these windows, made by the joiner, with the first order's number. */
async function remadeFrom(...asked: readonly Asked[]) {
  const product = await portal.product();
  const items = asked.map(({ window }) => portal.windowOf(product, window));
  const first = await portal.orderFor(customer, { items });
  succeeded(await boss.patch(`/api/orders/${first.id}/supplier`, { supplierId: joinerCompany }));
  const { quote } = succeeded(await boss.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${first.id}`));
  const windows = asked.map(({ panels, parts, stile, mark, pieces = 1 }, at) => ({
    quoteItemId: quote.items[at]?.id,
    pieces,
    panels,
    parts,
    stile,
    mark,
  }));
  const remake = succeeded(await askForRemake(customer, first.id, [], { fields: { windows: JSON.stringify(windows) } }));
  succeeded(await boss.patch(`/api/remakes/${remake.id}/status`, { status: "approved" }));
  const { id } = succeeded(await boss.post<OrderReply>(`/api/remakes/${remake.id}/order`, {}));
  return { id, firstId: first.id, remakeId: remake.id };
}
const wordsOf = async (path: string) => flat((await openPdf(portal, joiner, path)).text);

const PAIR = { name: "Bay", widthM: 1.2, heightM: 1.35, layoutCode: "LR" } as const;

test("a card of louvres alone has the place of their offset rod, and no heading where no rod is concerned", async () => {
  const offset = { ...PAIR, tiltRodType: "offset" } as const;
  const { id, firstId } = await remadeFrom({ window: offset, panels: ["B"], parts: ["louvre"] });
  const [, place = ""] = /B: ([\d.,]+ mm from the left stile)/.exec(await wordsOf(documentPath("jobCard", firstId))) ?? [];
  const card = await wordsOf(documentPath("jobCard", id));
  expect(place).not.toBe("");
  expect(card).toContain(`Middle of the tilt rod B: ${place}`);
  const frame = await remadeFrom({ window: offset, parts: ["frame-left"] });
  expect(await wordsOf(documentPath("jobCard", frame.id))).not.toContain("Middle of the tilt rod");
});

test("a card of a whole panel has its opening and mid rails, and a frame's card only what the frame needs", async () => {
  const folded = { name: "Bay", widthM: 2.4, heightM: 1.35, openingDirection: "bi-fold", numberOfMidRails: 1, frameSides: "LTR" } as const;
  const ofPanel = await remadeFrom({ window: folded, panels: ["B"] });
  const panel = await wordsOf(documentPath("jobCard", ofPanel.id));
  expect(panel).toContain("Opening Bi-fold");
  expect(panel).toContain("Mid rails in a panel 1");
  expect(panel).toContain("Tilt rod Centre");
  expect(panel).not.toMatch(/Mount Inside|Frame L-frame|Frame sides/);
  const ofFrame = await remadeFrom({ window: folded, parts: ["frame-left"] });
  const frame = await wordsOf(documentPath("jobCard", ofFrame.id));
  for (const fact of ["Opening Bi-fold", "Mount Inside", "Frame L-frame", "Frame sides Left, top, right"]) expect(frame).toContain(fact);
  expect(frame).not.toMatch(/Mid rails in a panel|Tilt rod/);
});

test("a card of a bypass shutter's track has the tracks of its panels", async () => {
  const sliding = { name: "Bay", widthM: 2.4, heightM: 1.35, openingDirection: "bypass" } as const;
  const { id } = await remadeFrom({ window: sliding, parts: ["track"] });
  expect(await wordsOf(documentPath("jobCard", id))).toMatch(/Tracks front A, C, rear B; [\d.]+ mm deep/);
});

test("a card of single parts of two windows is one page, with their lengths, marked drawings and weight", async () => {
  const louvres = { panels: ["B"], parts: ["louvre"] };
  const { id, remakeId } = await remadeFrom(
    { window: PAIR, ...louvres, mark: { xMm: 900, yMm: 600 } },
    { window: { ...PAIR, name: "Door" }, panels: ["A", "B"], parts: ["top-rail"] },
  );
  const { pages, text } = await openPdf(portal, joiner, documentPath("jobCard", id));
  const card = flat(text);
  expect(pages).toHaveLength(1);
  expect(card).toContain(`Remake RMK-${remakeId}: what was wrong`);
  expect(card).toMatch(/Make only panel B: all 21 louvres 21 louvres, 452\.5 mm Marked about 900 mm from the left, 600 mm from the top /);
  expect(card).toMatch(/Make only panels A, B: top rail 2 top rails, [\d.]+ × [\d.]+ mm /);
  expect(card.match(/Weight of the parts/g)).toHaveLength(2);
  // The page has neither an unknown day nor the weight of whole windows, and names each mark once.
  expect(card).not.toMatch(/Ships on|Weight of one window|no place was marked|pivot/);
  expect(card.match(/Marked about/gi)).toHaveLength(1);
});

test("the stile sheet of one stile has the hinges of the hinge stile, or the catches of the closing one", async () => {
  const leaves = { ...PAIR, layoutCode: "RR" };
  const sheetOf = async (panel: string, stile: "left" | "right") => {
    const { id } = await remadeFrom({ window: leaves, panels: [panel], parts: ["stile"], stile });
    return /Stile sheet .*/.exec(await wordsOf(documentPath("jobCard", id)))?.[0] ?? "";
  };
  const closing = await sheetOf("A", "left");
  expect(closing).toContain("Panel A, left stile Catches 60, 1,206, left edge");
  expect(closing).toContain("21 pins: first 125, last 1,141");
  expect(closing).not.toMatch(/hinge|On panel|Screws/i);
  const hinged = await sheetOf("A", "right");
  expect(hinged).toMatch(/Panel A, right stile \(hinges\) Hinges 150, 633, 1,116 On panel B; above the frame's foot 192, 675, 1,158/);
  expect(hinged).not.toMatch(/Catches|rebate/);
  const carrying = await sheetOf("B", "left");
  expect(carrying).toContain("Hinges of panel A 150, 633, 1,116, left edge");
});

test("a remake's own card has the table and days of the order that makes it, whoever prints it", async () => {
  const { id, firstId, remakeId } = await remadeFrom({ window: PAIR, panels: ["B"], parts: ["louvre"] });
  await portal.db
    .update(orders)
    .set({ supplierId: null, requiredBy: dayAhead(-30) })
    .where(eq(orders.id, firstId));
  await portal.db
    .update(orders)
    .set({ shippingDate: dayAhead(9) })
    .where(eq(orders.id, id));
  succeeded(await joiner.put("/api/settings/workshop", { clearances: { louvreEnd: 4 } }));
  const own = flat((await openPdf(portal, boss, `/api/remakes/${remakeId}/job-card.pdf`)).text);
  const made = await wordsOf(documentPath("jobCard", id));
  const lengths = (card: string) => card.match(/21 louvres, [\d.]+ mm/g);
  expect(lengths(own)).toEqual(lengths(made));
  expect(own).toContain(`Ships on ${formatDay(startOfDay(dayAhead(9)))}`);
  expect(own).not.toMatch(/the usual clearances|Needed by|Not set yet/);
  for (const card of [own, made]) expect(card).toContain(`ORD-${firstId} has no stored measures: check against its shutters.`);
  succeeded(await joiner.put("/api/settings/workshop", { clearances: { louvreEnd: 1.5 } }));
});

test("a remake's own card has the parts that its order makes, also after the workshop has changed them", async () => {
  const { id, remakeId } = await remadeFrom({ window: PAIR, panels: ["B"], parts: ["louvre"] });
  const { quote } = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const make = [{ itemId: quote.items[0]?.id, panels: ["B"], parts: ["louvre"], counts: { louvre: 2 } }];
  succeeded(await joiner.patch(`/api/orders/${id}/make`, { make }));
  for (const who of [boss, joiner]) {
    const own = flat((await openPdf(portal, who, `/api/remakes/${remakeId}/job-card.pdf`)).text);
    expect(own).toContain("Make only panel B: 2 louvres");
    expect(own).not.toContain("21 louvres");
  }
});

test("a card states in a few words since when its measures are kept, once a part is cut", async () => {
  const { id } = await remadeFrom({ window: PAIR, panels: ["B"], parts: ["louvre"] });
  expect(await wordsOf(documentPath("jobCard", id))).not.toContain("kept since");
  const { quote } = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  succeeded(await joiner.patch(`/api/orders/${id}/pieces`, { itemId: quote.items[0]?.id, step: "cut", done: true }));
  const { pages, text } = await openPdf(portal, joiner, documentPath("jobCard", id));
  expect(flat(text)).toContain(`. Measures kept since ${formatDay(portal.clock())}.`);
  expect(pages).toHaveLength(1);
});

test("a bar plan names the remake beside its windows, and no remake beside an ordinary order's", async () => {
  const { id, remakeId } = await remadeFrom({ window: PAIR, panels: ["B"], parts: ["louvre"] });
  const ordinary = await portal.orderFor(customer, { items: [portal.windowOf(await portal.product(), { ...PAIR, name: "Hall" })] });
  succeeded(await boss.patch(`/api/orders/${ordinary.id}/supplier`, { supplierId: joinerCompany }));
  const stored = succeeded(await joiner.post<{ id: number }>("/api/workshop/plans", { orders: [id, ordinary.id] }));
  for (const path of [storedPlanPath(stored.id), workshopPaperPath("barPlan", [id, ordinary.id])]) {
    const plan = await wordsOf(path);
    expect(plan).toContain(`ORD-${id} Bay (RMK-${remakeId}), panel B: louvre`);
    expect(plan).toContain(`ORD-${ordinary.id} Hall, panel A: stile`);
  }
});

test("a card of two windows of one name marks each by its size, also after the windows have changed places", async () => {
  const louvres = { panels: ["A"], parts: ["louvre"] };
  const { id } = await remadeFrom(
    { window: PAIR, ...louvres, mark: { xMm: 900, yMm: 600 } },
    { window: { ...PAIR, heightM: 1.1 }, ...louvres, mark: { xMm: 300, yMm: 200 } },
  );
  const { quote } = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  await portal.db
    .update(quoteItems)
    .set({ place: 9 })
    .where(eq(quoteItems.id, quote.items[0]?.id ?? 0));
  expect(await wordsOf(documentPath("jobCard", id))).toMatch(
    /1\. Bay 1 × 1,200 × 1,100 mm .* Marked about 300 mm .* 2\. Bay 1 × 1,200 × 1,350 mm .* Marked about 900 mm /,
  );
});

test("a card of two windows of one name and size has the marks on the remake's drawings, and on no own one", async () => {
  const louvres = { panels: ["A"], parts: ["louvre"] };
  const { id } = await remadeFrom({ window: PAIR, ...louvres, mark: { xMm: 900, yMm: 600 } }, { window: PAIR, ...louvres });
  const card = await wordsOf(documentPath("jobCard", id));
  expect(card).toMatch(/what was wrong .* marked about 900 mm from the left/);
  expect(card).not.toContain("Marked about");
});

test("a label of single parts has the remake's number, their lengths and their weight", async () => {
  const { id, remakeId } = await remadeFrom(
    { window: PAIR, panels: ["B"], parts: ["louvre"] },
    { window: { ...PAIR, name: "Door" }, parts: ["frame-left"] },
    { window: { ...PAIR, name: "Hall" }, panels: ["A"], parts: ["stile", "top-rail", "bottom-rail", "louvre"] },
  );
  const [louvres, frame, many] = (await openPdf(portal, joiner, workshopPaperPath("labels", [id]))).pages.map((page) => flat(page));
  expect(louvres).toMatch(new RegExp(`Remake RMK-${remakeId} Only panel B: 21 louvres, 452\\.5 mm .*Weight of the parts [\\d.]+ kg`));
  expect(louvres).toContain("For a window of 1,200 × 1,350 mm");
  expect(frame).toMatch(new RegExp(`Remake RMK-${remakeId} Only 1 frame left, 1,350 mm .*Weight of the parts`));
  // Loose parts of a single shutter have no count.
  for (const label of [louvres, frame, many]) expect(label).not.toContain("piece");
  // Several lengths leave room for the place.
  expect(many).toMatch(/Only panel A: 2 stiles, .* 1 bottom rail, .* Lewes$/);
});

test("labels of a remake count the pieces of their window, and all name the remake", async () => {
  const door = { ...PAIR, name: "Door" };
  const { id, remakeId } = await remadeFrom(
    { window: door },
    { window: { ...PAIR, quantity: 2 }, panels: ["B"], parts: ["louvre"], pieces: 2 },
  );
  const pagesOf = async (path: string) => (await openPdf(portal, joiner, path)).pages.map((page) => flat(page));
  const countsOn = (labels: readonly string[]) => labels.map((label) => /piece \d of \d/.exec(label)?.[0]);
  const pieces = await pagesOf(workshopPaperPath("labels", [id]));
  expect(countsOn(pieces)).toEqual(["piece 1 of 1", "piece 1 of 2", "piece 2 of 2"]);
  const panels = await pagesOf(panelLabelsPath([id]));
  expect(countsOn(panels)).toEqual(["piece 1 of 1", "piece 1 of 1", "piece 1 of 2", "piece 2 of 2"]);
  for (const label of [...pieces, ...panels]) expect(label.match(new RegExp(`Remake RMK-${remakeId}\\b`, "g"))).toHaveLength(1);
  const { quote } = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const whole = [{ itemId: quote.items[0]?.id, piece: 1 }];
  const parcel = succeeded(await joiner.post<{ id: number }>(`/api/orders/${id}/parcels`, { pieces: whole, confirmed: true }));
  expect(await pagesOf(parcelPaperPath("labels", id, parcel.id))).toEqual([expect.stringContaining(`Remake RMK-${remakeId}`)]);
});

const EVERY_PART = ["stile", "top-rail", "bottom-rail", "mid-rail", "louvre", "tilt-rod"];
const TWO_LINES = "Drawing room on the garden side, middle window";
const THREE_LINES = "Drawing room WEST WING, MIDDLE WINDOW of three, beside the MAIN GARDEN DOORWAY";

test("a label of many parts and a long name has the weight, the colour and the place, and leads to the job card", async () => {
  const all = { panels: ["A"], parts: EVERY_PART };
  const { id, remakeId } = await remadeFrom(
    { window: { ...PAIR, numberOfMidRails: 1, name: TWO_LINES }, ...all },
    { window: { ...PAIR, numberOfMidRails: 1, name: THREE_LINES }, ...all },
  );
  const { pages, boxes } = await openPdf(portal, joiner, workshopPaperPath("labels", [id]));
  const linesOfName = [TWO_LINES, THREE_LINES].map((name, at) => boxes[at]?.filter(({ text }) => name.includes(text)).length);
  expect(linesOfName).toEqual([2, 3]);
  const [two, three] = pages.map((page) => flat(page));
  expect(two).toMatch(new RegExp(`Remake RMK-${remakeId}.? Only panel A: 2 stiles, .* mm; … more on the job card .* kg .*White Lewes$`));
  expect(three).toMatch(new RegExp(`Remake RMK-${remakeId}.? Only panel A: 2 stiles, .*….* kg .*White Lewes$`));
  for (const texts of boxes) expect(Math.min(...texts.map(({ bottom }) => bottom))).toBeGreaterThan(0);
});

test("a parcel's label of single parts has the remake's number, their lengths and weight, and the whole address", async () => {
  const { id, remakeId } = await remadeFrom(
    { window: PAIR, panels: ["B"], parts: ["louvre"] },
    { window: { ...PAIR, numberOfMidRails: 1, name: THREE_LINES }, panels: ["A"], parts: EVERY_PART },
  );
  const { quote } = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const pieces = quote.items.map((item) => ({ itemId: item.id, piece: 1 }));
  const parcel = succeeded(await joiner.post<{ id: number }>(`/api/orders/${id}/parcels`, { pieces, confirmed: true, carrier: "dpd" }));
  const { pages, boxes } = await openPdf(portal, joiner, parcelPaperPath("labels", id, parcel.id));
  const [louvres, many] = pages.map((page) => flat(page));
  expect(louvres).toMatch(new RegExp(`Lewes Remake RMK-${remakeId} Only panel B: 21 louvres, 452\\.5 mm Weight of the parts [\\d.]+ kg`));
  // The packer reads every part, whatever the length of the name.
  expect(many).toMatch(/Only panel A: 2 stiles, .* 1 top rail, .* 1 mid rail, .* louvres, .* rods?, [^…]*$/);
  for (const texts of boxes) expect(Math.min(...texts.map(({ bottom }) => bottom))).toBeGreaterThan(0);
});

test("the label of a remake of one panel has that panel's size, and not its neighbour's", async () => {
  const { id } = await remadeFrom({ window: { ...PAIR, name: "Wide", layoutCode: "LTR", tPostsMm: [500] }, panels: ["B"] });
  const label = await wordsOf(workshopPaperPath("labels", [id]));
  expect(label).toMatch(/Only panel B, 640 × 1,266 mm, [\d.]+ kg/);
  expect(label).not.toMatch(/Panels cut|440/);
});

test("labels of panels have a shutter's label for each window without a whole panel", async () => {
  const { id } = await remadeFrom({ window: { ...PAIR, name: "Door" }, panels: ["B"] }, { window: PAIR, panels: ["A"], parts: ["louvre"] });
  const labels = (await openPdf(portal, joiner, panelLabelsPath([id]))).pages.map((page) => flat(page));
  expect(labels).toHaveLength(2);
  expect(labels[0]).toContain("Panel B of LR");
  expect(labels[1]).toMatch(/Only panel A: 21 louvres, 452\.5 mm/);
});

test("a note of parts in several parcels counts the parts to follow, and has no planned day that is past", async () => {
  const { id } = await remadeFrom({ window: { ...PAIR, quantity: 2 }, panels: ["A"], parts: ["louvre"], pieces: 2 });
  const { quote } = succeeded(await joiner.get<{ quote: { items: { id: number }[] } }>(`/api/orders/${id}`));
  const pieces = [{ itemId: quote.items[0]?.id, piece: 1 }];
  succeeded(await joiner.post(`/api/orders/${id}/parcels`, { pieces, confirmed: true }));
  const noteOn = async (shippingDate: string) => {
    await portal.db.update(orders).set({ shippingDate }).where(eq(orders.id, id));
    return wordsOf(documentPath("deliveryNote", id));
  };
  const ahead = await noteOn(dayAhead(5));
  expect(ahead).toMatch(/To follow 21 louvres ships on /);
  expect(ahead).toMatch(/Only panel A: all 21 louvres, [\d.]+ kg each/);
  const late = await noteOn(dayAhead(-5));
  expect(late).toContain("To follow 21 louvres");
  expect(late).not.toContain("ships on");
});
