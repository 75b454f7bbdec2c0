import { expect, type Locator, type Page, test } from "@playwright/test";
import { picture } from "#server/testing/photos.ts";
import { demoPerson, signIn } from "./testing/demo-people.ts";
import { LAPTOP, type Person, PHONE } from "./testing/person.ts";
import { pricesForHomeowner } from "./testing/quotation.ts";
import { stories } from "./testing/stories.ts";
import { turnedTo } from "./testing/survey.ts";
import { isEmpty, isKept, onDevice, signInAsOffice } from "./testing/tablet.ts";

/**
 * The story is a survey of a house without a network (rule Q27): a fitter surveys it on his phone,
 * and back in the street it becomes one draft at the server's prices. It continues to the
 * homeowner's acceptance and the payment.
 */

const { portal, signedIn, visit } = stories({ DEMO: "1" });
const WITHOUT = { expected: [/^request failed: (GET|POST) \S+ net::ERR_(INTERNET_DISCONNECTED|FAILED)$/] };
const NEW_QUOTE = ["/api/user", "/api/products?limit=200", "/api/company/templates"];
const WINDOWS = ["Hall", "Front room left", "Front room right", "Dining room", "Kitchen", "Landing", "Bathroom", "Loft"];
/** Two windows have photos, because each window's photos are sent under their own key. */
const PHOTOGRAPHED = ["Kitchen", "Loft"];
const WORDS = `14 Quarry Road, ${WINDOWS.length} windows`;

interface Draft {
  readonly id: number;
  readonly jobName: string | null;
  readonly finalTotal: number;
}
const draftsOf = async ({ page }: Person): Promise<Draft[]> =>
  (await (await page.request.get("/api/quotes?search=Quarry")).json()).filter(({ jobName }: Draft) => jobName === "14 Quarry Road");
const formOn = (page: Page) => page.getByRole("dialog", { name: "Create New Quote" });

/** Opens New Quote with a network, so that the device has it without one. */
async function takesAlong({ page }: Person): Promise<void> {
  await page.goto("/quotes?new=quote");
  await isKept(page, NEW_QUOTE);
}

/**
 * Enters one window of the house. The values that all windows share are copied from the first one.
 */
async function measures(form: Locator, name: string, place: number): Promise<void> {
  await form.getByLabel("Window name").fill(name);
  if (place === 0) await form.getByLabel("Shutter type").selectOption({ label: "Basswood Classic" });
  if (place % 4 === 0) {
    await form.getByRole("button", { name: "Measure at three places" }).click();
    for (const [side, figures] of [["Width", ["803", "800", "809"]] as const, ["Height", ["1250", "1252", "1251"]] as const])
      for (const [at, figure] of figures.entries())
        await form
          .getByRole("group", { name: `${side} in mm` })
          .getByRole("textbox")
          .nth(at)
          .fill(figure);
    await form.getByText("The widths are 9 mm apart").waitFor();
    await expect(form.getByLabel("Width")).toHaveValue("800");
  } else {
    await form.getByLabel("Width").fill(String(700 + 10 * place));
    await form.getByLabel("Height").fill("1200");
  }
  if (place === 0) {
    await form.getByLabel("Louver size").selectOption({ index: 1 });
    await form.getByLabel("Colour").selectOption({ index: 1 });
  }
}

async function photographs(form: Locator, name: string, file = "sill.jpg"): Promise<void> {
  const { bytes } = await picture();
  const photo = { name: file, mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
  await form.getByLabel(`Add photos of ${name}`).setInputFiles(photo);
  await form.getByRole("button", { name: `Remove ${file}` }).waitFor();
}

async function surveys(form: Locator, windows: readonly string[], from = 0): Promise<void> {
  for (const [at, name] of windows.entries()) {
    const place = from + at;
    if (place > 0)
      await form
        .getByRole("button", { name: "Next window" })
        .or(form.getByRole("button", { name: "Add window" }))
        .first()
        .click();
    await measures(form, name, place);
    if (PHOTOGRAPHED.includes(name)) await photographs(form, name);
  }
}

/** Saves the form and confirms its questions about unusual measures. */
async function saves(page: Page): Promise<void> {
  await formOn(page).getByRole("button", { name: "Create Quote" }).click();
  const anyway = page.getByRole("button", { name: "Create anyway" });
  await expect(anyway.or(page.getByText("Kept on this device")).first()).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await formOn(page).waitFor({ state: "detached" });
}

/** Returns to an earlier window, because a phone displays one at a time. */
async function turnsTo(page: Page, name: string): Promise<void> {
  const bar = formOn(page).getByRole("button", { name: /^Window 1 of \d/ });
  const named = page.getByRole("button", { name: new RegExp(`^${name}`) });
  await bar.or(named).first().waitFor();
  if (await bar.isVisible()) await bar.click();
  await named.click();
}

for (const [what, device] of [["phone", PHONE] as const, ["laptop in the van", LAPTOP] as const])
  test(`a house of eight windows is surveyed offline on a ${what}, becomes one draft, is sold, placed and paid`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device, ...WITHOUT });
    await isPlacedAndPaid(fitter, await isSurveyedAndSold(fitter, device));
    await fitter.close();
  });

