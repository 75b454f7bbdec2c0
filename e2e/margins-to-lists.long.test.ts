import { expect, test } from "@playwright/test";
import { stories } from "./testing/stories.ts";

/** Each row of the owner's margins opens its orders, whose columns add up to it (rule K21). */
const { signedIn, portal } = stories({ DEMO: "1" });

const amountsIn = (text: string | null) => text?.match(/[-−]?£[\d,.]+/g) ?? [];

test("each margin by client, type and workshop opens its orders, which add up to the row", async () => {
  const owner = await signedIn(portal().superAdmin);
  const { page } = owner;
  for (const by of ["client", "type", "supplier"]) {
    const margins = `/money/margin?by=${by}&from=2025-01-01&to=2027-12-31`;
    await page.goto(margins);
    const rows = page
      .getByRole("table", { name: "Margins" })
      .locator("tbody tr")
      .filter({ has: page.locator("a") });
    await rows.first().waitFor();
    // The first and the last row: the last one is that of free remakes, if there are any.
    for (const row of [rows.first(), rows.last()]) {
      const amounts = amountsIn(await row.textContent());
      expect(amounts).toHaveLength(3);
      await row.getByRole("link").click();
      const list = page.getByRole("table", { name: "Orders" });
      await list.waitFor();
      const more = page.getByRole("button", { name: "Load more" });
      while (await more.isVisible()) await more.click();
      expect(amountsIn(await list.getByRole("row", { name: /^In all/ }).textContent())).toEqual(amounts);
      await page.goto(margins);
      await rows.first().waitFor();
    }
  }
  await owner.close();
});
