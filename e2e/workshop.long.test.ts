import { expect, test } from "@playwright/test";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { type Person, PHONE, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story is a day at the bench, on a touch tablet of 820 px: what to make today, marks on it,
 * papers of a week, and what leaves.
 */

const { portal, signedIn } = stories({ DEMO: "1" });

/** Counts a person's taps, without those that type a number. */
class Thumb {
  taps = 0;
  async tap(...[target]: [ReturnType<Person["page"]["locator"]>]): Promise<void> {
    this.taps += 1;
    await target.tap();
  }
}

interface OnBoard {
  readonly id: number;
  readonly jobName: string | null;
  readonly late: string | null;
  readonly dueOn: string | null;
}
const boardOf = async ({ page }: Person): Promise<OnBoard[]> => (await page.request.get("/api/workshop?limit=50")).json();

test("the first screen displays what to make today, and one press marks a window", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  const { page } = bench;
  await goTo(bench, "Workshop");
  const late = page.getByRole("region", { name: "Late", exact: true });
  await late.waitFor();
  const [first] = (await boardOf(bench)).filter((order) => order.late !== null);
  expect(first).toBeDefined();
  // The first screen displays the whole row of the first late order that is to begin today or has
  // begun, with its delay and its contents.
  const line = page
    .locator("main")
    .getByRole("listitem")
    .filter({ hasText: `ORD-${first?.id}` })
    .first();
  const box = await line.boundingBox();
  expect((box?.y ?? 9999) + (box?.height ?? 0)).toBeLessThan(TABLET.viewport.height);
  await line.getByText(/^\d+ days? late$/).waitFor();
  await bench.looksRight("the board");
  await bench.isForThumbs("the board");

  await line.getByRole("link", { name: new RegExp(`^ORD-${first?.id}`) }).tap();
  await arrived(bench, new RegExp(`^ORD-${first?.id}`));
  const cut = page.locator("main ol > li").first().getByRole("group").first().getByRole("button", { name: /^Cut/ });
  const was = await cut.getAttribute("aria-pressed");
  await cut.tap();
  if (was === "true") await page.getByRole("button", { name: /^Take back/ }).tap();
  await expect(cut).toHaveAttribute("aria-pressed", was === "true" ? "false" : "true");
  await bench.arrived();
  await bench.looksRight("an order at the bench");
  await bench.isForThumbs("an order at the bench");
  await page.reload();
  await expect(cut).toHaveAttribute("aria-pressed", was === "true" ? "false" : "true");

  const { items } = (await (await page.request.get(`/api/orders/${first?.id}`)).json()).quote;
  await page.goto(`/workshop/${first?.id}?piece=${items.at(-1).id}.1`);
  const next = page.getByRole("button", { name: /^Mark as (cut|assembled|finished|packed)$/ });
  await next.waitFor();
  expect((await next.boundingBox())?.height).toBeGreaterThanOrEqual(88);
  const words = await next.textContent();
  await next.tap();
  await expect(next.filter({ hasText: words ?? "" })).toHaveCount(0);
  await bench.arrived();
  await bench.looksRight("a shutter");
  await bench.close();
});

test("the board returns from an order as it was: its loaded rows, position and focus", async () => {
  const office = await signedIn(demoPerson("admin"), { device: TABLET });
  const { page } = office;
  // Later than 23:40 the minutes below would reach tomorrow, whose groups differ.
  await page.clock.install({ time: new Date().setHours(12, 0, 0, 0) });
  // The pages are so short that the demo has several.
  await page.route(/\/api\/workshop\?/, (route) => route.continue({ url: `${route.request().url()}&limit=3` }));
  await page.goto("/workshop");
  const more = page.getByRole("button", { name: "Load more" });
  for (let press = 0; press < 2; press++) {
    await more.tap();
    await office.arrived();
  }
  const orders = page.locator("main h3 a");
  const loaded = await orders.count();
  expect(loaded).toBeGreaterThan(6);
  // The figures above the rows are stored too: fetched again, they would arrive after the position
  // is restored.
  await page.route(/\/api\/workshop\/totals/, () => undefined);

  for (const comeBack of [() => page.goBack(), () => page.getByRole("main").getByRole("link", { name: "Workshop", exact: true }).tap()]) {
    const last = orders.last();
    await last.evaluate((link) => link.scrollIntoView({ block: "center" }));
    const top = await page.evaluate(() => window.scrollY);
    expect(top).toBeGreaterThan(500);
    await last.tap();
    await arrived(office, /^ORD-/);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    // The time is longer than the cache stores a reply by default.
    await page.clock.fastForward("20:00");
    await comeBack();
    await arrived(office, "Workshop");
    await expect(last).toBeFocused();
    expect(await orders.count()).toBe(loaded);
    expect(await page.evaluate(() => window.scrollY)).toBe(top);
  }
  // The menu also leads back; another screen in between resets the position.
  await goTo(office, "Orders");
  await goTo(office, "Workshop");
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await office.close();
});

