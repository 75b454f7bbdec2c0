import { expect, type Locator, type Page, test } from "@playwright/test";
import { picture } from "#server/testing/photos.ts";
import { demoPerson, signIn } from "./testing/demo-people.ts";
import { type Person, PHONE, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";
import { turnedTo } from "./testing/survey.ts";
import { isEmpty, isKept, onDevice, signInAsOffice } from "./testing/tablet.ts";

/**
 * The story follows a photo (rules Q11, Q25 and Q27): from the phone in the house, past a page that
 * the phone discards, to the quote, and to the workshop's bench.
 */

const { portal, signedIn } = stories({ DEMO: "1" });
const NEW_QUOTE = ["/api/user", "/api/products?limit=200", "/api/company/templates"];
const formOn = (page: Page) => page.getByRole("dialog", { name: "Create New Quote" });
const unfinishedOn = (page: Page) => page.getByRole("dialog", { name: "Unfinished quote" });

async function photo(name: string) {
  const { bytes } = await picture();
  return { name, mimeType: "image/jpeg", buffer: Buffer.from(bytes) };
}
const isChosen = (form: Locator, name: string) => form.getByRole("button", { name: `Remove ${name}` }).waitFor();
/** Counts the photos of unsaved forms on the device. */
const photosOnDevice = async (page: Page): Promise<number> =>
  ((await onDevice(page)).databases.flat() as { files?: unknown[] }[]).reduce((sum, { files = [] }) => sum + files.length, 0);

async function opensForm({ page }: Person): Promise<Locator> {
  await page.goto("/quotes?new=quote");
  await isKept(page, NEW_QUOTE);
  await turnedTo(formOn(page), "Width");
  return formOn(page);
}

async function fills(form: Locator, name: string): Promise<void> {
  await form.getByLabel("Window name").fill(name);
  await form.getByLabel("Shutter type").selectOption({ label: "Basswood Classic" });
  await form.getByLabel("Width").fill("800");
  await form.getByLabel("Height").fill("1200");
  await form.getByLabel("Louver size").selectOption({ index: 1 });
  await form.getByLabel("Colour").selectOption({ index: 1 });
}

/** Simulates a phone that has discarded the page: he opens it again and continues. */
async function isThrownAway(page: Page): Promise<Locator> {
  await page.goto("about:blank");
  await page.goto("/quotes?new=quote");
  await unfinishedOn(page).getByRole("button", { name: "Continue" }).click();
  await turnedTo(formOn(page), "Width");
  return formOn(page);
}

test("a photo survives a discarded page, is saved with its quote, and is displayed at the bench", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE });
  const { page } = fitter;
  const form = await opensForm(fitter);
  await fills(form, "Kitchen");
  const adds = form.getByLabel("Add photos of Kitchen");
  await adds.setInputFiles({ name: "plan.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7") });
  await form.getByText("“plan.pdf” is not a picture we can read. JPEG, PNG, WebP and AVIF pictures are accepted.").waitFor();
  await adds.setInputFiles([await photo("sill.jpg"), await photo("handle.jpg"), await photo("thumb.jpg")]);
  await isChosen(form, "handle.jpg");
  await form.getByRole("button", { name: "Remove thumb.jpg" }).click();
  await expect(form.getByRole("button", { name: /^Remove \w+\.jpg$/ })).toHaveCount(2);
  await fitter.looksRight("photos of a window that is not saved");
  await expect.poll(() => photosOnDevice(page)).toBe(2);

  await isThrownAway(page);
  await isChosen(form, "sill.jpg");
  await isChosen(form, "handle.jpg");
  const widths = () => form.locator("li img").evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0));
  await expect.poll(widths).toEqual([true, true]);
  await form.getByRole("button", { name: "Create Quote" }).click();
  await fitter.isTold("2 photos were sent");
  await expect.poll(() => photosOnDevice(page)).toBe(0);

  const details = page.getByRole("dialog", { name: /^Quote Details/ });
  await details.getByRole("button", { name: "Photo 2 of Kitchen", exact: true }).click();
  const large = page.getByRole("dialog", { name: "Photo 2 of 2" });
  await expect.poll(() => large.getByRole("img").evaluate((each) => (each as HTMLImageElement).naturalWidth > 0)).toBe(true);
  await fitter.looksRight("a photo of a window, large", "[role=dialog]");
  await page.keyboard.press("Escape");
  const tick = details.getByRole("checkbox", { name: "For the workshop" }).first();
  await tick.click();
  await expect(tick).toBeChecked();
  await fitter.looksRight("a quote's photos", "[role=dialog]");

  const quoteId = Number(new URL(page.url()).searchParams.get("quote"));
  const office = await signInAsOffice(portal());
  const order = await office.post(`/api/quotes/${quoteId}/convert`, { data: { shippingAddress: "4 Mill Lane, Lewes BN7 1AA" } });
  expect(order.ok(), await order.text()).toBe(true);
  const { id } = await order.json();
  const bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  await bench.page.goto(`/workshop/${id}`);
  const shown = bench.page.getByRole("region", { name: "Photos of Kitchen" }).getByRole("button");
  await expect(shown).toHaveCount(1);
  await shown.click();
  await bench.page.getByRole("dialog", { name: "Photo 1 of 1" }).waitFor();
  await bench.looksRight("a window's photo at the bench");
  await fitter.close();
  await bench.close();
});

