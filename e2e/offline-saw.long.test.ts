import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { stories } from "./testing/stories.ts";
import { aTablet, isKept, isSent, type Office, type Order, ordersToMake, signInAsOffice, waits } from "./testing/tablet.ts";
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
  await isKept(page, ["/api/workshop/plans", `/api/workshop/plans/${plan.id}`]);
  network().fateOf = away;
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
  await waits(page, 1 + together.length);
  // Within ten seconds Undo would take back the last press.
  await page.getByRole("button", { name: `Undo sawn, bars 1 to ${last}` }).waitFor();
  // The undo waits behind its mark.
  await taps(page, "Bar by bar");
  await taps(page, /^Undo sawn, bar 1$/);
  await waits(page, 2 + together.length);
  await page.reload();
  await waits(page, 2 + together.length);
  await page.getByRole("button", { name: `Undo sawn, bars ${first} to ${last}` }).waitFor();
  await page.getByRole("button", { name: /^Bar 1 is sawn$/ }).waitFor();
  expect(await sawnOf(office, plan)).toEqual([]);

  network().fateOf = through;
  await page.reload();
  await expect.poll(() => sawnOf(office, plan)).toEqual(together);
  await isSent(page);
  await page.getByRole("button", { name: `Undo sawn, bars ${first} to ${last}` }).waitFor();
  const made = await (await office.get(`/api/audit?action=workshop.sawn&targetId=${plan.id}&limit=200`)).json();
  expect(made).toHaveLength(2 + together.length);
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
