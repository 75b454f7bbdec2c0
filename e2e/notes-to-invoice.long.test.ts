import { expect, test } from "@playwright/test";
import { flat, readPdf } from "#server/testing/papers/read-pdf.ts";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { DEVICES, type Person, type Visit } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story is a fitter's evening: the notes of a house become a quote by keyboard alone, which is
 * placed, converted to an order and paid.
 */

const { portal, signedIn } = stories({ DEMO: "1" });

const ROOMS = ["Hall", "Kitchen", "Bay left", "Bay middle", "Bay right", "Landing", "Bath", "Loft", "Study", "Door", "Back room", "WC"];
const NOTES = ROOMS.map((name, at) => ({ name, width: 610 + 35 * at, height: name === "Door" ? 2100 : 950 + 15 * at }));

const focused = ({ page }: Person) =>
  page.evaluate(() => document.activeElement?.getAttribute("name") ?? document.activeElement?.textContent ?? "");

/** Presses Tab, as a person without a mouse does. */
async function tabTo(person: Person, what: string | RegExp): Promise<void> {
  const isThere = async () => {
    const now = await focused(person);
    return typeof what === "string" ? now === what : what.test(now);
  };
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1) await person.page.keyboard.press("Tab");
  expect(await focused(person)).toMatch(what);
}

for (const [name, device] of Object.entries(DEVICES))
  test(`notes on paper become twelve windows by keyboard alone, a placed and paid order and an invoice: ${name}`, async () => {
    const job = { name: `Featherstone, 12 Elm Road, ${name}`, po: `PO-9001-${name}` };
    const fitter = await signedIn(demoPerson("customer"), { device });
    await arrived(fitter, "Quotes");
    await typesTheHouse(fitter, job);
    const quote = await isStored(fitter, job);
    await placesByKeyboard(fitter, quote.id);
    await isConverted(quote, device);
    await paysAndReadsTheInvoice(fitter, quote, job);
    await fitter.close();
  });

