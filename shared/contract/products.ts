import { z } from "zod";
import { LONGEST, MOST_CHOICES } from "#shared/domain/longest.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { everyone, notCustomers, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { HIGHEST_PRICE_PER_M2 } from "#shared/domain/trade/pricing.ts";
import { DEDUCTION, WIDEST_PANEL } from "#shared/domain/window/shutter-construction.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { commercial, visibleTo } from "#shared/http/visibility.ts";
import {
  byId,
  calendarDay,
  id,
  idField,
  instant,
  nameText,
  optionalName,
  optionalText,
  paging,
  pounds,
  priceInPounds,
  queryId,
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
};

export const productRow = z.object({
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
  archivedAt: instant.nullable(),
  createdAt: instant,
});

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
  },
  create: {
    method: "POST",
    path: "/api/products",
    summary: "Add a shutter type.",
    roles: staff,
    body: z.object(productFields),
    response: productRow,
    creates: true,
  },
  update: {
    method: "PUT",
    path: "/api/products",
    summary: "Change a shutter type, found by id or, without one, by its exact name.",
    roles: staff,
    body: z.object({ id: idField("Id must be a positive whole number").optional(), ...productFields }),
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
