import { expect, type Locator, test } from "@playwright/test";
import { TOAST_DURATION_MS } from "#client/lib/toasts.ts";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import { PHONE, TABLET, withoutTimer } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The tests check whether things are in their places, and what appears when nothing loads. Only a
 * real browser and connection can tell.
 */

const { portal, signedIn, visit } = stories({ DEMO: "1" });

const boxOf = async (thing: Locator) => (await thing.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test("a toast on a phone is above the footer of its dialog", async () => {
  const helen = await signedIn(demoPerson("customer"), { device: PHONE, expected: [/^409 POST/] });
  const { page } = helen;
  await withoutTimer(page, TOAST_DURATION_MS);
  const [unpaid] = await (await page.request.get("/api/orders?status=pending&paymentStatus=unpaid")).json();
  await page.route("**/pay", (route) => route.fulfill({ status: 409, body: "This quote is already paid", contentType: "text/plain" }));
  for (const path of [`/quotes?quote=${unpaid.quoteId}`, `/orders?order=${unpaid.id}`]) {
    await page.goto(path);
    const footer = page.getByRole("dialog").locator("[data-dialog-footer]");
    await footer.getByRole("button", { name: /^Pay £/ }).click();
    const toast = page.locator("li[data-variant]");
    await toast.waitFor();
    await helen.arrived();
    const said = await boxOf(toast);
    const actions = await boxOf(footer);
    expect([path, said.y + said.height <= actions.y, said, actions]).toEqual([path, true, said, actions]);
  }
  await helen.close();
});

for (const [where, device] of [
  ["a tablet", TABLET],
  ["a phone", PHONE],
] as const)
  test(`the last row of ${where}'s full list scrolls clear of a toast, and nothing moves when the toast closes`, async () => {
    const helen = await signedIn(demoPerson("customer"), { device, expected: [/^409 POST/] });
    const { page } = helen;
    await withoutTimer(page, TOAST_DURATION_MS);
    await page.route("**/pay", (route) => route.fulfill({ status: 409, body: "This quote is already paid", contentType: "text/plain" }));
    await page.goto("/quotes");
    await arrived(helen, "Quotes");
    const height = page.viewportSize()?.height ?? 0;
    await page
      .getByRole("button", { name: /^Pay Now/ })
      .first()
      .click();
    const toast = page.locator("li[data-variant]");
    await toast.waitFor();
    await page.keyboard.press("F8");
    await helen.arrived();
    const said = await boxOf(toast);
    expect(said.y).toBeGreaterThan(height / 2);
    const atEnd = () =>
      page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        const ends = [...document.querySelectorAll("main :is(a, button, select), header button")].map(
          (it) => it.getBoundingClientRect().bottom,
        );
        return { lowest: Math.max(...ends), at: window.scrollY };
      });
    const { lowest, at } = await atEnd();
    expect(at).toBeGreaterThan(height);
    expect(lowest).toBeLessThanOrEqual(said.y);
    await page.keyboard.press("Escape");
    await toast.waitFor({ state: "detached" });
    expect(await atEnd()).toEqual({ lowest, at });
    await helen.close();
  });

test("the address of each tab of quotes opens on a phone with that tab inside the strip", async () => {
  const helen = await signedIn(demoPerson("customer"), { device: PHONE });
  const { page } = helen;
  const strip = page.getByRole("tablist", { name: "Quotes" });
  // Without their counts, tabs that have nothing are displayed too.
  await strip.getByRole("tab", { name: /^To order.*\d/ }).waitFor();
  const outside: string[] = [];
  for (const name of await strip.getByRole("tab").allTextContents()) {
    await strip.getByRole("tab", { name }).click();
    await page.reload();
    await arrived(helen, "Quotes");
    const [tab, whole] = [await boxOf(strip.getByRole("tab", { selected: true })), await boxOf(strip)];
    if (tab.x < whole.x || tab.x + tab.width > whole.x + whole.width) outside.push(name);
  }
  expect(outside).toEqual([]);
  await helen.close();
});

