import { z } from "zod";
import { LONGEST_SIDE_M } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { LONGEST_MEASURED_MM, PLACES } from "#shared/domain/window/fields/measured.ts";
import { LAYOUT_CODE, MOST_LETTERS } from "#shared/domain/window/fields/panels.ts";
import {
  type Count,
  eachOption,
  OPTIONS,
  type Option,
  type OptionName,
  optionOf,
  valuesOf,
  WINDOW_FIELDS,
  type WindowOptions,
} from "#shared/domain/window/fields/window-fields.ts";
import { eachClearance } from "#shared/domain/window/saw/clearances.ts";
import { CHECK_IDS, knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { replyObject, requestObject } from "#shared/http/inside-names.ts";
import { commercial } from "#shared/http/visibility.ts";
import {
  id,
  idField,
  metres,
  nameText,
  oneOf,
  optionalName,
  optionalText,
  orDefault,
  percent,
  pounds,
  squareMetres,
} from "#shared/http/wire.ts";
import { MAKING_INSIDE, making } from "./making.ts";
import { windowMake } from "./window-make.ts";

/** A workshop's deductions from nominal sizes, in millimetres (rule M15). */
export const clearances = z.object(eachClearance(() => z.number()));

/** A workshop's sections, for the profiles whose default it has replaced (rule M19). */
export const ownSections = z.array(
  z.object({ profile: z.string(), widthMm: z.number(), thicknessMm: z.number(), heightsMm: z.array(z.number()).optional() }),
);

/** The order of the options in the specification: panel options first. */
const ON_THE_WIRE = (["panel", "frame", "making"] as const).flatMap((part) => OPTIONS.filter((name) => optionOf(name).part === part));

const counted = ({ label, least, most }: Pick<Count, "label" | "least" | "most">) =>
  z
    .number(`${label} must be at least ${least}`)
    .int(`${label} must be a whole number`)
    .min(least, `${label} must be at least ${least}`)
    .max(most, `${label} must be at most ${most}`);

const optionRule = (option: Option) => (option.kind === "choice" ? oneOf(valuesOf(option), option.label) : counted(option));
function optionInput(option: Option) {
  const rule = optionRule(option);
  return option.orNull
    ? orDefault<string | number>(rule, option.usual)
    : (rule as z.ZodType<string | number, string | number>).default(option.usual);
}
const optionInputs = eachOption(optionInput, ON_THE_WIRE) as {
  [Name in OptionName]: z.ZodDefault<z.ZodType<WindowOptions[Name], WindowOptions[Name]>>;
};

const optionReply = (option: Option) => (option.kind === "choice" ? z.enum(valuesOf(option)) : z.number().int());
const optionReplies = eachOption(optionReply, ON_THE_WIRE) as { [Name in OptionName]: z.ZodType<WindowOptions[Name], WindowOptions[Name]> };

const side = (name: "Width" | "Height") =>
  z
    .number(`${name} must be greater than 0.1`)
    .positive(`${name} must be greater than 0.1`)
    .max(LONGEST_SIDE_M, `${name} must be at most ${LONGEST_SIDE_M} m`)
    .pipe(metres);

/**
 * The limit of each list of a window. It exceeds the number of posts, rails or checks that any
 * window has.
 */
const MOST_OF_A_WINDOW = 20;

const LAYOUT = `Layout code must be up to ${MOST_LETTERS} letters L, R, T, B and C, with L before R between posts`;
const whole = (what: string, unit: string) => z.number(`${what} must be whole ${unit}`).int(`${what} must be whole ${unit}`);
const wholeMm = (what: string) => whole(what, "millimetres");
const listOf = (what: string, rule: z.ZodNumber) =>
  z.array(rule, `${what} must be a list`).max(MOST_OF_A_WINDOW, `${what}: at most ${MOST_OF_A_WINDOW}`).nullable().optional();
const positions = (what: string) => listOf(what, wholeMm(what));

const threeMeasurements = (what: string) => {
  const rule = `${what} must be ${PLACES} whole millimetres from 1 to 10,000`;
  return z.array(z.number(rule).int(rule).min(1, rule).max(LONGEST_MEASURED_MM, rule), rule).length(PLACES, rule);
};
/**
 * Widths measured at three places from the top, and heights at three places from the left (rule
 * M25).
 */
const measuredMm = z.object(
  { widths: threeMeasurements("Measured widths"), heights: threeMeasurements("Measured heights") },
  "Measured sizes must be widths and heights",
);

const layoutCode = z.string(LAYOUT).max(MOST_LETTERS, LAYOUT).regex(LAYOUT_CODE, LAYOUT);
const typeChoices = {
  shutterTypeId: idField("Shutter type is required"),
  louverSize: z.number("Louver size is required"),
  colorSelection: nameText({ most: LONGEST.color, required: "Color is required", name: "Color" }),
};

/**
 * How the window is made (rules M9 to M12). Null, an empty list and a missing key are equal.
 * `makingProblem` validates these fields together.
 */
const detailInputs = {
  layoutCode: layoutCode.nullable().optional(),
  facetsMm: positions("Facet widths"),
  postAngles: listOf("Post angles", whole("Post angles", "degrees")),
  tPostsMm: positions("T-post positions"),
  midRailHeightsMm: positions("Mid-rail heights"),
  tiltSplitMm: wholeMm("Tilt split").nullable().optional(),
  note: optionalText("Note", LONGEST.makersNote).nullable().optional(),
};
const positionsReply = z.array(z.number().int()).nullable();

/**
 * A window in a request. The server computes areas and prices; `pricePerM2` only helps to explain a
 * changed price.
 */
export const quoteItemBody = z.object({
  name: optionalName("Window name", LONGEST.windowName).nullable().optional(),
  shutterTypeId: typeChoices.shutterTypeId,
  widthM: side("Width"),
  heightM: side("Height"),
  louverSize: typeChoices.louverSize,
  colorSelection: typeChoices.colorSelection,
  ...optionInputs,
  ...detailInputs,
  measuredMm: measuredMm
    .nullable()
    .optional()
    .describe("The sides follow from these measurements: the least for an inside mount, the largest for an outside mount."),
  quantity: counted(WINDOW_FIELDS.quantity).default(WINDOW_FIELDS.quantity.usual),
  /**
   * The measurement checks that the person saw and overrode (rule M5). Unknown ids are ignored like
   * any unknown field, because another program may have other checks.
   */
  overriddenChecks: z
    .array(z.string("Overridden checks must be a list of names"), "Overridden checks must be a list of names")
    .max(MOST_OF_A_WINDOW, `At most ${MOST_OF_A_WINDOW} overridden checks`)
    .overwrite(knownChecks)
    .meta({ description: `One of ${CHECK_IDS.join(", ")}` })
    .nullable()
    .optional(),
  pricePerM2: z.unknown().optional(),
});

const optionalOrNull = <Rule extends z.ZodType>(rule: Rule) => rule.nullable().optional();
/** Some of a window's choices, without its name, sizes and quantity. Null equals a missing key. */
export const windowChoices = z
  .object({
    shutterTypeId: optionalOrNull(typeChoices.shutterTypeId),
    louverSize: optionalOrNull(typeChoices.louverSize),
    colorSelection: optionalOrNull(typeChoices.colorSelection),
    ...(eachOption((option) => optionalOrNull(optionRule(option)), ON_THE_WIRE) as {
      [Name in OptionName]: z.ZodOptional<z.ZodNullable<z.ZodType<WindowOptions[Name], WindowOptions[Name]>>>;
    }),
    layoutCode: optionalOrNull(layoutCode),
  })
  .overwrite((choices) => Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== null && value !== undefined)));

