import { z } from "zod";
import { email } from "#shared/contract/parts/people.ts";
import { clearances } from "#shared/contract/parts/windows.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import { superAdminOnly, supplierOnly } from "#shared/domain/roles.ts";
import { LEAD_DAYS, WEEKLY_M2 } from "#shared/domain/trade/lead-time.ts";
import { CLEARANCES, type ClearanceName, eachClearance } from "#shared/domain/window/saw/clearances.ts";
import { isRail, LAPS, MOST_RAIL_HEIGHTS, RAIL_HEIGHT_MM, SECTION_MM, TRACK_DEPTH_MM } from "#shared/domain/window/saw/sections.ts";
import {
  KEEP_MM,
  MOST_KERF_MM,
  MOST_PROFILES,
  MOST_TRIM_MM,
  PROFILE,
  STOCK_MM,
  USUAL_STOCK,
} from "#shared/domain/window/saw/workshop-stock.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { id, instant, nameText, oneOf, optionalName, optionalTrimmedText } from "#shared/http/wire.ts";

/**
 * An empty field is an empty text: the seller's details may be completed step by step, and the
 * invoice names the missing ones.
 */
const field = (name: string, most: number) => optionalTrimmedText(name, most).default("");

/** A fixed count of digits; the schema strips dashes and spaces. */
const digits = (count: number, message: string) =>
  z
    .string(message)
    .overwrite((typed) => typed.replace(/[\s\u2010-\u2015-]/g, ""))
    .refine((given) => given === "" || (given.length === count && /^\d*$/.test(given)), message);

const code = (name: string) => nameText({ most: LONGEST.bookkeepingCode, required: `Please enter the ${name}`, name }).optional();

export const companySettingsBody = z.object({
  name: optionalName("Company name", LONGEST.companyName).default(""),
  address: field("Address", LONGEST.address),
  vatNumber: field("VAT number", LONGEST.vatNumber),
  companyNumber: field("Company number", LONGEST.companyNumber),
  email: field("Email", LONGEST.email).refine(
    (value) => value === "" || email.safeParse(value).success,
    "Please enter a valid email address",
  ),
  phone: field("Phone", LONGEST.phone),
  /**
   * Orders go to the workshop without approval (rule Q30). This field and the fields below stay
   * unchanged if they are left out.
   */
  directOrders: z.boolean("Direct orders must be true or false").optional(),
  /**
   * The account for bank transfers, printed on unpaid invoices (rule D7). A blank field is not
   * printed.
   */
  bankName: optionalName("Bank name", LONGEST.bankName).optional(),
  sortCode: digits(6, "Sort code must be 6 digits").optional(),
  accountNumber: digits(8, "Account number must be 8 digits").optional(),
  /** Sends customers reminders of overdue amounts (rule Y20). */
  reminders: z.boolean("Reminders must be true or false").optional(),
  /** Emails invoices, credit notes and refunds when they are issued (rule D15). */
  mailInvoices: z.boolean("Mail invoices must be true or false").optional(),
  /** The codes of sales and their VAT in the bookkeeping program (rule K10). */
  xeroAccount: code("Xero account"),
  xeroTaxType: code("Xero tax type"),
  /** The account of write-offs. */
  xeroBadDebt: code("Xero bad debt account"),
  sageNominal: code("Sage nominal code"),
  sageTaxCode: code("Sage tax code"),
  sageBadDebt: code("Sage bad debt code"),
});
const companySettings = z.object({
  name: z.string(),
  address: z.string(),
  vatNumber: z.string(),
  companyNumber: z.string(),
  email: z.string(),
  phone: z.string(),
  directOrders: z.boolean(),
  bankName: z.string(),
  /** Six digits, without dashes. */
  sortCode: z.string(),
  accountNumber: z.string(),
  reminders: z.boolean(),
  mailInvoices: z.boolean(),
  xeroAccount: z.string(),
  xeroTaxType: z.string(),
  xeroBadDebt: z.string(),
  sageNominal: z.string(),
  sageTaxCode: z.string(),
  sageBadDebt: z.string(),
});
export type CompanySettings = z.output<typeof companySettings>;

