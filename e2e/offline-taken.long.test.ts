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
  isSent,
  marks,
  type Office,
  type Order,
  ordersToMake,
  type Pressed,
  repliesOf,
  signInAsOffice,
  signsIn,
  waits,
} from "./testing/tablet.ts";
import { away, through, weakNetwork } from "./testing/weak-network.ts";

/**
 * The browser deletes the tablet's data or cannot store them: the tablet has them again as soon as
 * possible (rules W51 and W53).
 */

const { portal } = stories({ DEMO: "1" });
const network = weakNetwork(portal);

test("a store that the browser deletes under an open page is replaced, and the next change is stored", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const [order] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...repliesOf(order)]);
  const first = await marks(page, order, 1);
  await isOnceOnTheServer(office, order, first);
  await isSent(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin: network().url, storageTypes: "indexeddb" });
  network().fateOf = away;
  const pressed = [...first, ...(await marks(page, order, 2, 1))];
  await outlastsTheNetwork(page, office, order, pressed);
  await page.context().close();
});

/**
 * Expects that two changes wait, also after a reload, and are made once when the network is back.
 */
async function outlastsTheNetwork(page: Page, office: Office, order: Order, pressed: readonly Pressed[]): Promise<void> {
  await waits(page, 2);
  await page.reload();
  await waits(page, 2);
  await arePressed(page, pressed);
  network().fateOf = through;
  await page.reload();
  await isOnceOnTheServer(office, order, pressed);
}

/** The file with the code that stores changes and starts the worker. */
const OFFLINE_PART = /\/(open-outbox|start-worker)-[\w-]+\.js$/;

test("a change before the code that stores it has loaded waits for it and is stored", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const context = await browser.newContext({ ...TABLET, baseURL: network().url });
  const page = await context.newPage();
  let arrives = () => {};
  const late = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route(OFFLINE_PART, async (route) => {
    await late;
    await route.continue();
  });
  await signsIn(page, demoPerson("supplier"), "/workshop");
  const [order] = await ordersToMake(page);
  network().fateOf = ({ method }) => (method === "GET" ? "through" : "away");
  const pressed = await marks(page, order, 2);
  arrives();
  await outlastsTheNetwork(page, office, order, pressed);
  await context.close();
});

const NO_STORE = {
  "has no store": () => void Object.defineProperty(window, "indexedDB", { value: undefined }),
  "opens no store": () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("The user denied permission to access the database", "SecurityError");
    };
  },
};

for (const [how, takeAway] of Object.entries(NO_STORE))
  test(`a change on a browser that ${how} is made at once, and the replies are fetched again`, async ({ browser }) => {
    const office = await signInAsOffice(portal());
    const context = await browser.newContext({ ...TABLET, baseURL: network().url });
    await context.addInitScript(takeAway);
    const page = await context.newPage();
    // Without a store, this code would have nothing to wait for.
    if (how === "has no store") await page.route(OFFLINE_PART, () => {});
    await signsIn(page, demoPerson("supplier"), "/workshop");
    const [order] = await ordersToMake(page);
    const pressed = await marks(page, order, 2);
    await isOnceOnTheServer(office, order, pressed);
    expect(network().answered.filter(({ key }) => key !== undefined)).toEqual([]);
    const made = () => network().answered.findLastIndex(({ method, path }) => method === "PATCH" && path.endsWith("/pieces"));
    const sinceThen = () => network().answered.slice(made() + 1);
    await expect.poll(sinceThen).toContainEqual(expect.objectContaining({ method: "GET", path: `/api/orders/${order.id}/pieces` }));
    await arePressed(page, pressed);
    await context.close();
  });

test("files of the board whose download was broken off are downloaded completely", async ({ browser }) => {
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  await isKept(page, BOARD);
  await page.getByRole("button", { name: "Logout" }).tap();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
  // The previous worker restarts and fetches its files anew, and one of the files does not arrive.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Network.clearBrowserCache");
  let missed = 0;
  network().fateOf = ({ path }) => {
    if (!path.includes("scan-dialog")) return "through";
    missed += 1;
    return "away";
  };
  await page.evaluate(() => history.pushState(null, "", "/workshop"));
  await signsIn(page, demoPerson("supplier"));
  await expect.poll(() => missed).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")))).toHaveLength(1);
  expect(await page.evaluate(async () => await caches.match("/"))).toBeUndefined();
  network().fateOf = through;
  await page.reload();
  await isKept(page, BOARD);
  network().fateOf = away;
  await page.reload();
  await page.getByRole("button", { name: "No network: showing saved data" }).waitFor();
  await page.context().close();
});

test("a worker that starts while a page loads stores the replies that the page requested before", async ({ browser }) => {
  const context = await browser.newContext({ ...TABLET, baseURL: network().url });
  const page = await context.newPage();
  // The code that starts the worker loads late, and the worker starts in the meantime.
  let arrives = () => {};
  const late = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await signsIn(page, demoPerson("supplier"), "/workshop");
  // The previous worker has nothing left to do.
  await isAtHand(page);
  await page.evaluate(async () => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) await worker.unregister();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.route(OFFLINE_PART, async (route) => {
    await late;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("link", { name: /ORD-/ }).first().waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    (await navigator.serviceWorker.ready).active?.postMessage("claim");
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    await fetch("/api/workshop/totals", { headers: { Accept: "application/json" } });
    while (!(await caches.match("/api/workshop/totals", { ignoreVary: true }))) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  arrives();
  await isKept(page, BOARD);
  await context.close();
});

test("a reply requested before the worker and received after it is requested again and stored", async ({ browser }) => {
  const TOTALS = "/api/workshop/totals";
  let taken = () => {};
  const worker = new Promise<void>((resolve) => {
    taken = resolve;
  });
  let asked = 0;
  network().fateOf = async ({ path }): Promise<"through"> => {
    if (path.startsWith(TOTALS) && ++asked === 1) await worker;
    return "through";
  };
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // All other replies have been fetched again by now.
  await isKept(
    page,
    BOARD.filter((path) => !path.startsWith(TOTALS)),
  );
  expect(asked).toBe(1);
  taken();
  await isKept(page, BOARD);
  await page.context().close();
});

test("a page that bypassed the worker is claimed by it", async ({ browser }) => {
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  await isKept(page, BOARD);
  const devtools = await page.context().newCDPSession(page);
  // The flag is set at the beginning, because the worker soon claims the page.
  await page.addInitScript(() => Object.assign(window, { camePast: navigator.serviceWorker.controller === null }));
  await devtools.send("Page.reload", { ignoreCache: true });
  await page.waitForFunction(() => "camePast" in window && window.camePast);
  await page.getByRole("link", { name: /ORD-/ }).first().waitFor();
  await isKept(page, BOARD);
  await page.context().close();
});
