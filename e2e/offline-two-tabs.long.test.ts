import { setTimeout as sleep } from "node:timers/promises";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { demoPerson, type SignIn } from "./testing/demo-people.ts";
import { TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import {
  BOARD,
  boardOf,
  isAtHand,
  isEmpty,
  isKept,
  isOnceOnTheServer,
  isSent,
  marks,
  marksOf,
  onDevice,
  opens,
  ordersToMake,
  repliesOf,
  repliesOnDevice,
  signInAsOffice,
  signInByCalls,
  signsIn,
  stepOf,
  waits,
} from "./testing/tablet.ts";
import { away, through, weakNetwork } from "./testing/weak-network.ts";

/**
 * One tablet has two tabs, of one person and of two people one after the other (rules W51 and W56).
 */

const { portal } = stories({ DEMO: "1" });
const network = weakNetwork(portal);
const changes = () => network().answered.filter(({ key }) => key !== undefined);

for (const locks of [true, false])
  test(`two tabs that send at the same moment make each change once: browser ${locks ? "with" : "without"} locks`, async ({ browser }) => {
    const office = await signInAsOffice(portal());
    const context = await browser.newContext({ ...TABLET, baseURL: network().url });
    if (!locks) await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "locks", { value: undefined }));
    const first = await signsIn(await context.newPage(), demoPerson("supplier"), "/workshop");
    const [order] = await ordersToMake(first);
    await isKept(first, [...BOARD, ...repliesOf(order)]);
    const second = await context.newPage();
    await second.goto("/workshop");
    await second.getByRole("heading", { level: 1, name: "Workshop" }).waitFor();
    network().fateOf = away;
    const pressed = [...(await marks(first, order, 4)), ...(await marks(second, order, 4, 4))];
    for (const page of [first, second]) await waits(page, 8);

    // Both tabs have begun before either gets a reply.
    let posts = 0;
    network().fateOf = async ({ key }): Promise<"through"> => {
      if (key === undefined) return "through";
      posts += 1;
      for (const since = Date.now(); posts < 2 && !(locks && Date.now() - since > 2000); ) await sleep(10);
      return "through";
    };
    await Promise.all([first, second].map((page) => page.evaluate(() => void dispatchEvent(new Event("online")))));
    for (const page of [first, second]) await isSent(page);
    await isOnceOnTheServer(office, order, pressed);
    expect(changes().map(({ status }) => status)).toEqual(Array(changes().length).fill(200));
    expect(new Set(changes().map(({ key }) => key)).size).toBe(8);
    // With locks one tab sends all changes. Without locks both do, and the server makes each change
    // once.
    if (locks) expect(changes()).toHaveLength(8);
    else expect(changes().length).toBeGreaterThan(8);
    await context.close();
  });

test("a colleague's sign-in in another tab sends nothing of the previous person, whose changes wait", async ({ browser }) => {
  const [tomasz, nina] = [demoPerson("supplier"), await aColleague("nina@tiltrod.example", "Nina Okafor")];
  const office = await signInAsOffice(portal());
  const { first, second } = await twoTabs(browser, tomasz);
  const [order, other] = await ordersToMake(first);
  await isKept(first, [...BOARD, ...repliesOf(order)]);
  const { id: me } = await whoIs(first);
  network().fateOf = ({ key }) => (key === undefined ? "through" : "away");
  const pressed = await marks(first, order, 5);
  await waits(first, 5);

  await signsIn(second, nina);
  await second.getByRole("button", { name: "5 changes of a colleague wait" }).waitFor();
  const { id: her } = await whoIs(second);
  expect(her).not.toBe(me);
  network().fateOf = through;
  const hers = await marks(second, other, 1);
  await isOnceOnTheServer(office, other, hers);
  await first.evaluate(() => void dispatchEvent(new Event("online")));
  await expect
    .poll(() =>
      changes()
        .filter(({ person }) => person === String(me))
        .map(({ status }) => status),
    )
    .toContain(401);
  // The first tab is covered (rule A28). After it continues as her, it displays none of his changes
  // as done.
  await first.getByRole("button", { name: "Continue as Nina Okafor" }).tap();
  await first.getByText("Nina Okafor").waitFor();
  await opens(first, order);
  await expect(stepOf(first, pressed[0]?.window ?? "", "Cut")).toHaveAttribute("aria-pressed", "false");
  expect(await marksOf(office, order)).toEqual([]);
  expect(await marksOf(office, other)).toEqual([her]);

  await second.getByRole("button", { name: "Logout" }).tap();
  await second.getByRole("tab", { name: "Login" }).waitFor();
  await signsIn(second, tomasz, "/workshop");
  await isOnceOnTheServer(office, order, pressed);
  expect(await marksOf(office, order)).toEqual(Array(5).fill(me));
  await isSent(second);
  await first.context().close();
});

