import { type Browser, expect, type Page, request } from "@playwright/test";
import type { SignIn } from "./demo-people.ts";
import { TABLET } from "./person.ts";

/**
 * The stories of a supplier's tablet share these helpers for its marks, its stored data and the
 * server's state.
 */

interface Piece {
  readonly itemId: number;
  readonly piece: number;
  readonly cut: unknown;
}
export interface Order {
  readonly id: number;
  readonly quote: { readonly items: readonly { readonly id: number; readonly name: string }[] };
}

/** Signs in a person who needs no screen. */
export async function signInByCalls({ url }: { readonly url: string }, who: SignIn) {
  const person = await request.newContext({ baseURL: url });
  const reply = await person.post("/api/login", { data: who });
  expect(reply.ok()).toBe(true);
  return person;
}
/** Signs in a person of the office, who sees everything. */
export const signInAsOffice = (portal: { readonly url: string; readonly superAdmin: SignIn }) => signInByCalls(portal, portal.superAdmin);
export type Office = Awaited<ReturnType<typeof signInAsOffice>>;

interface Row {
  readonly id: number;
  readonly progress: { readonly cut: number };
}

const fetched = <Body>(page: Page, path: string): Promise<Body> =>
  page.evaluate(async (address) => (await fetch(address, { headers: { Accept: "application/json" } })).json(), path);

