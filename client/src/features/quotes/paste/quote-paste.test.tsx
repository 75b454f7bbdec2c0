import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { product } from "../quote-samples.ts";
import { fillWindow, openQuoteForm, set } from "../testing-quote-form.tsx";

const pasteDialog = async () => within(await screen.findByRole("dialog", { name: "Paste rows" }));
const intoField = (field: HTMLElement, text: string) => fireEvent.paste(field, { clipboardData: { getData: () => text } });
const rows = (count: number) => Array.from({ length: count }, (_, at) => `Room ${at + 1}\t1200\t900`).join("\r\n");

test("rows pasted into a field are previewed, and added with one choice for all", async () => {
  const { api, user, form, submit } = await openQuoteForm();
  intoField(
    form.getByLabelText("Window name"),
    "Room\tWidth (cm)\tHeight (cm)\tClient\r\nHall\t120\t90\t\r\nBay\ttall\t90\t\r\n\t60,5\t90\t\r\n",
  );
  const dialog = await pasteDialog();
  const preview = within(dialog.getByRole("table", { name: "The rows as they were read" }));
  preview.getByText("“tall” is not a measure in mm, cm or m");
  preview.getByText("605 mm");
  dialog.getByText("Not read: Client.");
  dialog.getByText("Shutter type is required");
  set(dialog, /^Shutter type/, "1");
  set(dialog, /^Louver size/, "76");
  set(dialog, /^Colour/, "Cream");
  dialog.getByText("3 rows can be added, 1 with faults. Correct them here, or in the form.");
  await user.click(dialog.getByRole("button", { name: "Add only the 2 without faults" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Paste rows" })).toBeNull());
  form.getByDisplayValue("Hall");
  await submit();
  await screen.findByText("Quote created successfully");
  expect(
    api
      .asked("quotes", "create")[0]
      ?.body.items.map(({ name, widthM, louverSize, colorSelection }) => [name, widthM, louverSize, colorSelection]),
  ).toEqual([
    ["Hall", 1.2, 76, "Cream"],
    ["Window 2", 0.605, 76, "Cream"],
  ]);
});

test("a row with errors is corrected in the preview, or added with its errors marked", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  intoField(
    form.getByLabelText("Window name"),
    "Name\tWidth\tHeight\tFrame\tColour\r\nHall\ttall\t900\tL-frame\tWhite\r\nBay\t1.200\t900\tround\tpurple",
  );
  const dialog = await pasteDialog();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Width of row 2")));
  set(dialog, "Width of row 2", "135");
  // The field stays open during typing, although the error is gone.
  await user.type(dialog.getByLabelText("Width of row 2"), "0");
  set(dialog, "Colour of row 3", "Cream");
  dialog.getByText("2 rows can be added, 1 with faults. Correct them here, or in the form.");
  await user.click(dialog.getByRole("button", { name: "Add 2 windows" }));
  await form.findByRole("button", { name: /^Bay, has errors/ });
  await user.click(form.getByRole("button", { name: /^Bay, has errors/ }));
  form.getByText("Width must be greater than 0.1");
  const value = (label: string) => form.getByLabelText<HTMLInputElement>(label).value;
  expect(["Width", "Frame", "Colour"].map(value)).toEqual(["", "", "Cream"]);
  set(form, "Width", "1200");
  set(form, "Frame", "z-frame");
  await waitFor(() => expect(form.queryByRole("button", { name: /has errors/ })).toBeNull());
  expect(form.getByRole("button", { name: /^Hall/ }).textContent).toContain("1,350 × 900 mm");
});

test("an unknown word in several rows is corrected once for all; a measure belongs to one row", async () => {
  const pine = product({ id: 2, name: "Pine", standardLouverSizes: [76], colorOptions: ["White", "Oak"] });
  const { user, form } = await openQuoteForm({ products: { list: () => [product(), pine] } });
  const typed = ["Baswood", "Pine", "baswood", "Bass wood", "BASWOOD"];
  intoField(
    form.getByLabelText("Window name"),
    `Name\tWidth\tHeight\tType\tColour\n${typed.map((type, at) => `Room ${at + 1}\t${at > 2 ? "wide" : 1200}\t900\t${type}\tpurple`).join("\n")}`,
  );
  const dialog = await pasteDialog();
  const column = (label: string) => typed.map((_, at) => dialog.queryByLabelText<HTMLSelectElement>(`${label} of row ${at + 2}`)?.value);
  // “Bass wood” is proposed as a type. A row of an unknown type has no error for its colour.
  expect(column("Colour")).toEqual([undefined, "", undefined, "", undefined]);
  expect(dialog.getAllByText("and in 2 other rows")).toHaveLength(3);
  set(dialog, "Shutter type of row 4", "Pine");
  // The alike rows are corrected too; the row of the correction can be changed again.
  expect(column("Shutter type")).toEqual([undefined, undefined, "Pine", undefined, undefined]);
  // Two types give two separate errors for the colour.
  expect(dialog.getAllByText("Pine is not made in “purple”")).toHaveLength(4);
  dialog.getByText("Basswood is not made in “purple”");
  set(dialog, "Colour of row 3", "Oak");
  set(dialog, "Colour of row 5", "Cream");
  set(dialog, "Shutter type of row 4", "Basswood");
  expect(dialog.getAllByText("Basswood is not made in “Oak”")).toHaveLength(3);
  set(dialog, "Colour of row 6", "White");
  expect(dialog.getAllByText("and in 2 other rows")).toHaveLength(2);
  set(dialog, "Width of row 5", "700");
  expect(column("Width")).toEqual([undefined, undefined, undefined, "700", "wide"]);
  // A choice missing in all rows is reported once too.
  set(dialog, "Louver size of row 2", "76");
  dialog.getByText("5 rows can be added, 1 with faults. Correct them here, or in the form.");
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
});

test("rows pasted by the button leave the focus in the first added window", async () => {
  const { user, form } = await openQuoteForm();
  await user.click(form.getAllByRole("button", { name: "Paste rows" })[0] as HTMLElement);
  const dialog = await pasteDialog();
  set(dialog, "Rows", rows(2));
  await user.click(dialog.getByRole("button", { name: "Add 2 windows" }));
  await waitFor(() => expect(document.activeElement).toBe(form.getByDisplayValue("Room 1")));
});

test("the preview has the defaults of the next window, and a single cell is no row", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form, { width: "500", height: "600" });
  set(form, "Mid rails", "2");
  set(form, "Mount", "outside");
  intoField(form.getByLabelText("Width"), "1200\r\n");
  expect(screen.queryByRole("dialog", { name: "Paste rows" })).toBeNull();
  // The button is both in the column of windows and in the phone's strip; styles hide one, but
  // jsdom has no styles.
  await user.click(form.getAllByRole("button", { name: "Paste rows" })[0] as HTMLElement);
  const dialog = await pasteDialog();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Rows")));
  fireEvent.change(dialog.getByLabelText("Rows"), { target: { value: "1200\t900\t2" } });
  await user.click(dialog.getByRole("button", { name: "Add 1 window" }));
  await form.findByRole("region", { name: "Window 2 of 2" });
  form.getByDisplayValue("Window 2");
  expect(["Mid rails", "Mount", "Colour"].map((label) => form.getByLabelText<HTMLInputElement>(label).value)).toEqual([
    "0",
    "outside",
    "White",
  ]);
  expect(form.getByRole("button", { name: /Window 1.*500 × 600 mm/ })).toBeTruthy();
});

