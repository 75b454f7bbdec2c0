import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { readPdf, unzipped } from "#server/testing/papers/read-pdf.ts";
import { counting } from "./testing/counting.ts";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { DEVICES, PHONE, waitForFrames } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import { turnedTo } from "./testing/survey.ts";

/**
 * The story is a fitter's work between two houses: reordering an order, finding late orders, and
 * sending a quarter's invoices to the bookkeeper.
 */

const { signedIn } = stories({ DEMO: "1" });

for (const [name, device] of Object.entries(DEVICES))
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

    const { press, type, click, copy, presses } = counting(fitter);
    await click(page.getByRole("searchbox"));
    await type("salti");
    await click(page.getByRole("button", { name: `View Details of ORD-${house.id}` }));
    const details = page.getByRole("dialog", { name: `Order Details ORD-${house.id}` });
    await click(details.getByRole("button", { name: /^More actions/ }));
    await click(page.getByRole("menuitem", { name: "Order again" }));
    const form = page.getByRole("dialog", { name: "Create New Quote" });
    await form.getByRole("region", { name: `Window 1 of ${windows.length}` }).waitFor();
    expect(await (await turnedTo(form, "Job name")).inputValue()).toBe("14 Saltings Road");
    await turnedTo(form, "Width");
    for (const [at, width] of [717, 818].entries()) {
      // A phone already displays the first window, and its keys lead on to the next one.
      if (device !== PHONE)
        await click(form.getByRole("navigation", { name: "Windows" }).getByRole("listitem").nth(at).getByRole("button"));
      else if (at > 0) await click(form.getByRole("button", { name: "Next field" }));
      await click(form.getByLabel("Width"));
      await press("Control+a");
      await copy(width);
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

    await click(page.getByRole("dialog", { name: /^Quote Details/ }).getByRole("button", { name: "Place order" }));
    const placing = page.getByRole("dialog", { name: /^Place order/ });
    // The field contains the company's own address.
    await expect(placing.getByLabel("Shipping address")).not.toBeEmpty();
    await click(placing.getByRole("button", { name: "Place order" }));
    await fitter.isTold("Order placed");

    expect(presses()).toBeLessThanOrEqual(25);
    const [quote] = await (await page.request.get("/api/quotes")).json();
    expect([quote.jobName, Boolean(quote.placedAt)]).toEqual(["14 Saltings Road", true]);
    const items: { widthM: number }[] = await (await page.request.get(`/api/quotes/${quote.id}/items`)).json();
    expect(items).toHaveLength(windows.length);
    expect(items.slice(0, 2).map(({ widthM }) => widthM)).toEqual([0.717, 0.818]);
    await fitter.close();
  });

interface Order {
  readonly id: number;
  readonly orderStatus: string;
  readonly shippingDate: string | null;
  readonly estimatedArrival: string | null;
  readonly requiredBy: string | null;
}

/** Applies rule O9 itself, independently of the portal's own answer. */
function isLate({ orderStatus, shippingDate, estimatedArrival, requiredBy }: Order): boolean {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/London" });
  const missed = (day: string | null) => day !== null && day < today;
  const making = ["pending", "processing"].includes(orderStatus);
  const open = making || orderStatus === "shipped";
  return (making && missed(shippingDate)) || (orderStatus === "shipped" && missed(estimatedArrival)) || (open && missed(requiredBy));
}