test("a group's job cards and labels take two presses, and eight orders ship in at most 20 taps", async () => {
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  const { page } = bench;
  await page.goto("/workshop");
  await arrived(bench, "Workshop");
  // The order is the screen's, which groups the rows.
  await page.getByRole("region", { name: "Next week" }).waitFor();
  const names = await page
    .locator("main")
    .getByRole("link", { name: /^ORD-\d+/ })
    .allTextContents();
  const ids = names.map((text) => Number(/ORD-(\d+)/.exec(text)?.[1])).slice(0, 8);
  expect(ids).toHaveLength(8);

  const nextWeek = page.getByRole("region", { name: "Next week" });
  const papers = new Thumb();
  for (const name of ["Job cards", "Labels"]) {
    const link = nextWeek.getByRole("link", { name });
    const { width = 0, height = 0 } = (await link.boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const reply = await page.request.get((await link.getAttribute("href")) ?? "");
    expect(reply.headers()["content-type"]).toBe("application/pdf");
    const [opened] = await Promise.all([page.context().waitForEvent("page"), papers.tap(link)]);
    await opened.close();
  }
  expect(papers.taps).toBe(2);

  await nextWeek.getByRole("checkbox", { name: "Choose all of Next week" }).tap();
  const bar = page.getByRole("region", { name: "Chosen orders" });
  await bench.looksRight("chosen orders");
  await bench.isForThumbs("chosen orders");
  await bar.getByRole("button", { name: "Choose none" }).tap();

  const thumb = new Thumb();
  for (const id of ids) await thumb.tap(page.getByRole("checkbox", { name: `Choose ORD-${id}`, exact: true }));
  await thumb.tap(bar.getByRole("button", { name: "Ship 8 orders" }));
  const dialog = page.getByRole("dialog", { name: "Ship 8 orders" });
  // The dialog lists the orders as the board does, so that parcels can be stacked in that order.
  const listed = [...new Set([...(await dialog.innerText()).matchAll(/ORD-(\d+)/g)].map(([, id]) => Number(id)))];
  expect(listed).toEqual(ids);
  // A select takes two taps: one opens it and one selects an option.
  await thumb.tap(dialog.getByLabel("Carrier of all"));
  thumb.taps += 1;
  await dialog.getByLabel("Carrier of all").selectOption({ label: "DPD" });
  await bench.looksRight("the dialog of what leaves");
  await bench.isForThumbs("the dialog of what leaves");
  await thumb.tap(dialog.getByLabel(/^Tracking number/).first());
  // A scanner ends each number with Enter, which moves to the next field.
  for (const [index, id] of ids.slice(0, -1).entries())
    await page.keyboard.type(`TRACK${index}${id}`).then(() => page.keyboard.press("Enter"));
  await page.keyboard.type(`TRACK7${ids.at(-1)}`);
  await thumb.tap(dialog.getByRole("button", { name: "Ship 8 orders" }));
  await bench.looksRight("the question about orders that are not packed");
  await thumb.tap(page.getByRole("button", { name: "Ship 8 orders anyway" }));
  await bench.isTold("8 orders shipped");
  await dialog.waitFor({ state: "detached" });
  expect(thumb.taps).toBeLessThanOrEqual(20);

  const shipped = await Promise.all(ids.map(async (id) => (await page.request.get(`/api/orders/${id}`)).json()));
  expect(shipped.map(({ orderStatus, carrier, trackingNumber }) => ({ orderStatus, carrier, trackingNumber }))).toEqual(
    ids.map((id, index) => ({ orderStatus: "shipped", carrier: "dpd", trackingNumber: `TRACK${index}${id}` })),
  );
  await bench.arrived();
  await bench.looksRight("the board after that");
  await bench.close();
});

for (const [name, device] of [
  ["tablet", TABLET],
  ["phone", PHONE],
] as const)
  test(`the bar plan of five orders and the shipping dialog are readable on a ${name}`, async () => {
    const bench = await signedIn(demoPerson("supplier"), { device });
    const { page } = bench;
    const ids = (await boardOf(bench)).map(({ id }) => id).slice(0, 5);
    await page.goto(`/workshop/bar-plan?orders=${ids.join()}`);
    await page.getByTestId("bar").first().waitFor();
    await bench.looksRight("the bar plan");
    // Another story of this file may have shipped all of the supplier's own orders.
    await page.goto("/workshop?view=open");
    await page
      .getByRole("checkbox", { name: /^Choose ORD-/ })
      .first()
      .tap();
    await page.getByRole("button", { name: "Ship 1 order" }).tap();
    await page.getByRole("dialog").waitFor();
    await bench.looksRight("the dialog of what leaves");
    await bench.isForThumbs("the dialog of what leaves");
    await bench.close();
  });

for (const [name, device] of [
  ["tablet", TABLET],
  ["phone", PHONE],
] as const)
  test(`the bars and the week's makers are readable and editable on a ${name}`, async () => {
    const bench = await signedIn(demoPerson("supplier"), { device });
    await bench.page.goto("/settings?tab=workshop");
    await bench.page.getByRole("cell", { name: "All, as usual" }).waitFor();
    await bench.looksRight("the bars and the saw");
    await bench.page.getByRole("button", { name: "Change bars and saw", exact: true }).tap();
    await bench.page.getByRole("dialog", { name: "Bars and saw" }).waitFor();
    await bench.looksRight("changing the bars and the saw");
    await bench.isForThumbs("changing the bars and the saw");
    // The bar length is changed, and undone; the list of former tables has both.
    await bench.page.getByLabel("Stiles: bar length").fill("2700");
    await bench.page.getByRole("button", { name: "Save", exact: true }).tap();
    await bench.page.getByRole("cell", { name: "2,700 mm" }).waitFor();
    await bench.page.getByText("Workshop settings saved").waitFor();
    await bench.looksRight("the note with Undo and the former tables");
    await bench.page.getByRole("button", { name: "Undo" }).tap();
    await bench.page.getByRole("cell", { name: "All, as usual" }).waitFor();
    const former = bench.page.getByRole("region", { name: "Former tables" }).getByRole("listitem");
    await expect(former.nth(0)).toContainText("Stiles, bar length2,700 mm → 3,000 mm");
    await expect(former.nth(1)).toContainText("Stiles, bar length3,000 mm → 2,700 mm");
    await bench.looksRight("the former tables");
    const [order] = await boardOf(bench);
    await bench.close();

    const owner = await signedIn(portal().superAdmin, { device });
    const { page } = owner;
    await page.goto(`/orders?order=${order?.id}`);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^More actions/ })
      .tap();
    await page.getByRole("menuitem", { name: /^Choose supplier/ }).tap();
    await page.getByRole("dialog", { name: /^Choose supplier/ }).waitFor();
    await owner.looksRight("an order's supplier");
    await owner.isForThumbs("an order's supplier");
    await page.goto("/pricing");
    await page
      .getByRole("button", { name: /^Edit / })
      .first()
      .tap();
    await page.getByRole("dialog").getByLabel("Made by").scrollIntoViewIfNeeded();
    await owner.looksRight("a type's supplier");
    await owner.isForThumbs("a type's supplier");
    await page.goto("/workshop?view=load");
    await page.getByRole("rowheader").first().waitFor();
    await owner.arrived();
    await owner.looksRight("the load by week");
    await owner.isForThumbs("the load by week");
    await owner.close();
  });

test("the board's paper displays no price", async () => {
  const owner = await signedIn(portal().superAdmin, { device: TABLET });
  const { page } = owner;
  await page.goto("/workshop");
  await page.getByRole("heading", { level: 2 }).first().waitFor();
  await owner.arrived();
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
  expect(await page.getByRole("checkbox").first().isVisible()).toBe(false);
  expect(await page.locator("main").innerText()).not.toContain("£");
  await owner.close();
});
