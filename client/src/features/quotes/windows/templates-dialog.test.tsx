import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fails } from "#client/testing/fake-api.ts";
import { fillWindow, openQuoteForm } from "../testing-quote-form.tsx";

/** The choices of a template for a company's windows (rule Q20). */

const bedrooms = {
  id: 7,
  name: "Bedrooms",
  isDefault: false,
  window: { shutterTypeId: 1, louverSize: 64, colorSelection: "White", tiltRodType: "hidden", numberOfMidRails: 2 },
} as const;

const openTemplates = async (calls: Parameters<typeof openQuoteForm>[0]) => {
  const opened = await openQuoteForm(calls);
  await opened.user.click(opened.form.getByRole("button", { name: "Templates" }));
  return { ...opened, dialog: within(await screen.findByRole("dialog", { name: "Templates" })) };
};

test("a template sets a window's choices, can be undone, and leaves name, sizes and quantity", async () => {
  const { user, form, dialog } = await openTemplates({ templates: { list: () => [bedrooms] } });
  await user.click(await dialog.findByRole("button", { name: /^Bedrooms/ }));
  await waitFor(() => expect(form.getByLabelText<HTMLSelectElement>("Shutter type").value).toBe("1"));
  expect(form.getByLabelText<HTMLSelectElement>("Louver size").value).toBe("64");
  expect(form.getByLabelText<HTMLInputElement>("Mid rails").value).toBe("2");
  expect(form.getByLabelText<HTMLInputElement>("Width").value).toBe("");
  expect(form.getByDisplayValue("Window 1")).toBeTruthy();
  await user.click(form.getByRole("button", { name: "Undo" }));
  expect(form.getByLabelText<HTMLInputElement>("Mid rails").value).toBe("0");
});

test("a new quote's first window has the default template; untouched it closes without a question", async () => {
  const { user, form } = await openQuoteForm({ templates: { list: () => [{ ...bedrooms, isDefault: true }] } });
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>("Mid rails").value).toBe("2"));
  await user.click(form.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "New Quote" })).toBeTruthy();
});

test("a template's choice no longer on sale leaves the window unchanged", async () => {
  const old = { ...bedrooms, window: { ...bedrooms.window, colorSelection: "Ochre", louverSize: 47 } };
  const { user, form } = await openQuoteForm({ templates: { list: () => [old] } });
  fillWindow(form);
  await user.click(form.getByRole("button", { name: "Templates" }));
  await user.click(await screen.findByRole("button", { name: /^Bedrooms/ }));
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>("Mid rails").value).toBe("2"));
  expect(form.getByLabelText<HTMLSelectElement>("Louver size").value).toBe("64");
  expect(form.getByLabelText<HTMLSelectElement>("Colour").value).toBe("White");
});

test("the window's choices are saved under a name, without its sizes", async () => {
  const { user, api, form } = await openQuoteForm({ templates: { list: () => [], create: () => bedrooms } });
  fillWindow(form);
  await user.click(form.getByRole("button", { name: "Templates" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Templates" }));
  await user.type(dialog.getByLabelText("Save the choices of Window 1 as"), "Bedrooms{Enter}");
  await waitFor(() => expect(api.asked("templates", "create")).toHaveLength(1));
  const body = api.asked("templates", "create")[0]?.body;
  expect(body).toMatchObject({ name: "Bedrooms", isDefault: false, window: { shutterTypeId: 1, louverSize: 64, colorSelection: "White" } });
  expect(Object.keys((body as { window: object }).window)).not.toEqual(expect.arrayContaining(["width"]));
});

test("a template name in use has an error, and the typed text remains", async () => {
  const taken = "There is a template with this name already";
  const { user, dialog } = await openTemplates({ templates: { list: () => [bedrooms], create: fails(409, taken) } });
  const name = dialog.getByLabelText<HTMLInputElement>("Save the choices of Window 1 as");
  await user.type(name, "Bedrooms{Enter}");
  expect(await dialog.findByText(taken)).toBeTruthy();
  expect(name.value).toBe("Bedrooms");
});

test("a template becomes the default, and is deleted after a question", async () => {
  const { user, api, dialog } = await openTemplates({
    templates: { list: () => [bedrooms], change: () => ({ ...bedrooms, isDefault: true }), delete: () => null },
  });
  await user.click(await dialog.findByLabelText("Begin each new quote with Bedrooms"));
  await waitFor(() => expect(api.asked("templates", "change")[0]?.body).toEqual({ isDefault: true }));
  await user.click(dialog.getByRole("button", { name: "Delete Bedrooms" }));
  await user.click(await screen.findByRole("button", { name: "Delete template" }));
  await waitFor(() => expect(api.asked("templates", "delete")[0]?.params).toEqual({ id: "7" }));
});

test("a template with few choices is described by those alone", async () => {
  const few = { ...bedrooms, window: { layoutCode: "LTR", frameType: "z-frame" } } as const;
  const { dialog } = await openTemplates({ templates: { list: () => [few] } });
  expect((await dialog.findByText(/^LTR/)).textContent).toBe("LTR · Z-frame");
});

test("staff request no templates in New Quote", async () => {
  const { form } = await openQuoteForm({}, "super_admin");
  expect(form.queryByRole("button", { name: "Templates" })).toBeNull();
});