/**
 * Some fields of a window that a customer wants changed. A missing key stays; null clears a detail.
 */
const windowChange = z.object({
  name: nameText({ most: LONGEST.windowName, required: "Window name is required", name: "Window name" }).optional(),
  shutterTypeId: typeChoices.shutterTypeId.optional(),
  widthM: side("Width").optional(),
  heightM: side("Height").optional(),
  louverSize: typeChoices.louverSize.optional(),
  colorSelection: typeChoices.colorSelection.optional(),
  ...(eachOption((option) => optionRule(option).optional(), ON_THE_WIRE) as {
    [Name in OptionName]: z.ZodOptional<z.ZodType<WindowOptions[Name], WindowOptions[Name]>>;
  }),
  ...detailInputs,
  measuredMm: measuredMm.nullable().optional(),
  quantity: counted(WINDOW_FIELDS.quantity).optional(),
});

/** Maps a window's wire names to the server's names, which carry the unit. */
export const SIDES_INSIDE = { widthM: "widthTenthMm", heightM: "heightTenthMm" } as const;
export const WINDOW_INSIDE = {
  ...SIDES_INSIDE,
  areaM2: "areaMilliM2",
  chargedAreaM2: "chargedAreaMilliM2",
  pricePerM2: "pencePerM2",
  listPricePerM2: "listPencePerM2",
  discountPercent: "discountHundredths",
  itemTotalPrice: "itemTotalPence",
  ...MAKING_INSIDE,
} as const;

