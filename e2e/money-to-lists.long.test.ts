import { expect, test } from "@playwright/test";
import { formatMoney } from "#client/lib/format.ts";
import { AGE_LABEL, AGES } from "#shared/domain/trade/ledger.ts";
import { arrived, demoPerson, goTo } from "./testing/demo-people.ts";
import { figuresOf } from "./testing/money-figures.ts";
import { stories } from "./testing/stories.ts";

/**
 * The owner looks up the origin of a figure and the clients who owe it: from the dashboard over
 * Money to the lists, and back to the same days.
 */
const { portal, signedIn } = stories({ DEMO: "1" });

const poundsIn = (text: string | null): number[] =>
  (text?.match(/[-−]?£[\d,.]+/g) ?? []).map((amount) => Number(amount.replace("−", "-").replace(/[£,]/g, "")));
const sumOf = (amounts: readonly string[]): number =>
  amounts.flatMap((amount) => poundsIn(amount)).reduce((pence, amount) => pence + Math.round(amount * 100), 0) / 100;

test("each figure of last month opens a list that adds up to it, and Back returns to last month", async () => {
  const owner = await signedIn(portal().superAdmin);
  const { page } = owner;
  await arrived(owner, /^Welcome/);
  await goTo(owner, "Money");
  await page.getByText("Last month", { exact: true }).click();
  await expect(page).toHaveURL(/\/money\?period=last_month$/);
  await owner.arrived();
  const money = await (await page.request.get("/api/money?period=last_month")).json();
  const figures = [
    ...figuresOf(money),
    ...AGES.filter((age) => money.owed.ageing[age] > 0).map((age) => [AGE_LABEL[age], money.owed.ageing[age]] as const),
  ];
  expect(figures.filter(([, figure]) => figure > 0).length).toBeGreaterThanOrEqual(8);
  for (const [label, figure] of figures) {
    await page.getByRole("link", { name: label, exact: true }).click();
    await page.getByRole("heading", { name: "Money", level: 1 }).waitFor({ state: "detached" });
    await owner.arrived();
    if (figure !== 0) await expect(page.locator("main tfoot"), label).toContainText(formatMoney(figure));
    await page.goBack();
    await arrived(owner, "Money");
    await expect(page.getByRole("radio", { name: "Last month" }), label).toBeChecked();
  }
  await owner.close();
});

test("each row of last month's VAT and cash opens a list that adds up to it, and each payout its lines", async () => {
  const owner = await signedIn(portal().superAdmin);
  const { page } = owner;
  await arrived(owner, /^Welcome/);
  for (const [title, sums] of [
    ["VAT on sales", "Total"],
    ["Cash by day", "Received"],
  ] as const) {
    await page.goto("/money?period=last_month");
    await page.getByRole("link", { name: title }).click();
    await arrived(owner, title);
    const heads = await page.locator("main thead th").allTextContents();
    const rows = page.locator("main tbody tr");
    const amounts = await rows.evaluateAll((all, column) => all.map((row) => row.children[column]?.textContent ?? ""), heads.indexOf(sums));
    expect(amounts.length, title).toBeGreaterThan(1);
    expect(poundsIn(await page.locator("main tfoot").textContent()), title).toContain(sumOf(amounts));
    for (const [index, amount] of amounts.entries()) {
      if (amount === "£0.00") continue;
      await rows.nth(index).getByRole("link").click();
      await page.getByRole("heading", { name: title, level: 1 }).waitFor({ state: "detached" });
      await owner.arrived();
      await expect(page.locator("main tfoot"), `${title}, row ${index + 1}`).toContainText(amount);
      await page.goBack();
      await arrived(owner, title);
    }
  }
  await page.goto("/money?period=last_month");
  await page.getByRole("link", { name: "Stripe's payouts" }).click();
  await arrived(owner, "Stripe's payouts");
  const payouts = page.locator("main details");
  for (const payout of await payouts.all()) {
    await payout.locator("summary").click();
    const nets = await payout.locator("tbody tr td:last-child").allTextContents();
    expect(await payout.locator("tfoot td:last-child").textContent()).toBe(formatMoney(sumOf(nets)));
  }
  expect(await payouts.count()).toBeGreaterThan(0);
  await owner.close();
});

test("the overdue figure opens its invoices, and these open a reminder of exactly those", async () => {
  const owner = await signedIn(portal().superAdmin);
  const { page } = owner;
  await arrived(owner, /^Welcome/);
  await goTo(owner, "Money");
  const { ageing } = (await (await page.request.get("/api/money")).json()).owed;
  const overdue = formatMoney(ageing.days1to30);
  await page.getByRole("link", { name: AGE_LABEL.days1to30, exact: true }).click();
  await arrived(owner, "Invoices");
  await expect(page.locator("main tfoot")).toContainText(overdue);
  await page.getByRole("button", { name: "Send payment reminders" }).click();
  const dialog = page.getByRole("dialog", { name: "Send payment reminders" });
  // The demo has one client who is less than a month late, and orders that are not sent off yet.
  await expect(dialog.getByRole("checkbox")).toHaveCount(1);
  await expect(dialog.getByText(overdue, { exact: true })).toBeVisible();
  await owner.looksRight("super admin: reminders of what is overdue");
  await dialog.getByRole("button", { name: "Remind 1 client" }).click();
  await owner.isTold("1 client reminded of 1 order");
  await expect
    .poll(async () => (await portal().mailsTo(demoPerson("customer").email)).map(({ text }) => text).join("\n"))
    .toContain(`See and pay ${overdue}`);
  await page.goBack();
  await arrived(owner, "Money");
  await owner.close();
});