test("an unfinished form's photos are removed with it: discarded, cleared, and at a confirmed sign-out", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE, expected: [/^401 /] });
  const { page } = fitter;
  const form = formOn(page);
  const photographs = async () => {
    await fills(await opensForm(fitter), "Kitchen");
    await form.getByLabel("Add photos of Kitchen").setInputFiles(await photo("sill.jpg"));
    await expect.poll(() => photosOnDevice(page)).toBe(1);
  };
  await photographs();
  await page.goto("/quotes?new=quote");
  await unfinishedOn(page).getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => photosOnDevice(page)).toBe(0);

  await photographs();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => photosOnDevice(page)).toBe(0);

  await photographs();
  await page.goto("/quotes");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Logout" }).click();
  const leaving = page.getByRole("alertdialog", { name: "Log out and lose 1 unfinished quote?" });
  await leaving.getByRole("button", { name: "Stay logged in" }).click();
  await expect.poll(() => photosOnDevice(page)).toBe(1);
  await page.getByRole("button", { name: "Logout" }).click();
  await leaving.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await isEmpty(page);
  await fitter.close();
});

test("another person on the phone confirms before an unfinished form and its photos are removed", async () => {
  const fitter = await signedIn(demoPerson("customer"), { device: PHONE, expected: [/^401 /] });
  const { page } = fitter;
  await fills(await opensForm(fitter), "Larder");
  await formOn(page)
    .getByLabel("Add photos of Larder")
    .setInputFiles(await photo("sill.jpg"));
  await expect.poll(() => photosOnDevice(page)).toBe(1);
  await page.goto("/quotes");
  await page.context().clearCookies();
  await page.reload();
  await page.getByText(/^Not sent from this device: 1 unfinished quote of /).waitFor();
  await signIn(fitter, demoPerson("fitter"));
  const question = page.getByRole("alertdialog", { name: "Remove 1 unfinished quote that was not sent?" });
  await fitter.looksRight("before somebody else's unfinished quote is removed");
  await question.getByRole("button", { name: "Log out again" }).click();
  await page.getByRole("tab", { name: "Login" }).waitFor();
  await expect.poll(() => photosOnDevice(page)).toBe(1);
  await signIn(fitter, demoPerson("fitter"));
  await question.getByRole("button", { name: "Remove and continue" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expect.poll(() => photosOnDevice(page)).toBe(0);
  expect((await onDevice(page)).texts).not.toContain("Larder");
  await fitter.close();
});
