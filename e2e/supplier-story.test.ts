import { expect, test } from "@playwright/test";
import { dayAhead } from "#server/testing/day-ahead.ts";
import { MONEY } from "#server/testing/money/money-words.ts";
import { formatDay, startOfDay } from "#shared/domain/period.ts";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { type Person, TABLET } from "./testing/person.ts";
import { stories } from "./testing/stories.ts";

/**
 * The story is a supplier's work on a touch tablet of 820 px: what to make and what to make again.
 * No reply contains a price.
 */

const { signedIn } = stories({ DEMO: "1" });
let bench: Person;
const replies: { readonly url: string; readonly body: string }[] = [];

test("a supplier works through orders and remakes with a thumb and never sees a price", async () => {
  bench = await signedIn(demoPerson("supplier"), { device: TABLET });
  bench.page.on("response", async (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (/\/api\//.test(response.url()) && /json|text/.test(type)) {
      replies.push({ url: response.url(), body: await response.text().catch(() => "") });
    }
  });
  await bench.page.reload();
  await looksAtTheDashboard();
  await movesAnOrderOn();
  await worksOnARemake();
  await otherScreens();
  seesNoMoney();
  await bench.close();
});

const isForThumbs = (screen: string) => bench.isForThumbs(screen);

async function looksAtTheDashboard(): Promise<void> {
  const { page } = bench;
  await arrived(bench, "Welcome, Northmoor Joinery Works");
  for (const card of ["Total Orders", "Pending Orders", "Unpaid Orders", "Total Revenue", "Total Remakes", "Orders by Status"]) {
    expect(await page.getByText(card, { exact: true }).count(), card).toBe(0);
  }
  expect(await page.getByRole("button", { name: /^Notifications/ }).count()).toBe(0);
  await bench.looksRight("supplier: dashboard");
  await isForThumbs("supplier: dashboard");
  await page
    .getByRole("button", { name: /^Update Status of ORD-/ })
    .first()
    .tap();
  const dialog = page.getByRole("dialog", { name: /^Update Status ORD-/ });
  expect(await dialog.getByRole("button", { name: "Update", exact: true }).isDisabled()).toBe(true);
  await bench.looksRight("supplier: update status");
  await isForThumbs("supplier: update status");
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Search orders...").fill("nothing is called so");
  await page.getByText("No orders found").waitFor();
  await page.getByRole("button", { name: "Show all orders" }).tap();
  await page.getByRole("heading", { name: "Recent Orders" }).waitFor();
}

async function movesAnOrderOn(): Promise<void> {
  const { page } = bench;
  await goTo(bench, "Orders");
  const status = page.getByLabel(/^Status of ORD-\d+$/).first();
  const order = /ORD-\d+/.exec((await status.getAttribute("aria-label")) ?? "")?.[0] ?? "";
  await bench.looksRight("supplier: orders");
  await isForThumbs("supplier: orders");
  const next = (await status.inputValue()) === "processing" ? "Shipped" : "Processing";
  await status.selectOption({ label: next });
  await bench.isTold("Order status updated successfully");
  await page.getByLabel(`Shipping date of ${order}`).fill(dayAhead(30));
  await bench.isTold("Order dates updated successfully");
  await page.getByRole("button", { name: `View Details of ${order}` }).tap();
  const dialog = page.getByRole("dialog", { name: `Order Details ${order}` });
  await dialog
    .getByText(formatDay(startOfDay(dayAhead(30))))
    .or(dialog.getByLabel(`Shipping date of ${order}`))
    .first()
    .waitFor();
  await bench.looksRight("supplier: an order");
  await isForThumbs("supplier: an order");
  await page.keyboard.press("Escape");
}

async function worksOnARemake(): Promise<void> {
  const { page } = bench;
  await goTo(bench, "Remakes");
  expect(await page.getByRole("button", { name: "Request Remake" }).count()).toBe(0);
  await bench.looksRight("supplier: remakes");
  await isForThumbs("supplier: remakes");
  await page.getByRole("tab", { name: /^Pending/ }).click();
  await page.getByRole("table").getByText("In progress").first().waitFor({ state: "detached" });
  await page.locator('[aria-busy="true"]').first().waitFor({ state: "detached" });
  // The rows of remakes with photos display that.
  const row = page
    .getByRole("row")
    .filter({ hasText: /\d photos?/ })
    .first();
  await row.waitFor();
  const remake = /RMK-(\d+)/.exec((await row.textContent()) ?? "")?.[1];
  await page.getByRole("button", { name: `View Details of RMK-${remake}`, exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: `Remake Request Details RMK-${remake}` });
  await dialog.getByRole("button", { name: `Photo 1 of RMK-${remake}` }).tap();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download" }).tap()]);
  expect(download.suggestedFilename()).toBe(`remake-${remake}-photo-1.jpg`);
  expect(await download.failure()).toBeNull();
  await bench.looksRight("supplier: a photo");
  await page.keyboard.press("Escape");
  await dialog.getByLabel("Your reply").fill("A new panel is on the bench.");
  await dialog.getByRole("button", { name: "Send Reply" }).tap();
  await bench.isTold("Reply sent successfully");
  await isForThumbs("supplier: a remake");
  await bench.looksRight("supplier: a remake");
  await dialog.getByRole("button", { name: "Update Status" }).tap();
  const moving = page.getByRole("dialog", { name: `Update Status RMK-${remake}` });
  await moving.getByLabel("Approved").check();
  await moving.getByRole("button", { name: "Update", exact: true }).tap();
  await bench.isTold("Remake status updated successfully");
  await moving.waitFor({ state: "detached" });
  await dialog.getByText("Approved").first().waitFor();
  await dialog.getByRole("button", { name: "Close", exact: true }).last().tap();
  await dialog.waitFor({ state: "detached" });
}

async function otherScreens(): Promise<void> {
  const { page } = bench;
  await goTo(bench, "Settings");
  expect(await page.getByRole("tab").allTextContents()).toEqual(["Profile", "Notifications", "People", "Workshop", "Security", "Webhooks"]);
  await bench.looksRight("supplier: settings");
  for (const path of ["/quotes", "/referrals"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await bench.looksRight(`supplier: ${path}`);
  }
  for (const path of ["/products", "/clients", "/pricing", "/users", "/errors", "/audit"]) {
    await page.goto(path);
    await page.getByText("404 - Not Found").waitFor();
  }
}

function seesNoMoney(): void {
  const asked = new Set(replies.map(({ url }) => new URL(url).pathname.replace(/\d+/g, ":id")));
  for (const path of ["/api/stats", "/api/orders", "/api/orders/:id", "/api/remakes", "/api/remakes/:id"])
    expect([...asked]).toContain(path);
  for (const { url, body } of replies) expect(body, url).not.toMatch(MONEY);
}
