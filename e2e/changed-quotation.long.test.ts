import { expect, type Page, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { DEVICES, PHONE } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The fitter edits a quote after its quotation was sent, and again after it was accepted (rules T11
 * and T12).
 */

const { signedIn, visit } = stories({ DEMO: "1" });

interface Quote {
  readonly id: number;
  readonly version: number;
  readonly items: readonly { readonly name: string; readonly widthM: number }[];
}
const SITE = { customerName: "Mrs Hughes", siteAddress: "4 Orchard Lane, Lewes" };

/** Makes the first window wider, as a person would in the quote's form. */
async function widen({ request }: Page, id: number, byM: number): Promise<void> {
  const quote = (await (await request.get(`/api/quotes/${id}`)).json()) as Quote;
  const items = quote.items.map((item, place) => (place === 0 ? { ...item, widthM: item.widthM + byM } : item));
  const saved = await request.put(`/api/quotes/${id}`, { data: { ...SITE, items, version: quote.version } });
  expect([saved.status(), await saved.text()]).toEqual([200, expect.any(String)]);
}

for (const [name, device] of Object.entries(DEVICES))
  test(`a changed quotation is refused, sent again, accepted, and placed after its differences are read: ${name}`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device, expected: [/409 POST \/api\/quotes\/\d+\/place/] });
    const { page } = fitter;
    const [draft] = (await (await page.request.get("/api/quotes?quoteStatus=draft")).json()) as { id: number }[];
    const { id } = (await (await page.request.post(`/api/quotes/${draft?.id}/duplicate`)).json()) as Quote;
    expect((await page.request.patch(`/api/quotes/${id}/job`, { data: SITE })).ok()).toBe(true);
    const { version } = await (await page.request.get(`/api/quotes/${id}/retail`)).json();
    expect((await page.request.put(`/api/quotes/${id}/retail`, { data: { version } })).ok()).toBe(true);
    const first = (await (await page.request.post(`/api/quotes/${id}/retail-links`, { data: {} })).json()) as { url: string };

    const homeowner = await visit({ device: PHONE, expected: [/409 POST \/r\//] });
    await homeowner.page.goto(first.url);
    await homeowner.page.getByLabel("Your name").fill("Penelope Hughes");
    await homeowner.page.getByLabel(/^I accept this quotation of £/).check();
    await widen(page, id, 0.05);
    await homeowner.page.getByRole("button", { name: /^Accept £/ }).click();
    const changed = homeowner.page.getByText(/^This quotation has changed\. Ask .+ for the new one$/).first();
    await expect(changed).toBeVisible();
    await homeowner.page.reload();
    await expect(changed).toBeVisible();
    await expect(homeowner.page.getByRole("button", { name: /^Accept £/ })).toHaveCount(0);
    await homeowner.looksRight(`the changed quotation: ${name}`);

    await page.goto(`/quotes?quote=${id}`);
    const details = page.getByRole("dialog", { name: /^Quote Details/ });
    await details.getByText(/ mm wide × .+ → /).waitFor();
    await fitter.looksRight(`what differs from the link: ${name}`);
    await details.getByRole("button", { name: "Send the new version" }).click();
    await page
      .getByRole("dialog", { name: /^Prices and margin/ })
      .getByRole("button", { name: "Save quotation" })
      .click();
    await fitter.isTold("Quotation saved");
    const sending = page.getByRole("dialog", { name: /^Send to your customer/ });
    await sending.getByLabel("Email it to").fill("");
    await sending.getByRole("button", { name: "Make the link" }).click();
    const url = (await sending.locator("code").textContent()) ?? "";

    await homeowner.page.goto(url);
    await homeowner.page.getByLabel("Your name").fill("Penelope Hughes");
    await homeowner.page.getByLabel(/^I accept this quotation of £/).check();
    await homeowner.page.getByRole("button", { name: /^Accept £/ }).click();
    await homeowner.page.getByRole("region", { name: "Thank you, Penelope Hughes" }).waitFor();
    await homeowner.close();

    await widen(page, id, 0.05);
    await page.goto(`/quotes?quote=${id}`);
    await details.getByText("This is not what Penelope Hughes accepted").waitFor();
    await fitter.looksRight(`what differs from the acceptance: ${name}`);
    await details.getByRole("button", { name: "Place order" }).click();
    const placing = page.getByRole("dialog", { name: /^Place order/ });
    await expect(placing.getByLabel("Shipping address")).toHaveValue(/Orchard Lane/);
    await placing.getByRole("button", { name: "Place order" }).click();
    await placing.getByText("This is not what Penelope Hughes accepted").waitFor();
    await placing
      .getByRole("list", { name: "Differences" })
      .getByText(/ mm wide × /)
      .waitFor();
    await fitter.looksRight(`placing what differs: ${name}`);
    await placing.getByRole("checkbox", { name: /^Place it anyway/ }).check();
    await placing.getByRole("button", { name: "Place order" }).click();
    await fitter.isTold("Order placed");
    await fitter.close();
  });