/** Sets or clears an order's tracking number. A new number claims an open order. */
async function setTracking(page: Page, id: number, trackingNumber: string | null): Promise<void> {
  const reply = await page.request.patch(new URL(`/api/orders/${id}/tracking`, page.url()).href, { data: { trackingNumber } });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** Returns the supplier's own orders of the board, the late ones first. */
export const boardOf = async (page: Page): Promise<Row[]> => [
  ...(await fetched<Row[]>(page, "/api/workshop?view=mine&urgent=true")),
  ...(await fetched<Row[]>(page, "/api/workshop?view=mine&urgent=false")),
];

const openOrders = (page: Page): Promise<Row[]> => fetched(page, "/api/workshop?view=open");

/** The number of orders that a device prefetches. */
const MOST_AT_HAND = 40;

/**
 * Returns two orders that nobody has begun: the one with the most windows, and the one with the
 * fewest.
 */
export async function ordersToMake(page: Page): Promise<[Order, Order]> {
  const rows = [...(await boardOf(page)), ...(await openOrders(page))].slice(0, MOST_AT_HAND);
  const orders: Order[] = [];
  // The requests run one by one, because the screen makes requests at the same time.
  for (const { id } of rows.filter(({ progress }) => progress.cut === 0)) orders.push(await fetched(page, `/api/orders/${id}`));
  const [other, order] = orders
    .toSorted((a, b) => a.quote.items.length - b.quote.items.length)
    .flatMap((each, at, all) => (at === 0 || at === all.length - 1 ? [each] : []));
  if (!order || !other) throw new Error("The demo has no two orders that nobody has begun");
  // Open orders become the supplier's own, so that the board displays both.
  for (const { id } of [order, other]) {
    await setTracking(page, id, "CLAIMED");
    await setTracking(page, id, null);
  }
  await page.reload();
  return [order, other];
}

const REPLIES = ["", "/pieces", "/cut-list", "/hardware"];
export const BOARD = [
  "/api/user",
  "/api/workshop?view=mine&urgent=true",
  "/api/workshop?view=mine&urgent=false",
  "/api/workshop/totals?view=mine",
];
export const repliesOf = ({ id }: Order): string[] => REPLIES.map((what) => `/api/orders/${id}${what}`);

/**
 * Expects that the device has stored a whole build and these replies, and that its worker serves
 * the page.
 */
export const isKept = (page: Page, paths: readonly string[]) =>
  expect
    .poll(() =>
      page.evaluate(async (wanted) => {
        const found = await Promise.all(["/", ...wanted].map((path) => caches.match(path, { ignoreVary: true })));
        return navigator.serviceWorker.controller !== null && found.every(Boolean);
      }, paths),
    )
    .toBe(true);

export const OF_AN_ORDER = /^\/api\/orders\/\d+/;

/**
 * Waits until this page has prefetched everything. The page loads once and then makes no more
 * requests.
 */
export async function isAtHand(page: Page): Promise<number> {
  const count = REPLIES.length * Math.min(MOST_AT_HAND, (await boardOf(page)).length + (await openOrders(page)).length);
  await expect.poll(async () => (await repliesOnDevice(page)).filter(({ path }) => OF_AN_ORDER.test(path)).length).toBe(count);
  return count;
}

const STEPS = ["Cut", "Assembled", "Finished", "Packed"];
export const stepOf = (page: Page, window: string, step: string) =>
  page.getByRole("group", { name: window, exact: true }).getByRole("button", { name: step });

export interface Pressed {
  readonly id: number;
  readonly window: string;
  readonly step: string;
}

/** Opens an order without fetching the page again. */
export const opens = (page: Page, { id }: Order) =>
  page.evaluate((path) => {
    history.pushState(null, "", path);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/workshop/${id}`);

/** Presses one step after the other, window by window, as a thumb does. */
export async function marks(page: Page, order: Order, count: number, from = 0): Promise<Pressed[]> {
  await opens(page, order);
  const pressed = order.quote.items.flatMap(({ id, name }) => STEPS.map((step) => ({ id, window: name, step }))).slice(from, from + count);
  expect(pressed).toHaveLength(count);
  for (const { window, step } of pressed) {
    await stepOf(page, window, step).tap();
    await expect(stepOf(page, window, step)).toHaveAttribute("aria-pressed", "true");
  }
  return pressed;
}

/** Ships an order from its own screen. */
export async function ships(page: Page, order: Order): Promise<void> {
  await opens(page, order);
  await page.getByRole("button", { name: "Mark as shipped" }).tap();
  const dialog = page.getByRole("dialog", { name: /^Ship an order/ });
  await dialog.getByRole("button", { name: "Mark as shipped" }).tap();
  const anyway = page.getByRole("button", { name: "Ship anyway" });
  await expect(async () => {
    // An order that is not packed is asked about.
    if (await anyway.isVisible()) await anyway.tap();
    await expect(dialog).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

export async function arePressed(page: Page, pressed: readonly Pressed[]): Promise<void> {
  for (const { window, step } of pressed) await expect(stepOf(page, window, step)).toHaveAttribute("aria-pressed", "true");
}

export const waits = (page: Page, count: number, reason = " for the network") =>
  page.getByRole("button", { name: `${count === 1 ? "1 change waits" : `${count} changes wait`}${reason}` }).waitFor();

/** Expects that nothing waits, so that the screen displays the server's data. */
export const isSent = (page: Page) => expect(page.getByRole("button", { name: /changes? |No network/ })).toHaveCount(0);

/** Returns the person of each mark of an order. */
export async function marksOf(office: Office, { id }: Order): Promise<number[]> {
  const audit = await (await office.get(`/api/audit?action=workshop.mark&targetId=${id}&limit=200`)).json();
  return audit.filter(({ targetId }: { targetId: number }) => targetId === id).map(({ actor }: { actor: { id: number } }) => actor.id);
}

export async function isOnceOnTheServer(office: Office, order: Order, pressed: readonly Pressed[]): Promise<void> {
  await expect.poll(() => marksOf(office, order)).toHaveLength(pressed.length);
  const { pieces } = await (await office.get(`/api/orders/${order.id}/pieces`)).json();
  const windows = new Set(pressed.map(({ id }) => id));
  for (const piece of pieces as Piece[]) expect([piece.itemId, piece.cut !== null]).toEqual([piece.itemId, windows.has(piece.itemId)]);
}

/**
 * Returns the worker's stored replies. It reads in the worker's turn, because opening a removed
 * cache would create the cache again.
 */
export const repliesOnDevice = (page: Page) =>
  page.evaluate(() =>
    navigator.locks.request("seen", async () => {
      const replies: { path: string; body: string }[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const asked of await cache.keys()) {
          const path = new URL(asked.url).pathname;
          if (path.startsWith("/api/")) replies.push({ path, body: (await (await cache.match(asked))?.text()) ?? "" });
        }
      }
      return replies;
    }),
  );

/**
 * Returns the caches by name, the waiting changes, the number of workers, and small texts. It opens
 * no cache, because opening would create one.
 */
export const onDevice = (page: Page) =>
  page.evaluate(async () => {
    const databases: unknown[] = [];
    for (const { name = "" } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase | null>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
        // The database was deleted after it was listed, and must not be created again without the
        // portal's stores.
        opening.onupgradeneeded = () => opening.transaction?.abort();
      }).catch(() => null);
      if (!db) continue;
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
    return { databases, caching, workers, texts: JSON.stringify({ ...localStorage, ...sessionStorage }) };
  });

export async function isEmpty(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const { caching, databases, workers } = await onDevice(page);
      return { caching, databases: databases.flat(), workers };
    })
    .toEqual({ caching: [], databases: [], workers: 0 });
}

/** Opens a tablet whose owner has signed in, at the workshop's board. */
export async function aTablet(browser: Browser, url: string, who: SignIn): Promise<Page> {
  const context = await browser.newContext({ ...TABLET, baseURL: url });
  return signsIn(await context.newPage(), who, "/workshop");
}

/** @param path is absent where the page already displays the form */
export async function signsIn(page: Page, { email, password }: SignIn, path?: string): Promise<Page> {
  if (path !== undefined) await page.goto(path);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).tap();
  await page.getByRole("heading", { level: 1, name: "Workshop" }).waitFor();
  return page;
}
