import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findProblems } from "../form/quote-problems.ts";
import { product, windowValues } from "../quote-samples.ts";
import { isTable, parseCells } from "./paste-cells.ts";
import { type CorrectedCells, pasteWindows, rowError } from "./paste-windows.ts";

const products = new Map([
  [1, product()],
  [2, product({ id: 2, name: "Hard wood", standardLouverSizes: [89], colorOptions: ["Oak"] })],
]);
const common = windowValues({ frameType: "z-frame", numberOfMidRails: 1 });
const paste = (text: string, unit: "mm" | "cm" | "m" = "mm", mended: CorrectedCells = {}) =>
  pasteWindows({ text, unit, common, corrected: mended }, products);
const sizes = (text: string, unit: "mm" | "cm" | "m" = "mm") =>
  paste(text, unit).rows.map(({ window }) => [window.name, window.width, window.height, window.unit, window.quantity]);
const errors = (text: string) => paste(text).rows.map((row) => row.errors);

describe("what a spreadsheet puts on the clipboard", () => {
  test("pastedCells reads tabs, CRLF, quoted line breaks and quotes, inch marks and trailing tabs", () => {
    expect(parseCells('Kitchen\t1200\r\n"Bay ""left""\nupper"\t900\t\t\r\n47" sill\t1')).toEqual([
      ["Kitchen", "1200"],
      ['Bay "left" upper', "900", "", ""],
      ['47" sill', "1"],
    ]);
  });
  test("a list with semicolons preserves its decimal commas", () => expect(parseCells("Bay;120,5;90")).toEqual([["Bay", "120,5", "90"]]));
  test("several cells are a table; one cell with its line break is not", () => {
    expect(isTable("1200\r\n")).toBe(false);
    expect(isTable("Bay\t1200")).toBe(true);
    expect(isTable("Bay\nKitchen")).toBe(true);
  });
});

test("columns without headings are name, width, height, quantity, type, louvre, colour, frame", () => {
  const [row] = paste("Bay\t1200\t900\t2\tBASSWOOD\t76mm\tcream\tL frame\t\t").rows;
  expect(row?.errors).toEqual({});
  expect(row?.window).toMatchObject({ name: "Bay", width: "1200", height: "900", quantity: 2, shutterTypeId: 1, louverSize: 76 });
  expect(row?.window).toMatchObject({ colorSelection: "Cream", frameType: "l-frame", numberOfMidRails: 1 });
});

test("headings are read in any order, with units, and unknown headings are named", () => {
  const text = "Client\tHeight (cm)\tWidth in mm\tRoom\tQty.\tMid-rails\nfragile\t90,5\t1200\tHall\t2,0\t0\n\t100\t700\t\t\t";
  expect(sizes(text)).toEqual([
    ["Hall", "1200", "905", "mm", 2],
    ["Window 2", "700", "1000", "mm", 1],
  ]);
  expect(paste(text).columns.unread).toEqual(["Client"]);
  expect(paste(text).rows[0]?.window.numberOfMidRails).toBe(0);
});

test.each([
  ["Bay\t1200mm\t900 MM", ["Bay", "1200", "900", "mm", 1]],
  ["Bay\t1.2 m\t0,9 m", ["Bay", "1.2", "0,9", "m", 1]],
  ["Bay\t120 cm\t900 mm", ["Bay", "1200", "900", "mm", 1]],
  ["Bay\t1,200\t1 200", ["Bay", "1,200", "1 200", "mm", 1]],
  ["1200\t900", ["Window 1", "1200", "900", "mm", 1]],
  ["1200\t900\t2", ["Window 1", "1200", "900", "mm", 2]],
  ["101\t1200\t900", ["101", "1200", "900", "mm", 1]],
])("pasteWindows reads the sizes in %j", (text, read) => expect(sizes(text)).toEqual([read]));

test("`1.200` mm is ambiguous and becomes an error; in metres it is unambiguous", () => {
  expect(errors("Bay\t1.200\t900")[0]).toEqual({ width: "“1.200” could be 1200 or 1.2 mm: write it without a dot" });
  expect(errors("Bay\t1.200 m\t900")[0]).toEqual({});
});

