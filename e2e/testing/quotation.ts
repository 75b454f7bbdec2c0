import type { Locator, Page } from "@playwright/test";

/** Opens a quote's prices for its homeowner, and enters a markup and an optional extra. */
export async function pricesForHomeowner(page: Page): Promise<Locator> {
  const details = page.getByRole("dialog", { name: /^Quote Details/ });
  await details.getByRole("button", { name: "Prices and margin" }).click();
  const prices = page.getByRole("dialog", { name: /^Prices and margin/ });
  await prices.getByLabel("Markup").fill("80");
  await prices.getByRole("button", { name: "Add an extra" }).click();
  await prices.getByLabel("What").last().fill("Window boards painted again");
  await prices.getByLabel("Price of the extra").last().fill("120");
  await prices.getByLabel("Your customer may choose it").last().check();
  return prices;
}
