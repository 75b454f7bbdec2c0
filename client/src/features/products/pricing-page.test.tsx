import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { formatListed } from "#client/lib/format.ts";
import { fails, fakeApi } from "#client/testing/fake-api.ts";
import { findFailure, passToast } from "#client/testing/find-toast.ts";
import { person } from "#client/testing/people.ts";
import { renderPage } from "#client/testing/render-page.tsx";
import { product } from "#client/testing/rows.ts";
import PricingPage from "./pricing-page.tsx";

const open = () => renderPage(<PricingPage />, { user: person("super_admin") });

async function openAdd() {
  const view = open();
  await view.person.click(await screen.findByRole("button", { name: "Add product" }));
  return { ...view, dialog: within(await screen.findByRole("dialog", { name: "Add product" })) };
}

test("the table displays name, description, price, louver sizes and colours", async () => {
  fakeApi({ products: { list: () => [product()] } });
  open();
  const row = within(await screen.findByRole("row", { name: /Full height/ }));
  row.getByText("One panel from sill to head");
  row.getByText("£180.00");
  row.getByText("64, 76 mm");
  row.getByText("White, Cream");
  row.getByText("950 mm");
});

test("the export matches the displayed list, with or without archived types", async () => {
  const api = fakeApi({ products: { list: () => [product()] } });
  const { person: user } = open();
  await screen.findByRole("row", { name: /Full height/ });
  await user.click(screen.getByLabelText("Show archived"));
  await user.click(screen.getByRole("button", { name: "More" }));
  await user.click(screen.getByRole("menuitem", { name: "Export" }));
  await waitFor(() => expect(api.asked("products", "list").at(-1)?.query).toEqual({ archived: "include" }));
});

test("archived types are displayed on request", async () => {
  const archived = product({ id: 4, name: "Old style", archivedAt: "2026-05-01T09:00:00.000Z" });
  fakeApi({ products: { list: ({ query }) => (query.archived === "include" ? [product(), archived] : [product()]) } });
  const { person: user } = open();
  await screen.findByRole("row", { name: /Full height/ });
  expect(screen.queryByText("Old style")).toBeNull();
  await user.click(screen.getByLabelText("Show archived"));
  within(await screen.findByRole("row", { name: /Old style/ })).getByText("Archived");
});

test("a blank form displays each field's error and sends no request", async () => {
  const api = fakeApi({ products: { list: () => [product()] } });
  const { person: user, dialog } = await openAdd();
  await user.click(dialog.getByRole("button", { name: "Add product" }));
  await dialog.findByText("Name is required");
  dialog.getByText("Base price is required");
  expect(dialog.getByLabelText("Base price per m²").getAttribute("aria-invalid")).toBe("true");
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Name")));
  expect(api.asked("products", "create")).toEqual([]);
});

test.each([
  ["0", "Price must be a positive number"],
  ["-5", "Price must be a positive number"],
  ["a lot", "Price must be a positive number"],
  ["  ", "Base price is required"],
  ["12.345", "Price can have at most two decimals"],
  ["100001", "Price must be at most £100,000"],
])("a price of %j is refused: %s", async (typed, sentence) => {
  fakeApi({ products: { list: () => [product()] } });
  const { person: user, dialog } = await openAdd();
  await user.type(dialog.getByLabelText("Name"), "X");
  await user.type(dialog.getByLabelText("Base price per m²"), `${typed}{Enter}`);
  await dialog.findByText(sentence);
});

test("typed lists are displayed as parsed, and sent so", async () => {
  const api = fakeApi({ products: { list: () => [product()], create: () => product({ id: 5 }) } });
  const { person: user, dialog } = await openAdd();
  expect(dialog.getByLabelText<HTMLInputElement>("Louver sizes").placeholder).toBe("64, 76, 89");
  expect(dialog.getByLabelText<HTMLInputElement>("Colours").placeholder).toBe("White, Cream, Black");
  await user.type(dialog.getByLabelText("Name"), "Solid");
  await user.type(dialog.getByLabelText("Base price per m²"), "£210");
  await user.type(dialog.getByLabelText("Louver sizes"), "64, wide, 76mm,");
  await user.type(dialog.getByLabelText("Colours"), " White ,, Cream");
  expect(within(dialog.getByRole("list", { name: "Louver sizes as understood" })).getAllByRole("listitem")).toHaveLength(2);
  dialog.getByText("Left out: wide");
  expect(within(dialog.getByRole("list", { name: "Colours as understood" })).getAllByRole("listitem")).toHaveLength(2);
  await user.click(dialog.getByRole("button", { name: "Add product" }));
  await screen.findByText("Product added or updated successfully");
  expect(api.asked("products", "create").map(({ body }) => body)).toEqual([
    {
      supplierId: null,
      name: "Solid",
      basePricePerM2: 210,
      description: null,
      standardLouverSizes: [64, 76],
      colorOptions: ["White", "Cream"],
      widestPanelMm: null,
      deductionMm: null,
      densityKgM3: null,
      finish: "coloured",
      material: null,
      minimumAreaM2: null,
      surcharges: [],
      costPerM2: null,
      costSurcharges: [],
      leadWeeks: null,
    },
  ]);
});

