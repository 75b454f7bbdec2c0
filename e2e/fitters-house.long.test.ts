import { expect, test } from "@playwright/test";
import { arrived, demoPerson } from "./testing/demo-people.ts";
import { LAPTOP, type Person, PHONE, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** A fitter's evening: the notes of a house become a quote by keyboard alone, and last month's house is ordered again with two changes. */

const { signedIn } = stories({ DEMO: "1" });

const ROOMS = ["Hall", "Kitchen", "Bay left", "Bay middle", "Bay right", "Landing", "Bath", "Loft", "Study", "Door", "Back room", "WC"];
const NOTES = ROOMS.map((name, at) => ({ name, width: 610 + 35 * at, height: name === "Door" ? 2100 : 950 + 15 * at }));

/** Counts what a person presses: keys and clicks. What a measure is typed with is not counted. */
function counting({ page }: Person) {
  let presses = 0;
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
      presses += keys.length;
    },
    type: async (text: string) => {
      await page.keyboard.type(text);
      presses += text.length;
    },
    click: async (locator: ReturnType<typeof page.getByRole>) => {
      await locator.click();
      presses += 1;
    },
    measure: (text: number) => page.keyboard.type(`${text}`),
    presses: () => presses,
  };
}

test("notes on paper become twelve windows by keyboard alone, named, with the measure that was asked about kept", async () => {
  const fitter = await signedIn(demoPerson("customer"));
  const { page } = fitter;
  const { keyboard } = page;
  await arrived(fitter, "Quotes");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent ?? "");

  await keyboard.press("n");
  await page.getByRole("option", { name: "Basswood Classic" }).waitFor({ state: "attached" });
  await expect.poll(focused).toBe("jobName");
  await keyboard.type("Featherstone, 12 Elm Road");
  await keyboard.press("Enter");
  await keyboard.type("PO-9001");
  await keyboard.press("Enter");
  for (const [at, { name, width, height }] of NOTES.entries()) {
    expect(await focused()).toBe(`windows.${at}.name`);
    await keyboard.type(name);
    await keyboard.press("Enter");
    if (at === 0) {
      await keyboard.type("Basswood C");
      await keyboard.press("Enter");
    }
    await keyboard.type(`${width}`);
    await keyboard.press("Enter");
    await keyboard.type(`${height}`);
    await keyboard.press("Enter");
    if (at > 0) continue;
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
  }
  // Enter after the last measure has added one more window, which is left out.
  await page.getByRole("region", { name: "Window 13 of 13" }).waitFor();
  await fitter.looksRight("new quote: twelve windows and an empty one");
  await keyboard.press("Control+Enter");
  const question = page.getByRole("alertdialog", { name: "Are these measures right?" });
  await question.getByText("Door").waitFor();
  await fitter.looksRight("new quote: measures that were not answered");
  await keyboard.press("Tab");
  await keyboard.press("Enter");
  await fitter.isTold("Quote created successfully");

  const [quote] = await (await page.request.get("/api/quotes")).json();
  expect([quote.jobName, quote.poNumber, quote.itemCount]).toEqual(["Featherstone, 12 Elm Road", "PO-9001", 12]);
  const items: { name: string; widthM: number; heightM: number; overriddenChecks: string[] }[] = await (
    await page.request.get(`/api/quotes/${quote.id}/items`)
  ).json();
  expect(items.map(({ name, widthM, heightM }) => ({ name, width: widthM * 1000, height: heightM * 1000 }))).toEqual(NOTES);
  expect(items.filter(({ overriddenChecks }) => overriddenChecks.length > 0).map(({ name }) => name)).toEqual(["Door"]);
  // What follows is said in its details.
  await page.getByRole("dialog", { name: `Quote Details Q-${quote.id}` }).waitFor();
  await fitter.looksRight("new quote: its details");
  await fitter.close();
});

