import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import {
  arePressed,
  aTablet,
  BOARD,
  isAtHand,
  isKept,
  isOnceOnTheServer,
  marks,
  OF_AN_ORDER,
  type Order,
  ordersToMake,
  repliesOf,
  ships,
  signInAsOffice,
  signsIn,
} from "./testing/tablet.ts";
import { weakNetwork } from "./testing/weak-network.ts";

/**
 * On unstable Wi-Fi, accepted changes are not displayed as undone, and prefetched replies stay
 * fresh (rules W52 and W53).
 */

const { portal } = stories({ DEMO: "1" });
const network = weakNetwork(portal);
const onlyChanges = ({ key }: { readonly key: string | undefined }) => (key === undefined ? "away" : "through");

test("sent marks stay done without any refetch: at the bench, on the board and after a reload", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const [order, other] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...[order, other].flatMap(repliesOf)]);
  await expect(lineOf(page, order)).toContainText(/Cut0\/\d+/);
  network().fateOf = onlyChanges;
  const pressed = await marks(page, order, 4);
  await isOnceOnTheServer(office, order, pressed);
  await page.getByRole("button", { name: "No network: showing saved data" }).waitFor();
  await arePressed(page, pressed);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: `ORD-${order.id}` }).waitFor();
  await arePressed(page, pressed);
  await ships(page, other);
  await expect.poll(async () => (await (await office.get(`/api/orders/${other.id}`)).json()).orderStatus).toBe("shipped");
  await page.goto("/workshop");
  await expect(lineOf(page, order)).toContainText(/Cut1\/\d+.*Packed1\/\d+/);
  await expect(lineOf(page, other)).toHaveCount(0);
  await page.context().close();
});

const lineOf = (page: Page, { id }: Order) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `ORD-${id}` });

test("a reply that was requested before a change and arrives after it does not undo the change", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const [order] = await ordersToMake(page);
  await isAtHand(page);
  const [worker] = page.context().serviceWorkers();
  // This simulates slow Wi-Fi: the server has answered, and the reply is on its way.
  await worker?.evaluate(() => {
    const ask = fetch;
    globalThis.fetch = async (...asked) => {
      const reply = await ask(...asked);
      if (reply.url.endsWith("/pieces")) await new Promise((resolve) => setTimeout(resolve, 3000));
      return reply;
    };
  });
  const first = await marks(page, order, 1);
  const changes = () => network().answered.filter(({ key }) => key !== undefined);
  await expect.poll(changes).toHaveLength(1);
  const sinceTheChange = () => network().answered.slice(network().answered.findIndex(({ key }) => key !== undefined) + 1);
  const pieces = { method: "GET", path: `/api/orders/${order.id}/pieces` };
  await expect.poll(sinceTheChange).toContainEqual(expect.objectContaining(pieces));
  network().fateOf = onlyChanges;
  const pressed = [...first, ...(await marks(page, order, 1, 1))];
  await isOnceOnTheServer(office, order, pressed);
  await page.waitForTimeout(3500);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: `ORD-${order.id}` }).waitFor();
  await arePressed(page, pressed);
  await page.context().close();
});

test("stored replies are refetched one by one, minutes after the network or the reader is back", async ({ browser }) => {
  const context = await browser.newContext({ ...TABLET, baseURL: network().url });
  await context.clock.install();
  const page = await signsIn(await context.newPage(), demoPerson("supplier"), "/workshop");
  const count = await isAtHand(page);
  // The remakes are fetched after the orders.
  await expect.poll(() => network().answered.at(-1)?.path).toMatch(/^\/api\/remakes\/\d+$/);
  const asked: { readonly path: string; readonly at: number }[] = [];
  let mostAtOnce = 0;
  network().fateOf = ({ path }) => {
    asked.push({ path, at: Date.now() });
    mostAtOnce = Math.max(mostAtOnce, asked.length - (network().answered.length - before));
    return "through";
  };
  const before = network().answered.length;

  // The Wi-Fi disconnects and reconnects: fresh replies are not fetched again.
  for (let times = 0; times < 5; times++) await page.evaluate(() => void dispatchEvent(new Event("online")));
  await page.waitForTimeout(1000);
  expect(asked).toEqual([]);
  await page.clock.fastForward("10:00");
  // The four parts of the board; counts and list of the orders; the list of plans and its plan; the
  // offcuts; counts, list and one of the remakes.
  const all = count + 12;
  await expect.poll(() => asked.length).toBe(all);
  await page.waitForTimeout(1000);
  expect(new Set(asked.map(({ path }) => path)).size).toBe(asked.length);
  expect(asked.filter(({ path }) => OF_AN_ORDER.test(path))).toHaveLength(count);
  expect(asked).toHaveLength(all);
  expect(mostAtOnce).toBe(1);
  expect((asked.at(-1)?.at ?? 0) - (asked[0]?.at ?? 0)).toBeGreaterThan(count * 200);

  // The tablet fetches nothing while nobody uses it.
  await page.clock.fastForward("20:00");
  await page.waitForTimeout(1000);
  expect(asked).toHaveLength(all);
  await page.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(() => asked.length).toBeGreaterThan(all + 2);
  await context.close();
});
