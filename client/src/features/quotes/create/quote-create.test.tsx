import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { clearToasts } from "#client/lib/toasts.ts";
import { fails, hangs, losesReply } from "#client/testing/fake-api.ts";
import { findFailure, findToast, passToast } from "#client/testing/find-toast.ts";
import { clientRow } from "#client/testing/rows.ts";
import { optionOf, PLAIN_OPTIONS, valuesOf } from "#shared/domain/window/fields/window-fields.ts";
import { product } from "../quote-samples.ts";
import { type Form, fillWindow, openNewQuote, openQuoteForm, savedQuote, set } from "../testing-quote-form.tsx";

const total = (form: Form) => form.getByText("Total").nextElementSibling?.textContent;

test("the form opens with the specified defaults; louvre and colour wait for the type", async () => {
  const { form } = await openQuoteForm();
  await form.findByLabelText("Opening direction");
  for (const value of ["Window 1", "1"]) form.getByDisplayValue(value);
  for (const { label, usual } of PLAIN_OPTIONS.map(optionOf))
    expect(form.getByLabelText<HTMLInputElement>(label).value).toBe(String(usual));
  expect(form.getByRole<HTMLInputElement>("radio", { name: "mm" }).checked).toBe(true);
  expect(form.getByLabelText<HTMLSelectElement>("Louver size").disabled).toBe(true);
  set(form, "Shutter type", "1");
  expect(form.getByLabelText<HTMLSelectElement>("Louver size").disabled).toBe(false);
  const choices = (label: string) =>
    [...form.getByLabelText<HTMLSelectElement>(label).options].map(({ value }) => value).filter((value) => value !== "");
  for (const option of PLAIN_OPTIONS.map(optionOf)) if (option.kind === "choice") expect(choices(option.label)).toEqual(valuesOf(option));
  const units = within(form.getByRole("group", { name: "Unit" })).getAllByRole("radio");
  expect(units.map((unit) => unit.getAttribute("value"))).toEqual(["mm", "cm", "m"]);
  expect(choices("Louver size")).toEqual(product().standardLouverSizes.map(String));
  expect(choices("Colour")).toEqual(product().colorOptions);
});

test("Ctrl+Enter sends from the windows' list, buttons and fields, but not under a question", async () => {
  const { api, user, form } = await openQuoteForm();
  set(form, "Width", "1200");
  await user.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Discard what you entered?" });
  await user.keyboard("{Control>}{Enter}{/Control}");
  expect(form.queryByText("Shutter type is required")).toBeNull();
  await user.keyboard("{Escape}");
  form.getByRole("button", { name: /^Window 1/ }).focus();
  await user.keyboard("{Control>}{Enter}{/Control}");
  await form.findByText("Shutter type is required");
  expect(api.asked("quotes", "create")).toEqual([]);
});

test("every rule has its sentence, and the first invalid field has the focus", async () => {
  const { api, form, submit } = await openQuoteForm();
  set(form, "Window name", "");
  await submit();
  for (const message of [
    "Window name is required",
    "Shutter type is required",
    "Width must be greater than 0.1",
    "Height must be greater than 0.1",
  ]) {
    await form.findByText(message);
  }
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Window name")));
  for (const label of ["Louver size", "Colour"]) expect(form.getByLabelText(label).getAttribute("aria-invalid")).not.toBe("true");
  set(form, "Shutter type", "1");
  await submit();
  await form.findByText("Louver size is required");
  form.getByText("Color is required");
  expect(api.asked("quotes", "create")).toEqual([]);
});

test("an error disappears once it is corrected, even before the first submit", async () => {
  const { user, form } = await openQuoteForm();
  form.getByLabelText("Shutter type").focus();
  await user.keyboard("{Enter}");
  await form.findByText("Shutter type is required");
  set(form, "Shutter type", "1");
  await waitFor(() => expect(form.queryByText("Shutter type is required")).toBeNull());
  set(form, "Width", "1200");
  set(form, "Height", "900");
  form.getByLabelText("Louver size").focus();
  await user.keyboard("{Enter}");
  await form.findByText("Louver size is required");
  form.getByRole("button", { name: /^Window 1, has errors/ });
  set(form, "Louver size", "64");
  await waitFor(() => expect(form.queryByText("Louver size is required")).toBeNull());
  form.getByRole("button", { name: /^Window 1(?!, has errors)/ });
});

