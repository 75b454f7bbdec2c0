import { type BrowserContext, expect, type Page, request, test } from "@playwright/test";
import { MONEY } from "#server/testing/money-words.ts";
import { demoPerson } from "./testing/demo-people.ts";
import { type Person, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** A tablet in a workshop where the Wi-Fi does not reach (rules W50 to W57). */

const { portal, signedIn } = stories({ DEMO: "1" });
const MARKS = 20;

interface Piece {
  readonly itemId: number;
  readonly piece: number;
  readonly cut: unknown;
}
interface Order {
  readonly id: number;
  readonly quote: { readonly items: readonly { readonly id: number; readonly name: string }[] };
}

test("marks made without a network outlast a killed tab, and each is once on the server; the device holds no money and forgets at sign-out", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  const context = bench.page.context();
  const office = await signInAsOffice();
  await bench.page.goto("/workshop");
  await bench.arrived();
  const [order, other] = await ordersToMake(bench.page);
  const kept = [order, other].flatMap(({ id }) => ["", "/pieces", "/cut-list"].map((what) => `/api/orders/${id}${what}`));
  await isKept(bench.page, ["/api/workshop?late=true", "/api/workshop?late=false", "/api/workshop/totals", ...kept]);

  await context.setOffline(true);
  await opensWithoutNetwork(bench);
  const pressed = await marks(bench.page, order, MARKS);
  await marks(bench.page, other, 1);
  await waits(bench.page, MARKS + 1);
  await bench.looksRight("supplier: an order without a network", "main");
  await bench.page.close();
  await office.patch(`/api/orders/${other.id}/status`, { data: { status: "cancelled" } });

  const page = await context.newPage();
  await page.goto(`/workshop/${order.id}`);
  await waits(page, MARKS + 1);
  for (const { window, step } of pressed) await expect(stepOf(page, window, step)).toHaveAttribute("aria-pressed", "true");
  await context.setOffline(false);
  await page.getByRole("button", { name: "1 change was refused" }).waitFor();
  await isOnceOnTheServer(office, order, pressed);
  await showsTheRefusal(page, other);
  await holdsNoMoney(page);
  await leavesNothing(page, context);
});

test("a person who is no supplier leaves nothing on a device, nor what a supplier left there", async () => {
  const visitor = await signedIn(demoPerson("supplier"), { device: TABLET, expected: [/^401 GET/] });
  const { page } = visitor;
  await isKept(page, ["/api/user", "/api/workshop?late=false"]);
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

test("a refusal that comes while a person signs out leaves nothing on the device", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET, expected: [/^401 GET/] });
  const { page } = bench;
  await isKept(page, ["/api/user", "/api/workshop?late=false"]);
  const [worker] = page.context().serviceWorkers();
  // As on a tablet that is busy: what the worker does with a reply and what it does at sign-out meet.
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

async function signInAsOffice() {
  const office = await request.newContext({ baseURL: portal().url });
  const reply = await office.post("/api/login", { data: portal().superAdmin });
  expect(reply.ok()).toBe(true);
  return office;
}
type Office = Awaited<ReturnType<typeof signInAsOffice>>;

/** An order with enough windows that nobody has begun, and another one. */
async function ordersToMake(page: Page): Promise<[Order, Order]> {
  const orders = await page.evaluate(async () => {
    const json = async (path: string) => (await fetch(path, { headers: { Accept: "application/json" } })).json();
    const rows = [...(await json("/api/workshop?late=true")), ...(await json("/api/workshop?late=false"))].slice(0, 20);
    const begun = (row: { progress: { cut: number } }) => row.progress.cut > 0;
    return Promise.all(rows.filter((row) => !begun(row)).map((row: { id: number }) => json(`/api/orders/${row.id}`)));
  });
  const [other, order] = (orders as Order[])
    .toSorted((a, b) => a.quote.items.length - b.quote.items.length)
    .flatMap((each, at, all) => (at === 0 || at === all.length - 1 ? [each] : []));
  if (!order || !other) throw new Error("The demo has no two orders that nobody has begun");
  expect(order.quote.items.length * 4).toBeGreaterThanOrEqual(MARKS);
  return [order, other];
}

const isKept = (page: Page, paths: readonly string[]) =>
  expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const found = await Promise.all(wanted.map((path) => caches.match(path, { ignoreVary: true })));
        const shell = (await caches.keys()).some((name) => name.startsWith("shell-"));
        return shell && navigator.serviceWorker.controller !== null && found.every(Boolean);
      }, paths),
    )
    .toBe(true);