type Job = { readonly name: string; readonly po: string };
type Quote = { readonly id: number; readonly finalTotal: number };
const money = (amount: number) => `£${amount.toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;

async function typesTheHouse(fitter: Person, job: Job): Promise<void> {
  const { page } = fitter;
  const { keyboard } = page;
  await keyboard.press("n");
  await page.getByLabel("Job name").waitFor();
  // On touch the dialog has the focus instead of its first field, because the field would open the
  // on-screen keyboard.
  await tabTo(fitter, "jobName");
  await keyboard.type(job.name);
  await keyboard.press("Enter");
  await keyboard.type(job.po);
  await keyboard.press("Enter");
  for (const [at, { name, width, height }] of NOTES.entries()) {
    expect(await focused(fitter)).toBe(`windows.${at}.name`);
    await keyboard.type(name);
    await keyboard.press("Enter");
    if (at === 0) {
      await page.getByRole("option", { name: "Basswood Classic" }).waitFor({ state: "attached" });
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
  // Enter after the last measure has added an empty window, which the quote omits.
  await page.getByRole("region", { name: "Window 13 of 13" }).waitFor();
  await fitter.looksRight("new quote: twelve windows and an empty one");
  await keyboard.press("Control+Enter");
  const question = page.getByRole("alertdialog", { name: "Are these measures right?" });
  await question.getByText("Door").waitFor();
  await fitter.looksRight("new quote: measures that were not answered");
  await tabTo(fitter, "Create anyway");
  await keyboard.press("Enter");
  await fitter.isTold("Quote created successfully");
}

async function isStored({ page }: Person, job: Job): Promise<Quote> {
  const [quote] = await (await page.request.get("/api/quotes")).json();
  expect([quote.jobName, quote.poNumber, quote.itemCount]).toEqual([job.name, job.po, 12]);
  const items: { name: string; widthM: number; heightM: number; overriddenChecks: string[] }[] = await (
    await page.request.get(`/api/quotes/${quote.id}/items`)
  ).json();
  expect(items.map(({ name, widthM, heightM }) => ({ name, width: widthM * 1000, height: heightM * 1000 }))).toEqual(NOTES);
  expect(items.filter(({ overriddenChecks }) => overriddenChecks.length > 0).map(({ name }) => name)).toEqual(["Door"]);
  return quote;
}

/** A day whose typed form is independent of the order of day and month. */
const NEEDED = {
  typed: `0303${new Date().getFullYear() + 1}`,
  day: `${new Date().getFullYear() + 1}-03-03`,
  shown: `3 Mar ${new Date().getFullYear() + 1}`,
};

/** Follows the next step in the quote's details with one key. */
async function placesByKeyboard(fitter: Person, quoteId: number): Promise<void> {
  const { page } = fitter;
  const { keyboard } = page;
  await page.getByRole("dialog", { name: `Quote Details Q-${quoteId}` }).waitFor();
  await fitter.looksRight("new quote: its details");
  await tabTo(fitter, "Place order");
  await keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: `Place order Q-${quoteId}` });
  await expect(dialog.getByLabel("Shipping address")).not.toBeEmpty();
  await fitter.looksRight("placing: where it goes");
  await tabTo(fitter, "requiredBy");
  await keyboard.type(NEEDED.typed);
  await keyboard.press("Enter");
  await fitter.isTold("Order placed");
  await page.getByText(/^It was placed on .*, needed by 3 Mar/).waitFor();
  const placed = await (await page.request.get(`/api/quotes/${quoteId}`)).json();
  expect([placed.requiredBy, placed.quoteStatus, placed.orderId]).toEqual([NEEDED.day, "draft", null]);
  await fitter.looksRight("placed: its details");
}

async function isConverted({ id }: Quote, device: Visit["device"]): Promise<void> {
  const office = await signedIn(portal().superAdmin, { device });
  const { page } = office;
  await arrived(office, /^Welcome/);
  await page.goto(`/quotes?quote=${id}`);
  await page
    .getByRole("dialog", { name: `Quote Details Q-${id}` })
    .getByRole("button", { name: "Convert to Order" })
    .click();
  const dialog = page.getByRole("dialog", { name: `Convert Quote to Order Q-${id}` });
  // The dialog begins with the values of the placed quote.
  await expect(dialog.getByLabel("Needed by")).toHaveValue(NEEDED.shown);
  await expect(dialog.getByLabel("Shipping address")).not.toBeEmpty();
  await office.looksRight("office: converting what was placed");
  await dialog.getByRole("button", { name: "Convert to Order" }).click();
  await office.isTold("Quote converted");
  await office.close();
}

async function paysAndReadsTheInvoice(fitter: Person, { id, finalTotal }: Quote, job: Job): Promise<void> {
  const { page } = fitter;
  const total = money(finalTotal);
  await page.reload();
  await page.getByText(/It is not paid yet\./).waitFor();
  await page.getByRole("button", { name: `Pay ${total}, Q-${id}` }).click();
  await page.getByRole("heading", { name: `Pay ${total}` }).waitFor();
  await page.getByRole("button", { name: `Pay ${total}` }).click();
  await fitter.isTold("Payment processed successfully");
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.getByRole("heading", { name: `${total} paid for Q-${id}, ${job.name}` }).waitFor();
  await fitter.looksRight("the receipt");
  const invoice = await page.request.get((await receipt.getByRole("link", { name: "Invoice" }).getAttribute("href")) ?? "");
  const text = flat(readPdf(await invoice.body()).text);
  for (const said of [job.name, job.po, total]) expect(text).toContain(said);

  await page.goto("/");
  await arrived(fitter, "Quotes");
  await goTo(fitter, "Invoices");
  const [newest] = await (await page.request.get("/api/invoices")).json();
  expect([newest.jobName, newest.gross, newest.owed]).toEqual([job.name, finalTotal, 0]);
  await page
    .getByRole("row", { name: new RegExp(newest.number) })
    .getByText(job.name)
    .waitFor();
  await fitter.looksRight("invoices: the newest is his");
}
