import { z } from "zod";
import { hasAtMostDecimals } from "#shared/domain/decimal.ts";
import { milliM2ToM2 } from "#shared/domain/length.ts";
import { LONGEST, MOST_CHOICES } from "#shared/domain/longest.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { everyone, notCustomers, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { DENSITY, FINISHES } from "#shared/domain/timber.ts";
import { LEAD_WEEKS } from "#shared/domain/trade/lead-time.ts";
import { HIGHEST_PRICE_PER_M2, MINIMUM_AREA } from "#shared/domain/trade/pricing.ts";
import { HIGHEST_SURCHARGE, isChoice, MOST_SURCHARGES, SURCHARGE_FIELDS, SURCHARGE_PER } from "#shared/domain/trade/surcharges.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject, requestObject } from "#shared/http/inside-names.ts";
import { commercial, privateTo, visibleTo } from "#shared/http/visibility.ts";
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

/**
 * The widest panel, which determines the number of a window's panels (rule M3); null: the default.
 */
const widestPanel = z
  .number(WHOLE_PANEL)
  .int(WHOLE_PANEL)
  .min(WIDEST_PANEL.least, `The widest panel must be at least ${WIDEST_PANEL.least} mm`)
  .max(WIDEST_PANEL.most, `The widest panel must be at most ${WIDEST_PANEL.most.toLocaleString("en-GB")} mm`);

/** A maker is the id of a company of kind supplier. */
export const NO_SUPPLIER = "Supplier not found";
export const supplierIdField = idField(NO_SUPPLIER);
const WHOLE_DEDUCTION = "The deduction must be whole millimetres";
const TOO_LARGE = `The deduction must be from ${DEDUCTION.least} to ${DEDUCTION.most} mm`;
/** The total deduction of a recess (rule M11); null: the default. */
const deduction = z.number(WHOLE_DEDUCTION).int(WHOLE_DEDUCTION).min(DEDUCTION.least, TOO_LARGE).max(DEDUCTION.most, TOO_LARGE);

const WHOLE_DENSITY = `Density must be whole kg/m³ from ${DENSITY.least} to ${DENSITY.most.toLocaleString("en-GB")}`;
/** The timber's density, which gives the panels' weight (rule M22); null: the default. */
const density = z.number(WHOLE_DENSITY).int(WHOLE_DENSITY).min(DENSITY.least, WHOLE_DENSITY).max(DENSITY.most, WHOLE_DENSITY);
const AREA = `Minimum area must be between ${milliM2ToM2(MINIMUM_AREA.least)} and ${milliM2ToM2(MINIMUM_AREA.most)} m²`;
/** The least area that a window is charged for, in thousandths of a square metre (rule P13). */
const minimumArea = z
  .number(AREA)
  .min(milliM2ToM2(MINIMUM_AREA.least), AREA)
  .max(milliM2ToM2(MINIMUM_AREA.most), AREA)
  .refine((value) => hasAtMostDecimals(value, 3), "Minimum area can have at most three decimals")
  .pipe(squareMetres);

const HIGHEST = `A surcharge must be at most £${penceToPounds(HIGHEST_SURCHARGE).toLocaleString("en-GB")}`;
const VALUE = "Surcharge value must be one that a window can have";
const SURCHARGE_INSIDE = { amount: "amountPence" } as const;
/** The value of a window's choice: a key, a number or a colour. */
const choiceValue = z.codec(z.union([z.string().max(LONGEST.color, VALUE), z.number()], VALUE), z.custom<string | number>(), {
  decode: (value) => value,
  encode: (value) => value,
});
/** The cost of making a square metre (rule P17). */
export const costPerM2 = priceInPounds({
  missing: "Cost is required",
  notPositive: "Cost must be a positive number",
  tooHigh: "Cost must be at most £100,000",
  highest: penceToPounds(HIGHEST_PRICE_PER_M2),
});
const surchargeFields = {
  field: oneOf(SURCHARGE_FIELDS, "Surcharge field"),
  value: choiceValue,
  amount: priceInPounds({
    missing: "A surcharge's amount is required",
    notPositive: "A surcharge must be a positive number",
    tooHigh: HIGHEST,
    highest: penceToPounds(HIGHEST_SURCHARGE),
  }),
  per: oneOf(SURCHARGE_PER, "Surcharge per"),
};
const surcharge = requestObject(SURCHARGE_INSIDE, z.object(surchargeFields).refine(isChoice, { message: VALUE, path: ["value"] }));
const LEAD = `Lead time must be whole weeks from ${LEAD_WEEKS.least} to ${LEAD_WEEKS.most}`;
/** The lead time from the order, in weeks (rule Q24). */
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
  /**
   * The supplier company that makes orders of this type; null: any. Only the super admin may set
   * it.
   */
  supplierId: supplierIdField.nullable().optional(),
  deductionMm: deduction.nullable().optional(),
  densityKgM3: density.nullable().optional(),
  finish: oneOf(FINISHES, "Finish").optional(),
  /** Null: no minimum. If the caller may not set prices, both fields stay unchanged. */
  minimumAreaM2: minimumArea.nullable().optional(),
  surcharges: z.array(surcharge, "Surcharges must be a list").max(MOST_SURCHARGES, `At most ${MOST_SURCHARGES} surcharges`).optional(),
  /**
   * The costs of making, the super admin's. If the caller may not set prices, both stay unchanged.
   */
  costPerM2: costPerM2.nullable().optional(),
  costSurcharges: z
    .array(surcharge, "Cost surcharges must be a list")
    .max(MOST_SURCHARGES, `At most ${MOST_SURCHARGES} cost surcharges`)
    .optional(),
  /** The material in a fitter's quotation to his customer; null or blank: the type's name. */
  material: optionalName("Material", LONGEST.material).nullable().optional(),
  leadWeeks: leadWeeks.nullable().optional(),
};
/** Maps the wire name to the server's name, which carries the unit. */
const PRODUCT_INSIDE = { minimumAreaM2: "minimumAreaMilliM2" } as const;