const STOCK_LENGTH = `Stock length must be whole millimetres from ${STOCK_MM.least} to ${STOCK_MM.most.toLocaleString("en-GB")}`;
const KERF = `Kerf must be from 0 to ${MOST_KERF_MM} mm, to a tenth`;
const TRIM = `Trim must be from 0 to ${MOST_TRIM_MM} mm, to a tenth`;
const KEEP = `Offcuts must be kept from ${KEEP_MM.least} to ${KEEP_MM.most.toLocaleString("en-GB")} mm on, in whole millimetres`;
const CHOOSE_PROFILES = "Stock must be a list of profiles";
const profile = z.string("Profile must be one of a cut list").regex(PROFILE, "Profile must be one of a cut list");
const stock = z.object({
  profile,
  stockMm: z.number(STOCK_LENGTH).int(STOCK_LENGTH).min(STOCK_MM.least, STOCK_LENGTH).max(STOCK_MM.most, STOCK_LENGTH),
  kerfMm: z
    .number(KERF)
    .min(0, KERF)
    .max(MOST_KERF_MM, KERF)
    .refine((mm) => isToATenth(mm), KERF),
  /** The length that is cut off each end of a bar, including the cut itself. */
  trimMm: z
    .number(TRIM)
    .min(0, TRIM)
    .max(MOST_TRIM_MM, TRIM)
    .refine((mm) => isToATenth(mm), TRIM),
  /** The shortest rest of a bar that becomes stock. */
  keepMm: z.number(KEEP).int(KEEP).min(KEEP_MM.least, KEEP).max(KEEP_MM.most, KEEP),
});
/** The body of a stock row: `trimMm` and `keepMm` are optional and have defaults. */
const stockInput = stock.extend({
  trimMm: stock.shape.trimMm.default(USUAL_STOCK.trimMm),
  keepMm: stock.shape.keepMm.default(USUAL_STOCK.keepMm),
});

const isToATenth = (mm: number): boolean => Math.abs(mm * 10 - Math.round(mm * 10)) < 1e-9;

/** Millimetres to a tenth. */
const clearance = (name: ClearanceName) => {
  const { label, most } = CLEARANCES[name];
  const sentence = `${label} must be from 0 to ${most} mm, to a tenth`;
  return z.number(sentence).min(0, sentence).max(most, sentence).refine(isToATenth, sentence);
};

/** Millimetres to a tenth. */
const sectionSide = (name: string) => {
  const sentence = `${name} must be from ${SECTION_MM.least} to ${SECTION_MM.most} mm, to a tenth`;
  return z.number(sentence).min(SECTION_MM.least, sentence).max(SECTION_MM.most, sentence).refine(isToATenth, sentence);
};

const HEIGHTS = `Heights must be 1 to ${MOST_RAIL_HEIGHTS} rising figures from ${RAIL_HEIGHT_MM.least} to ${RAIL_HEIGHT_MM.most} mm, to a tenth`;
const section = z
  .object({
    profile,
    widthMm: sectionSide("Width"),
    thicknessMm: sectionSide("Thickness"),
    /** The heights in which the workshop buys rails, ascending (rule W72). */
    heightsMm: z
      .array(z.number(HEIGHTS).min(RAIL_HEIGHT_MM.least, HEIGHTS).max(RAIL_HEIGHT_MM.most, HEIGHTS).refine(isToATenth, HEIGHTS), HEIGHTS)
      .min(1, HEIGHTS)
      .max(MOST_RAIL_HEIGHTS, HEIGHTS)
      .refine((heights) => heights.every((height, at) => at === 0 || height > (heights[at - 1] ?? 0)), HEIGHTS)
      .optional(),
  })
  .refine(({ profile, heightsMm }) => heightsMm === undefined || isRail(profile), "Only rails have heights");

const eachOnce = (rows: readonly { readonly profile: string }[]): boolean =>
  new Set(rows.map(({ profile }) => profile)).size === rows.length;

/**
 * A workshop's own bars, saw and sections; a profile without a row has the default values. Also all
 * clearances, the panel that laps over the other where two panels meet, the lead time and the
 * weekly capacity.
 */
const workshopSettings = z.object({
  stock: z.array(stock),
  clearances,
  sections: z.array(section),
  lap: z.enum(LAPS),
  /** The depth of a bypass track, in whole millimetres (rule M38). */
  trackDepthMm: z.number().int(),
  /** Working days needed to make an order. */
  leadDays: z.number().int(),
  /** The weekly capacity in m²; null if the workshop has not set it. */
  weeklyM2: z.number().int().nullable(),
});

const DEPTH = `Track depth must be whole millimetres from ${TRACK_DEPTH_MM.least} to ${TRACK_DEPTH_MM.most}`;
const LEAD = `Lead time must be whole working days from ${LEAD_DAYS.least} to ${LEAD_DAYS.most}`;
const WEEKLY = `Square metres a week must be whole, from ${WEEKLY_M2.least} to ${WEEKLY_M2.most.toLocaleString("en-GB")}`;

