import { expect, test } from "@playwright/test";
import { LAPTOP, PHONE } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The test pastes a fitter's sheet: titles above the headings, widths in inches, a heading of the
 * fitter's own, a sum in the last row, and types in fewer words than the portal's.
 */

const { portal, visit } = stories();

const sheetOf = (type: string): string =>
  [
    ["Mrs Bell, 4 Mill Lane"],
    ["Measured 12 Nov"],
    ["Room", "Width (inches)", "Drop mm", "Qty", "Shutter", "Louvre", "Slat shade"],
    ["Kitchen", "47 1/4", "1350", "1", type, "64", "White"],
    ["Landing", "31.5", "900", "2", type, "76", "Cream"],
    ["Total", "", "", "3"],
  ]
    .map((cells) => cells.join("\t"))
    .join("\n");
const INCHES = "Measures in inches or feet are not read: give them in mm, cm or m";

// The portal proposes the only type that contains the sheet's word.
for (const { screen, device, word, type } of [
  { screen: "a laptop", device: LAPTOP, word: "basswood", type: "Basswood Classic" },
  { screen: "a phone", device: PHONE, word: "cedar", type: "Cedar Classic" },
])
  test(`a sheet with titles, inches and a sum becomes two windows on ${screen}`, async () => {
    const person = await visit({ device });
    const { page } = person;
    expect((await page.request.post("/api/login", { data: portal().superAdmin })).ok()).toBe(true);
    const product = { name: type, basePricePerM2: 150.5, standardLouverSizes: [64, 76], colorOptions: ["White", "Cream"] };
    expect((await page.request.post("/api/products", { data: product })).ok()).toBe(true);
    await page.goto("/quotes");
    await page.getByRole("button", { name: "New Quote" }).first().click();
    if (device === PHONE) await page.getByRole("button", { name: /^The job/ }).click();
    await page.getByRole("button", { name: "Paste rows" }).click();
    const dialog = page.getByRole("dialog", { name: "Paste rows" });
    await dialog.getByLabel("Rows").fill(sheetOf(word));

    for (const [row, use] of Object.entries({ 1: "skip", 2: "skip", 3: "heading", 6: "window" }))
      await expect(dialog.getByLabel(`Row ${row} is`)).toHaveValue(use);
    await expect(dialog.getByText(INCHES)).toHaveCount(2);
    await expect(dialog.getByText(`proposed for “${word}”`)).toHaveCount(2);
    await expect(dialog.getByText("Not read: Slat shade.")).toBeVisible();
    await person.looksRight(`Paste rows with errors on ${screen}`);
    if (device === PHONE) await person.isForThumbs("Paste rows with errors");

    await dialog.getByLabel("Column 7 is").selectOption("Colour");
    await expect(dialog.getByText("Not read: Slat shade.")).toHaveCount(0);
    await dialog.getByLabel("Row 6 is").selectOption("Skip");
    await dialog.getByLabel("Width of row 4").fill("1200");
    await dialog.getByLabel("Width of row 5").fill("80 cm");
    await expect(dialog.getByRole("status")).toHaveText("2 rows can be added, 2 values proposed");
    await person.looksRight(`Paste rows without errors on ${screen}`);
    await dialog.getByRole("button", { name: "Add 2 windows" }).press("Enter");
    await dialog.waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Create Quote" }).click();
    await person.isTold("Quote created successfully");
    const [quote] = await (await page.request.get("/api/quotes")).json();
    const items = await (await page.request.get(`/api/quotes/${quote.id}/items`)).json();
    const facts = ["name", "shutterType", "widthM", "heightM", "quantity", "louverSize", "colorSelection"];
    expect(items.map((item: Record<string, unknown>) => facts.map((fact) => item[fact]))).toEqual([
      ["Kitchen", type, 1.2, 1.35, 1, 64, "White"],
      ["Landing", type, 0.8, 0.9, 2, 76, "Cream"],
    ]);
    await person.close();
  });
