import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { stories } from "./testing/stories.ts";
import {
  aTablet,
  isKept,
  isSent,
  type Office,
  type Order,
  ordersToMake,
  signInAsOffice,
  signInByCalls,
  stepOf,
  waits,
} from "./testing/tablet.ts";
import { away, through, weakNetwork } from "./testing/weak-network.ts";

/**
 * A tablet at the saw has no network: it displays a stored plan, and the bars that are marked as
 * sawn there reach the server once (rules W51 and W53).
 */

const { portal } = stories({ DEMO: "1" });
const network = weakNetwork(portal);

interface Bar {
  readonly bar: number;
  readonly offcutId: number | null;
  readonly lengthMm: number;
  readonly sawn: { readonly at: string } | null;
  readonly pieces: readonly { readonly lengthMm: number }[];
}
interface Plan {
  readonly id: number;
  readonly profiles: readonly { readonly bars: readonly Bar[] }[];
}

const planFor = async (page: Page, orders: readonly Order[]): Promise<Plan> => {
  const reply = await page.request.post(new URL("/api/workshop/plans", page.url()).href, { data: { orders: orders.map(({ id }) => id) } });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply.json();
};
const sawnOf = async (office: Office, { id }: Plan): Promise<number[]> => {
  const plan: Plan = await (await office.get(`/api/workshop/plans/${id}`)).json();
  return plan.profiles.flatMap(({ bars }) => bars.flatMap(({ bar, sawn }) => (sawn ? [bar] : [])));
};
const opensPlan = (page: Page, { id }: Plan) =>
  page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/workshop/plans/${id}`);

/** Taps a button. A faster thumb would tap twice, and the screen treats that as one tap. */
async function taps(page: Page, name: string | RegExp): Promise<void> {
  await page.waitForTimeout(700);
  await page.getByRole("button", { name }).first().tap();
}

test("bars that are marked and undone without a network wait, survive a reload, and are sent once", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const plan = await planFor(page, await ordersToMake(page));
  // The device fetches the plans of the last days, although nobody has opened them.
  await page.reload();
  await isKept(page, ["/api/workshop/plans", `/api/workshop/plans/${plan.id}`, "/api/workshop/offcuts?limit=200"]);
  network().fateOf = away;
  await page.goto("/workshop/offcuts");
  await page.getByText(/^Kept on this device: \d+ offcuts?, \d\d:\d\d$/).waitFor();
  await expect(page.getByRole("button", { name: "Put one in stock" })).toBeDisabled();
  await opensPlan(page, plan);
  await taps(page, /^Bar 1 is sawn$/);
  await page.getByText("on this device, not sent yet").first().waitFor();
  await waits(page, 1);
  // A press on the rest of the row marks all of it.
  const row = page.getByRole("button", { name: /^All \d+ sawn: bars \d+ to \d+$/ }).first();
  const [, first = 0, last = 0] = ((await row.getAttribute("aria-label")) ?? "").match(/\d+/g)?.map(Number) ?? [];
  expect(last).toBeGreaterThan(first);
  const together = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  await taps(page, `All ${together.length} sawn: bars ${first} to ${last}`);
  await waits(page, 2);
  // Within ten seconds Undo would take back the last press.
  await page.getByRole("button", { name: `Undo sawn, bars 1 to ${last}` }).waitFor();
  // The undo waits behind its mark.
  await taps(page, "Bar by bar");
  await taps(page, /^Undo sawn, bar 1$/);
  await waits(page, 3);
  await page.reload();
  await waits(page, 3);
  await page.getByRole("button", { name: `Undo sawn, bars ${first} to ${last}` }).waitFor();
  await page.getByRole("button", { name: /^Bar 1 is sawn$/ }).waitFor();
  expect(await sawnOf(office, plan)).toEqual([]);

  network().fateOf = through;
  await page.reload();
  await expect.poll(() => sawnOf(office, plan)).toEqual(together);
  await isSent(page);
  await page.getByRole("button", { name: `Undo sawn, bars ${first} to ${last}` }).waitFor();
  const made = await (await office.get(`/api/audit?action=workshop.sawn&targetId=${plan.id}&limit=200`)).json();
  expect(made).toHaveLength(2);
  const all = await (await office.get(`/api/audit?action=workshop.sawnBars&targetId=${plan.id}&limit=200`)).json();
  expect(all).toHaveLength(1);
  await page.context().close();
});

test("a mark that the server refuses later says so at its bar, which remains to be sawn", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const orders = await ordersToMake(page);
  const [plan, other] = [await planFor(page, orders), await planFor(page, orders)];
  await page.reload();
  await isKept(page, [`/api/workshop/plans/${plan.id}`]);
  network().fateOf = away;
  await opensPlan(page, plan);
  await taps(page, /^Bar 1 is sawn$/);
  await waits(page, 1);
  // Meanwhile the same timber is sawn from the other plan.
  expect((await office.post(`/api/workshop/plans/${other.id}/bars/1/sawn`, { data: {} })).ok()).toBe(true);
  network().fateOf = through;
  await page.reload();
  await page.getByText("Bar 1 is not ticked off. This piece is sawn already.").waitFor();
  await page.getByRole("button", { name: "1 change was refused" }).waitFor();
  expect(await sawnOf(office, plan)).toEqual([]);
  await page.context().close();
});

interface Fact {
  readonly id: number;
  readonly layoutCode: string;
}
/** Makes the order of a remake of one panel of a shutter that has at least two. */
async function remakeOfOnePanel(office: Office): Promise<Order> {
  const maker = await signInByCalls(portal(), demoPerson("supplier"));
  for (const { id: orderId } of (await (await maker.get("/api/orders?status=delivered&limit=20")).json()) as { id: number }[]) {
    const { items } = (await (await office.get(`/api/orders/${orderId}`)).json()).quote as { items: Fact[] };
    const item = items.find(({ layoutCode }) => layoutCode === "LR");
    if (!item) continue;
    const windows = JSON.stringify([{ quoteItemId: item.id, pieces: 1, panels: ["B"] }]);
    const asked = await office.post("/api/remakes", { multipart: { orderId: String(orderId), reason: "A split stile", windows } });
    expect(asked.ok(), await asked.text()).toBe(true);
    const { id: remake } = await asked.json();
    expect((await office.patch(`/api/remakes/${remake}/status`, { data: { status: "approved" } })).ok()).toBe(true);
    const made = await office.post(`/api/remakes/${remake}/order`, { data: {} });
    expect(made.ok(), await made.text()).toBe(true);
    const { id } = await made.json();
    return (await office.get(`/api/orders/${id}`)).json();
  }
  throw new Error("No delivered order of the demo has a shutter of two panels");
}

test("a remake of one panel is cut without a network by a cut list of that panel, and the office sees it later", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const order = await remakeOfOnePanel(office);
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  await isKept(page, [`/api/orders/${order.id}`, `/api/orders/${order.id}/cut-list`, `/api/orders/${order.id}/pieces`]);
  network().fateOf = away;
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/workshop/${order.id}`);
  await page.getByRole("region", { name: "What is made" }).waitFor();
  await taps(page, "Cut list");
  const table = page.getByRole("table").filter({ hasText: "Cut, mm" });
  // The first cell of each row names the part, and beside it the panels.
  const panels = await table.locator("tbody tr td:first-child > span:first-child").allTextContents();
  expect(panels.length).toBeGreaterThan(3);
  expect(new Set(panels)).toEqual(new Set(["· B"]));
  await stepOf(page, order.quote.items[0]?.name ?? "", "Cut").tap();
  await waits(page, 1);
  const cutOf = async () => (await (await office.get(`/api/orders/${order.id}`)).json()).progress.cut;
  expect(await cutOf()).toBe(0);

  network().fateOf = through;
  await page.reload();
  await expect.poll(cutOf).toBe(1);
  await isSent(page);
  await page.context().close();
});
