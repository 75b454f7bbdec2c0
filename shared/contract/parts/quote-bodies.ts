import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { takenAs } from "#shared/http/inside-names.ts";
import { calendarDay, email, idField, optionalName, optionalText, optionalTrimmedText, trimmedText } from "#shared/http/wire.ts";
import { addressRule } from "./people.ts";
import { quoteItemBody, SIDES_INSIDE } from "./windows.ts";

/** What a person sends to make, change, move or place a quote. */

/** What the form believed the totals to be; a difference of a penny is a 409, never a surprise on the bill. */
const claimedTotal = (name: string) => z.number(`${name} must be a number`).nullable().optional();

const windows = <Window extends z.ZodType>(window: Window) =>
  z
    .array(window, "At least one window is required")
    .min(1, "At least one window is required")
    .max(MOST_WINDOWS, `A quote takes at most ${MOST_WINDOWS} windows`);

const VERSION_IS_WHOLE = "Version must be a whole number";
const version = z.number(VERSION_IS_WHOLE).int(VERSION_IS_WHOLE);

/** The fitter's own customer and where they live (rule Q19). Blank is none. */
const siteFields = {
  customerName: optionalName("Customer's name", LONGEST.customerName).nullable().optional(),
  customerPhone: optionalTrimmedText("Customer's phone", LONGEST.customerPhone).nullable().optional(),
  customerEmail: z
    .union([email, z.literal("")], "Please enter a valid email address")
    .nullable()
    .optional(),
  siteAddress: optionalTrimmedText("Site address", LONGEST.address).nullable().optional(),
};
export const SITE_FIELDS = [
  "customerName",
  "customerPhone",
  "customerEmail",
  "siteAddress",
] as const satisfies readonly (keyof typeof siteFields)[];

/** The fitter's own words for it. Blank is none. */
export const createQuoteBody = z.object({
  ...siteFields,
  jobName: optionalName("Job name", LONGEST.jobName).nullable().optional(),
  poNumber: optionalName("PO number", LONGEST.poNumber).nullable().optional(),
  /** For the office alone. */
  note: optionalText("Note", LONGEST.note).nullable().optional(),
  items: windows(takenAs(SIDES_INSIDE, quoteItemBody)),
  subtotal: claimedTotal("Subtotal"),
  tax: claimedTotal("Tax"),
  finalTotal: claimedTotal("Final total"),
  userId: idField("Customer must be a positive whole number").optional(),
});

const ID_IS_WHOLE = "A window's id must be a whole number";

/** Any number: one that is none of this quote's counts as none. */
const editedWindow = quoteItemBody.extend({
  id: z.number(ID_IS_WHOLE).int(ID_IS_WHOLE).nullable().optional().describe("Of a window of this quote: it keeps it."),
});

/** All of it anew, and of which version it is the change. */
export const updateQuoteBody = createQuoteBody.omit({ userId: true }).extend({
  items: windows(takenAs(SIDES_INSIDE, editedWindow)),
  version: version.describe("The quote's version as the editor read it."),
});

export const shippingAddress = trimmedText({
  most: LONGEST.address,
  required: "Please enter a shipping address",
  name: "Shipping address",
});

/** Asked with a first order, of a company that has none: an invoice is addressed to nowhere else (rule D2). */
export const NO_COMPANY_ADDRESS = "Please enter your company's address, for your invoices";
/** Of a company that has one it is ignored, whatever it is; of one without, the form and the handler judge it. */
export const companyAddress = trimmedText({ least: 0, most: LONGEST.address, required: NO_COMPANY_ADDRESS, name: "Company address" })
  .optional()
  .describe("The company's own address, for its invoices; needed where it has none, and kept.");
export const ownAddress = trimmedText({ ...addressRule, required: NO_COMPANY_ADDRESS, name: "Company address" });

export const acceptedDifferences = z
  .boolean("Accepted differences must be true or false")
  .optional()
  .describe("The person read what differs from the quotation that the customer's own customer accepted, and goes on.");

export const NEEDED_IN_THE_FUTURE = "The date you need it by must be in the future";
export const requiredBy = calendarDay(NEEDED_IN_THE_FUTURE).nullable();

/** Of what a person read before deciding; a change meanwhile is a 409 (rule Q13). */
export const decidedVersion = version.optional().describe("The quote's version as the person read it: another is refused.");

export const STATUS_INSIDE = { quoteStatus: "status" } as const;
/** The move as it came: whether the person may make it is said before anything is judged. */
export const askedMove = takenAs(STATUS_INSIDE, z.object({ quoteStatus: z.unknown() }).partial());
