import { expect, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { layoutShifts, recordLayoutShifts } from "./testing/layout-shifts.ts";
import { DEVICES, PHONE } from "./testing/person.ts";
import { pricesForHomeowner } from "./testing/quotation.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story follows a fitter's quotation from the price to the order (rules T3 to T10): it is
 * priced in the quote's details, sent as a link, questioned and accepted on the homeowner's
 * telephone, and placed.
 */

const { signedIn, visit } = stories({ DEMO: "1" });

for (const [name, device] of Object.entries(DEVICES))
  test(`a quotation is priced, sent, accepted by its link and placed: ${name}`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device });
    const { page } = fitter;
    const [draft] = (await (await page.request.get("/api/quotes?quoteStatus=draft")).json()) as { id: number }[];
    // Each device has its own quote, so that all begin with the same data.
    const quote: { id: number } = await (await page.request.post(`/api/quotes/${draft?.id}/duplicate`)).json();
    const site = { customerName: "Mrs Hughes", siteAddress: "4 Orchard Lane, Lewes" };
    expect((await page.request.patch(`/api/quotes/${quote.id}/job`, { data: site })).ok()).toBe(true);
    await page.goto(`/quotes?quote=${quote.id}`);
    const details = page.getByRole("dialog", { name: /^Quote Details/ });
    const prices = await pricesForHomeowner(page);
    await fitter.looksRight(`prices and margin: ${name}`);
    await prices.getByRole("button", { name: "Save quotation" }).click();
    await fitter.isTold("Quotation saved");
    await details.getByRole("button", { name: "Send to your customer" }).click();
    const sending = page.getByRole("dialog", { name: /^Send to your customer/ });
    await sending.getByLabel("Email it to").fill("");
    await sending.getByRole("button", { name: "Make the link" }).click();
    const url = (await sending.locator("code").textContent()) ?? "";
    await fitter.looksRight(`the link: ${name}`);

    const homeowner = await visit({ device: PHONE });
    await homeowner.page.goto(url);
    await homeowner.page.getByRole("heading", { name: "Room by room" }).waitFor();
    await homeowner.looksRight(`the quotation: ${name}`);
    const before = await homeowner.page.locator("#total").textContent();
    await homeowner.page.getByRole("checkbox").first().check();
    await expect(homeowner.page.locator("#total")).not.toHaveText(before ?? "");
    await homeowner.page.getByText("Ask a question").click();
    await homeowner.page.getByLabel(/^Your question/).fill("When could you fit them?");
    await homeowner.page.getByRole("button", { name: "Send the question" }).click();
    await homeowner.page.getByText("Your question was sent.").waitFor();
    await homeowner.page.getByLabel("Your name").fill("Penelope Hughes");
    await homeowner.page.getByLabel(/^I accept this quotation of £/).check();
    await homeowner.page.getByRole("button", { name: /^Accept £/ }).click();
    const card = homeowner.page.getByRole("region", { name: "Thank you, Penelope Hughes" });
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    await homeowner.looksRight(`accepted: ${name}`);
    await homeowner.close();

    await page.goto(`/quotes?quote=${quote.id}`);
    await details.getByText(/^Penelope Hughes accepted £/).waitFor();
    await details.getByRole("button", { name: "Place order" }).click();
    const placing = page.getByRole("dialog", { name: /^Place order/ });
    await expect(placing.getByLabel("Shipping address")).toHaveValue(/Orchard Lane/);
    await fitter.close();
  });

/** The bound on the size of the scripts of the homeowner's page. */
const MOST_SCRIPT_BYTES = 60_000;
const WITHOUT_SCRIPT = { ...PHONE, javaScriptEnabled: false };

