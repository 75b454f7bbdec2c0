import type { FieldErrors, Resolver } from "react-hook-form";
import { createQuoteBody } from "#shared/contract/parts/quote-bodies.ts";
import { quoteItemBody } from "#shared/contract/parts/windows.ts";
import { areaOf, type LengthUnit, lengthToMetres, toLength } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { PLACES } from "#shared/domain/window/fields/measured.ts";
import { eachOption, FIELDS, type WindowField } from "#shared/domain/window/fields/window-fields.ts";
import { type MakingProblem, makingProblem } from "#shared/domain/window/geometry/making.ts";
import { DETAIL_NAMES, type DetailName } from "#shared/domain/window/text/making-text.ts";
import { nameText } from "#shared/http/wire.ts";
import { parseMeasure, parseSides, sumFacets } from "./measure-text.ts";
import {
  listFilledWindows,
  type Products,
  pickTypeChoices,
  productOf,
  type QuoteValues,
  type WindowValues,
  WORDS,
} from "./quote-values.ts";
import { toDrawable } from "./window-checks.ts";

export type FormField = WindowField | DetailName;
export type WindowProblems = Partial<Record<FormField, string>>;

const rules = quoteItemBody.shape;
const nameRule = nameText({ most: LONGEST.windowName, required: "Window name is required", name: "Window name" });

const words = createQuoteBody.shape;

interface Checkable {
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly { readonly message: string }[] } | undefined };
}
const broken = (rule: Checkable, value: unknown): string | undefined => rule.safeParse(value).error?.issues[0]?.message;

/**
 * The smallest measure is 0.1 in the window's own unit. The contract validates the length in metres
 * (rule Q3).
 */
function sideProblem(name: "Width" | "Height", text: string, unit: LengthUnit): string | undefined {
  const value = parseMeasure(text, unit);
  if (!(value >= 0.1)) return `${name} must be greater than 0.1`;
  return broken(name === "Width" ? rules.widthM : rules.heightM, lengthToMetres(toLength(value, unit)));
}

/**
 * The error of a window measured at three places, whose sides are blank until all are complete
 * (rule M25).
 */
const unmeasured = (name: "width" | "height", { measuredMm }: WindowValues): string | undefined =>
  measuredMm?.[`${name}s`].some(Number.isNaN) ? `Measure the ${name} at all ${PLACES} places` : undefined;

function isTooSmall(window: WindowValues): boolean {
  const sides = parseSides(window);
  return sides !== null && areaOf(sides.width, sides.height) === 0;
}

/** Sides at which no measure can be the problem, so that only choices are judged. */
const UNMEASURED = { unit: "mm", width: "1000", height: "1000" } as const;

/**
 * The first conflict between several fields that makes the window impossible. Choices that exclude
 * each other conflict even without measures.
 */
export function findConflict(window: WindowValues, products: Products): MakingProblem | null {
  if (broken(rules.layoutCode, window.layoutCode || null)) return null;
  const measured = parseSides(window) !== null;
  const chosen = { tPostsMm: null, midRailHeightsMm: null, tiltSplitMm: null, ...UNMEASURED };
  const bay = window.facetsMm?.length ? { width: sumFacets(window.facetsMm, UNMEASURED.unit) } : {};
  const drawn = toDrawable(measured ? window : { ...window, ...chosen, ...bay }, productOf(window, products));
  return drawn && makingProblem({ ...drawn, layoutCode: window.layoutCode, name: window.name.trim() });
}

/** A window's errors, in the specification's words. Empty if it can be made. */
export function findProblems(window: WindowValues, products: Products): WindowProblems {
  const product = productOf(window, products);
  const gone = window.shutterTypeId !== null && !product ? `Product not found for window "${window.name.trim()}"` : undefined;
  const choices = pickTypeChoices(product, window);
  const problems: WindowProblems = {
    name: broken(nameRule, window.name),
    shutterTypeId: broken(rules.shutterTypeId, window.shutterTypeId) ?? gone,
    width:
      unmeasured("width", window) ??
      sideProblem("Width", window.width, window.unit) ??
      (isTooSmall(window) ? `Window "${window.name.trim()}" is too small to price` : undefined),
    height: unmeasured("height", window) ?? sideProblem("Height", window.height, window.unit),
    quantity: broken(rules.quantity, window.quantity),
    louverSize: choices.louverSize === window.louverSize ? broken(rules.louverSize, window.louverSize) : "Louver size is required",
    colorSelection:
      choices.colorSelection === window.colorSelection ? broken(rules.colorSelection, window.colorSelection) : "Color is required",
    ...eachOption((_, name) => broken(rules[name], window[name])),
    ...Object.fromEntries(DETAIL_NAMES.map((name) => [name, broken(rules[name], window[name] || null)])),
  };
  const unmade = findConflict(window, products);
  if (unmade) problems[unmade.field] ??= unmade.sentence;
  return Object.fromEntries(Object.entries(problems).filter(([, message]) => message !== undefined));
}

/** The first field with an error, in reading order. */
export const firstProblem = (problems: WindowProblems): FormField | undefined =>
  [...FIELDS, ...DETAIL_NAMES].find((field) => problems[field] !== undefined);

const asErrors = (problems: WindowProblems) =>
  Object.fromEntries(Object.entries(problems).map(([field, message]) => [field, { type: "rule", message }]));

/** The errors of the whole quote, in react-hook-form's format. */
export const quoteErrors =
  (products: Products, needsCustomer: boolean) =>
  (values: QuoteValues): FieldErrors<QuoteValues> => {
    const errors: FieldErrors<QuoteValues> = {};
    if (needsCustomer && values.userId === null) errors.userId = { type: "rule", message: "Please choose the customer this quote is for" };
    if (values.windows.length === 0) errors.windows = { type: "rule", message: "At least one window is required" };
    for (const name of WORDS) {
      const message = broken(words[name], values[name]);
      if (message !== undefined) errors[name] = { type: "rule", message };
    }
    const windows = listFilledWindows(values.windows).map((window) => asErrors(findProblems(window, products)));
    // react-hook-form requires an empty item for a row without errors.
    if (windows.some((row) => Object.keys(row).length > 0)) {
      errors.windows = windows.map((row) => (Object.keys(row).length > 0 ? row : undefined)) as FieldErrors<QuoteValues>["windows"];
    }
    return errors;
  };

export const quoteResolver =
  (judge: ReturnType<typeof quoteErrors>): Resolver<QuoteValues> =>
  (values) => {
    const errors = judge(values);
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
