import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { nextBuild } from "./testing/next-build.ts";
import { stories } from "./testing/stories.ts";
import {
  arePressed,
  aTablet,
  BOARD,
  isKept,
  isOnceOnTheServer,
  isSent,
  marks,
  onDevice,
  ordersToMake,
  repliesOf,
  signInAsOffice,
  waits,
} from "./testing/tablet.ts";
import { type Asked, away, through, weakNetwork } from "./testing/weak-network.ts";

/**
 * A tablet that stores the board meets a portal of another build, and one with that feature
 * switched off (rules W53 and W57).
 */

const { portal } = stories({ DEMO: "1" });
const network = weakNetwork(portal);

test("a tablet changes from one build to the next completely, and waiting changes survive", async ({ browser }) => {
  const next = nextBuild();
  const nextPortal = await portal().beside({}, next.folder);
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const [order] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...repliesOf(order)]);
  const [shell] = await shellsOf(page);
  network().fateOf = away;
  const pressed = await marks(page, order, 3);
  await waits(page, 3);

  // The network is back for the page and most of its files, but not for a file that only the worker
  // requests.
  const missing = next.files.find((file) => file.includes("scan-dialog")) ?? "";
  let refused = 0;
  network().leadsTo = nextPortal.url;
  network().fateOf = ({ method, path }) => {
    if (path === missing) refused += 1;
    return method !== "GET" || path === missing ? "away" : "through";
  };
  await comesNext(page, `/workshop/${order.id}`);
  await waits(page, 3);
  await expect.poll(() => looksForWorker(page).then(() => refused), PATIENT).toBeGreaterThan(0);
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const { installing, waiting, active } = (await navigator.serviceWorker.getRegistration()) ?? {};
          return { others: installing ?? waiting, state: active?.state };
        }),
      PATIENT,
    )
    .toEqual({ others: null, state: "activated" });

  network().fateOf = away;
  await page.reload();
  await waits(page, 3);
  expect(await isNext(page)).toBe(false);
  await arePressed(page, pressed);
  pressed.push(...(await marks(page, order, 2, 3)));
  await waits(page, 5);

  network().fateOf = through;
  await comesNext(page, `/workshop/${order.id}`);
  await isOnceOnTheServer(office, order, pressed);
  await isSent(page);
  await expect.poll(() => looksForWorker(page).then(() => shellsOf(page)), HANDING_OVER).toEqual([`${shell}-next`]);

  network().fateOf = away;
  await page.reload();
  await page.getByRole("button", { name: "No network: showing saved data" }).waitFor();
  expect(await isNext(page)).toBe(true);
  await arePressed(page, pressed);
  await page.context().close();
  next.remove();
});

/** The interval is long, because a worker fetches some seventy files before it takes over. */
const PATIENT = { intervals: [1000] };
/**
 * On a busy machine Chromium sometimes considers the previous worker busy without any work, and
 * stops it after five minutes.
 */
const HANDING_OVER = { ...PATIENT, timeout: 330_000 };
/**
 * Triggers the update check that a browser makes by itself some time after it has fetched a page.
 */
const looksForWorker = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.getRegistration())?.update());
/** Returns true if the page is of the next build. */
const isNext = (page: Page) => page.evaluate(() => document.querySelector("script[src]")?.getAttribute("src")?.includes("-next."));
/**
 * Loads the page again while it is of the previous build, because the worker serves the stored page
 * where the server needs more than five seconds.
 */
const comesNext = (page: Page, path: string) => expect.poll(() => page.goto(path).then(() => isNext(page)), PATIENT).toBe(true);
const shellsOf = (page: Page) => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));

for (const open of [true, false])
  test(`a portal without tablets' storage removes the worker and sends changes: page ${open ? "open" : "opened again"}`, async ({
    browser,
  }) => {
    const switchedOff = await portal().beside({ OFFLINE_TABLETS: "0" });
    const office = await signInAsOffice(portal());
    let page = await aTablet(browser, network().url, demoPerson("supplier"));
    const context = page.context();
    const [order, other] = await ordersToMake(page);
    await isKept(page, [...BOARD, ...[order, other].flatMap(repliesOf)]);
    network().fateOf = away;
    const pressed = await marks(page, order, 6);
    await marks(page, other, 1);
    await waits(page, 7);
    await office.patch(`/api/orders/${other.id}/status`, { data: { status: "cancelled" } });
    if (!open) page = await anotherPage(page, context);

    network().leadsTo = switchedOff.url;
    network().fateOf = through;
    if (open) await page.evaluate(() => dispatchEvent(new Event("online")));
    else await page.goto(`/workshop/${order.id}`);
    await page.getByRole("button", { name: "1 change was refused" }).waitFor();
    await isOnceOnTheServer(office, order, pressed);
    await page.goto("/workshop");
    await page.getByRole("button", { name: "1 change was refused" }).waitFor();
    await keepsOnlyChanges(page, 1);

    // Without the worker an open page still loses nothing.
    await page.goto(`/workshop/${order.id}`);
    await arePressed(page, pressed);
    await page.getByRole("button", { name: "1 change was refused" }).waitFor();
    network().fateOf = away;
    pressed.push(...(await marks(page, order, 2, 6)));
    await expect.poll(async () => (await onDevice(page)).databases.flat()).toHaveLength(3);
    network().fateOf = through;
    await page.reload();
    await isOnceOnTheServer(office, order, pressed);
    await keepsOnlyChanges(page, 1);
    await context.close();
  });

/** Each case leaves one of the two ways out of action while the other one works. */
const ALONE = {
  "the replies, where the worker can't be fetched": {
    fateOf: ({ path }: Asked) => (path === "/sw.js" ? "away" : "through"),
    isOff: () => true,
  },
  "the worker, where the replies are still marked": { fateOf: through, isOff: ({ path }: Asked) => path === "/sw.js" },
} as const;

for (const [way, { fateOf, isOff }] of Object.entries(ALONE))
  test(`a portal without tablets' storage needs only one of its two ways: ${way}`, async ({ browser }) => {
    const switchedOff = await portal().beside({ OFFLINE_TABLETS: "0" });
    const page = await aTablet(browser, network().url, demoPerson("supplier"));
    await isKept(page, BOARD);
    network().fateOf = (asked) => {
      network().leadsTo = isOff(asked) ? switchedOff.url : portal().url;
      return fateOf(asked);
    };
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Workshop" }).waitFor();
    // The browser checks for another worker once this one is idle, and the bench prefetches first.
    await keepsOnlyChanges(page, 0, HANDING_OVER, () => looksForWorker(page).catch(() => {}));
    await page.context().close();
  });

async function anotherPage(page: Page, context: BrowserContext): Promise<Page> {
  const another = await context.newPage();
  await page.close();
  return another;
}

/** Expects no files, replies or worker on the device. */
const keepsOnlyChanges = (page: Page, count: number, patience: object = PATIENT, first = async () => {}) =>
  expect
    .poll(async () => {
      await first();
      const { caching, databases, workers } = await onDevice(page);
      return { caching, workers, changes: databases.flat().length };
    }, patience)
    .toEqual({ caching: [], workers: 0, changes: count });