/** A PUT leaves an omitted key as it is. */
const workshopSettingsBody = z.object({
  stock: z
    .array(stockInput, CHOOSE_PROFILES)
    .max(MOST_PROFILES, `At most ${MOST_PROFILES} profiles`)
    .refine(eachOnce, "Please name each profile once")
    .optional(),
  sections: z
    .array(section, "Sections must be a list of profiles")
    .max(MOST_PROFILES, `At most ${MOST_PROFILES} profiles`)
    .refine(eachOnce, "Please name each profile once")
    .optional(),
  lap: oneOf(LAPS, "Lap").optional(),
  trackDepthMm: z.number(DEPTH).int(DEPTH).min(TRACK_DEPTH_MM.least, DEPTH).max(TRACK_DEPTH_MM.most, DEPTH).optional(),
  leadDays: z.number(LEAD).int(LEAD).min(LEAD_DAYS.least, LEAD).max(LEAD_DAYS.most, LEAD).optional(),
  weeklyM2: z.number(WEEKLY).int(WEEKLY).min(WEEKLY_M2.least, WEEKLY).max(WEEKLY_M2.most, WEEKLY).nullable().optional(),
  clearances: z
    .object(
      eachClearance((name) => clearance(name).optional()),
      "Clearances must be millimetres by their names",
    )
    .optional(),
});

/** A save that undoes another one names what that one stored (rule W122). */
const savedWorkshopBody = workshopSettingsBody.extend({
  undoes: workshopSettingsBody
    .optional()
    .describe("The figures that the save to undo stored. If one of them has changed since, the call is a 409 and saves nothing."),
  undoesSaveOf: z.iso
    .datetime({ offset: true, error: "The save to undo is named by its instant" })
    .optional()
    .describe("The `savedAt` of the save to undo, whose reviews of the checklist are withdrawn."),
});

/** The newest changes of a workshop's settings that a reply has. */
export const MOST_WORKSHOP_CHANGES = 20;

/** The windows that one check of a workshop's settings reads: a second's work. */
export const MOST_CHECKED_WINDOWS = 2000;

/** The seller's details on quotations and invoices (rule D7), and the settings of a workshop. */
export const settings = {
  readCompany: {
    method: "GET",
    path: "/api/settings/company",
    summary: "Read the seller's details that documents show.",
    roles: superAdminOnly,
    response: companySettings,
  },
  saveCompany: {
    method: "PUT",
    path: "/api/settings/company",
    proof: true,
    summary: "Save the seller's details. Issued documents do not change.",
    roles: superAdminOnly,
    body: companySettingsBody,
    response: companySettings,
  },
  readMail: {
    method: "GET",
    path: "/api/settings/mail",
    summary: "Read whether the portal has a mail server. Without one its emails stay in the outbox.",
    roles: superAdminOnly,
    response: z.object({ isSent: z.boolean() }),
  },
  readWorkshop: {
    method: "GET",
    path: "/api/settings/workshop",
    summary:
      "Read the caller's workshop settings: bars, kerf and sections for each profile that the workshop has set, and its clearances, lap, track depth, lead time and weekly capacity.",
    roles: supplierOnly,
    response: workshopSettings,
  },
  saveWorkshop: {
    method: "PUT",
    path: "/api/settings/workshop",
    summary:
      "Replace the caller's workshop settings. A profile that is left out of the stock or the sections returns to the default; a key or a clearance that is left out stays unchanged.",
    roles: supplierOnly,
    body: savedWorkshopBody,
    response: workshopSettings.extend({
      savedAt: instant,
      /**
       * `3 orders in progress keep their measures: ORD-38, …` if the table changed and such orders
       * exist (rule W87).
       */
      keptMeasures: z.string().optional(),
    }),
  },
  listWorkshopChanges: {
    method: "GET",
    path: "/api/settings/workshop/changes",
    summary: `List the last ${MOST_WORKSHOP_CHANGES} changes of the caller's workshop settings, newest first.`,
    roles: supplierOnly,
    response: z.array(
      z.object({
        id,
        at: instant,
        /** The person's name; `The office` for a super admin that viewed the portal as the workshop. */
        by: z.string(),
        measures: z.array(
          z.object({
            /** `Stiles, width`. */
            measure: z.string(),
            /** `51 mm`. */
            before: z.string(),
            after: z.string(),
          }),
        ),
      }),
    ),
  },
  checkWorkshop: {
    method: "POST",
    path: "/api/settings/workshop/check",
    summary: `Check the caller's pending and processing orders without a cut part, and the open ones that it sees, against these settings, without saving: the orders with a part that cannot be made, earliest due first, open ones last. At most ${MOST_CHECKED_WINDOWS.toLocaleString("en-GB")} windows are checked.`,
    roles: supplierOnly,
    body: workshopSettingsBody.omit({ stock: true, leadDays: true, weeklyM2: true }),
    response: z.object({
      /** The orders that were checked, of all that have no cut part. */
      checked: z.number().int(),
      of: z.number().int(),
      orders: z.array(
        z.object({
          id,
          jobName: z.string().nullable(),
          /** `Bay: Panel B would be 96 mm wide; two stiles need 114 mm`. */
          asks: z.array(z.string()),
          /** True if no workshop has taken the order. */
          isOpen: z.boolean(),
          /** True if the stored settings ask about a part of the order, too. */
          already: z.boolean(),
        }),
      ),
    }),
    unaudited: true,
    large: true,
  },
} as const satisfies Endpoints;