test("another company's sign-in in another tab removes the waiting changes and displays none of them", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const { first, second } = await twoTabs(browser, demoPerson("supplier"));
  const [order] = await ordersToMake(first);
  await isKept(first, [...BOARD, ...repliesOf(order)]);
  const him = await whoIs(first);
  await office.patch(`/api/orders/${order.id}/supplier`, { data: { supplierId: him.companyId } });
  await first.getByRole("link", { name: /ORD-/ }).first().waitFor();
  network().fateOf = ({ key }) => (key === undefined ? "through" : "away");
  await marks(first, order, 2);
  await waits(first, 2);
  const his = await boardOf(first);
  const comes = signsIn(second, demoPerson("metal"));
  // The removal requires confirmation, because the changes belong to somebody.
  const asks = second.getByRole("alertdialog", { name: "Remove 2 changes that were not sent?" });
  await asks.getByText("2 changes of Tomasz Zieliński, Northmoor Joinery Works").waitFor();
  expect((await onDevice(second)).databases.flat()).toHaveLength(2);
  await asks.getByRole("button", { name: "Remove and continue" }).tap();
  await comes;
  await expect.poll(async () => (await onDevice(second)).databases.flat()).toEqual([]);
  network().fateOf = through;
  await first.getByRole("button", { name: /^Continue as / }).tap();
  await first.getByRole("heading", { level: 1 }).waitFor();
  await opens(first, order);
  await first.getByRole("main").getByText(`There is no order ORD-${order.id}`).waitFor();
  // The first person's board is never displayed, not even while the other person's board loads.
  network().fateOf = ({ path }) => (path.startsWith("/api/workshop") ? "silent" : "through");
  await first.getByRole("link", { name: "Workshop" }).first().tap();
  await first.getByRole("heading", { level: 1, name: "Workshop" }).waitFor();
  // A slow reply is replaced by the stored board of the second person.
  const shown = (await first.getByRole("link", { name: /ORD-/ }).allInnerTexts()).map((text) => Number(/ORD-(\d+)/.exec(text)?.[1]));
  network().fateOf = through;
  const theirs = new Set((await boardOf(second)).map(({ id }) => id));
  const onlyHis = his.map(({ id }) => id).filter((id) => !theirs.has(id));
  expect(onlyHis).toContain(order.id);
  expect(onlyHis.filter((id) => shown.includes(id))).toEqual([]);
  const replies = await repliesOnDevice(second);
  expect(replies.filter(({ path }) => path.startsWith(`/api/orders/${order.id}`))).toEqual([]);
  expect(replies.filter(({ path, body }) => path === "/api/user" && JSON.parse(body).user.id === him.id)).toEqual([]);
  expect(await marksOf(office, order)).toEqual([]);
  await first.context().close();
});

test("a tab whose person signed out and in again in another tab stores its changes", async ({ browser }) => {
  const office = await signInAsOffice(portal());
  const { first, second } = await twoTabs(browser, demoPerson("supplier"));
  const [order] = await ordersToMake(first);
  // A tab that makes a request in the meantime learns that the session has ended.
  await isAtHand(first);
  await opens(first, order);
  await stepOf(first, order.quote.items[0]?.name ?? "", "Cut").waitFor();
  await second.goto("/workshop");
  await second.getByRole("button", { name: "Logout" }).tap();
  await second.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(second);
  await signsIn(second, demoPerson("supplier"), "/workshop");
  network().fateOf = ({ key }) => (key === undefined ? "through" : "away");
  const pressed = await marks(first, order, 2);
  await waits(first, 2);
  network().fateOf = through;
  await first.evaluate(() => void dispatchEvent(new Event("online")));
  await isOnceOnTheServer(office, order, pressed);
  await isSent(first);
  await first.context().close();
});

/**
 * Opens two tabs: the owner has signed in in the first one, while the second one still displays the
 * sign-in form.
 */
async function twoTabs(browser: Browser, who: SignIn): Promise<{ first: Page; second: Page }> {
  const context = await browser.newContext({ ...TABLET, baseURL: network().url });
  const second = await context.newPage();
  await second.goto("/workshop");
  await second.getByRole("tab", { name: "Login" }).waitFor();
  return { first: await signsIn(await context.newPage(), who, "/workshop"), second };
}

const whoIs = async (page: Page): Promise<{ id: number; companyId: number }> =>
  (await (await page.request.get(`${network().url}/api/user`)).json()).user;

/** Creates a person whom the demo's supplier has invited. */
async function aColleague(email: string, contactName: string): Promise<SignIn> {
  const password = "a long enough password";
  const supplier = await signInByCalls(portal(), demoPerson("supplier"));
  const invited = await supplier.post("/api/company/people", { data: { email, contactName, mayOrder: true, mayManage: false } });
  expect(await invited.json()).toMatchObject({ email });
  const token = async () => /token=([\w-]+)/.exec((await portal().mailsTo(email))[0]?.text ?? "")?.[1];
  await expect.poll(token).toBeDefined();
  const joined = await supplier.post("/api/join", { data: { token: await token(), password } });
  expect(joined.ok()).toBe(true);
  return { email, password };
}
