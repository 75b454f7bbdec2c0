import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findFailure, findToast, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product } from "#client/testing/rows.ts";
import ProductsPage from "./products-page.tsx";

const openAs = (role: "admin" | "super_admin") => renderPage(<ProductsPage />, { user: person(role) });

async function openAdd(role: "admin" | "super_admin" = "admin") {
  const view = openAs(role);
  await view.person.click(await screen.findByRole("button", { name: "Add shutter type" }));
  return { ...view, dialog: await screen.findByRole("dialog", { name: "Add shutter type" }) };
}

test("the list marks the shutter types that a quote can't use yet", async () => {
  fakeApi({ products: { list: () => [product(), product({ id: 4, name: "Café style", standardLouverSizes: [], colorOptions: [] })] } });
  openAs("admin");
  within(await screen.findByRole("row", { name: /Full height/ })).getByText("£180.00");
  within(screen.getByRole("row", { name: /Full height/ })).getByText("Offered");
  within(screen.getByRole("row", { name: /Café style/ })).getByText("Needs louvre sizes and colours");
});

test("a failed list displays an error; an empty list describes its future content", async () => {
  const api = fakeApi({ products: { list: fails(500) } });
  const { person: user } = openAs("admin");
  await findFailure("Failed to fetch products");
  api.answer({ products: { list: () => [] } });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("No shutter types yet");
});

test("the dialog adds a shutter type by its name and price", async () => {
  const api = fakeApi({ products: { list: () => [product()], create: () => product({ id: 5 }) } });
  const { person: user, dialog } = await openAdd();
  await user.type(within(dialog).getByLabelText("Name"), "Tier on tier");
  await user.type(within(dialog).getByLabelText("Base price per m²"), "1,210.50{Enter}");
  await screen.findByText("Shutter type added successfully");
  expect(api.asked("products", "create").map(({ body }) => body)).toEqual([{ name: "Tier on tier", basePricePerM2: 1210.5 }]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test.each([
  [fails(500), "Failed to add shutter type"],
  [fails(409, 'A shutter type called "X" already exists'), 'A shutter type called "X" already exists'],
])("a failed addition leaves the form open with the sentence", async (refusal, sentence) => {
  fakeApi({ products: { list: () => [product()], create: refusal } });
  const { person: user, dialog } = await openAdd();
  await user.type(within(dialog).getByLabelText("Name"), "X");
  await user.type(within(dialog).getByLabelText("Base price per m²"), "210{Enter}");
  await passToast(`Error: ${sentence}`);
  expect((await within(dialog).findByRole("alert")).textContent).toBe(sentence);
  within(dialog).getByDisplayValue("X");
});

test("an admin edits everything except the price", async () => {
  const api = fakeApi({ products: { list: () => [product()], update: () => product() } });
  const { person: user } = openAs("admin");
  await user.click(
    within(await screen.findByRole("row", { name: /Full height/ }))
      .getAllByRole("button", { name: "Edit Full height" })
      .at(-1) as Element,
  );
  const dialog = await screen.findByRole("dialog", { name: "Edit Full height" });
  const price = within(dialog).getByLabelText<HTMLInputElement>("Base price per m²");
  expect(price.readOnly).toBe(true);
  expect(price.value).toBe("180.00");
  within(dialog).getByText("Only the super admin can change a price.");
  await user.clear(within(dialog).getByLabelText("Name"));
  await user.type(within(dialog).getByLabelText("Name"), "Full height XL{Enter}");
  await screen.findByText("Product added or updated successfully");
  expect(api.asked("products", "update").map(({ body }) => body)).toEqual([
    {
      id: 3,
      name: "Full height XL",
      basePricePerM2: 180,
      description: "One panel from sill to head",
      standardLouverSizes: [64, 76],
      colorOptions: ["White", "Cream"],
      widestPanelMm: null,
      deductionMm: null,
      densityKgM3: null,
      finish: "coloured",
      material: null,
      leadWeeks: null,
    },
  ]);
});

test("archived types are displayed on request, and an admin restores one in one press", async () => {
  const gone = product({ archivedAt: "2026-05-01T09:00:00.000Z" });
  const api = fakeApi({ products: { list: ({ query }) => (query.archived ? [gone] : []), restore: () => product() } });
  const { person: user } = openAs("admin");
  await screen.findByText("No shutter types yet");
  await user.click(screen.getByLabelText("Show archived"));
  await user.click(await screen.findByRole("button", { name: "More actions for Full height" }));
  expect(screen.queryByRole("menuitem", { name: "Archive" })).toBeNull();
  api.answer({ products: { list: () => [product()] } });
  await user.click(await screen.findByRole("menuitem", { name: "Bring back" }));
  await findToast("Success: Full height is on offer again");
  expect(api.asked("products", "restore").map(({ params }) => params.id)).toEqual(["3"]);
  within(await screen.findByRole("row", { name: /Full height/ })).getByText("Offered");
});

test("an archived type whose name is in use again can't be restored, with a message", async () => {
  const gone = product({ archivedAt: "2026-05-01T09:00:00.000Z" });
  const taken = 'A shutter type called "Full height" already exists';
  fakeApi({ products: { list: () => [gone], restore: fails(409, taken) } });
  const { person: user } = openAs("super_admin");
  await user.click(await screen.findByRole("button", { name: "More actions for Full height" }));
  await user.click(await screen.findByRole("menuitem", { name: "Bring back" }));
  await findToast(`Error: ${taken}`);
});

test("archiving a type needs a confirmation", async () => {
  const api = fakeApi({ products: { list: () => [product()], archive: () => product({ archivedAt: "2026-11-20T09:00:00.000Z" }) } });
  const { person: user } = openAs("admin");
  await user.click(await screen.findByRole("button", { name: "More actions for Full height" }));
  expect(screen.queryByRole("menuitem", { name: "Price history" })).toBeNull();
  await user.click(await screen.findByRole("menuitem", { name: "Archive" }));
  const dialog = await screen.findByRole("alertdialog", { name: "Archive Full height?" });
  within(dialog).getByText(/until it is brought back\. Existing quotes and orders keep it\.$/);
  expect(api.asked("products", "archive")).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Archive" }));
  await screen.findByText("Shutter type archived");
  expect(api.asked("products", "archive").map(({ params }) => params.id)).toEqual(["3"]);
});
