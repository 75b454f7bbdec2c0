import { expect, type Locator, test } from "@playwright/test";
import { TOAST_DURATION_MS } from "#client/lib/toasts.ts";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import { type Person, TABLET, withoutTimer } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** The tests measure the sizes of rule S1, which only a browser's layout can show. */

const { portal, signedIn } = stories({ DEMO: "1" });

let helen: Person;
test.beforeAll(async () => {
  helen = await signedIn(demoPerson("customer"));
  await arrived(helen, "Quotes");
});

const box = async (selector: string) => (await helen.page.locator(selector).first().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const wide = (width: number) => helen.page.setViewportSize({ width, height: 900 });

test("the sidebar is fixed and 16rem wide from 768 px on, with the product's name and Logout", async () => {
  const { page } = helen;
  for (const width of [768, 820, 1023, 1440]) {
    await wide(width);
    await expect.poll(() => box("aside")).toMatchObject({ x: 0, y: 0, width: 256, height: 900 });
    expect((await box("main")).x).toBe(256);
    await expect(page.getByRole("button", { name: "Open menu" })).toBeHidden();
  }
  expect(await page.locator("aside").evaluate((element) => getComputedStyle(element).position)).toBe("fixed");
  await page.locator("aside").getByText("Tiltrod").waitFor();
  await page.locator("aside").getByRole("button", { name: "Logout" }).waitFor();
});

test("a folded sidebar stays folded on the device at every width until it is opened", async () => {
  const { page } = helen;
  await wide(820);
  await page.getByRole("button", { name: "Fold the menu" }).click();
  await page.reload();
  for (const width of [768, 1440]) {
    await wide(width);
    await expect.poll(() => box("aside")).toMatchObject({ x: 0, y: 0, width: 64, height: 900 });
  }
  await page.getByRole("button", { name: "Open the menu" }).click();
  await expect.poll(() => box("aside")).toMatchObject({ x: 0, width: 256 });
});

test("the rail on a tablet displays names below its icons, each as wide as a finger needs", async () => {
  const tablet = await signedIn(portal().superAdmin, { device: TABLET });
  await arrived(tablet, /^Welcome/);
  await tablet.page.getByRole("button", { name: "Fold the menu" }).click();
  const entries = tablet.page.locator("aside").getByRole("link");
  await expect(entries.first()).toBeVisible();
  for (const entry of await entries.all()) {
    const name = await entry.locator("span").boundingBox();
    const whole = await entry.boundingBox();
    const icon = await entry.locator("svg").boundingBox();
    expect(name?.y).toBeGreaterThanOrEqual((icon?.y ?? 999) + (icon?.height ?? 0));
    expect(name?.width).toBeLessThanOrEqual(whole?.width ?? 0);
    expect(Math.min(whole?.width ?? 0, whole?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await tablet.close();
});

test("the bell is in the row of the page's own buttons", async () => {
  const { page } = helen;
  for (const [width, path] of [
    [820, "/orders"],
    [1440, "/orders"],
    [1440, "/"],
  ] as const) {
    await wide(width);
    await page.goto(path);
    const bell = page.getByRole("button", { name: /^Notifications/ });
    const middle = async (thing: Locator) => {
      const { y = 0, height = 0 } = (await thing.boundingBox()) ?? {};
      return y + height / 2;
    };
    const button = page.locator("header").getByRole("button", { name: "More" });
    await button.waitFor();
    await expect.poll(async () => [width, await middle(bell)]).toEqual([width, await middle(button)]);
  }
});

test("the menu opens below 768 px from a drawer at the left, 280 px wide", async () => {
  const { page } = helen;
  await wide(767);
  await expect(page.locator("aside")).toBeHidden();
  await page.getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog", { name: "Menu" });
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
  expect((await drawer.boundingBox())?.width).toBe(280);
  expect(await drawer.getByRole("link").allTextContents()).toEqual(["Dashboard", "Quotes", "Orders", "Remakes", "Settings", "Invoices"]);
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });
});

test("the bell stays at the top right while the page is scrolled", async () => {
  const { page } = helen;
  for (const width of [390, 1440]) {
    await wide(width);
    const bell = page.getByRole("button", { name: /^Notifications/ });
    // The browser applies the new width in its next frames.
    await expect
      .poll(async () => {
        const { x = 0, width: wide = 0 } = (await bell.boundingBox()) ?? {};
        return x + wide > width - 60 && x + wide <= width;
      })
      .toBe(true);
    const at = await bell.boundingBox();
    expect(at?.y ?? 999).toBeLessThan(40);
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, 600);
    await expect.poll(scrolled).toBeGreaterThan(0);
    expect(await bell.boundingBox()).toEqual(at);
    await page.mouse.wheel(0, -600);
    await expect.poll(scrolled).toBe(0);
  }
});

test("a toast is at the bottom right, at most 420 px wide, and a swipe of 50 px to the right removes it", async () => {
  const { page } = helen;
  await wide(1440);
  await withoutTimer(page, TOAST_DURATION_MS);
  await page.goto("/referrals");
  await arrived(helen, "Referrals");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const toast = page.locator("li[data-variant]");
  await page.getByRole("button", { name: "Copy code" }).click();
  const place = () => box("ol:has(li[data-variant])");
  // The dialog first slides to its place.
  await expect.poll(async () => [(await place()).y + (await place()).height, (await place()).width]).toEqual([900, 420]);
  // The toast is at the right edge, beside the room for the scrollbar.
  expect(1440 - (await place()).x - 420).toBeLessThanOrEqual(20);
  const at = await box("li[data-variant]");
  expect(at.width).toBeLessThanOrEqual(420);
  const middle = { x: at.x + 40, y: at.y + at.height / 2 };
  const swipe = async (by: number) => {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + by / 2, middle.y, { steps: 4 });
    await page.mouse.move(middle.x + by, middle.y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(45);
  expect(await toast.getAttribute("data-state")).toBe("open");
  // The toast glides back, and an earlier press would miss it.
  await expect.poll(async () => (await toast.boundingBox())?.x).toBe(at.x);
  await swipe(55);
  await toast.waitFor({ state: "detached" });
});

test("an open toast is at the bottom right at every width and does not move", async () => {
  const { page } = helen;
  await withoutTimer(page, TOAST_DURATION_MS);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  for (const width of [390, 768, 820, 1023, 1440]) {
    await wide(width);
    await page.goto("/referrals");
    await arrived(helen, "Referrals");
    await page.getByRole("button", { name: "Copy code" }).click();
    const toast = page.locator("li[data-variant]");
    await toast.waitFor();
    await toast.evaluate((element) => Promise.all(element.getAnimations().map((animation) => animation.finished)));
    const places = await toast.evaluate(async (element) => {
      const seen = new Set<string>();
      for (const start = performance.now(); performance.now() - start < 3000; await new Promise(requestAnimationFrame)) {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        seen.add([left, top, right, bottom].join());
      }
      return [...seen];
    });
    expect([width, places.length]).toEqual([width, 1]);
    const [, , right = 0, bottom = 0] = (places[0] ?? "").split(",").map(Number);
    expect(width - right).toBeLessThanOrEqual(32);
    expect(900 - bottom).toBeLessThanOrEqual(width < 768 ? 88 : 16);
  }
});