test("measures without a unit use the chosen one; empty rows are no windows", () => {
  expect(sizes("\n\t\t\nBay\t120,5\t90\n\n", "cm")).toEqual([["Bay", "120,5", "90", "cm", 1]]);
});

test("each unreadable cell has an error and is never guessed", () => {
  expect(errors('Bay\ttall\t47"\ttwo\tPine\t\t\tround')[0]).toMatchObject({
    width: "“tall” is not a measure in mm, cm or m",
    height: "Measures in inches or feet are not read: give them in mm, cm or m",
    quantity: "“two” is not a whole number",
    shutterTypeId: "No shutter type is called “Pine”",
    frameType: "Frame is L-frame, Z-frame or T-post",
  });
  expect(errors("Bay\t1200\t\t1000\tBasswood\t50\tPink")[0]).toEqual({
    height: "Height must be greater than 0.1",
    quantity: "Quantity must be at most 999",
    louverSize: "Basswood has louvres of 64, 76 mm",
    colorSelection: "Basswood is not made in “Pink”",
  });
  expect(errors("Bay\t1200 cm\t900 mm")[0]?.width).toBe("“1200 cm” is not a length up to 10 m");
});

test("a row's own type has its own louvre and colour", () => {
  const [row] = paste("Bay\t1200\t900\t1\thardwood").rows;
  expect(row?.window).toMatchObject({ shutterTypeId: 2, louverSize: 89, colorSelection: "Oak" });
});

const cell = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("Width (mm)", "Height", '"', "1.2 m", "1,5", "", "-", "1e9", "NaN"),
);
const table = fc
  .array(fc.array(cell, { maxLength: 15 }), { maxLength: 12 })
  .chain((rows) => fc.constantFrom("\t", ";", ",").map((tab) => rows.map((row) => row.join(tab)).join("\r\n")));

test("a corrected cell is read like any other, and its row's errors go", () => {
  const bad = "Bay\ttall\t1.200\ttwo\tPine\t\t\tround";
  const faults = ["frameType", "height", "quantity", "shutterTypeId", "width"];
  expect(Object.keys(paste(bad).rows[0]?.errors ?? {})).toEqual(expect.arrayContaining(faults));
  const [row] = paste(bad, "mm", {
    1: { width: "120 cm", height: "1200", quantity: "2", shutterTypeId: "Basswood", frameType: "L-frame" },
  }).rows;
  expect(row?.errors).toEqual({});
  expect(row?.window).toMatchObject({ width: "1200", height: "1200", unit: "mm", quantity: 2, shutterTypeId: 1, frameType: "l-frame" });
});

test("any text can be pasted: a row either is valid in the form or has its errors marked", () => {
  fc.assert(
    fc.property(
      fc.oneof(table, fc.string({ unit: "binary" })),
      fc.constantFrom("mm" as const, "cm" as const, "m" as const),
      (text, unit) => {
        for (const { window, errors, line } of paste(text, unit).rows) {
          expect(line).toBeGreaterThan(0);
          expect(Object.keys(findProblems(window, products)).length === 0).toBe(Object.keys(errors).length === 0);
          if (Object.keys(errors).length === 0) expect(window.name.trim() !== "" && window.quantity >= 1).toBe(true);
        }
      },
    ),
    { numRuns: 1000 },
  );
});

const LETTERHEAD = "Pennine Shutters\t\t\nJob: Elm Road\t\t\n\t\t\n";

describe("the heading row", () => {
  test.each([
    ["stands below title rows", `${LETTERHEAD}Room\tWidth\tHeight\nHall\t1200\t900`, ["Hall"]],
    ["is the tenth row", `${"Title\n".repeat(9)}Room\tWidth\tHeight\nHall\t1200\t900`, ["Hall"]],
    ["is not found in the eleventh row", `${"Hall\t1200\t900\n".repeat(10)}Room\tWidth\tHeight`, [...Array(10).fill("Hall"), "Room"]],
    ["is no title that has one word of a heading", "Height\nRoom\tWidth\tHeight\nHall\t1200\t900", ["Hall"]],
  ])("%s", (_, text, names) => {
    const [title] = text.split("\n");
    const { rows } = paste(text);
    expect([title, rows.map(({ window }) => window.name)]).toEqual([title, names]);
  });
  test("the person's heading row overrides: rows above it and skipped rows are no windows", () => {
    const text = "Elm Road\nA\tB\tC\nHall\t1200\t900\nTotal\t1\t1";
    const fields = { 0: "name", 1: "width", 2: "height" } as const;
    const layout = { fields, rows: { 2: "heading", 4: "skip" } } as const;
    const { rows } = pasteWindows({ text, unit: "mm", common, layout }, products);
    expect(rows.map(({ window: { name, width, height } }) => [name, width, height])).toEqual([["Hall", "1200", "900"]]);
  });
});