async function isSurveyedAndSold(fitter: Person, device: typeof PHONE | typeof LAPTOP): Promise<Draft> {
  const { page } = fitter;
  const context = page.context();
  const before = (await draftsOf(fitter)).map(({ id }) => id);
  await takesAlong(fitter);

  await context.setOffline(true);
  await page.reload();
  const form = formOn(page);
  await form.getByText(/^Prices are of \d+ \w+ \d{4}\./).waitFor();
  await (await turnedTo(form, "Job name")).fill("14 Quarry Road");
  // On a phone the page of the job already displays the customer's fields.
  if (device === LAPTOP) await form.getByRole("button", { name: "Add the customer" }).click();
  await form.getByLabel("Customer's name").fill("Mrs Hughes");
  await form.getByLabel("Site address").fill("14 Quarry Road, Lewes");
  await fitter.looksRight("survey: the job without a network");
  await turnedTo(form, "Width");
  await surveys(form, WINDOWS.slice(0, 4));
  await fitter.looksRight("survey: a window measured at three places", "[role=dialog]");

  // The phone was in a pocket, and the browser has discarded the page.
  await page.waitForTimeout(600);
  await page.reload();
  await page.getByRole("dialog", { name: "Unfinished quote" }).getByRole("button", { name: "Continue" }).click();
  await turnsTo(page, "Dining room");
  await surveys(form, WINDOWS.slice(4), 4);
  await saves(page);
  await page.getByRole("button", { name: "1 quote waits for the network" }).click();
  const waiting = page.getByRole("dialog", { name: "Quotes on this device" });
  await waiting.getByText(WORDS).waitFor();
  await fitter.looksRight("a quote that waits", "[role=dialog]");
  await waiting.getByRole("button", { name: "Close", exact: true }).last().click();

  await context.setOffline(false);
  await page.getByRole("button", { name: "1 quote was made" }).click();
  const [draft, ...others] = (await draftsOf(fitter)).filter(({ id }) => !before.includes(id));
  if (!draft) throw new Error("The server has no such draft");
  expect(others).toEqual([]);
  const items: { name: string; measuredMm: unknown; itemTotalPrice: number; photos: unknown[] }[] = await (
    await page.request.get(`/api/quotes/${draft.id}/items`)
  ).json();
  expect(items.map(({ name, measuredMm }) => [name, measuredMm !== null])).toEqual(WINDOWS.map((name, place) => [name, place % 4 === 0]));
  expect(items.filter(({ photos }) => photos.length > 0).map(({ name, photos }) => [name, photos.length])).toEqual(
    PHOTOGRAPHED.map((name) => [name, 1]),
  );
  const net = items.reduce((sum, { itemTotalPrice }) => sum + Math.round(itemTotalPrice * 100), 0);
  expect(Math.round(draft.finalTotal * 100)).toBe(net + Math.round(net / 5));
  await fitter.looksRight("a quote that was made since", "[role=dialog]");
  await waiting.getByRole("link", { name: new RegExp(`^${WORDS}, is Q-${draft.id} now`) }).click();

  await isSold(fitter, draft, device);
  return draft;
}

/**
 * Prices the quote for the homeowner, sends the link, and opens and accepts it on another device.
 */