test("an error that depends on two fields follows either, and states the current problem", async () => {
  const { user, form, submit } = await openQuoteForm();
  fillWindow(form, { width: "0.1", height: "0.1" });
  await user.click(await form.findByRole("button", { name: "More about how it is made" }));
  await submit();
  await form.findByText('Window "Window 1" is too small to price');
  set(form, "Height", "9000");
  await waitFor(() => expect(form.queryByText(/too small/)).toBeNull());
  set(form, "Width", "1200");
  set(form, "Mount", "outside");
  set(form, "Size", "recess");
  await submit();
  await form.findByText("A recess size is for a shutter mounted inside");
  set(form, "Width", "5");
  set(form, "Mount", "inside");
  await form.findByText('"Window 1" is too small for its deduction');
  set(form, "Width", "1200");
  await waitFor(() => expect(form.queryByText(/deduction/)).toBeNull());
  expect(form.queryByText(/mounted inside/)).toBeNull();
});

test("a note is typed as soon as it is requested, and sent", async () => {
  const { api, user, form, submit } = await openQuoteForm();
  fillWindow(form);
  await user.click(form.getByRole("button", { name: "Add a note" }));
  await user.keyboard("Ring before you come");
  expect(document.activeElement).toBe(form.getByLabelText(/^Note for the office/));
  await submit();
  await screen.findByText("Quote created successfully");
  expect(api.asked("quotes", "create")[0]?.body.note).toBe("Ring before you come");
});

test("typing replaces the form's own window name and extends a person's name", async () => {
  const { user, form } = await openQuoteForm();
  const name = form.getByLabelText<HTMLInputElement>("Window name");
  name.focus();
  await user.keyboard("Lounge");
  expect(name.value).toBe("Lounge");
  await user.tab();
  name.focus();
  expect([name.selectionStart, name.selectionEnd]).not.toEqual([0, 6]);
});

test("prices follow the typed values in the server's integers, in any unit", async () => {
  const { user, form } = await openQuoteForm();
  form.getByText("1 window has no price yet");
  fillWindow(form, { width: "1,200" });
  expect(total(form)).toBe("£195.05");
  await user.click(form.getByRole("radio", { name: "cm" }));
  expect(form.getByLabelText<HTMLInputElement>("Width").value).toBe("120");
  await user.click(form.getByRole("radio", { name: "m" }));
  expect(form.getByLabelText<HTMLInputElement>("Height").value).toBe("0.9");
  expect(total(form)).toBe("£195.05");
  await user.type(form.getByLabelText("Quantity"), "0");
  expect(total(form)).toBe("£1,950.48");
});

test("the form displays the ready day for its types and whole square metres", async () => {
  const readyDay = ({ query }: { query: { squareMetres?: string } }) => ({ readyOn: query.squareMetres === "2" ? "2026-12-18" : null });
  const { api, form } = await openQuoteForm({ quotes: { readyDay } });
  expect(api.asked("quotes", "readyDay")).toEqual([]);
  fillWindow(form, { width: "1,200" });
  await form.findByText("Ready by Fri 18 December, if you order today");
  expect(api.asked("quotes", "readyDay").at(-1)?.query).toEqual({ types: "1", squareMetres: "2" });
});

test("a minimum area and surcharges are included in the price and named", async () => {
  const charges = {
    minimumAreaM2: 1.5,
    surcharges: [{ field: "tiltRodType" as const, value: "hidden", amount: 12.5, per: "shutter" as const }],
  };
  const { user, form } = await openQuoteForm({ products: { list: () => [product(charges)] } });
  fillWindow(form, { width: "1,200" });
  // The window of 1.080 m² is charged as 1.500 m² × £150.50, with VAT.
  expect(total(form)).toBe("£270.90");
  form.getByText("1.500 m²");
  await user.selectOptions(form.getByLabelText("Tilt rod"), "Hidden");
  expect(total(form)).toBe("£285.90");
  form.getByText("+ Hidden tilt rod: £12.50");
  form.getByText("of it surcharges");
});