test("a column that the person assigns takes the field from its previous column", () => {
  const text = "Room\tWidth\tHeight\tHeight made\nHall\t1200\t900\t895";
  const { rows } = pasteWindows({ text, unit: "mm", common, layout: { fields: { 3: "height" }, rows: {} } }, products);
  expect(rows[0]?.window).toMatchObject({ name: "Hall", width: "1200", height: "895" });
});

describe("inches and feet", () => {
  const FOREIGN = "Measures in inches or feet are not read: give them in mm, cm or m";
  test.each([
    ["Room\tWidth (in)\tHeight (mm)\nHall\t47\t900\nBay\t35\t900", [{ width: FOREIGN }, { width: FOREIGN }]],
    ["Room\tWidth inches\tHeight mm\nHall\t47\t900", [{ width: FOREIGN }]],
    ['Room\tW"\tHeight\nHall\t47\t900', [{ width: FOREIGN }]],
    ["Room\tWidth ft\tHeight\nHall\t4\t900", [{ width: FOREIGN }]],
    ["Hall\t1200\t900\nBay\t1200\t35 1/2 in", [{ height: FOREIGN }, { height: FOREIGN }]],
    ["Hall\t4' 2\t900\nBay\t1200\t900", [{ width: FOREIGN }, { width: FOREIGN }]],
    ["Room\tWidth\tHeight\tLayout\tT-posts (in)\nBay\t1800\t1400\tLTR\t35", [expect.objectContaining({ tPostsMm: FOREIGN })]],
    ["Room in the house\tWidth in mm\tHeight in mm\nHall\t1200\t900", [{}]],
    ['47" sill\t1200\t900', [{}]],
  ])("a measure in inches or feet is an error: %j", (text, faults) => expect(errors(text)).toEqual(faults));
  test("a foreign measure corrected in mm is read", () => {
    const [row] = paste("Room\tWidth (in)\tHeight\nHall\t47\t900", "mm", { 2: { width: "1194" } }).rows;
    expect([row?.errors, row?.window.width]).toEqual([{}, "1194"]);
  });
});

test.each([
  ["1.1\t1200\t900", ["1.1", "1200", "900", "mm", 1]],
  ["1.2\t0.9\t2", ["Window 1", "1.2", "0.9", "mm", 2]],
  ["2.1\t1.2\t0.9", ["2.1", "1.2", "0.9", "mm", 1]],
])("%j is read with its name, or starts with the width", (text, read) => expect(sizes(text)).toEqual([read]));

test("a quantity of `1,000` is an error, because it may be 1 or 1000", () => {
  expect(errors("Bay\t1200\t900\t1,000")[0]).toEqual({ quantity: "“1,000” could be 1 or 1000: write it without a comma or dot" });
});