async function opensWithoutNetwork({ page }: Person): Promise<void> {
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Workshop" }).waitFor();
  await page
    .getByRole("link", { name: /ORD-\d+/ })
    .first()
    .waitFor();
  await page.getByRole("button", { name: "No network: shown as last seen" }).waitFor();
}

const STEPS = ["Cut", "Assembled", "Finished", "Packed"];
const stepOf = (page: Page, window: string, step: string) =>
  page.getByRole("group", { name: window, exact: true }).getByRole("button", { name: step });

/** Presses one step after the other, window by window, as a thumb does. */
async function marks(page: Page, order: Order, count: number) {
  await page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/workshop/${order.id}`);
  const pressed = order.quote.items.flatMap(({ id, name }) => STEPS.map((step) => ({ id, window: name, step }))).slice(0, count);
  for (const { window, step } of pressed) {
    await stepOf(page, window, step).tap();
    await expect(stepOf(page, window, step)).toHaveAttribute("aria-pressed", "true");
  }
  return pressed;
}

const waits = (page: Page, count: number) => page.getByRole("button", { name: `${count} changes wait for the network` }).waitFor();

async function isOnceOnTheServer(
  office: Office,
  order: Order,
  pressed: readonly { readonly id: number; readonly step: string }[],
): Promise<void> {
  const { pieces } = await (await office.get(`/api/orders/${order.id}/pieces`)).json();
  const windows = new Set(pressed.map(({ id }) => id));
  for (const piece of pieces as Piece[]) expect([piece.itemId, piece.cut !== null]).toEqual([piece.itemId, windows.has(piece.itemId)]);
  const audit = await (await office.get(`/api/audit?action=workshop.mark&targetId=${order.id}&limit=200`)).json();
  expect(audit.filter(({ targetId }: { targetId: number }) => targetId === order.id)).toHaveLength(pressed.length);
}

async function showsTheRefusal(page: Page, other: Order): Promise<void> {
  await page.getByRole("button", { name: "1 change was refused" }).tap();
  const dialog = page.getByRole("dialog", { name: "Changes on this device" });
  await dialog.getByText(`Cut, ${other.quote.items[0]?.name}, ORD-${other.id}`).waitFor();
  await dialog.getByText("This order is cancelled").waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().tap();
}

/** Everything that is on the device: files, replies, changes and small texts. */
const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const replies: { path: string; body: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const asked of await cache.keys()) {
        const path = new URL(asked.url).pathname;
        if (path.startsWith("/api/")) replies.push({ path, body: (await (await cache.match(asked))?.text()) ?? "" });
      }
    }
    const databases: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames)
        databases.push(
          await new Promise((resolve) => {
            const reading = db.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => resolve(reading.result);
          }),
        );
      db.close();
    }
    const caching = await caches.keys();
    const workers = (await navigator.serviceWorker.getRegistrations()).length;
    return { replies, databases, caching, workers, texts: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });

async function holdsNoMoney(page: Page): Promise<void> {
  const { replies, databases, texts } = await onDevice(page);
  const paths = new Set(replies.map(({ path }) => path.replace(/\d+/g, ":id")));
  const kept = [
    "/api/orders/:id",
    "/api/orders/:id/cut-list",
    "/api/orders/:id/pieces",
    "/api/user",
    "/api/workshop",
    "/api/workshop/totals",
  ];
  expect([...paths].toSorted()).toEqual(kept);
  expect(databases.flat()).toHaveLength(1);
  for (const { path, body } of replies) expect(body, path).not.toMatch(MONEY);
  for (const text of [JSON.stringify(databases), texts]) expect(text).not.toMatch(MONEY);
}

/** Signing out asks while something would be lost, and then leaves nothing. */
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

async function isEmpty(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { caching, databases, workers } = await onDevice(page);
      return { caching, databases: databases.flat(), workers };
    })
    .toEqual({ caching: [], databases: [], workers: 0 });
}
