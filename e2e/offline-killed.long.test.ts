import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page, test } from "@playwright/test";
import { LAUNCH } from "../playwright.config.ts";
import { demoPerson } from "./testing/demo-people.ts";
import { TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import {
  arePressed,
  aTablet,
  BOARD,
  isKept,
  isOnceOnTheServer,
  isSent,
  marks,
  ordersToMake,
  repliesOf,
  ships,
  signInAsOffice,
  signsIn,
  stepOf,
  waits,
} from "./testing/tablet.ts";
import { away, through, weakNetwork } from "./testing/weak-network.ts";

/**
 * A tablet loses its power, a portal is killed, and Wi-Fi loses replies: each change is made once
 * (rule W51).
 */

const { portal } = stories({ DEMO: "1" });
const network = weakNetwork(portal);

test("waiting changes survive a killed browser, without a network and during a request", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-tablet-"));
  const office = await signInAsOffice(portal());
  let tablet = await switchedOn(folder);
  await signsIn(tablet.page, demoPerson("supplier"), "/workshop");
  const [order] = await ordersToMake(tablet.page);
  await isKept(tablet.page, [...BOARD, ...repliesOf(order)]);
  // A browser writes its cookies when it closes, and otherwise after half a minute.
  await tablet.context.close();

  network().fateOf = away;
  tablet = await switchedOn(folder, `/workshop/${order.id}`);
  const pressed = await marks(tablet.page, order, 7);
  await waits(tablet.page, 7);
  await tablet.dies();

  tablet = await switchedOn(folder, `/workshop/${order.id}`);
  await waits(tablet.page, 7);
  await arePressed(tablet.page, pressed);
  // The fourth change reaches the server, and its reply never arrives.
  const keys = new Set<string>();
  network().fateOf = ({ key }) => {
    if (key !== undefined) keys.add(key);
    return keys.size < 4 ? "through" : key !== undefined ? "silent" : "away";
  };
  await triesAgain(tablet.page);
  await expect.poll(() => network().answered.filter(({ key }) => key !== undefined)).toHaveLength(4);
  await tablet.dies();

  network().fateOf = away;
  tablet = await switchedOn(folder, `/workshop/${order.id}`);
  await waits(tablet.page, 4);
  network().fateOf = through;
  await tablet.page.reload();
  await isOnceOnTheServer(office, order, pressed);
  await isSent(tablet.page);
  await arePressed(tablet.page, pressed);
  await tablet.context.close();
  rmSync(folder, { recursive: true });
});

test("marks of a whole order that could still be undone survive a killed browser too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-tablet-"));
  const office = await signInAsOffice(portal());
  let tablet = await switchedOn(folder);
  await signsIn(tablet.page, demoPerson("supplier"), "/workshop");
  const [order] = await ordersToMake(tablet.page);
  await isKept(tablet.page, [...BOARD, ...repliesOf(order)]);
  await tablet.context.close();

  network().fateOf = away;
  tablet = await switchedOn(folder, `/workshop/${order.id}`);
  const wholeOrder = stepOf(tablet.page, "The whole order", "Cut");
  await wholeOrder.tap();
  await tablet.page.getByRole("button", { name: "Undo" }).tap();
  await expect(wholeOrder).toHaveAttribute("aria-pressed", "false");
  await wholeOrder.tap();
  await expect(wholeOrder).toHaveAttribute("aria-pressed", "true");
  await tablet.page.waitForTimeout(200);
  await tablet.dies();

  tablet = await switchedOn(folder, `/workshop/${order.id}`);
  await waits(tablet.page, order.quote.items.length);
  network().fateOf = through;
  await tablet.page.reload();
  const pressed = order.quote.items.map(({ id, name }) => ({ id, window: name, step: "Cut" }));
  await isOnceOnTheServer(office, order, pressed);
  await isSent(tablet.page);
  await arePressed(tablet.page, pressed);
  await tablet.context.close();
  rmSync(folder, { recursive: true });
});

/** Opens a browser that stores everything in a folder, as a tablet does. */
async function switchedOn(folder: string, path?: string) {
  const context = await chromium.launchPersistentContext(folder, {
    ...LAUNCH,
    ...TABLET,
    baseURL: network().url,
    timezoneId: "Europe/London",
  });
  const page = context.pages()[0] ?? (await context.newPage());
  if (path !== undefined) await page.goto(path);
  return { context, page, dies: () => die(context) };
}

async function die(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  const processes = await devtools?.send("SystemInfo.getProcessInfo");
  const pid = processes?.processInfo.find(({ type }) => type === "browser")?.id;
  if (!pid) throw new Error("The browser does not say which process it is");
  const gone = context.waitForEvent("close");
  process.kill(pid, "SIGKILL");
  await gone;
}

test("a portal that is killed during a change, and a proxy's 502, make nothing twice", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const [order] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...repliesOf(order)]);
  const [doomed, next] = [await portal().beside(), await portal().beside()];
  network().leadsTo = doomed.url;
  network().fateOf = ({ key }) => (key === undefined ? "through" : 502);
  const pressed = await marks(page, order, 6);
  await waits(page, 6, ": the portal is busy");

  // The server dies with the third change, so the device cannot know whether it was made.
  const keys = new Set<string>();
  network().fateOf = ({ key }) => {
    if (key !== undefined) keys.add(key);
    if (keys.size < 3) return "through";
    setImmediate(() => void doomed.kill());
    return "lost";
  };
  await triesAgain(page);
  await expect.poll(() => doomed.hasEnded()).toBe(true);
  await waits(page, 4);
  await page.reload();
  await waits(page, 4);
  await arePressed(page, pressed);

  network().leadsTo = next.url;
  network().fateOf = through;
  await triesAgain(page);
  await isOnceOnTheServer(office, order, pressed);
  await isSent(page);
  await page.context().close();
});

test("changes whose replies are all lost are made once each, in the order of their presses", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, network().url, demoPerson("supplier"));
  const [order, other] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...[order, other].flatMap(repliesOf)]);
  const tries = new Map<string, number>();
  network().fateOf = ({ key }) => {
    if (key === undefined) return "through";
    tries.set(key, (tries.get(key) ?? 0) + 1);
    return tries.get(key) === 3 ? "through" : "lost";
  };
  const pressed = await marks(page, order, 3);
  await ships(page, other);
  const heard = () => [...tries.values()].filter((count) => count === 3).length;
  await expect.poll(() => triesAgain(page).then(heard)).toBe(4);
  await isSent(page);
  await isOnceOnTheServer(office, order, pressed);
  // The server has answered each change three times.
  expect(
    network()
      .answered.filter(({ key }) => key !== undefined)
      .map(({ status }) => status),
  ).toEqual(Array(12).fill(200));
  expect([...tries.values()]).toEqual([3, 3, 3, 3]);
  const firsts = [...new Map(network().answered.flatMap(({ key, path }) => (key ? [[key, path] as const] : []))).values()];
  expect(firsts).toEqual([...Array(3).fill(`/api/orders/${order.id}/pieces`), `/api/orders/${other.id}/ship`]);
  const audit = await (await office.get(`/api/audit?action=workshop.ship&targetType=orders&targetId=${other.id}`)).json();
  expect(audit).toHaveLength(1);
  await page.context().close();
});

/** Simulates a tablet that has reconnected to its Wi-Fi. */
const triesAgain = (page: Page) => page.evaluate(() => void dispatchEvent(new Event("online")));
