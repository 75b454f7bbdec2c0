import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { MONEY } from "#server/testing/money/money-words.ts";
import { demoPerson, goTo } from "./testing/demo-people.ts";
import { type Person, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import {
  arePressed,
  aTablet,
  BOARD,
  isAtHand,
  isEmpty,
  isKept,
  isOnceOnTheServer,
  isSent,
  marks,
  type Order,
  onDevice,
  ordersToMake,
  repliesOf,
  repliesOnDevice,
  signInAsOffice,
  waits,
} from "./testing/tablet.ts";

/** The stories follow a tablet in a workshop where the Wi-Fi does not reach (rules W50 to W57). */

const { portal, signedIn } = stories({ DEMO: "1" });
const MARKS = 20;
/** The device does not store windows' photos. */
const PHOTO_AWAY = /^request failed: GET \S+\/photos\/\d+\?size=thumb net::ERR_INTERNET_DISCONNECTED$/;

test("marks without a network survive a killed tab and are sent once; a device has no money and forgets", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET, expected: [PHOTO_AWAY] });
  const context = bench.page.context();
  const office = await signInAsOffice(portal());
  await goTo(bench, "Workshop");
  const [order, other] = await ordersToMake(bench.page);
  await isKept(bench.page, [...BOARD, ...[order, other].flatMap(repliesOf)]);
  await isAtHand(bench.page);
  await bench.page.getByText(/^Kept on this device: \d+ orders, \d+ plans?, \d\d:\d\d$/).waitFor();

  await context.setOffline(true);
  await opensWithoutNetwork(bench);
  const pressed = await marks(bench.page, order, MARKS);
  await marks(bench.page, other, 1);
  await waits(bench.page, MARKS + 1);
  // The menu displays how many changes wait.
  const waiting = bench.page.getByRole("complementary").getByRole("button", { name: `${MARKS + 1} changes wait for the network` });
  await expect(waiting).toBeInViewport();
  await bench.page.getByText("1 change not sent yet").waitFor();
  await bench.looksRight("supplier: an order without a network", "main");
  await bench.page.close();
  await office.patch(`/api/orders/${other.id}/status`, { data: { status: "cancelled" } });

  const page = await context.newPage();
  await page.goto(`/workshop/${order.id}`);
  await waits(page, MARKS + 1);
  await arePressed(page, pressed);
  await context.setOffline(false);
  await page.getByRole("button", { name: "1 change was refused" }).waitFor();
  await isOnceOnTheServer(office, order, pressed);
  await showsTheRefusal(page, other);
  await holdsNoMoney(page);
  await leavesNothing(page, context);
});

test("a device stores nothing for a person who is no supplier, and removes a supplier's replies", async () => {
  const visitor = await signedIn(demoPerson("supplier"), { device: TABLET, expected: [/^401 GET/] });
  const { page } = visitor;
  await isKept(page, ["/api/user", "/api/workshop?view=mine&urgent=false"]);
  await page.context().clearCookies();
  await page.reload();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  await visitor.close();
  for (const who of [demoPerson("customer"), demoPerson("admin"), portal().superAdmin]) {
    const person = await signedIn(who);
    await person.arrived();
    await isEmpty(person.page);
    await person.close();
  }
});

test("a rejection that arrives during a sign-out leaves nothing on the device", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET, expected: [/^401 GET/] });
  const { page } = bench;
  await isKept(page, ["/api/user", "/api/workshop?view=mine&urgent=false"]);
  const [worker] = page.context().serviceWorkers();
  // This simulates a busy tablet: the worker stores a reply at the same time as it deletes
  // everything at the sign-out.
  await worker?.evaluate(() => {
    const open = caches.open.bind(caches);
    caches.open = async (name) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return open(name);
    };
  });
  await page.evaluate(() => {
    const asking = setInterval(() => void fetch("/api/workshop/totals", { headers: { Accept: "application/json" } }).catch(() => {}), 10);
    setTimeout(() => clearInterval(asking), 2000);
  });
  await page.getByRole("button", { name: "Logout" }).tap();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await page.waitForTimeout(4000);
  await isEmpty(page);
  await bench.close();
});

test("a logout without a network is immediate, empties the device and invalidates the cookie afterwards", async ({ browser }) => {
  const page = await aTablet(browser, portal().url, demoPerson("supplier"));
  const context = page.context();
  await isKept(page, BOARD);
  const old = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const isOpen = async () => (await fetch(`${portal().url}/api/user`, { headers: { Cookie: old } })).status;
  await context.setOffline(true);
  await page.getByRole("button", { name: "Logout" }).tap();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  expect(await isOpen()).toBe(200);
  await context.setOffline(false);
  await expect.poll(isOpen).toBe(401);
  await page.goto("/workshop");
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await context.close();
});