test("a row's measurement warnings are below it, relative to the quote and the other rows", async () => {
  const { user, form } = await openQuoteForm();
  fillWindow(form);
  intoField(form.getByLabelText("Window name"), "Hall\t120\t90\r\nStairs\t1000\t2100\r\nBay\t1100\t1000");
  const dialog = await pasteDialog();
  const said = within(dialog.getByRole("table", { name: "The rows as they were read" }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);
  expect(said).toEqual([
    expect.stringContaining("Hall"),
    expect.stringMatching(/The width, 120 mm, is about a tenth of the other windows' 1,\d00 mm.*90 mm is lower than 250 mm/),
    expect.stringContaining("Stairs"),
    expect.stringContaining("A window 2,100 mm high needs a mid rail"),
    expect.stringContaining("Bay"),
  ]);
  dialog.getByText("3 rows can be added, 2 to check");
  await user.click(dialog.getByRole("button", { name: "Add 3 windows" }));
  // The mark is also on the first window, which is on screen.
  await form.findByRole("button", { name: /^Stairs, has a measure to check/ });
  expect(form.getAllByRole("button", { name: /has a measure to check/ })).toHaveLength(2);
});

test("a quote has at most 200 windows, and the dialog counts the omitted rows", async () => {
  const { form } = await openQuoteForm();
  fillWindow(form, { width: "", height: "" });
  intoField(form.getByLabelText("Window name"), rows(203));
  const dialog = await pasteDialog();
  dialog.getByText("A quote takes at most 200 windows: the last 3 rows will be left out.");
  dialog.getByRole("button", { name: "Add 200 windows" });
});

test("a sheet with title rows: columns are assigned, rows skipped, headings and proposals marked", async () => {
  const { user, form } = await openQuoteForm({
    products: { list: () => [product(), product({ id: 2, name: "Hardwood Elite", standardLouverSizes: [89], colorOptions: ["Oak"] })] },
  });
  const text = "Elm Road\t\t\t\nA\tB\tC\tD\nHall\t1200\t900\thardwood\nTotal\t1\t1\t";
  intoField(form.getByLabelText("Window name"), text);
  const dialog = await pasteDialog();
  set(dialog, "Row 2 is", "heading");
  set(dialog, "Row 4 is", "skip");
  for (const [column, field] of [
    [1, "name"],
    [2, "width"],
    [3, "height"],
    [4, "shutterTypeId"],
  ] as const)
    set(dialog, `Column ${column} is`, field);
  dialog.getByText("proposed for “hardwood”");
  expect(dialog.getByRole("status").textContent).toContain("1 row can be added");
  expect(dialog.getByRole("status").textContent).toContain("1 value proposed");
  await user.click(dialog.getByRole("button", { name: "Add 1 window" }));
  await form.findByDisplayValue("Hall");
});

test("a column in inches has an error in each of its cells", async () => {
  const { form } = await openQuoteForm();
  fillWindow(form);
  intoField(form.getByLabelText("Window name"), "Room\tWidth (in)\tHeight (mm)\nHall\t47\t900\nBay\t35\t900");
  const dialog = await pasteDialog();
  expect(dialog.getAllByText("Measures in inches or feet are not read: give them in mm, cm or m")).toHaveLength(2);
});