test("three windows by keyboard: Enter moves from the job to missing values to the next window", async () => {
  const { api, user, form } = await openQuoteForm();
  await user.keyboard("Elm{Enter}PO{Enter}Hall{Enter}");
  expect(document.activeElement).toBe(form.getByLabelText("Shutter type"));
  await user.selectOptions(form.getByLabelText("Shutter type"), "Basswood");
  await user.keyboard("{Enter}1200{Enter}900{Enter}");
  expect(document.activeElement).toBe(form.getByLabelText("Louver size"));
  await user.selectOptions(form.getByLabelText("Louver size"), "76 mm");
  await user.selectOptions(form.getByLabelText("Colour"), "Cream");
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(form.getByDisplayValue("Window 2"));
  await user.keyboard("Bay{Enter}600{Enter}900{Enter}");
  // The keyboard selects the previous window in the list, and then the current one again.
  form.getByRole("button", { name: /^Window 3/ }).focus();
  await user.keyboard("{ArrowUp}{Enter}");
  expect(document.activeElement).toBe(form.getByDisplayValue("Bay"));
  await user.keyboard("{Enter}");
  await user.keyboard("{Enter}700{Enter}900{Control>}{Enter}{/Control}");
  await screen.findByText("Quote created successfully");
  const body = api.asked("quotes", "create")[0]?.body;
  expect([body?.jobName, body?.poNumber]).toEqual(["Elm", "PO"]);
  expect(body?.items.map(({ name, widthM, louverSize, colorSelection }) => [name, widthM, louverSize, colorSelection])).toEqual([
    ["Hall", 1.2, 76, "Cream"],
    ["Bay", 0.6, 76, "Cream"],
    ["Window 3", 0.7, 76, "Cream"],
  ]);
});