export const windowChangeBody = requestObject(SIDES_INSIDE, windowChange);

const AMOUNT_INSIDE = { amount: "amountPence" } as const;

/** A photo of a window. `forWorkshop` releases the photo to the order's workshop (rule Q25). */
export const windowPhoto = z.object({ n: z.number().int(), url: z.string(), forWorkshop: z.boolean() });

const windowFields = z.object({
  id,
  name: z.string(),
  shutterTypeId: id,
  shutterType: z.string(),
  widthM: metres,
  heightM: metres,
  areaM2: squareMetres,
  louverSize: z.number().int(),
  ...optionReplies,
  layoutCode: z.string().nullable(),
  /** The facets' widths of a bay, from the left; their sum is the width (rule M20). */
  facetsMm: positionsReply,
  /**
   * The angles of the bay posts in whole degrees inside the room; null: all have the default angle.
   */
  postAngles: positionsReply,
  tPostsMm: positionsReply,
  midRailHeightsMm: positionsReply,
  tiltSplitMm: z.number().int().nullable(),
  /** The measurements at three places in each direction; the sides follow from them. */
  measuredMm: measuredMm.nullable(),
  /** The note to the maker. */
  note: z.string().nullable(),
  colorSelection: z.string(),
  quantity: z.number().int(),
  /** The ids are not an enum: an old window may name a check that has been retired. */
  overriddenChecks: z.array(z.string()),
  /** The shutter type's widest panel when the window was quoted; drawings and checks use it. */
  widestPanelMm: z.number().int(),
  /** The shutter type's deduction of a recess when the window was quoted. */
  deductionMm: z.number().int(),
  /** The charged price: the list price less the customer's discount. */
  pricePerM2: commercial(pounds),
  listPricePerM2: commercial(pounds),
  discountPercent: commercial(percent),
  /** The charged area of one piece: at least the shutter type's minimum area (rule P13). */
  chargedAreaM2: commercial(squareMetres),
  /** Surcharges of the window's choices: each text with its whole amount. */
  surcharges: commercial(z.array(replyObject(AMOUNT_INSIDE, z.object({ text: z.string(), amount: pounds })))),
  itemTotalPrice: commercial(pounds),
});
const windowWithPhotos = windowFields.extend({
  ...making,
  /** Optional, because a tablet may hold replies that are older than photos. */
  photos: z.array(windowPhoto).optional(),
});
/** A window of a quote. */
export const quoteItem = replyObject(WINDOW_INSIDE, windowWithPhotos);
/**
 * A window of an order. `densityKgM3` is the shutter type's current density, which gives the
 * panels' weight (rule M22); null: the default.
 */
export const madeItem = replyObject(
  WINDOW_INSIDE,
  windowWithPhotos.extend({
    densityKgM3: z.number().int().nullable(),
    /**
     * The parts that a remake's order makes; null: the whole window. Replies stored earlier lack
     * it.
     */
    make: z.object(windowMake).nullable().optional(),
  }),
);
/** A window without its prices, for the workshop. */
export const unpricedWindow = windowFields.omit({
  pricePerM2: true,
  listPricePerM2: true,
  discountPercent: true,
  chargedAreaM2: true,
  surcharges: true,
  itemTotalPrice: true,
});

/** The requested fields of a window, as a reply has them. */
export const windowChangeReply = replyObject(
  SIDES_INSIDE,
  unpricedWindow
    .omit({ id: true, shutterType: true, areaM2: true, widestPanelMm: true, deductionMm: true, overriddenChecks: true })
    .partial(),
);