test("a recut and its cutting without a network survive a reload and are sent once each", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const page = await aTablet(browser, portal().url, demoPerson("supplier"));
  const [, order] = await ordersToMake(page);
  await isKept(page, [...BOARD, ...repliesOf(order)]);
  const recutsOf = async () => (await (await office.get(`/api/orders/${order.id}`)).json()).recuts.length;
  const countOf = async (action: string) => (await (await office.get(`/api/audit?action=${action}&targetId=${order.id}`)).json()).length;
  const toRecut = page.getByRole("region", { name: "To recut" });
  const notSent = toRecut.getByText("Not sent yet.");
  const markAsCut = toRecut.getByRole("button", { name: /: mark as cut$/ });

  await page.context().setOffline(true);
  await marks(page, order, 1);
  await recutOnePart(page);
  await waits(page, 2);
  await toRecut.getByRole("button", { name: /: discard$/ }).tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard recut" }).tap();
  await expect(toRecut).toHaveCount(0);
  await waits(page, 1);
  await recutOnePart(page);
  await waits(page, 2);
  await page.reload();
  await notSent.waitFor();
  await expect(toRecut.getByRole("button", { name: /: delete$/ })).toHaveCount(0);
  expect(await recutsOf()).toBe(0);
  await page.context().setOffline(false);
  await expect(notSent).toHaveCount(0);
  await isSent(page);
  await toRecut.getByRole("button", { name: /: delete$/ }).waitFor();
  expect([await recutsOf(), await countOf("workshop.recut")]).toEqual([1, 1]);

  await page.context().setOffline(true);
  await markAsCut.tap();
  await expect(toRecut).toHaveCount(0);
  await waits(page, 1);
  await page.context().setOffline(false);
  await expect.poll(recutsOf).toBe(0);
  await isSent(page);
  expect(await countOf("workshop.cutRecut")).toBe(1);
  await page.context().close();
});

/** Records a recut of the first part on offer, without a network. */
async function recutOnePart(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Recut a part" }).first().tap();
  const dialog = page.getByRole("dialog", { name: /^Recut \d/ });
  await dialog.getByText("No network: this is sent once the network is back.").waitFor();
  await dialog
    .getByRole("button", { name: /^One more/ })
    .first()
    .tap();
  await dialog.getByRole("button", { name: "Split" }).tap();
  await dialog.getByRole("button", { name: "Recut 1 part" }).tap();
  await expect(dialog).toHaveCount(0);
}

async function opensWithoutNetwork({ page }: Person): Promise<void> {
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Workshop" }).waitFor();
  await page
    .getByRole("link", { name: /ORD-\d+/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "No network: showing saved data" }).waitFor();
}

async function showsTheRefusal(page: Page, other: Order): Promise<void> {
  await page.getByRole("button", { name: "1 change was refused" }).tap();
  const dialog = page.getByRole("dialog", { name: "Changes on this device" });
  await dialog.getByText(`Cut, ${other.quote.items[0]?.name}, ORD-${other.id}`).waitFor();
  await dialog.getByText("This order is cancelled").waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().tap();
}

async function holdsNoMoney(page: Page): Promise<void> {
  const replies = await repliesOnDevice(page);
  const { databases, texts } = await onDevice(page);
  const paths = new Set(replies.map(({ path }) => path.replace(/\d+/g, ":id")));
  const kept = [
    "/api/orders",
    "/api/orders/:id",
    "/api/orders/:id/cut-list",
    "/api/orders/:id/hardware",
    "/api/orders/:id/pieces",
    "/api/orders/counts",
    "/api/remakes",
    "/api/remakes/:id",
    "/api/remakes/counts",
    "/api/user",
    "/api/workshop",
    "/api/workshop/load",
    "/api/workshop/offcuts",
    "/api/workshop/plans",
    "/api/workshop/plans/:id",
    "/api/workshop/setup",
    "/api/workshop/totals",
  ];
  expect([...paths].toSorted()).toEqual(kept);
  expect(databases.flat()).toHaveLength(1);
  for (const { path, body } of replies) expect(body, path).not.toMatch(MONEY);
  for (const text of [JSON.stringify(databases), texts]) expect(text).not.toMatch(MONEY);
}

/**
 * Checks that signing out requests confirmation while changes would be lost, and then leaves
 * nothing on the device.
 */
async function leavesNothing(page: Page, context: BrowserContext): Promise<void> {
  const logOut = page.getByRole("button", { name: "Logout" });
  await logOut.tap();
  const question = page.getByRole("alertdialog", { name: "Log out and lose 1 change?" });
  await question.getByRole("button", { name: "Stay logged in" }).tap();
  await logOut.tap();
  await question.getByRole("button", { name: "Discard" }).tap();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  await context.close();
}