test("opened windows show all their facts beside the drawing, in the same columns", async () => {
  const helen = await signedIn(demoPerson("customer"));
  const { page } = helen;
  const [several] = (await (await page.request.get("/api/quotes")).json()).filter(({ itemCount }: { itemCount: number }) => itemCount > 2);
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/quotes?quote=${several.id}`);
    await page.getByRole("dialog").getByRole("button", { name: "Open all" }).click();
    const lists = await page.getByRole("dialog").locator("li dl").all();
    expect(lists.length).toBeGreaterThanOrEqual(6);
    const edges = await Promise.all(lists.map(async (list) => Math.round((await boxOf(list)).x)));
    expect([width, new Set(edges).size]).toEqual([width, 1]);
  }
  await helen.close();
});

test("two months are side by side at every width with room for them", async () => {
  const staff = await signedIn(portal().superAdmin);
  const { page } = staff;
  await arrived(staff, /^Welcome/);
  for (const [width, months] of [
    [1440, 2],
    [820, 2],
    [640, 2],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/?period=all_time");
    await arrived(staff, /^Welcome/);
    await page.getByRole("combobox", { name: "Period" }).selectOption("custom");
    const dialog = page.getByRole("dialog", { name: "Custom Range" });
    await dialog.getByRole("grid").first().waitFor();
    const grids = await dialog.getByRole("grid").all();
    const tops = new Set(await Promise.all(grids.map(async (grid) => Math.round((await boxOf(grid)).y))));
    expect([width, grids.length, tops.size]).toEqual([width, months, 1]);
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await page.keyboard.press("Escape");
  }
  await staff.close();
});

test("recent orders scroll in their own box by wheel, and the page does not scroll", async () => {
  const staff = await signedIn(demoPerson("supplier"));
  const { page } = staff;
  await arrived(staff, /^Welcome/);
  const list = page.getByRole("region", { name: "Recent Orders" });
  const rows = list.getByRole("listitem");
  await rows.first().waitFor();
  expect((await boxOf(list)).height).toBeLessThanOrEqual(480);
  expect(await list.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeGreaterThan(100);
  await list.scrollIntoViewIfNeeded();
  await rows.first().hover();
  const [pageBefore, firstBefore] = [await page.evaluate(() => window.scrollY), (await boxOf(rows.first())).y];
  await page.mouse.wheel(0, 100);
  await expect.poll(async () => firstBefore - (await boxOf(rows.first())).y).toBe(100);
  expect(await page.evaluate(() => window.scrollY)).toBe(pageBefore);
  await staff.close();
});

test("pasted rows are below their column heads", async () => {
  const customer = await signedIn(demoPerson("customer"));
  const { page } = customer;
  await page.getByRole("button", { name: "New Quote" }).first().click();
  await page.getByRole("button", { name: "Paste rows" }).first().click();
  await page.getByLabel(/rows/i).last().fill("Kitchen\t1200\t900\nBathroom\t600\t800");
  const table = page.getByRole("table", { name: "The rows as they were read" });
  await table.waitFor();
  const texts = (cells: string) =>
    table.locator(cells).evaluateAll((found) =>
      found.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const { left, right } = range.getBoundingClientRect();
        return { left: Math.round(left), right: Math.round(right), atRight: getComputedStyle(cell).textAlign === "right" };
      }),
    );
  const heads = await texts("thead th");
  const cells = await texts("tbody tr:first-child td");
  const edge = ({ left, right, atRight }: (typeof heads)[number]) => [atRight, atRight ? right : left];
  expect(cells.map(edge)).toEqual(heads.map(edge));
  await customer.close();
});

test("a screen without the server displays that once, with a retry, and no crash message", async () => {
  const staff = await signedIn(portal().superAdmin, {
    expected: [/Failed to fetch dynamically imported module/, /ERR_CONNECTION_REFUSED/],
  });
  const { page } = staff;
  await arrived(staff, /^Welcome/);
  await page.route("**/*", (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "Clients" }).click();
  const said = page.getByRole("alert").filter({ hasText: "The portal can't be reached" });
  await said.waitFor();
  expect(await page.getByText("stopped working").count()).toBe(0);
  expect(await page.getByRole("alert").count()).toBe(1);
  await page.unroute("**/*");
  await said.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Client Management" }).waitFor();
  await page.close();
});

test("a missing order is named in the panel and in a toast", async () => {
  const customer = await signedIn(demoPerson("customer"), { expected: [/404/] });
  const { page } = customer;
  await withoutTimer(page, TOAST_DURATION_MS);
  for (const [path, sentence] of [
    ["/orders?order=9999", "There is no order ORD-9999"],
    ["/quotes?quote=9999", "There is no quote Q-9999"],
    ["/remakes?remake=9999", "There is no remake RMK-9999"],
  ]) {
    await page.goto(path ?? "");
    const toast = page.locator("li[data-variant=destructive]");
    await toast.waitFor();
    expect(await toast.textContent()).toContain(`Error: ${sentence}`);
    await page
      .getByRole("dialog")
      .getByRole("alert")
      .getByText(sentence ?? "")
      .waitFor();
    expect(await page.getByRole("dialog").getByRole("button", { name: "Try again" }).count()).toBe(0);
  }
  await page.close();
});

test("robots are kept out, the sign-in page describes itself, and the session is looked up without a cookie too", async () => {
  const robots = await fetch(`${portal().url}/robots.txt`);
  expect([robots.status, robots.headers.get("content-type")?.split(";")[0]]).toEqual([200, "text/plain"]);
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
  const visitor = await visit();
  const asked = visitor.page.waitForRequest("**/api/user");
  await visitor.page.goto("/");
  await asked;
  await visitor.page.getByRole("tab", { name: "Login" }).waitFor();
  expect(await visitor.page.locator('meta[name="description"]').getAttribute("content")).toContain("window shutters");
  await visitor.page.close();
});

for (const colorScheme of ["light", "dark"] as const)
  test(`the API's page has the portal's own look, ${colorScheme}, under its policy`, async () => {
    const reader = await visit();
    const { page } = reader;
    await page.emulateMedia({ colorScheme });
    await page.goto("/api/docs");
    await page.getByRole("heading", { name: "API", level: 1 }).waitFor();
    const look = await page.evaluate(() => {
      const { backgroundColor, fontFamily } = getComputedStyle(document.body);
      return { backgroundColor, inter: fontFamily.includes("Inter") };
    });
    expect(look).toEqual({ backgroundColor: colorScheme === "light" ? "rgb(246, 244, 240)" : "rgb(22, 21, 19)", inter: true });
    await reader.looksRight(`the API's page, ${colorScheme}`);
    await reader.close();
  });
