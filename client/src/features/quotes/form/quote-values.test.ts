import { describe, expect, test } from "vitest";
import { MAKING_OPTIONS, product, windowValues } from "../quote-samples.ts";
import { calculatePrices, toBody } from "./quote-price.ts";
import { findProblems, firstProblem } from "./quote-problems.ts";
import { copyWindow, createFirstWindow, createNextWindow, findFreeName, pickTypeChoices } from "./quote-values.ts";

const products = new Map([[1, product()]]);

test("a new form has one window with the specification's defaults", () => {
  expect(createFirstWindow()).toMatchObject({
    name: "Window 1",
    unit: "mm",
    tiltRodType: "center",
    frameType: "l-frame",
    mountType: "inside",
  });
  expect(createFirstWindow()).toMatchObject({ openingDirection: "left-hinge", numberOfMidRails: 0, quantity: 1, width: "", height: "" });
});

test("the next window copies type, louvre, colour, frame, mount and hinge colour from the last", () => {
  const alike = {
    ...{ shutterTypeId: 7, louverSize: 89, colorSelection: "Cream" },
    ...({ frameType: "z-frame", mountType: "outside", hingeColor: "brass" } as const),
  };
  const own = { ...MAKING_OPTIONS, openingDirection: "bi-fold", tiltRodType: "hidden", quantity: 4, keptChecks: {}, itemId: 3 } as const;
  const last = windowValues({ ...own, tPostsMm: [500], midRailHeightsMm: [420], ...alike, unit: "cm", name: "Bay" });
  // The unit belongs to the person's way of measuring, not to the window.
  expect(createNextWindow([windowValues(), last])).toEqual({ ...createFirstWindow(), ...alike, unit: "cm", name: "Window 3" });
  expect(copyWindow(last, [last])).toEqual({ ...last, itemId: undefined, name: "Bay copy" });
});

test("a window name in use is not given again", () => {
  expect(findFreeName([windowValues({ name: "Window 1" }), windowValues({ name: "Window 3" })])).toBe("Window 4");
});

test("a copied window has the same measures and a name that ends in copy", () => {
  const kitchen = windowValues({ name: "Kitchen" });
  expect(copyWindow(kitchen, [kitchen])).toEqual({ ...kitchen, name: "Kitchen copy" });
  expect(copyWindow(windowValues(), [windowValues()]).name).toBe("Window 2");
  expect(copyWindow(windowValues({ name: "x".repeat(80) }), [kitchen]).name).toBe("Window 2");
});

test("another type preserves the choices that it also has, and sets its only choice", () => {
  const single = product({ standardLouverSizes: [89], colorOptions: ["White"] });
  expect(pickTypeChoices(single, { louverSize: 64, colorSelection: "White" })).toEqual({ louverSize: 89, colorSelection: "White" });
  expect(pickTypeChoices(product(), { louverSize: 89, colorSelection: "Black" })).toEqual({ louverSize: null, colorSelection: "" });
});

describe("what is wrong is said in the specification's words", () => {
  test("an untouched window has the errors of its required fields", () => {
    const problems = findProblems({ ...createFirstWindow(), name: " " }, products);
    expect(problems).toEqual({
      name: "Window name is required",
      shutterTypeId: "Shutter type is required",
      width: "Width must be greater than 0.1",
      height: "Height must be greater than 0.1",
      louverSize: "Louver size is required",
      colorSelection: "Color is required",
    });
    expect(firstProblem(problems)).toBe("name");
  });
  test.each([
    [{ width: "0.09" }, "width", "Width must be greater than 0.1"],
    [{ height: "tall" }, "height", "Height must be greater than 0.1"],
    [{ unit: "m", width: "10.1", height: "1" }, "width", "Width must be at most 10 m"],
    [{ width: "0.1", height: "0.1" }, "width", 'Window "Window 1" is too small to price'],
    [{ shutterTypeId: 9 }, "shutterTypeId", 'Product not found for window "Window 1"'],
    [{ louverSize: 89 }, "louverSize", "Louver size is required"],
    [{ colorSelection: "Black" }, "colorSelection", "Color is required"],
    [{ quantity: 0 }, "quantity", "Quantity must be at least 1"],
    [{ quantity: Number.NaN }, "quantity", "Quantity must be at least 1"],
    [{ quantity: 1000 }, "quantity", "Quantity must be at most 999"],
    [{ numberOfMidRails: -1 }, "numberOfMidRails", "Mid rails must be at least 0"],
    [{ numberOfMidRails: 21 }, "numberOfMidRails", "Mid rails must be at most 20"],
  ] as const)("problemsOf reports the specified sentence for %j", (facts, field, message) =>
    expect(findProblems(windowValues(facts), products)[field]).toBe(message),
  );
  test("the smallest measure is 0.1 in the window's own unit, and ten metres are allowed", () => {
    expect(findProblems(windowValues({ unit: "m", width: "0.1", height: "10" }), products)).toEqual({});
  });
});

test("lines and totals are the server's integers: 0.11 m² at £150.50 is £16.56", () => {
  const price = calculatePrices([windowValues({ unit: "cm", width: "110", height: "10" }), windowValues({ width: "" })], products);
  expect(price).toEqual({
    lines: [{ areaMilliM2: 110, chargedAreaMilliM2: 110, surcharges: [], totalPence: 1656, makingCostPence: null }, null],
    subtotalPence: 1656,
    taxPence: 331,
    finalTotalPence: 1987,
  });
});

test("the request body has metres, and the displayed prices", () => {
  const body = toBody({ userId: null, windows: [windowValues({ unit: "cm", width: "120,5", height: "90" })] }, products);
  expect(body).toEqual({
    items: [
      {
        name: "Window 1",
        shutterTypeId: 1,
        widthM: 1.205,
        heightM: 0.9,
        louverSize: 64,
        colorSelection: "White",
        quantity: 1,
        tiltRodType: "center",
        numberOfMidRails: 0,
        frameType: "l-frame",
        mountType: "inside",
        openingDirection: "left-hinge",
        sizeBasis: "make",
        frameSides: "LTRB",
        hingeColor: "match",
        pricePerM2: 150.5,
      },
    ],
    subtotal: 163.29,
    tax: 32.66,
    finalTotal: 195.95,
  });
  expect(toBody({ userId: 5, windows: [windowValues()] }, products).userId).toBe(5);
});