test("a minimum area and surcharges have one line each, with the type's own values to choose", async () => {
  const own = product({ minimumAreaM2: 0.5, surcharges: [{ field: "hingeColor", value: "brass", amount: 8.5, per: "shutter" }] });
  const api = fakeApi({ products: { list: () => [own], update: () => own } });
  const { person: user } = open();
  const row = within(await screen.findByRole("row", { name: /Full height/ }));
  row.getByText("at least 0.500 m²");
  row.getByText("1 surcharge");
  await user.click(screen.getByText("One panel from sill to head"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Full height" }));
  expect(dialog.getByLabelText<HTMLSelectElement>("Value of surcharge 1").value).toBe("brass");
  await user.click(dialog.getByRole("button", { name: "Add a surcharge" }));
  await user.selectOptions(dialog.getByLabelText("Field of surcharge 2"), "Louver size");
  await user.selectOptions(dialog.getByLabelText("Value of surcharge 2"), "76 mm louvres");
  await user.type(dialog.getByLabelText("Amount of surcharge 2"), "1,200");
  await user.selectOptions(dialog.getByLabelText("Per what of surcharge 2"), "per window");
  await user.click(dialog.getByRole("button", { name: "Add a surcharge" }));
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await dialog.findByText("Choose a value");
  dialog.getByText("A surcharge's amount is required");
  await user.click(dialog.getByRole("button", { name: "Remove surcharge 3" }));
  const area = dialog.getByLabelText(/^Minimum area/);
  await user.clear(area);
  await user.type(area, "0.05");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await dialog.findByText("Minimum area must be between 0.1 and 5 m²");
  await user.clear(area);
  await user.type(area, "0.45 m²");
  await user.click(dialog.getByRole("button", { name: "Save changes" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.asked("products", "update").map(({ body }) => [body.minimumAreaM2, body.surcharges])).toEqual([
    [
      0.45,
      [
        { field: "hingeColor", value: "brass", amount: 8.5, per: "shutter" },
        { field: "louverSize", value: 76, amount: 1200, per: "window" },
      ],
    ],
  ]);
});

test("a size outside the louvres' range is refused at its field", async () => {
  fakeApi({ products: { list: () => [product()] } });
  const { person: user, dialog } = await openAdd();
  await user.type(dialog.getByLabelText("Name"), "Solid");
  await user.type(dialog.getByLabelText("Base price per m²"), "210");
  await user.type(dialog.getByLabelText("Louver sizes"), "64, 6400{Enter}");
  await dialog.findByText("Louver sizes must be at most 1000 mm");
});

test("a type's own widest panel is set, and blank restores the default", async () => {
  const own = product({ widestPanelMm: 750 });
  const api = fakeApi({ products: { list: () => [own], update: () => own } });
  const { person: user } = open();
  const edit = async (typed: string) => {
    await user.click(await screen.findByText("One panel from sill to head"));
    const dialog = within(await screen.findByRole("dialog", { name: "Edit Full height" }));
    const field = dialog.getByLabelText<HTMLInputElement>(/^Widest panel/);
    expect(field.value).toBe("750");
    await user.clear(field);
    await user.type(field, typed);
    await user.keyboard("{Enter}");
    return dialog;
  };
  const dialog = await edit("100");
  await dialog.findByText("The widest panel must be at least 200 mm");
  const field = dialog.getByLabelText(/^Widest panel/);
  await user.clear(field);
  await user.type(field, "1,050 mm{Enter}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await edit(" ");
  await waitFor(() => expect(api.asked("products", "update").map(({ body }) => body.widestPanelMm)).toEqual([1050, null]));
});

test("the deduction of a recess is set per type, can be zero, and has an upper limit", async () => {
  const own = product({ deductionMm: 12 });
  const api = fakeApi({ products: { list: () => [own], update: () => own } });
  const { person: user } = open();
  await user.click(await screen.findByText("One panel from sill to head"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Full height" }));
  const field = dialog.getByLabelText<HTMLInputElement>(/^Taken off a recess/);
  expect(field.value).toBe("12");
  await user.clear(field);
  await user.type(field, "51{Enter}");
  await dialog.findByText("The deduction must be from 0 to 50 mm");
  await user.clear(field);
  await user.type(field, "0{Enter}");
  await waitFor(() => expect(api.asked("products", "update").map(({ body }) => body.deductionMm)).toEqual([0]));
});

test("the super admin changes a price", async () => {
  const api = fakeApi({ products: { list: () => [product()], update: () => product() } });
  const { person: user } = open();
  await user.click(await screen.findByText("One panel from sill to head"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Full height" }));
  const price = dialog.getByLabelText<HTMLInputElement>("Base price per m²");
  expect(price.readOnly).toBe(false);
  await user.clear(price);
  await user.type(price, "199.95{Enter}");
  await screen.findByText("Product added or updated successfully");
  expect(api.asked("products", "update").map(({ body }) => [body.id, body.basePricePerM2])).toEqual([[3, 199.95]]);
});

test("a price move of more than 20 % needs confirmation before it is saved", async () => {
  const api = fakeApi({ products: { list: () => [product()], update: () => product() } });
  const { person: user } = open();
  await user.click(await screen.findByText("One panel from sill to head"));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Full height" }));
  const price = dialog.getByLabelText<HTMLInputElement>("Base price per m²");
  await user.clear(price);
  await user.type(price, "1800{Enter}");
  const asks = within(await screen.findByRole("alertdialog", { name: "Save this price?" }));
  asks.getByText("Full height goes from £180.00 to £1,800.00 (+900.0 %). Save it?");
  await user.click(asks.getByRole("button", { name: "Go back" }));
  expect([api.asked("products", "update"), price.value]).toEqual([[], "1800"]);
  await user.clear(price);
  await user.type(price, "217{Enter}");
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Save the price" }));
  await screen.findByText("Product added or updated successfully");
  expect(api.asked("products", "update").map(({ body }) => body.basePricePerM2)).toEqual([217]);
});

test("a failed save leaves the form open with the sentence", async () => {
  fakeApi({ products: { list: () => [product()], create: fails(500) } });
  const { person: user, dialog } = await openAdd();
  await user.type(dialog.getByLabelText("Name"), "Solid");
  await user.type(dialog.getByLabelText("Base price per m²"), "210{Enter}");
  await passToast("Error: Failed to save product");
  expect((await dialog.findByRole("alert")).textContent).toBe("Failed to save product");
  dialog.getByDisplayValue("Solid");
});

test("the price history lists each change's day, prices and person", async () => {
  fakeApi({
    products: {
      list: () => [product()],
      prices: () => [
        { id: 2, from: 165, to: 180, at: "2026-07-01T13:05:00.000Z", by: "Morgan Whitlock" },
        { id: 1, from: null, to: 165, at: "2026-03-02T09:00:00.000Z", by: "Priya Raman" },
      ],
    },
  });
  const { person: user } = open();
  await user.click(await screen.findByRole("button", { name: "More actions for Full height" }));
  await user.click(await screen.findByRole("menuitem", { name: "Price history" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Price history" }));
  const row = await dialog.findByRole("row", { name: /Morgan Whitlock/ });
  expect(
    within(row)
      .getAllByRole("cell")
      .map((cell) => cell.textContent),
  ).toEqual([formatListed("2026-07-01"), "£165.00", "£180.00", "Morgan Whitlock"]);
});

test("a price history that fails to load displays an error", async () => {
  fakeApi({ products: { list: () => [product()], prices: fails(500) } });
  const { person: user } = open();
  await user.click(await screen.findByRole("button", { name: "More actions for Full height" }));
  await user.click(await screen.findByRole("menuitem", { name: "Price history" }));
  await findFailure("Failed to load price history");
});

test("a type's supplier is chosen by name, and one whose people left stays until another is chosen", async () => {
  const own = product({ supplierId: 9 });
  const suppliers = () => [{ id: 4, companyName: "Northmoor Joinery Works" }];
  const api = fakeApi({ products: { list: () => [own], update: () => own }, workshop: { suppliers } });
  const { person: user } = open();
  for (const wanted of ["As it is now", "Northmoor Joinery Works", "Any supplier"]) {
    await user.click((await screen.findAllByRole("button", { name: "Edit Full height" })).at(-1) as Element);
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByRole("option", { name: "Northmoor Joinery Works" });
    await user.selectOptions(dialog.getByLabelText("Made by"), wanted);
    await user.click(dialog.getByRole("button", { name: "Save changes" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(api.asked("products", "update").map(({ body }) => body.supplierId)).toEqual([9, 4, null]);
});
