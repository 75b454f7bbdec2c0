import { waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { moveInOrder } from "../form/use-windows.ts";
import { product, quoteItem, quoteRow } from "../quote-samples.ts";
import { openQuoteForm, set } from "../testing-quote-form.tsx";

const NAMES = ["Hall", "Kitchen", "Bay", "Door", "Loft"];
const items = NAMES.map((name, place) => ({ ...quoteItem, id: place + 1, name, ...(name === "Bay" && { frameType: "z-frame" as const }) }));
const pine = product({ id: 2, name: "Pine", standardLouverSizes: [76, 89], colorOptions: ["White", "Oak"] });

async function openHouse(made: (name: string) => Partial<(typeof items)[number]> = () => ({})) {
  const opened = await openQuoteForm(
    {
      products: { list: () => [product(), pine] },
      quotes: { read: () => ({ ...quoteRow(), note: null, refunded: 0, items: items.map((item) => ({ ...item, ...made(item.name) })) }) },
    },
    "customer",
    { kind: "again", quoteId: 12 },
  );
  const { user, form } = opened;
  await user.click(form.getAllByRole("button", { name: "Whole house" })[0] as HTMLElement);
  const rows = () =>
    within(form.getByRole("table"))
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .map((cell) => cell.textContent),
      );
  const names = () => rows().map((cells) => NAMES.find((name) => cells[1]?.startsWith(name)));
  return { ...opened, rows, names };
}

test("the grid displays size, type, colour, differences and price; a name opens its window", async () => {
  const { user, form, rows } = await openHouse();
  expect(form.getByText(/^Mostly:/).textContent).toMatch(/^Mostly: Basswood, 76 mm louvre, White, L-frame, inside mount/);
  expect(rows()[2]?.slice(2)).toEqual(["1,200 × 900 mm", "Basswood", "White", "Z-frame", "£162.54"]);
  expect(rows()[1]?.[5]).toBe("");
  await user.click(form.getByRole("button", { name: "Bay" }));
  form.getByDisplayValue("Bay");
  form.getByRole("region", { name: "Window 3 of 5" });
});

test("windows are selected, set and moved by keyboard; choices no longer offered are required", async () => {
  const { api, user, form, rows, names, submit } = await openHouse();
  await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  form.getByText("3 windows selected: change them all");
  set(form, "Colour", "Cream");
  expect(rows().map((cells) => cells[4])).toEqual(["Cream", "Cream", "Cream", "White", "White"]);
  set(form, "Shutter type", "2");
  expect(rows().map((cells) => [cells[3], cells[4]])[0]).toEqual(["Pine", "–"]);
  set(form, "Colour", "Oak");
  form.getByRole("checkbox", { name: "Choose Bay" }).focus();
  await user.keyboard("{Alt>}{ArrowDown}{/Alt}");
  expect(names()).toEqual(["Door", "Hall", "Kitchen", "Bay", "Loft"]);
  expect(document.activeElement).toBe(form.getByRole("checkbox", { name: "Choose Bay" }));
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
  expect(
    api.asked("quotes", "create")[0]?.body.items.map(({ name, shutterTypeId, colorSelection }) => [name, shutterTypeId, colorSelection]),
  ).toEqual([
    ["Door", 1, "White"],
    ["Hall", 2, "Oak"],
    ["Kitchen", 2, "Oak"],
    ["Bay", 2, "Oak"],
    ["Loft", 1, "White"],
  ]);
});

test("selected windows get one layout and one way of making; an impossible layout is not offered", async () => {
  const { api, user, form, rows, submit } = await openHouse();
  await user.keyboard(" {Shift>}{ArrowDown}{/Shift}");
  set(form, "Layout", "LR");
  set(form, "Hinges", "brass");
  set(form, "Tilt rod", "hidden");
  expect(rows()[0]?.[5]).toBe("layout LR, hidden tilt rod, brass hinges");
  const offered = [...form.getByLabelText<HTMLSelectElement>("Layout").options].map(({ value }) => value);
  expect([offered.includes("LR"), offered.includes("LLRR")]).toEqual([true, false]);
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
  expect(api.asked("quotes", "create")[0]?.body.items.map(({ layoutCode, hingeColor }) => [layoutCode ?? null, hingeColor])).toEqual([
    ["LR", "brass"],
    ["LR", "brass"],
    [null, "match"],
    [null, "match"],
    [null, "match"],
  ]);
});

test("mid rails, mount, opening and tilt are set for all, and outdated rail heights are cleared", async () => {
  const railed = { numberOfMidRails: 1, midRailHeightsMm: [450] };
  const { api, user, form, rows, submit } = await openHouse((name) => (name === "Kitchen" ? railed : {}));
  const value = (label: string) => form.getByLabelText<HTMLSelectElement>(label).selectedOptions[0]?.textContent;
  await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  expect(["Mid rails", "Mount"].map(value)).toEqual(["Various", "Inside"]);
  set(form, "Mid rails", "1");
  expect(rows()[1]?.[5]).toBe("mid rail at 450 mm from the bottom");
  set(form, "Mid rails", "2");
  set(form, "Mount", "outside");
  set(form, "Layout", "bi-fold");
  set(form, "Tilt rod", "offset");
  expect(value("Mid rails")).toBe("2");
  expect(rows()[3]?.[5]).toMatch(/inside mount, left hinge, centre tilt rod, no mid rails/);
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
  const set3 = { mountType: "outside", openingDirection: "bi-fold", tiltRodType: "offset", numberOfMidRails: 2, midRailHeightsMm: null };
  expect(api.asked("quotes", "create")[0]?.body.items.slice(0, 3)).toMatchObject([set3, set3, set3]);
});

