import { expect, test } from "@playwright/test";
import { demoPerson } from "./testing/demo-people.ts";
import { DEVICES, PHONE } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * A fitter's quotation from the price to the order (rules T3 to T10): priced in the quote's details,
 * sent as a link, asked about and accepted on the homeowner's telephone, and placed.
 */

const { signedIn, visit } = stories({ DEMO: "1" });

for (const [name, device] of Object.entries(DEVICES))
  test(`a quotation is priced, sent, accepted by its link and placed: ${name}`, async () => {
    const fitter = await signedIn(demoPerson("customer"), { device });
    const { page } = fitter;
    const [draft] = (await (await page.request.get("/api/quotes?quoteStatus=draft")).json()) as { id: number }[];
    // One of its own, so that each device begins with the same.
    const quote: { id: number } = await (await page.request.post(`/api/quotes/${draft?.id}/duplicate`)).json();
    const site = { customerName: "Mrs Hughes", siteAddress: "4 Orchard Lane, Lewes" };
    expect((await page.request.patch(`/api/quotes/${quote.id}/job`, { data: site })).ok()).toBe(true);
    await page.goto(`/quotes?quote=${quote.id}`);
    const details = page.getByRole("dialog", { name: /^Quote Details/ });
    await details.getByRole("button", { name: "Prices and margin" }).click();
    const prices = page.getByRole("dialog", { name: /^Prices and margin/ });
    await prices.getByLabel("Markup").fill("80");
    await prices.getByRole("button", { name: "Add an extra" }).click();
    await prices.getByLabel("What").last().fill("Window boards painted again");
    await prices.getByLabel("Price of the extra").last().fill("120");
    await prices.getByLabel("Your customer may choose it").last().check();
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
    await homeowner.page.getByText(/^Accepted on/).waitFor();
    await homeowner.looksRight(`accepted: ${name}`);
    await homeowner.close();

    await page.goto(`/quotes?quote=${quote.id}`);
    await details.getByText(/^Penelope Hughes accepted £/).waitFor();
    await details.getByRole("button", { name: "Place order" }).click();
    const placing = page.getByRole("dialog", { name: /^Place order/ });
    await expect(placing.getByLabel("Shipping address")).toHaveValue(/Orchard Lane/);
    await fitter.close();
  });