async function isSold(fitter: Person, { id }: Draft, device: typeof PHONE | typeof LAPTOP): Promise<void> {
  const { page } = fitter;
  const details = page.getByRole("dialog", { name: /^Quote Details/ });
  const prices = await pricesForHomeowner(page);
  await prices.getByRole("button", { name: "Save quotation" }).click();
  await fitter.isTold("Quotation saved");
  await details.getByRole("button", { name: "Send to your customer" }).click();
  const sending = page.getByRole("dialog", { name: /^Send to your customer/ });
  await sending.getByLabel("Email it to").fill("");
  await sending.getByRole("button", { name: "Make the link" }).click();
  const url = (await sending.locator("code").textContent()) ?? "";

  const homeowner = await visit({ device });
  await homeowner.page.goto(url);
  await homeowner.page.getByRole("heading", { name: "Room by room" }).waitFor();
  await homeowner.page.getByRole("checkbox").first().check();
  await homeowner.page.getByLabel("Your name").fill("Penelope Hughes");
  await homeowner.page.getByLabel(/^I accept this quotation of £/).check();
  await homeowner.page.getByRole("button", { name: /^Accept £/ }).click();
  await homeowner.page.getByRole("region", { name: "Thank you, Penelope Hughes" }).waitFor();
  await homeowner.looksRight("the survey's quotation, accepted");
  await homeowner.close();
  await page.goto(`/quotes?quote=${id}`);
  await details.getByText(/^Penelope Hughes accepted £/).waitFor();
}

async function isPlacedAndPaid(fitter: Person, { id, finalTotal }: Draft): Promise<void> {
  const { page } = fitter;
  await page
    .getByRole("dialog", { name: /^Quote Details/ })
    .getByRole("button", { name: "Place order" })
    .click();
  const placing = page.getByRole("dialog", { name: /^Place order/ });
  await expect(placing.getByLabel("Shipping address")).toHaveValue(/Quarry Road/);
  await placing.getByRole("button", { name: "Place order" }).click();
  await fitter.isTold("Order placed");
  const office = await signInAsOffice(portal());
  const { shippingAddress } = await (await page.request.get(`/api/quotes/${id}`)).json();
  expect((await office.post(`/api/quotes/${id}/convert`, { data: { shippingAddress } })).ok()).toBe(true);
  await page.goto("/quotes");
  const total = finalTotal.toLocaleString("en-GB", { style: "currency", currency: "GBP" });
  await page.getByRole("button", { name: `Pay Now, Q-${id}` }).click();
  await page.getByRole("button", { name: `Pay ${total}` }).click();
  await fitter.isTold("Payment processed successfully");
  await page
    .getByRole("region", { name: "Receipt" })
    .getByRole("heading", { name: new RegExp(`paid for Q-${id}, 14 Quarry Road`) })
    .waitFor();
  await fitter.looksRight("the survey's receipt");
}

test("a rejected quote opens again with all typed values, is corrected at its field and saved once", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: LAPTOP, expected: [...WITHOUT.expected, /^400 POST/] });
  const { page } = fitter;
  await takesAlong(fitter);
  await page.context().setOffline(true);
  const form = formOn(page);
  await form.getByLabel("Job name").fill("14 Quarry Road, garage");
  await form.getByLabel("Window name").fill("Side door");
  await form.getByLabel("Shutter type").selectOption({ label: "MDF Essential" });
  await form.getByLabel("Width").fill("600");
  await form.getByLabel("Height").fill("1200");
  await form.getByLabel("Louver size").selectOption({ index: 1 });
  await form.getByLabel("Colour").selectOption({ index: 1 });
  await saves(page);
  await page.getByRole("button", { name: "1 quote waits for the network" }).waitFor();

  const office = await signInAsOffice(portal());
  const types: { id: number; name: string }[] = await (await office.get("/api/products?limit=200")).json();
  const type = types.find(({ name }) => name === "MDF Essential");
  expect((await office.patch(`/api/products/${type?.id}/archive`)).ok()).toBe(true);
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "1 quote was refused" }).first().click();
  await page.getByRole("dialog", { name: "Quotes on this device" }).getByRole("link", { name: /^Open/ }).click();
  await form.getByText("This quote was not created").waitFor();
  await expect(form.getByText('Product not found for window "Side door"')).toHaveCount(2);
  await expect(form.getByLabel("Job name")).toHaveValue("14 Quarry Road, garage");
  await fitter.looksRight("a refused quote, opened again");
  await form.getByLabel("Shutter type").selectOption({ label: "Basswood Classic" });
  await form.getByLabel("Louver size").selectOption({ index: 1 });
  await form.getByLabel("Colour").selectOption({ index: 1 });
  await form.getByRole("button", { name: "Create Quote" }).click();
  await fitter.isTold("Quote created successfully");
  await expect(page.getByRole("button", { name: /quotes? (was|waits)/ })).toHaveCount(0);
  const made = await (await page.request.get("/api/quotes?search=garage")).json();
  expect(made).toHaveLength(1);
  await fitter.close();
});