test("bi-fold for all keeps the layouts and their measured posts", async () => {
  const posted = { layoutCode: "LTR", tPostsMm: [500] };
  const { api, user, form, submit } = await openHouse((name) => (name === "Kitchen" ? posted : {}));
  await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  set(form, "Layout", "bi-fold");
  await submit();
  await waitFor(() => expect(api.asked("quotes", "create")).toHaveLength(1));
  const folding = { openingDirection: "bi-fold" };
  expect(api.asked("quotes", "create")[0]?.body.items.slice(0, 3)).toMatchObject([folding, { ...folding, ...posted }, folding]);
});

test("the fields are below the windows, one line without a selection; one Tab reaches them", async () => {
  const { user, form } = await openHouse();
  const line = form.getByText("Select windows to change them together");
  expect(form.getByRole("table").compareDocumentPosition(line)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(form.queryByLabelText("Mid rails")).toBeNull();
  await user.keyboard("{ArrowDown}{ArrowDown} ");
  expect(document.activeElement).toBe(form.getByRole("checkbox", { name: "Choose Bay" }));
  await user.tab();
  expect(document.activeElement).toBe(form.getByLabelText("Shutter type"));
  await user.tab();
  // Enter clears the selection, so that the next windows are selected separately.
  await user.keyboard("{Enter}");
  expect(document.activeElement).toBe(form.getByRole("checkbox", { name: "Choose Bay" }));
  expect(form.queryAllByRole("checkbox", { checked: true })).toEqual([]);
  expect(form.queryByLabelText("Mid rails")).toBeNull();
});

test("one press undoes a change of several windows, except values changed again since", async () => {
  const { user, form, rows } = await openHouse();
  const differs = () => rows().map((cells) => cells[5]);
  await user.keyboard(" {Shift>}{ArrowDown}{ArrowDown}{/Shift}");
  set(form, "Colour", "White");
  // The windows were white already, so there is nothing to undo.
  expect(form.queryByRole("button", { name: "Undo" })).toBeNull();
  set(form, "Mount", "outside");
  set(form, "Tilt rod", "hidden");
  form.getByText("Tilt rod changed in 3 windows");
  await user.click(form.getByRole("button", { name: "Bay" }));
  set(form, "Tilt rod", "offset");
  await user.click(form.getByRole("button", { name: "Undo" }));
  await user.click(form.getAllByRole("button", { name: "Whole house" })[0] as HTMLElement);
  expect(differs()).toEqual(["", "", "Z-frame, offset tilt rod", "inside mount", "inside mount"]);
  expect(form.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("undoing a type of several windows restores the louvre and colour that it cleared", async () => {
  const { user, form, rows } = await openHouse();
  await user.keyboard(" {Shift>}{ArrowDown}{/Shift}");
  set(form, "Shutter type", "2");
  expect(rows().map((cells) => cells[3])).toEqual(["Pine", "Pine", "Basswood", "Basswood", "Basswood"]);
  form.getByText("Shutter type changed in 2 windows");
  (document.activeElement as HTMLElement).blur();
  await user.keyboard("{Control>}z{/Control}");
  expect(rows().map((cells) => [cells[3], cells[4]])).toEqual(NAMES.map(() => ["Basswood", "White"]));
});

test("moved windows have other keys, so that an earlier change can't be undone", async () => {
  const { user, form } = await openHouse();
  await user.keyboard(" ");
  set(form, "Colour", "Cream");
  await user.click(form.getByRole("button", { name: "Move down" }));
  expect(form.queryByRole("button", { name: "Undo" })).toBeNull();
});

test("Shift and a press select all windows in between, and the head selects all", async () => {
  const { user, form } = await openHouse();
  const chosen = () => NAMES.filter((name) => form.getByRole<HTMLInputElement>("checkbox", { name: `Choose ${name}` }).checked);
  await user.click(form.getByRole("checkbox", { name: "Choose Kitchen" }));
  await user.keyboard("{Shift>}");
  await user.click(form.getByRole("checkbox", { name: "Choose Door" }));
  await user.keyboard("{/Shift}");
  expect(chosen()).toEqual(["Kitchen", "Bay", "Door"]);
  await user.click(form.getByRole("checkbox", { name: "Choose all windows" }));
  expect(chosen()).toEqual(NAMES);
});

test.each([
  [[1], -1, [1, 0, 2, 3]],
  [[1, 2], 1, [0, 3, 1, 2]],
  [[0, 2], -1, [0, 2, 1, 3]],
  [[2, 3], 1, [0, 1, 2, 3]],
] as const)("movedOrder of windows %j by %d", (places, by, order) => expect(moveInOrder(4, new Set<number>(places), by)).toEqual(order));