test("the homeowner's page is light, does not move, loads from no other host and works without its script", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE });
  const asked = fitter.page.request;
  // The test copies the company's largest accepted quote, because the copy has no homeowner's
  // acceptance.
  const quotes = (await (await asked.get("/api/quotes?quoteStatus=accepted&limit=100")).json()) as { id: number; itemCount: number }[];
  const [largest] = quotes.toSorted((one, other) => other.itemCount - one.itemCount);
  const copy: { id: number } = await (await asked.post(`/api/quotes/${largest?.id}/duplicate`)).json();
  const { url }: { url: string } = await (await asked.post(`/api/quotes/${copy.id}/retail-links`, { data: {} })).json();
  await fitter.close();

  const reader = await visit({ device: PHONE });
  const { page } = reader;
  const seen: { type: string; url: URL; bytes: number; cookie: string | undefined }[] = [];
  page.on("response", async (response) => {
    const bytes = (await response.body().catch(() => Buffer.alloc(0))).length;
    const cookie = (await response.allHeaders())["set-cookie"];
    seen.push({ type: response.request().resourceType(), url: new URL(response.url()), bytes, cookie });
  });
  await recordLayoutShifts(page);
  await page.goto(url, { waitUntil: "networkidle" });
  await page.getByRole("heading", { name: "Room by room" }).waitFor();
  await reader.looksRight("the largest quotation");
  await page.mouse.wheel(0, 5000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  expect(await layoutShifts(page)).toEqual([]);

  const here = new URL(url).origin;
  expect(seen.filter((reply) => reply.url.origin !== here || !reply.url.pathname.startsWith("/r/")).map((reply) => reply.url.href)).toEqual(
    [],
  );
  expect(seen.flatMap(({ cookie }) => cookie ?? [])).toEqual([]);
  const scripts = seen.filter(({ type }) => type === "script");
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
  const unsized = await page
    .locator("img, svg")
    .evaluateAll((pictures) => pictures.filter((picture) => !picture.getAttribute("width") || !picture.getAttribute("height")).length);
  expect(unsized, "pictures without their size").toBe(0);
  const total = await page.locator("#total").textContent();
  await reader.close();

  const plain = await visit({ device: WITHOUT_SCRIPT });
  await plain.page.goto(url);
  await expect(plain.page.getByRole("heading", { name: "Room by room" })).toBeVisible();
  await expect(plain.page.locator("#total")).toHaveText(total ?? "");
  await expect(plain.page.locator(".room")).toHaveCount(largest?.itemCount ?? 0);
  await expect(plain.page.getByRole("button", { name: /^Accept £/ })).toBeVisible();
  await expect(plain.page.getByRole("link", { name: /PDF/ })).toBeVisible();
  await plain.close();
});

/** A phone's screens that a quotation of 23 windows may fill. */
const MOST_SCREENS = 5;

test("23 windows fill five screens of a phone, each row opens by tap and by key, and the total stays in view", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE });
  const asked = fitter.page.request;
  const [type]: { id: number; standardLouverSizes: number[]; colorOptions: string[] }[] = await (await asked.get("/api/products")).json();
  const choices = { shutterTypeId: type?.id, louverSize: type?.standardLouverSizes[0], colorSelection: type?.colorOptions[0] };
  const items = Array.from({ length: 23 }, (_, at) => ({
    ...choices,
    name: `Bedroom ${at + 1}`,
    ...{ widthM: 0.6 + at / 100, heightM: 1 + (at % 5) / 10, numberOfMidRails: at === 4 ? 1 : 0, quantity: at === 5 ? 2 : 1 },
  }));
  const site = { customerName: "Mrs Hughes", siteAddress: "4 Orchard Lane, Lewes" };
  const quote: { id: number } = await (await asked.post("/api/quotes", { data: { ...site, items } })).json();
  const { url }: { url: string } = await (await asked.post(`/api/quotes/${quote.id}/retail-links`, { data: {} })).json();
  await fitter.close();

  const reader = await visit({ device: PHONE });
  const { page } = reader;
  await page.goto(url);
  await page.getByRole("heading", { name: "Room by room" }).waitFor();
  await reader.looksRight("a quotation of 23 windows");
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(MOST_SCREENS * PHONE.viewport.height);
  await expect(page.getByText(/^All windows: /)).toBeVisible();
  const total = (await page.locator("#total").textContent()) ?? "";

  const { snapshot }: { snapshot: string } = await (await page.request.get(url, { headers: { accept: "application/json" } })).json();
  const { windows }: { windows: { name: string; words: string }[] } = JSON.parse(snapshot);
  const rows = page.locator(".room");
  for (const [place, { name, words }] of windows.entries()) {
    const row = rows.nth(place);
    const details = row.getByText(words, { exact: true });
    await expect(details).toBeHidden();
    if (place % 2 === 0) await row.getByRole("heading", { name }).tap();
    else await row.locator("summary").press("Enter");
    await expect(details).toBeVisible();
    await expect(row.getByRole("img")).toBeInViewport();
    await expect(page.locator("#bar-total")).toHaveText(total);
    await expect(page.locator("#bar-total")).toBeInViewport();
    await row.locator("summary").press("Enter");
    await expect(details).toBeHidden();
  }
  await expect(rows.nth(4)).toContainText("1 rail across the middle");
  await expect(rows.nth(5)).toContainText("2 of these");
  await reader.looksRight("23 windows, after each was opened");
  // The paper has the whole words of the closed rows.
  await page.emulateMedia({ media: "print" });
  for (const { words } of windows) await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.locator(".bar").getByRole("link", { name: "Accept" }).tap();
  await expect(page.getByLabel("Your name")).toBeInViewport();
  await reader.close();
});