for (const [name, device] of Object.entries({ laptop: LAPTOP, tablet: TABLET, phone: PHONE }))
  test(`last month's house is found and ordered again with two windows changed in 25 presses: ${name}`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device });
    const { page } = fitter;
    const orders: { id: number; jobName: string | null; quoteId: number }[] = await (
      await page.request.get("/api/orders?limit=200")
    ).json();
    const house = orders.find(({ jobName }) => jobName === "14 Saltings Road");
    if (!house) throw new Error("The demo has no such order");
    const windows: { name: string }[] = await (await page.request.get(`/api/quotes/${house.quoteId}/items`)).json();
    expect(windows.length).toBeGreaterThan(1);
    await page.goto("/orders");
    await arrived(fitter, "Orders");

    const { press, type, click, measure, presses } = counting(fitter);
    await click(page.getByRole("searchbox"));
    await type("salti");
    await click(page.getByRole("button", { name: `View Details of ORD-${house.id}` }));
    const details = page.getByRole("dialog", { name: `Order Details ORD-${house.id}` });
    await click(details.getByRole("button", { name: /^More actions/ }));
    await click(page.getByRole("menuitem", { name: "Order again" }));
    const form = page.getByRole("dialog", { name: "Create New Quote" });
    await form.getByRole("region", { name: `Window 1 of ${windows.length}` }).waitFor();
    expect(await form.getByLabel("Job name").inputValue()).toBe("14 Saltings Road");
    for (const [at, width] of [717, 818].entries()) {
      await click(form.getByRole("navigation", { name: "Windows" }).getByRole("listitem").nth(at).getByRole("button"));
      await click(form.getByLabel("Width"));
      await press("Control+a");
      await measure(width);
    }
    await fitter.looksRight(`order again: ${name}`);
    await click(form.getByRole("button", { name: "Create Quote" }));
    const asked = page.getByRole("button", { name: "Create anyway" });
    await asked
      .or(page.getByRole("dialog", { name: /^Quote Details/ }))
      .first()
      .waitFor();
    if (await asked.isVisible()) await click(asked);
    await page.getByRole("dialog", { name: /^Quote Details/ }).waitFor();

    expect(presses()).toBeLessThanOrEqual(25);
    const [quote] = await (await page.request.get("/api/quotes")).json();
    const items: { widthM: number }[] = await (await page.request.get(`/api/quotes/${quote.id}/items`)).json();
    expect(items).toHaveLength(windows.length);
    expect(items.slice(0, 2).map(({ widthM }) => widthM)).toEqual([0.717, 0.818]);
    await fitter.close();
  });

test("over the keyboard of a phone the actions are one line, and the windows stay in sight", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE });
  const { page } = fitter;
  await page.goto("/quotes?new=quote");
  const form = page.getByRole("dialog", { name: "Create New Quote" });
  await form.getByRole("option", { name: "Basswood Classic" }).waitFor({ state: "attached" });
  await form.getByRole("button", { name: "Add window" }).click();
  // As high as an on-screen keyboard leaves it.
  await page.setViewportSize({ width: 390, height: 460 });
  await form.getByLabel("Height").focus();
  const place = async (locator: ReturnType<typeof page.getByRole>) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("not on the screen");
    return { top: box.y, bottom: box.y + box.height };
  };
  const [windows, field, create] = [
    await place(form.getByRole("navigation", { name: "Windows" })),
    await place(form.getByLabel("Height")),
    await place(form.getByRole("button", { name: "Create Quote" })),
  ];
  expect(windows.top).toBeGreaterThanOrEqual(0);
  expect(field.top).toBeGreaterThanOrEqual(windows.bottom);
  expect(field.bottom).toBeLessThanOrEqual(create.top);
  expect(create.bottom).toBeLessThanOrEqual(460);
  expect(create.top).toBeGreaterThanOrEqual(370);
  await fitter.looksRight("new quote: over a phone's keyboard");
  await fitter.close();
});
