import { expect, test } from "@playwright/test";
import type { Person } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/** Screens, and dialogs with a form, load from their own files. These tests withhold the files. */

const { portal, visit } = stories();

/** React logs every error that a boundary catches. */
const NOT_FETCHED = /Failed to fetch dynamically imported module/;

async function superAdmin(expected: readonly RegExp[] = []): Promise<Person> {
  const person = await visit({ expected });
  const reply = await person.page.request.post("/api/login", { data: portal().superAdmin });
  expect(reply.status(), await reply.text()).toBe(200);
  return person;
}

test("a dialog whose file does not load displays that, and opens once the network is back", async () => {
  const person = await superAdmin([NOT_FETCHED]);
  const { page } = person;
  const files = "**/assets/shutter-type-add-dialog-*.js";
  await page.route(files, (route) => route.abort("aborted"));
  await page.goto("/products");
  await person.arrived();
  await page.getByRole("button", { name: "Add shutter type" }).first().click();
  const told = page.getByRole("alertdialog", { name: "This could not be loaded." });
  await told.waitFor();
  await person.looksRight("a dialog that did not come");
  await told.getByRole("button", { name: "Try again" }).click();
  await told.waitFor();
  await page.unroute(files);
  await told.getByRole("button", { name: "Try again" }).click();
  const dialog = page.getByRole("dialog", { name: "Add shutter type" });
  await dialog.waitFor();
  await expect(told).toHaveCount(0);
  await person.close();
});

test("a second dialog whose file does not load displays that, and the dialog below stays", async () => {
  const person = await superAdmin([NOT_FETCHED]);
  const { page } = person;
  const store = async (path: string, data: object) => (await (await page.request.post(path, { data })).json()) as { id: number };
  const type = await store("/api/products", { name: "Basswood", basePricePerM2: 100, standardLouverSizes: [64], colorOptions: ["White"] });
  const items = [{ shutterTypeId: type.id, widthM: 1, heightM: 1, louverSize: 64, colorSelection: "White" }];
  const { id } = await store("/api/quotes", { items });
  const files = "**/assets/quote-order-dialog-*.js";
  await page.route(files, (route) => route.abort("aborted"));
  await page.goto(`/quotes?quote=${id}`);
  const below = page.getByRole("dialog", { name: `Quote Details Q-${id}` });
  const convert = below.getByRole("button", { name: "Convert to Order" });
  await convert.waitFor();
  await person.arrived();
  const told = page.getByRole("alertdialog", { name: "This could not be loaded." });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);

  await convert.press("Enter");
  await told.waitFor();
  await expect.poll(focused).toBe("Try again");
  await person.looksRight("what did not come, over a dialog");
  await page.keyboard.press("Shift+Tab");
  await expect.poll(focused).toBe("Reload the page");
  await page.keyboard.press("Escape");
  await expect.poll(async () => [await told.count(), await below.count(), await focused()]).toEqual([0, 1, "Convert to Order"]);

  await convert.press("Enter");
  await told.waitFor();
  await page.unroute(files);
  await told.getByRole("button", { name: "Try again" }).click();
  const dialog = page.getByRole("dialog", { name: /^Convert Quote to Order/ });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => [await below.count(), await focused()]).toEqual([1, "Convert to Order"]);
  await person.close();
});

test("a screen whose file does not load displays that, and Try again opens it once the network is back", async () => {
  const person = await superAdmin([NOT_FETCHED]);
  const { page } = person;
  const files = "**/assets/products-page-*.js";
  await page.route(files, (route) => route.abort("aborted"));
  await page.goto("/products");
  await page.getByRole("alert").getByText("The portal can't be reached").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").getByText("The portal can't be reached").waitFor();
  // The shell still works: the test opens another screen and returns.
  await page.getByRole("link", { name: "Orders" }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Products" }).click();
  await page.getByRole("alert").getByText("The portal can't be reached").waitFor();
  await page.unroute(files);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  await person.close();
});

test("an update removes a screen's file, and Try again reloads the page once", async () => {
  const person = await superAdmin([NOT_FETCHED]);
  const { page } = person;
  let loads = 0;
  page.on("load", () => {
    loads += 1;
  });
  await page.route("**/assets/products-page-*.js", (route) => route.abort("aborted"));
  await page.route(`${portal().url}/`, (route) =>
    route.request().resourceType() === "fetch" ? route.fulfill({ contentType: "text/html", body: "another build" }) : route.continue(),
  );
  await page.goto("/products");
  const told = page.getByRole("alert").getByText("The portal can't be reached");
  await told.waitFor();
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Try again" }).click();
  await reloaded;
  await told.waitFor();
  expect(loads).toBe(2);
  await person.close();
});