const surchargeSent = replyObject(SURCHARGE_INSIDE, z.object({ ...surchargeFields, amount: pounds }));
const productFieldsSent = z.object({
  id,
  name: z.string(),
  description: z.string().nullable(),
  /** Today's list price. */
  basePricePerM2: commercial(pounds),
  /**
   * The customer's own price after the discount. Staff receive the price of the company that they
   * name, else the list price.
   */
  pricePerM2: commercial(pounds),
  /** The next planned price and its first day; null: none is planned. */
  nextPrice: commercial(z.object({ pricePerM2: pounds, from: calendarDay("From must be a date") }).nullable()),
  standardLouverSizes: z.array(z.number().int()),
  colorOptions: z.array(z.string()),
  /** Null: the default, 950 mm. */
  widestPanelMm: z.number().int().nullable(),
  /** The company that makes the type; null: any. Hidden from customers. */
  supplierId: visibleTo(notCustomers, id.nullable()),
  /** The total deduction of a recess. Null: the default, 10 mm. */
  deductionMm: z.number().int().nullable(),
  /** The timber's density in kg/m³. Null: the default, 450. */
  densityKgM3: z.number().int().nullable(),
  /** `painted`: one stock of bars for all its colours; `coloured`: bars of each colour. */
  finish: z.enum(FINISHES),
  /** The least charged area of one shutter; null: no minimum. */
  minimumAreaM2: commercial(squareMetres.nullable()),
  /** Surcharges of a window that has the named value. */
  surcharges: commercial(z.array(surchargeSent)),
  /**
   * Today's cost of making a square metre; null: not entered. Only the super admin receives the
   * costs.
   */
  costPerM2: privateTo(superAdminOnly, pounds.nullable()),
  costSurcharges: privateTo(superAdminOnly, z.array(surchargeSent)),
  /** The material that a homeowner reads. Null: the type's name. */
  material: z.string().nullable(),
  /** The lead time from the order, in weeks. For 0 and null no lead time is displayed. */
  leadWeeks: z.number().int().nullable(),
  archivedAt: instant.nullable(),
  createdAt: instant,
});
export const productRow = replyObject(PRODUCT_INSIDE, productFieldsSent);

const priceChange = z.object({ id, from: commercial(pounds).nullable(), to: commercial(pounds), at: instant, by: z.string() });

/** The shutter types and their prices per square metre (rule P6). */
export const products = {
  list: {
    method: "GET",
    path: "/api/products",
    summary: "List the shutter types. Archived types are included only if staff request them.",
    roles: everyone,
    query: z.object({
      archived: z
        .enum(["include"], "Archived must be include")
        .optional()
        .describe("include: archived types too; default: types on offer."),
      companyId: queryId("Company")
        .optional()
        .describe("Prices for this customer company, or for the company of this person. Staff only; ignored for others."),
      ...paging,
    }),
    response: z.array(productRow),
    paged: true,
    storedOnDevice: ["customer"],
  },
  create: {
    method: "POST",
    path: "/api/products",
    summary: "Add a shutter type.",
    roles: staff,
    body: requestObject(PRODUCT_INSIDE, z.object(productFields)),
    response: productRow,
    creates: true,
  },
  update: {
    method: "PUT",
    path: "/api/products",
    proof: true,
    summary: "Change a shutter type, identified by id or, without an id, by its exact name.",
    roles: staff,
    body: requestObject(PRODUCT_INSIDE, z.object({ id: idField("Id must be a positive whole number").optional(), ...productFields })),
    response: productRow,
  },
  archive: {
    method: "PATCH",
    path: "/api/products/:id/archive",
    summary: "Archive a shutter type: new quotes cannot use it, old quotes are unchanged.",
    roles: staff,
    params: byId,
    response: productRow,
  },
  restore: {
    method: "PATCH",
    path: "/api/products/:id/restore",
    summary: "Offer an archived shutter type again at its last price.",
    roles: staff,
    params: byId,
    response: productRow,
  },
  prices: {
    method: "GET",
    path: "/api/products/:id/prices",
    summary: "List every price that the shutter type has had, newest first.",
    roles: superAdminOnly,
    params: byId,
    query: z.object(paging),
    response: z.array(priceChange),
    paged: true,
  },
} as const satisfies Endpoints;