for (const [name, device] of Object.entries(DEVICES))
  test(`late orders are visible after one press, from the start screen and in Orders: ${name}`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device });
    const { page } = fitter;
    await arrived(fitter, "Quotes");
    const all: Order[] = await (await page.request.get("/api/orders?limit=200")).json();
    const late = all.filter(isLate).map(({ id }) => `ORD-${id}`);
    expect(late.length).toBeGreaterThan(0);
    expect(late.length).toBeLessThan(all.length);
    const shown = async () => {
      await page.getByRole("tab", { name: `Late ${late.length}`, selected: true }).waitFor();
      await arrived(fitter, "Orders");
      const numbers = await page.locator("[data-opener]").allTextContents();
      expect(numbers.map((text) => /^ORD-\d+/.exec(text)?.[0]).toSorted()).toEqual(late.toSorted());
      for (const row of await page.getByRole("row", { name: /ORD-/ }).all())
        await row
          .getByText(/^\d+ days? late ·/)
          .filter({ visible: true })
          .first()
          .waitFor();
    };

    await page.getByRole("link", { name: new RegExp(`^${late.length} orders? (is|are) late`) }).click();
    await shown();
    await fitter.looksRight(`orders: which are late: ${name}`);
    await page.goto("/orders");
    await arrived(fitter, "Orders");
    await page.getByRole("tab", { name: /^Late/ }).click();
    await shown();
    await fitter.close();
  });

for (const [name, device] of Object.entries(DEVICES))
  test(`one press saves all invoices of a quarter, and each can be read: ${name}`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device });
    const { page } = fitter;
    await arrived(fitter, "Quotes");
    await goTo(fitter, "Invoices");
    // The demo has an invoice in the last quarter on every day.
    const asked = page.waitForRequest((each) => /\/api\/invoices\?.*from=/.test(each.url()));
    await page.getByText("Last quarter").click();
    const { searchParams: days } = new URL((await asked).url());
    await arrived(fitter, "Invoices");
    await fitter.looksRight(`invoices of the last quarter: ${name}`);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download all as zip" }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`invoices-from-${days.get("from")}-to-${days.get("to")}.zip`);

    const query = `from=${days.get("from")}&to=${days.get("to")}&limit=200`;
    const listed: { number: string; gross: number }[] = await (await page.request.get(`/api/invoices?${query}`)).json();
    expect(listed.length).toBeGreaterThan(0);
    const files = unzipped(readFileSync(await file.path()));
    expect(Object.keys(files).toSorted()).toEqual(listed.map(({ number }) => `${number}.pdf`).toSorted());
    for (const { number, gross } of listed) {
      const { text } = readPdf(files[`${number}.pdf`] ?? Buffer.alloc(0));
      expect(text).toContain(number);
      expect(text).toContain(`£${gross.toLocaleString("en-GB", { minimumFractionDigits: 2 })}`);
    }
    await fitter.close();
  });

test("a phone's keyboard and the survey's keys leave the field in sight and the actions on one line", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE });
  const { page } = fitter;
  await page.goto("/quotes?new=quote");
  const form = page.getByRole("dialog", { name: "Create New Quote" });
  await form.getByRole("button", { name: "Add window" }).click();
  const place = async (locator: ReturnType<typeof page.getByRole>) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error("not on the screen");
    return { top: box.y, bottom: box.y + box.height };
  };
  const fits = async (label: string, height: number) => {
    await form.getByLabel(label).focus();
    await page.evaluate(waitForFrames);
    const [bar, field, create] = [
      await place(form.getByRole("button", { name: /^Window 2 of 2/ })),
      await place(form.getByLabel(label)),
      await place(form.getByRole("button", { name: "Create Quote" })),
    ];
    expect(bar.top).toBeGreaterThanOrEqual(0);
    expect(field.top).toBeGreaterThanOrEqual(bar.bottom);
    expect(field.bottom).toBeLessThanOrEqual(create.top);
    expect(create.bottom).toBeLessThanOrEqual(height);
    expect(create.top).toBeGreaterThanOrEqual(height - 90);
  };
  // The height is what an on-screen keyboard leaves.
  await page.setViewportSize({ width: 390, height: 460 });
  await fits("Window name", 460);
  await fitter.looksRight("new quote: over a phone's keyboard");
  // On a small phone in full height the on-screen keyboard stays closed for measures.
  await page.setViewportSize({ width: 375, height: 667 });
  await fits("Height", 667);
  const keys = await place(form.getByRole("group", { name: "Keys for the measure" }));
  expect((await place(form.getByLabel("Height"))).bottom).toBeLessThanOrEqual(keys.top);
  await fitter.looksRight("new quote: over its own keys");
  await fitter.close();
});