test("a waiting quote is removed only after confirmation, at sign-out and for another person", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE, expected: [...WITHOUT.expected, /^401 /] });
  const { page } = fitter;
  const waits = async () => {
    await takesAlong(fitter);
    await page.context().setOffline(true);
    await turnedTo(formOn(page), "Width");
    await surveys(formOn(page), ["Hall"]);
    await saves(page);
    await page.getByRole("button", { name: "1 quote waits for the network" }).waitFor();
  };
  await waits();
  await page.context().clearCookies();
  // The network returns only now, because the quote would be sent while the cookie is still there.
  await page.context().setOffline(false);
  await page.reload();
  await page.getByText(/^Not sent from this device: 1 quote of /).waitFor();
  await signIn(fitter, demoPerson("fitter"));
  const question = page.getByRole("alertdialog", { name: "Remove 1 quote that was not sent?" });
  await question.getByRole("button", { name: "Remove and continue" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  const { databases, texts } = await onDevice(page);
  expect(JSON.stringify(databases.flat())).not.toContain("Hall");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  expect(texts).not.toContain("Hall");

  await signIn(fitter, demoPerson("customer"));
  await page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });
  await waits();
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Log out and lose 1 quote?" });
  await leaving.getByRole("button", { name: "Stay logged in" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  await leaving.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  expect(await onDevice(page)).not.toMatchObject({ texts: expect.stringContaining("Hall") });
  await fitter.close();
});

test("a phone without free room displays that, preserves stored data and loses nothing of the form", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE, ...WITHOUT });
  const { page } = fitter;
  const form = formOn(page);
  const room = await page.context().newCDPSession(page);
  await takesAlong(fitter);
  await page.context().setOffline(true);
  await turnedTo(form, "Width");
  await surveys(form, ["Landing"]);
  await saves(page);
  await page.getByRole("button", { name: "1 quote waits for the network" }).waitFor();

  await room.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin, quotaSize: 1 });
  await page.goto("/quotes?new=quote");
  await turnedTo(form, "Width");
  await surveys(form, ["Kitchen"]);
  // Chromium may reuse its last measurement of the free room for this long.
  await page.waitForTimeout(31_000);
  await photographs(form, "Kitchen", "handle.jpg");
  await form.getByText("It has no room left, so the last photo is lost when this page is closed.").waitFor();
  await form.getByRole("button", { name: "Create Quote" }).click();
  await form.getByText("This device has no room left to save the quote.").waitFor();
  await fitter.looksRight("survey: a phone without room");
  await expect(form.getByLabel("Window name")).toHaveValue("Kitchen");
  await expect(form.getByRole("button", { name: "Remove sill.jpg" })).toBeVisible();

  await room.send("Storage.overrideQuotaForOrigin", { origin: new URL(page.url()).origin });
  await saves(page);
  await page.getByRole("button", { name: "2 quotes wait for the network" }).waitFor();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "2 quotes were made" }).waitFor();
  const made: { id: number; itemCount: number }[] = await (await page.request.get("/api/quotes?limit=2")).json();
  const details = await Promise.all(made.map(async ({ id }) => (await page.request.get(`/api/quotes/${id}`)).json()));
  const windows = details.flatMap(({ items }) => items as { name: string; photos: unknown[] }[]);
  expect(windows.map(({ name, photos }) => [name, photos.length])).toEqual([
    ["Kitchen", 2],
    ["Landing", 0],
  ]);
  await fitter.close();
});

test("a customer's phone stores nothing on a portal without that feature", async () => {
  const off = await portal().beside({ OFFLINE_TABLETS: "0" });
  const fitter = await visit({ device: PHONE });
  await fitter.page.goto(off.url);
  await signIn(fitter, demoPerson("customer"));
  await fitter.page.getByRole("tab", { name: "Login" }).waitFor({ state: "detached" });
  await fitter.page.goto(`${off.url}/quotes?new=quote`);
  await formOn(fitter.page).waitFor();
  await fitter.page.waitForTimeout(1500);
  await isEmpty(fitter.page);
  await fitter.close();
});
