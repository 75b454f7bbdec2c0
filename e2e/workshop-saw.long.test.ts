import { expect, test } from "@playwright/test";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { type Person, PHONE, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import { signInAsOffice, signInByCalls } from "./testing/tablet.ts";

/**
 * The story is a day at the saw, on a touch tablet of 820 px: a plan is stored and ticked off bar
 * by bar, its shutters are cut with the last of their parts, and the offcuts of its bars serve the
 * next plan.
 */

const { portal, signedIn } = stories({ DEMO: "1" });

interface Plan {
  readonly id: number;
  readonly profiles: readonly {
    readonly profile: string;
    readonly bars: readonly { readonly bar: number; readonly offcutId: number | null }[];
  }[];
}
interface Offcut {
  readonly id: number;
  readonly section: string;
  readonly from: { readonly planId: number; readonly bar: number } | null;
}

/** Creates orders of a timber that the demo uses nowhere else, so that they have their own bars. */
async function ordersOf(
  windows: readonly { readonly name: string; readonly widthM: number; readonly heightM: number }[],
): Promise<number[]> {
  const office = await signInAsOffice(portal());
  const fitter = await signInByCalls(portal(), demoPerson("customer"));
  const wood = { name: "Ash", basePricePerM2: 150, standardLouverSizes: [76], colorOptions: ["Oiled"] };
  const { id: shutterTypeId } = await (await office.post("/api/products", { data: wood })).json();
  const ids: number[] = [];
  for (const window of windows) {
    const item = { ...window, shutterTypeId, layoutCode: "L", louverSize: 76, colorSelection: "Oiled" };
    const quote = await (await fitter.post("/api/quotes", { data: { items: [item], jobName: `${window.name} of Mrs Hale` } })).json();
    const order = await office.post(`/api/quotes/${quote.id}/convert`, { data: { shippingAddress: "4 Mill Lane, Lewes BN7 1AA" } });
    expect(order.ok(), await order.text()).toBe(true);
    ids.push((await order.json()).id);
  }
  await office.dispose();
  await fitter.dispose();
  return ids;
}

const read = async <Body>({ page }: Person, path: string): Promise<Body> => (await page.request.get(path)).json();
const isCut = async (person: Person, order: number): Promise<boolean> =>
  (await read<{ pieces: { cut: unknown }[] }>(person, `/api/orders/${order}/pieces`)).pieces.every(({ cut }) => cut !== null);

/**
 * Selects open orders on the board and stores their plan, with taps.
 * @returns the plan's number
 */
async function keepPlan(bench: Person, orders: readonly number[]): Promise<number> {
  const { page } = bench;
  await goTo(bench, "Workshop");
  await page.getByRole("tab", { name: /^Open/ }).tap();
  for (const id of orders) await page.getByRole("checkbox", { name: `Choose ORD-${id}`, exact: true }).tap();
  await page.getByRole("region", { name: "Chosen orders" }).getByRole("link", { name: "Bar plan" }).tap();
  await arrived(bench, "Bar plan");
  await page.getByRole("button", { name: "Store this plan" }).tap();
  await arrived(bench, /^Bar plan \d+$/);
  return Number(/\d+$/.exec(page.url())?.[0]);
}

/** Taps the next bar. A faster thumb would tap twice, and the screen treats that as one tap. */
async function sawNext({ page }: Person): Promise<void> {
  const next = page.getByRole("button", { name: /^Bar \d+ is sawn$/ }).first();
  const name = (await next.getAttribute("aria-label")) ?? "";
  await page.waitForTimeout(700);
  await next.tap();
  await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
}

test("a sawyer stores a plan and ticks its bars off, and the next plan uses their offcuts", async () => {
  const [landing = 0, hall = 0, loo = 0] = await ordersOf([
    { name: "Landing", widthM: 0.6, heightM: 1.1 },
    { name: "Hall", widthM: 0.6, heightM: 1.1 },
    { name: "Loo", widthM: 0.4, heightM: 0.5 },
  ]);
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  const { page } = bench;
  const first = await keepPlan(bench, [landing, hall]);
  await bench.looksRight("a kept plan");
  await bench.isForThumbs("a kept plan");
  // The browser's own print has the notes on sawing, which the screen opens at a press.
  const notes = page.getByText(/^Trim one end of a bar before its first cut/);
  await expect(notes).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(notes).toBeVisible();
  await page.emulateMedia({ media: null });
  const { profiles } = await read<Plan>(bench, `/api/workshop/plans/${first}`);
  const bars = profiles.flatMap((profile) => profile.bars);
  await page.getByText(`0 of ${bars.length} bars sawn`).waitFor();
  const paper = await page.request.get((await page.getByRole("link", { name: "Bar plan (PDF)" }).getAttribute("href")) ?? "");
  expect(paper.headers()["content-type"]).toBe("application/pdf");
  const file = await page.request.get((await page.getByRole("link", { name: "Saw file (CSV)" }).getAttribute("href")) ?? "");
  expect((await file.text()).split("\r\n")[0]).toBe(
    "Bar,Section,Material,Colour,Stop (mm),Length (mm),Rip (mm),Ends,Order,Window,Piece,Panel,Part",
  );

  // Neither shutter is cut before the last of its parts.
  for (let bar = 1; bar < bars.length; bar += 1) await sawNext(bench);
  const cutBefore = [await isCut(bench, landing), await isCut(bench, hall)];
  expect(cutBefore).toContain(false);
  await sawNext(bench);
  await page.getByText("all sawn", { exact: true }).waitFor();
  // A press is displayed before the server has it.
  await expect.poll(async () => [await isCut(bench, landing), await isCut(bench, hall)]).toEqual([true, true]);
  // A section folds when its last bar is sawn, and opened again it shows the outcomes.
  const folded = page.getByRole("button", { name: / bars? sawn$/, expanded: false });
  await expect(folded).toHaveCount(profiles.length);
  while ((await folded.count()) > 0) await folded.first().tap();
  for (const [id, name] of [
    [landing, "Landing"],
    [hall, "Hall"],
  ] as const)
    await page.getByText(`ORD-${id} ${name} is marked as cut: shutter 1.`).waitFor();
  await page
    .getByText(/ mm (is|are) in stock now\.$/)
    .first()
    .waitFor();
  await bench.looksRight("a plan of which all is sawn");
  await page.reload();
  await expect(folded).toHaveCount(profiles.length);
  while ((await folded.count()) > 0) await folded.first().tap();
  const heights = await page.locator("main section ol > li").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
  expect([heights.length > 3, new Set(heights).size]).toEqual([true, 1]);

  // The next screen is the rack.
  await page.getByRole("link", { name: "Bar plans", exact: true }).tap();
  await arrived(bench, "Bar plans");
  await page.getByText("Landing of Mrs Hale").waitFor();
  await bench.looksRight("the kept plans");
  await page.getByRole("link", { name: "Offcuts", exact: true }).tap();
  await arrived(bench, "Offcuts");
  const stiles = page.getByRole("region", { name: "Stiles", exact: true });
  await stiles.getByRole("link", { name: new RegExp(`^Plan ${first}, bars? 1\\b`) }).waitFor();
  // A count before the length must not cover the plan that it came from.
  for (const line of await page.locator("main section li").all()) {
    const length = line.locator("span").first();
    expect(await length.evaluate((it) => it.scrollWidth - it.clientWidth), await line.innerText()).toBeLessThanOrEqual(0);
  }
  await bench.looksRight("the offcuts");
  await bench.isForThumbs("the offcuts");
  await page.getByRole("button", { name: "Put one in stock" }).tap();
  const dialog = page.getByRole("dialog", { name: "Put an offcut in stock" });
  await dialog.getByLabel("Section").selectOption({ label: "Stiles" });
  await dialog.getByLabel("Material").selectOption({ label: "Ash" });
  await dialog.getByLabel("Length").fill("612.5");
  await bench.looksRight("putting an offcut in stock");
  await bench.isForThumbs("putting an offcut in stock");
  await dialog.getByRole("button", { name: "Put in stock" }).tap();
  await bench.isTold("612.5 mm put in stock");
  const byHand = page.getByRole("button", { name: "Remove 612.5 mm of Stiles, Ash, Oiled" });
  await byHand.tap();
  await page.getByRole("alertdialog").waitFor();
  await bench.looksRight("the question before an offcut goes");
  await bench.isForThumbs("the question before an offcut goes");
  await page.getByRole("button", { name: "Take it out" }).tap();
  await bench.isTold("Taken out of stock");
  await expect(byHand).toHaveCount(0);

  // The next plan begins with the first plan's offcut.
  const second = await keepPlan(bench, [loo]);
  const next = await read<Plan>(bench, `/api/workshop/plans/${second}`);
  const [taken] = next.profiles.flatMap((profile) => profile.bars.filter(({ offcutId }) => offcutId !== null));
  const stock = await read<Offcut[]>(bench, "/api/workshop/offcuts");
  expect(stock.find(({ id }) => id === taken?.offcutId)?.from?.planId).toBe(first);
  await page
    .getByText(/1 offcut from stock, .* m, saves 1 bar/)
    .first()
    .waitFor();
  await bench.looksRight("a plan that takes offcuts");
  await sawNext(bench);
  await expect.poll(async () => (await read<Offcut[]>(bench, "/api/workshop/offcuts")).map(({ id }) => id)).not.toContain(taken?.offcutId);

  // The screen is also checked on a phone.
  await page.setViewportSize(PHONE.viewport);
  await bench.looksRight("a kept plan on a phone");
  await page.goto("/workshop/offcuts");
  await arrived(bench, "Offcuts");
  await bench.looksRight("the offcuts on a phone");
  await bench.isForThumbs("the offcuts on a phone");
  await bench.close();
});

test("a long job name takes at most two lines of the bench's heading on a tablet", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  const { page } = bench;
  await goTo(bench, "Workshop");
  await page
    .getByRole("link", { name: /Riverside show home, ground floor and both bathrooms/ })
    .first()
    .tap();
  const heading = page.getByRole("heading", { level: 1, name: /^ORD-\d+ Riverside show home/ });
  await heading.waitFor();
  const { height = 0 } = (await heading.boundingBox()) ?? {};
  const line = await heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect(height).toBeLessThan(2.2 * line);
  await bench.close();
});