test("windows are duplicated and removed; the last one remains", async () => {
  const { user, form } = await openQuoteForm();
  expect(form.queryByRole("button", { name: "Remove" })).toBeNull();
  fillWindow(form);
  await user.click(form.getByRole("button", { name: "Duplicate" }));
  expect(form.getByLabelText<HTMLInputElement>("Width").value).toBe("1200");
  expect(total(form)).toBe("£390.10");
  await user.click(form.getByRole("button", { name: "Remove" }));
  expect(total(form)).toBe("£195.05");
  expect(form.queryByRole("button", { name: "Remove" })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Window name")));
});

test("an invalid window among valid ones is marked, displayed, and its field focused", async () => {
  const { user, form, submit } = await openQuoteForm();
  fillWindow(form);
  await user.click(form.getByRole("button", { name: "Add window" }));
  set(form, "Width", "600");
  await user.click(form.getByRole("button", { name: /^Window 1/ }));
  await submit();
  await form.findByRole("button", { name: /Window 2.*has errors/ });
  await waitFor(() => expect(document.activeElement).toBe(form.getByLabelText("Height")));
  form.getByDisplayValue("Window 2");
  form.getByText("Height must be greater than 0.1");
});

test("a quote is sent with the displayed prices", async () => {
  const { api, form, submit } = await openQuoteForm();
  fillWindow(form);
  await submit();
  await screen.findByText("Quote created successfully");
  const [asked] = api.asked("quotes", "create");
  expect(asked?.body).toMatchObject({ subtotal: 162.54, tax: 32.51, finalTotal: 195.05, items: [{ pricePerM2: 150.5 }] });
  expect(asked?.body.userId).toBeUndefined();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a second press during the request sends nothing", async () => {
  const { api, form, submit } = await openQuoteForm({ quotes: { create: hangs } });
  fillWindow(form);
  await submit();
  await submit();
  expect(api.asked("quotes", "create")).toHaveLength(1);
});

test("a lost reply and a retry create one quote: the key is equal, and the typed text stays", async () => {
  const { api, form, submit } = await openQuoteForm({ quotes: { create: losesReply } });
  fillWindow(form);
  await submit();
  expect((await form.findByRole("alert")).textContent).toMatch(/^Failed to create quote\. .*It will not be created twice\./);
  form.getByDisplayValue("1200");
  api.answer({ quotes: { create: () => savedQuote } });
  await submit();
  await screen.findByText("Quote created successfully");
  const keys = api.asked("quotes", "create").map(({ idempotencyKey }) => idempotencyKey);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test("changed prices are listed line by line, and accepted with one press under a new key", async () => {
  const lines = [{ name: "Window 1", oldPricePerM2: 150.5, newPricePerM2: 160 }];
  const { api, user, form, submit } = await openQuoteForm({
    quotes: { create: fails(409, "Prices have changed: the total is now £207.36", { lines, finalTotal: 207.36 }) },
  });
  fillWindow(form);
  api.answer({ products: { list: () => [product({ basePricePerM2: 160 })] } });
  await submit();
  await form.findByText("Prices have changed");
  form.getByText("£150.50");
  await form.findByText(/The total is now £207.36/);
  expect(total(form)).toBe("£207.36");
  api.answer({ quotes: { create: () => savedQuote } });
  await user.click(form.getByRole("button", { name: "Accept the new price" }));
  await screen.findByText("Quote created successfully");
  const [before, after] = api.asked("quotes", "create");
  expect(after?.body).toMatchObject({ finalTotal: 207.36, items: [{ pricePerM2: 160 }] });
  expect(after?.idempotencyKey).not.toBe(before?.idempotencyKey);
});

test("a deleted type is named by the server's sentence and in the form", async () => {
  const gone = 'Product not found for window "Window 1"';
  const { api, form, submit } = await openQuoteForm({ quotes: { create: fails(400, gone) } });
  fillWindow(form);
  api.answer({ products: { list: () => [] } });
  await submit();
  await passToast(`Error: ${gone}`);
  expect(form.getByRole("alert").textContent).toBe(gone);
  await waitFor(() => expect(form.queryByRole("option", { name: "Basswood" })).toBeNull());
  clearToasts();
  await submit();
  await findToast(`Error: ${gone}`);
  expect(await form.findAllByText(gone)).not.toHaveLength(0);
  expect(api.asked("quotes", "create")).toHaveLength(1);
});

test("a server fault displays an error and retains the work", async () => {
  const { form, submit } = await openQuoteForm({ quotes: { create: fails(500) } });
  fillWindow(form);
  await submit();
  await screen.findByText("Failed to create quote");
  form.getByDisplayValue("1200");
});

test("unsaved work is discarded after a confirmation only; an untouched form closes at once", async () => {
  const { user, form } = await openQuoteForm();
  set(form, "Width", "1");
  form.getByLabelText("Width").focus();
  await user.keyboard("{Escape}");
  await screen.findByRole("alertdialog", { name: "Discard what you entered?" });
  await user.click(screen.getByRole("button", { name: "Keep editing" }));
  set(form, "Width", "");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("an admin must choose the customer, found by name", async () => {
  const { api, user, form, submit } = await openQuoteForm({ clients: { list: () => [clientRow({ id: 31 })] } }, "admin");
  fillWindow(form);
  await submit();
  await form.findByText("Please choose the customer this quote is for");
  await user.type(form.getByRole("combobox", { name: "Customer" }), "harb");
  await waitFor(() => expect(api.asked("clients", "list").at(-1)?.query).toMatchObject({ search: "harb", approvalStatus: "approved" }));
  await user.keyboard("{Enter}");
  expect(form.getByRole<HTMLInputElement>("combobox", { name: "Customer" }).value).toBe("Harbour Blinds");
  await submit();
  await screen.findByText("Quote created successfully");
  expect(api.asked("quotes", "create")[0]?.body.userId).toBe(31);
});

test("the super admin may own a quote", async () => {
  const { api, form, submit } = await openQuoteForm({}, "super_admin");
  fillWindow(form);
  await submit();
  await screen.findByText("Quote created successfully");
  expect(api.asked("quotes", "create")[0]?.body.userId).toBeUndefined();
});

test("a type that can't be ordered yet can't be chosen", async () => {
  const { form } = await openQuoteForm({ products: { list: () => [product(), product({ id: 2, name: "Composite", colorOptions: [] })] } });
  expect(form.getByRole<HTMLOptionElement>("option", { name: "Composite (not ready to order)" }).disabled).toBe(true);
});

test("the form without shutter types displays an error and can load them again", async () => {
  openNewQuote({ products: { list: fails(500) } });
  await findFailure("Failed to load the shutter types");
});

test.each([
  ["customer", /^The office adds them under Pricing/, null],
  ["admin", /^Add one under/, "/products"],
  ["super_admin", /^Add one under/, "/pricing"],
] as const)("without a shutter type that can be ordered New Quote tells a %s what to do", async (role, words, href) => {
  openNewQuote({ products: { list: () => [product({ colorOptions: [] })] } }, role);
  const form = within(await screen.findByRole("dialog", { name: "Create New Quote" }));
  await form.findByText("No shutter types yet");
  const notice = form.getByText(words);
  expect(notice.querySelector("a")?.getAttribute("href") ?? null).toBe(href);
});
