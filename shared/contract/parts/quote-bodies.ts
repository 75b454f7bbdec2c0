import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { MOST_WINDOWS } from "#shared/domain/trade/pricing.ts";
import { requestObject } from "#shared/http/inside-names.ts";
import { calendarDay, email, idField, optionalName, optionalText, optionalTrimmedText, trimmedText } from "#shared/http/wire.ts";
import { addressRule } from "./people.ts";
import { quoteItemBody, SIDES_INSIDE } from "./windows.ts";

/** Bodies of the calls that create, change, decide or place a quote. */

/**
 * The total that the form displayed. A difference of a penny is a 409, so that no bill surprises.
 */
export const claimedTotal = (name: string) => z.number(`${name} must be a number`).nullable().optional();

const windows = <Window extends z.ZodType>(window: Window) =>
  z
    .array(window, "At least one window is required")
    .min(1, "At least one window is required")
    .max(MOST_WINDOWS, `A quote takes at most ${MOST_WINDOWS} windows`);

const VERSION_IS_WHOLE = "Version must be a whole number";
export const version = z.number(VERSION_IS_WHOLE).int(VERSION_IS_WHOLE);

/** The fitter's own customer and the site's address (rule Q19). Blank clears a field. */
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

/** Blank clears a text field. */
export const createQuoteBody = z.object({
  ...siteFields,
  jobName: optionalName("Job name", LONGEST.jobName).nullable().optional(),
  poNumber: optionalName("PO number", LONGEST.poNumber).nullable().optional(),
  /** The note is for the office alone; suppliers do not receive it. */
  note: optionalText("Note", LONGEST.note).nullable().optional(),
  items: windows(requestObject(SIDES_INSIDE, quoteItemBody)),
  subtotal: claimedTotal("Subtotal"),
  tax: claimedTotal("Tax"),
  finalTotal: claimedTotal("Final total"),
  userId: idField("Customer must be a positive whole number").optional(),
});

const ID_IS_WHOLE = "A window's id must be a whole number";

/** Accepts any number: an id that no window of this quote has creates a new window. */
const editedWindow = quoteItemBody.extend({
  id: z.number(ID_IS_WHOLE).int(ID_IS_WHOLE).nullable().optional().describe("The id of a window of this quote, which keeps its id."),
});

export const editedWindows = windows(requestObject(SIDES_INSIDE, editedWindow));

/** Replaces the whole quote. `version` detects a concurrent change. */
export const updateQuoteBody = createQuoteBody.omit({ userId: true }).extend({
  items: editedWindows,
  version: version.describe("The quote's version as the editor read it."),
});

export const shippingAddress = trimmedText({
  most: LONGEST.address,
  required: "Please enter a shipping address",
  name: "Shipping address",
});

/** Required with a company's first order: an invoice is sent to this address (rule Q30). */
export const NO_COMPANY_ADDRESS = "Please enter your company's address, for your invoices";
/** Ignored if the company has an address; otherwise the form and the handler validate it. */
export const companyAddress = trimmedText({ least: 0, most: LONGEST.address, required: NO_COMPANY_ADDRESS, name: "Company address" })
  .optional()
  .describe("The company's own address for its invoices. Required if the company has none; it is stored.");
export const ownAddress = trimmedText({ ...addressRule, required: NO_COMPANY_ADDRESS, name: "Company address" });

export const acceptedDifferences = z
  .boolean("Accepted differences must be true or false")
  .optional()
  .describe("True if the caller has read the differences from the quotation that the homeowner accepted, and continues.");

export const NEEDED_IN_THE_FUTURE = "The date you need it by must be in the future";
export const requiredBy = calendarDay(NEEDED_IN_THE_FUTURE).nullable();

/** The version that the person saw before deciding. A concurrent change is a 409 (rule Q29). */
export const decidedVersion = version.optional().describe("The quote's version that the caller saw; another version is rejected.");

export const STATUS_INSIDE = { quoteStatus: "status" } as const;
/**
 * The unvalidated body, because the handler checks the person's rights before it validates the
 * move.
 */
export const unvalidatedMove = requestObject(STATUS_INSIDE, z.object({ quoteStatus: z.unknown() }).partial());
