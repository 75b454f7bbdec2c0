import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fakeApi } from "#client/testing/fake-api.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product } from "#client/testing/rows.ts";
import type { Plan } from "./price-plan-dialog.tsx";
import PricingPage from "./pricing-page.tsx";

const types = [
  product({ id: 1, name: "Ash", basePricePerM2: 100, nextPrice: { pricePerM2: 110, from: "2099-01-01" } }),
  product({ id: 2, name: "Birch", basePricePerM2: 289 }),
];
const ahead: Plan = {
  id: 5,
  from: "2099-01-01",
  changes: [{ productId: 1, name: "Ash", before: 100, after: 110 }],
  unmoved: [],
  createdAt: "2026-11-01T09:00:00.000Z",
  createdBy: { id: 1, contactName: "Morgan Whitlock" },
};

async function openAhead() {
  const api = fakeApi({
    products: { list: () => types, plannedPrices: () => [ahead], planPrices: () => ahead, dropPlannedPrices: () => null },
  });
  const view = renderPage(<PricingPage />, { user: person("super_admin") });
  await view.person.click(await screen.findByRole("button", { name: "Prices ahead" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Prices ahead" }));
  await dialog.findByText("Ash");
  return { api, user: view.person, dialog };
}
async function openPlan() {
  const opened = await openAhead();
  await opened.user.click(opened.dialog.getByRole("button", { name: "Change prices from a day" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Change prices from a day" }));
  await dialog.findByLabelText("New price of Birch");
  return { ...opened, dialog, save: () => opened.user.click(dialog.getByRole("button", { name: "Save prices" })) };
}
const typedIn = (field: HTMLElement) => (field as HTMLInputElement).value;

test("planned prices are listed with both prices and their planner, and cancelled after a question", async () => {
  const { api, user, dialog } = await openAhead();
  for (const fact of ["£100.00", "£110.00", /Morgan Whitlock/]) dialog.getByText(fact);
  await user.click(dialog.getByRole("button", { name: "Withdraw the prices from 1 Jan 2099" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Withdraw" }));
  await screen.findByText("The prices were withdrawn");
  expect(api.asked("products", "dropPlannedPrices")[0]?.params).toEqual({ id: "5" });
});

test("a percentage fills in each price from that day's price, and later edits are sent", async () => {
  const { api, user, dialog, save } = await openPlan();
  await user.type(dialog.getByLabelText(/^From/), "2 Jan 2099{Enter}");
  await user.type(dialog.getByLabelText(/^Change all by/), "4 %");
  await user.click(dialog.getByRole("button", { name: "Fill in" }));
  const [ash, birch] = [dialog.getByLabelText("New price of Ash"), dialog.getByLabelText("New price of Birch")];
  // The percentage applies to £110.00, the price planned for that day.
  expect([typedIn(ash), typedIn(birch)]).toEqual(["114.40", "300.56"]);
  await user.clear(birch);
  await user.type(birch, "301");
  await save();
  await screen.findByText(/^The prices apply from/);
  expect(api.asked("products", "planPrices")[0]?.body).toEqual({
    from: "2099-01-02",
    changes: [
      { productId: 1, basePricePerM2: 114.4 },
      { productId: 2, basePricePerM2: 301 },
    ],
  });
});

test("a price that moves far needs confirmation, and blank prices do not change", async () => {
  const { api, user, dialog, save } = await openPlan();
  await user.type(dialog.getByLabelText(/^From/), "1 Dec 2098{Enter}");
  await user.type(dialog.getByLabelText("New price of Birch"), "389");
  await save();
  const question = within(await screen.findByRole("alertdialog", { name: "Save this price?" }));
  question.getByText("Birch goes from £289.00 to £389.00 (+34.6 %). Save it?");
  expect(api.asked("products", "planPrices")).toEqual([]);
  await user.click(question.getByRole("button", { name: "Save the price" }));
  await screen.findByText(/^The prices apply from/);
  expect(api.asked("products", "planPrices")[0]?.body.changes).toEqual([{ productId: 2, basePricePerM2: 389 }]);
});

test("a missing or invalid price has an error at its field", async () => {
  const { user, dialog, save } = await openPlan();
  await save();
  await dialog.findByText("The day must be after today");
  dialog.getByText("Give a percentage and fill in, or a price below");
  await user.type(dialog.getByLabelText(/^Change all by/), "101");
  await user.click(dialog.getByRole("button", { name: "Fill in" }));
  await dialog.findByText("Percent must be between -50 and 100");
});
