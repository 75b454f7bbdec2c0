import { z } from "zod";
import { hasAtMostDecimals } from "#shared/domain/decimal.ts";
import { milliM2ToM2 } from "#shared/domain/length.ts";
import { LONGEST, MOST_CHOICES } from "#shared/domain/longest.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { everyone, notCustomers, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { LEAD_WEEKS } from "#shared/domain/trade/lead-time.ts";
import { HIGHEST_PRICE_PER_M2, MINIMUM_AREA } from "#shared/domain/trade/pricing.ts";
import { HIGHEST_SURCHARGE, isChoice, MOST_SURCHARGES, SURCHARGE_FIELDS, SURCHARGE_PER } from "#shared/domain/trade/surcharges.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { DENSITY, FINISHES } from "#shared/domain/window/saw/timber.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { sentAs, takenAs } from "#shared/http/inside-names.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import {
  byId,
  calendarDay,
  id,
  idField,
  instant,
  nameText,
  oneOf,
  optionalName,
  optionalText,
  paging,
  pounds,
  priceInPounds,
  queryId,
  squareMetres,
} from "#shared/http/wire.ts";

const productName = nameText({ most: LONGEST.productName, required: "Name is required", name: "Name" });
export const basePrice = priceInPounds({
  missing: "Base price is required",
  notPositive: "Price must be a positive number",
  tooHigh: "Price must be at most £100,000",
  highest: penceToPounds(HIGHEST_PRICE_PER_M2),
});
const WHOLE_PANEL = "The widest panel must be whole millimetres";
const louverSize = z
  .number("Louver sizes must be whole millimetres")
  .int("Louver sizes must be whole millimetres")
  .min(1, "Louver sizes must be at least 1 mm")
  .max(1000, "Louver sizes must be at most 1000 mm");
const color = optionalName("Colours", LONGEST.color).refine((value) => value !== "", "Colours cannot be blank");

/** The widest panel, from which a window's panels are counted (rule M3); null: the usual one. */
const widestPanel = z
  .number(WHOLE_PANEL)
  .int(WHOLE_PANEL)
  .min(WIDEST_PANEL.least, `The widest panel must be at least ${WIDEST_PANEL.least} mm`)
  .max(WIDEST_PANEL.most, `The widest panel must be at most ${WIDEST_PANEL.most.toLocaleString("en-GB")} mm`);

/** Who makes something: the id of a company of kind supplier. */
export const NO_SUPPLIER = "Supplier not found";
export const supplierIdField = idField(NO_SUPPLIER);
const WHOLE_DEDUCTION = "The deduction must be whole millimetres";
const TOO_LARGE = `The deduction must be from ${DEDUCTION.least} to ${DEDUCTION.most} mm`;
/** What is taken off a recess in all (rule M11); null: the usual one. */
const deduction = z.number(WHOLE_DEDUCTION).int(WHOLE_DEDUCTION).min(DEDUCTION.least, TOO_LARGE).max(DEDUCTION.most, TOO_LARGE);

const WHOLE_DENSITY = `Density must be whole kg/m³ from ${DENSITY.least} to ${DENSITY.most.toLocaleString("en-GB")}`;
/** Of its timber, from which panels are weighed (rule M22); null: the usual one. */
const density = z.number(WHOLE_DENSITY).int(WHOLE_DENSITY).min(DENSITY.least, WHOLE_DENSITY).max(DENSITY.most, WHOLE_DENSITY);
const AREA = `Minimum area must be between ${milliM2ToM2(MINIMUM_AREA.least)} and ${milliM2ToM2(MINIMUM_AREA.most)} m²`;
/** A smaller window is charged as this area, in thousandths of a square metre (rule P13). */
const minimumArea = z
  .number(AREA)
  .min(milliM2ToM2(MINIMUM_AREA.least), AREA)
  .max(milliM2ToM2(MINIMUM_AREA.most), AREA)
  .refine((value) => hasAtMostDecimals(value, 3), "Minimum area can have at most three decimals")
  .pipe(squareMetres);

const HIGHEST = `A surcharge must be at most £${penceToPounds(HIGHEST_SURCHARGE).toLocaleString("en-GB")}`;
const VALUE = "Surcharge value must be one that a window can have";
const SURCHARGE_INSIDE = { amount: "amountPence" } as const;
/** A choice of a window as it has it: a key, a number or a colour. */
const choiceTaken = z.codec(z.union([z.string().max(LONGEST.color, VALUE), z.number()], VALUE), z.custom<string | number>(), {
  decode: (value) => value,
  encode: (value) => value,
});
const surchargeFields = {
  field: oneOf(SURCHARGE_FIELDS, "Surcharge field"),
  value: choiceTaken,
  amount: priceInPounds({
    missing: "A surcharge's amount is required",
    notPositive: "A surcharge must be a positive number",
    tooHigh: HIGHEST,
    highest: penceToPounds(HIGHEST_SURCHARGE),
  }),
  per: oneOf(SURCHARGE_PER, "Surcharge per"),
};
const surcharge = takenAs(SURCHARGE_INSIDE, z.object(surchargeFields).refine(isChoice, { message: VALUE, path: ["value"] }));
const LEAD = `Lead time must be whole weeks from ${LEAD_WEEKS.least} to ${LEAD_WEEKS.most}`;
/** How long it takes from the order, in weeks (rule Q24). */
const leadWeeks = z.number(LEAD).int(LEAD).min(LEAD_WEEKS.least, LEAD).max(LEAD_WEEKS.most, LEAD);