describe("a value that resembles exactly one choice", () => {
  const types = new Map([
    [1, product({ name: "Basswood Classic", standardLouverSizes: [64, 76, 89], colorOptions: ["Pure white", "Silk white", "Cream"] })],
    [2, product({ id: 2, name: "PVC Waterproof" })],
    [3, product({ id: 3, name: "Hardwood Elite" })],
    [4, product({ id: 4, name: "Hardwood Plus" })],
  ]);
  const read = (type: string, louvre = "", color = "") =>
    pasteWindows({ text: `Bay\t1200\t900\t1\t${type}\t${louvre}\t${color}`, unit: "mm", common }, types).rows[0];
  test("a value that resembles exactly one choice is proposed and marked", () => {
    const row = read("basswood", "63", "pure");
    expect(row?.proposed).toEqual({ shutterTypeId: "Basswood Classic", louverSize: "64 mm", colorSelection: "Pure white" });
    expect(row?.window).toMatchObject({ shutterTypeId: 1, louverSize: 64, colorSelection: "Pure white" });
    expect(row?.errors).toEqual({});
    expect(read("PVC")?.window.shutterTypeId).toBe(2);
  });
  test("a value that resembles two choices is not guessed, and an exact value is not marked", () => {
    expect(read("hardwood")?.errors.shutterTypeId).toBe("No shutter type is called “hardwood”");
    expect(read("basswood", "66", "white")?.errors).toMatchObject({
      louverSize: "Basswood Classic has louvres of 64, 76, 89 mm",
      colorSelection: "Basswood Classic is not made in “white”",
    });
    expect(read("Basswood Classic", "64", "Cream")?.proposed).toEqual({});
  });
});

test("a column of notes fills the window's note", () => {
  expect(paste("Room\tWidth\tHeight\tNotes\nHall\t1200\t900\tLow sill").rows[0]?.window.note).toBe("Low sill");
});

describe("how a window is made", () => {
  const head = "Room\tWidth\tHeight\tLayout\tT-posts\tMid rail heights\tTilt split\tSize\tFrame sides\tHinge colour\tMaker's note\tNotes";
  test("columns are found by headings, and the left one of two columns of notes is the note", () => {
    const read = paste(`${head}\nBay\t2400\t1500\tl t lr\t820 mm\t600\t\trecess\tLTR\tBrass\tLow sill\tawkward client`);
    expect(read.rows[0]?.errors).toEqual({});
    expect(read.rows[0]?.window).toMatchObject({ layoutCode: "LTLR", tPostsMm: [820], midRailHeightsMm: [600] });
    expect(read.rows[0]?.window).toMatchObject({ sizeBasis: "recess", frameSides: "LTR", hingeColor: "brass", note: "Low sill" });
    expect(read.columns.unread).toEqual(["Notes"]);
  });
  test("a bay's facets give its width if the row has none, and an error if the widths differ", () => {
    const headings = "Room\tWidth\tHeight\tLayout\tFacets\tPost angles";
    const rows = ["Bay\t\t1400\tlblrbr\t600, 1200, 600\t140° 140°", "Bay\t2350\t1400\tLBLRBR\t600 1200 600", "Bay\t2400\t1400\tLBLRBR"];
    const [round, other, bare] = paste([headings, ...rows].join("\n")).rows;
    expect(round?.errors).toEqual({});
    expect(round?.window).toMatchObject({ width: "2400", layoutCode: "LBLRBR", facetsMm: [600, 1200, 600], postAngles: [140, 140] });
    expect(other?.errors).toEqual({ facetsMm: 'The facets of "Bay" are 2,400 mm together, not 2,350' });
    expect(bare?.errors).toEqual({ facetsMm: 'Give 3 facet widths for "Bay"' });
  });
  test("an impossible way of making has an error beside its cell, like in the form", () => {
    const rows = ["Bay\t1800\t1400\tTLR", "Bay\t1800\t1400\tLTR\tabout 600", "Bay\t1800\t1400\tLTR\t1,200", "Bay\t1800\t1400\tLTR\t100"];
    const said = paste([head, ...rows].join("\n")).rows.map(({ errors: row }) => row);
    expect(said).toEqual([
      { layoutCode: expect.stringMatching(/^Layout code must be/) },
      { tPostsMm: "“about 600” is not in whole millimetres" },
      { tPostsMm: 'Give 1 T-post positions for "Bay"' },
      { tPostsMm: 'T-post 1 of "Bay" must lie between 247 and 1,553 mm' },
    ]);
  });
  test("a choice for all rows has an error in the row that it does not fit", () => {
    const row = pasteWindows(
      { text: "Room\tWidth\tHeight\tMount\nBay\t900\t900\tOutside", unit: "mm", common: { ...common, sizeBasis: "recess" } },
      products,
    ).rows[0];
    expect(row && rowError(row, "sizeBasis")).toBe("A recess size is for a shutter mounted inside");
  });
});