const productFields = {
  name: productName,
  basePricePerM2: basePrice,
  description: optionalText("Description", LONGEST.description).nullable().optional(),
  standardLouverSizes: z
    .array(louverSize, "Louver sizes must be a list")
    .max(MOST_CHOICES, `At most ${MOST_CHOICES} louver sizes`)
    .optional(),
  colorOptions: z.array(color, "Colours must be a list").max(MOST_CHOICES, `At most ${MOST_CHOICES} colours`).optional(),
  widestPanelMm: widestPanel.nullable().optional(),
  /** Orders of it are that supplier company's; null: any. Only the super admin says so. */
  supplierId: supplierIdField.nullable().optional(),
  deductionMm: deduction.nullable().optional(),
  densityKgM3: density.nullable().optional(),
  finish: oneOf(FINISHES, "Finish").optional(),
  /** Null: none. Of who may not price, both stay as they are. */
  minimumAreaM2: minimumArea.nullable().optional(),
  surcharges: z.array(surcharge, "Surcharges must be a list").max(MOST_SURCHARGES, `At most ${MOST_SURCHARGES} surcharges`).optional(),
  /** What it is made of, in a fitter's quotation to his customer; null or blank: the name. */
  material: optionalName("Material", LONGEST.material).nullable().optional(),
  leadWeeks: leadWeeks.nullable().optional(),
};
/** What a type's fields are called inside. */
const PRODUCT_INSIDE = { minimumAreaM2: "minimumAreaMilliM2" } as const;

const productFieldsSent = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  /** The list's, today. */
  basePricePerM2: commercial(pounds),
  /**
   * A customer's own, after the discount; for staff that of the company they ask for, else the
   * list's.
   */
  pricePerM2: commercial(pounds),
  /** The next price that is planned, and its first day; null: none is. */
  nextPrice: commercial(z.object({ pricePerM2: pounds, from: calendarDay("From must be a date") }).nullable()),
  standardLouverSizes: z.array(z.number().int()),
  colorOptions: z.array(z.string()),
  /** Null: the usual one, 950 mm. */
  widestPanelMm: z.number().int().nullable(),
  /** The company that makes it; null: any. Not for customers. */
  supplierId: visibleTo(notCustomers, id.nullable()),
  /** What is taken off a recess in all. Null: the usual, 10 mm. */
  deductionMm: z.number().int().nullable(),
  /** Of its timber, in kg/m³. Null: the usual, 450. */
  densityKgM3: z.number().int().nullable(),
  /** `painted`: one stock of bars for all its colours; `coloured`: bars of each colour. */
  finish: z.enum(FINISHES),
  /** A smaller window is charged as this area, each; null: as its own. */
  minimumAreaM2: commercial(squareMetres.nullable()),
  /** What a window costs besides that has such a value. */
  surcharges: commercial(z.array(sentAs(SURCHARGE_INSIDE, z.object({ ...surchargeFields, amount: pounds })))),
  /** What it is made of, as a homeowner reads it. Null: its name. */
  material: z.string().nullable(),
  /** How long it takes from the order, in weeks. 0 and null: nothing is said of it. */
  leadWeeks: z.number().int().nullable(),
  archivedAt: instant.nullable(),
  createdAt: instant,
});
export const productRow = sentAs(PRODUCT_INSIDE, productFieldsSent);

const priceChange = z.object({ id, from: commercial(pounds).nullable(), to: commercial(pounds), at: instant, by: z.string() });

/** The shutter types and the price of a square metre of each (rule P6). */
export const products = {
  list: {
    method: "GET",
    path: "/api/products",
    summary: "The shutter types; archived ones only on request of staff.",
    roles: everyone,
    query: z.object({
      archived: z.enum(["include"], "Archived must be include").optional().describe("include: archived types too; else those on offer."),
      companyId: queryId("Company")
        .optional()
        .describe("At whose prices: a customer company, or a person of one. For staff, ignored of others."),
      ...paging,
    }),
    response: z.array(productRow),
    paged: true,
    keptOnDevice: ["customer"],
  },
  create: {
    method: "POST",
    path: "/api/products",
    summary: "Add a shutter type.",
    roles: staff,
    body: takenAs(PRODUCT_INSIDE, z.object(productFields)),
    response: productRow,
    creates: true,
  },
  update: {
    method: "PUT",
    path: "/api/products",
    summary: "Change a shutter type, found by id or, without one, by its exact name.",
    roles: staff,
    body: takenAs(PRODUCT_INSIDE, z.object({ id: idField("Id must be a positive whole number").optional(), ...productFields })),
    response: productRow,
  },
  archive: {
    method: "PATCH",
    path: "/api/products/:id/archive",
    summary: "Take a shutter type off new quotes; old quotes keep it.",
    roles: staff,
    params: byId,
    response: productRow,
  },
  restore: {
    method: "PATCH",
    path: "/api/products/:id/restore",
    summary: "Offer an archived shutter type again, at its last price.",
    roles: staff,
    params: byId,
    response: productRow,
  },
  prices: {
    method: "GET",
    path: "/api/products/:id/prices",
    summary: "Every price the shutter type has had, newest first.",
    roles: superAdminOnly,
    params: byId,
    query: z.object(paging),
    response: z.array(priceChange),
    paged: true,
  },
} as const satisfies Endpoints;
