import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { ROLES } from "#shared/domain/roles.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import { holdsAddress, NO_ADDRESS } from "#shared/domain/web-address.ts";
import { commercial, privateTo, replacedFor } from "#shared/http/visibility.ts";
import { email, id, instant, nameText, optionalTrimmedText, trimmedText } from "#shared/http/wire.ts";

/**
 * The names and rules of people and companies, declared once for every call that accepts them (rule
 * C10).
 */

const LEAST_PASSWORD = 6;
const MOST_PASSWORD = 128;

export const SHORT_COMPANY_NAME = "Company name must be at least 2 characters";
export const companyName = nameText({
  least: 2,
  most: LONGEST.companyName,
  required: SHORT_COMPANY_NAME,
  name: "Company name",
});
export const contactName = nameText({
  least: 2,
  most: LONGEST.contactName,
  required: "Contact name must be at least 2 characters",
  name: "Contact name",
});

/**
 * Rejects web addresses in a name that is emailed to people who do not know its owner (rule C25).
 * Other names are validated only when they change.
 */
const withoutAddress = <Name extends z.ZodType<string>>(name: Name): Name =>
  name.refine((value) => !holdsAddress(value), NO_ADDRESS) as Name;
export const newContactName = withoutAddress(contactName);
export const SHORT_ADDRESS = "Address must be at least 5 characters";
export const addressRule = { least: 5, most: LONGEST.address, required: SHORT_ADDRESS, name: "Address" };
export const address = trimmedText(addressRule);
export const addressOrBlank = trimmedText({ ...addressRule, least: 0 }).refine(
  (value) => value === "" || value.length >= addressRule.least,
  SHORT_ADDRESS,
);

/** A company's telephone. Blank clears it. */
export const phone = optionalTrimmedText("Phone", LONGEST.phone).nullable();
export const vatNumber = optionalTrimmedText("VAT number", LONGEST.vatNumber).nullable();

/**
 * A stranger's text is emailed to an arbitrary address and to the staff who approve registrations,
 * so it may hold no web address.
 */
export const strangersCompanyName = withoutAddress(companyName);
export const strangersContactName = withoutAddress(contactName);
export const strangersAddress = withoutAddress(addressOrBlank).optional();
export const strangersPhone = withoutAddress(optionalTrimmedText("Phone", LONGEST.phone)).optional();

/** A password is never trimmed: its spaces are part of it. */
export const passwordWith = (tooShort: string) =>
  z.string(tooShort).min(LEAST_PASSWORD, tooShort).max(MOST_PASSWORD, `Password must be at most ${MOST_PASSWORD} characters`);
export const password = passwordWith("Password must be at least 6 characters");

export { email };

const right = (name: string) => z.boolean(`${name} must be true or false`).optional();
/**
 * A customer's rights besides quoting (rule A23). Suppliers use `mayManage` alone; staff use
 * neither.
 */
export const rights = { mayOrder: right("May order"), mayManage: right("May manage") };

/**
 * The fitter's own customer, on the fitter's quotes and their orders (rule Q19). Suppliers receive
 * none of these fields. The telephone and the email are for the fitter's company alone.
 */
export const customerOnTheJob = {
  customerName: commercial(z.string().nullable()),
  customerPhone: privateTo(["customer"], z.string().nullable()),
  customerEmail: privateTo(["customer"], z.string().nullable()),
  siteAddress: commercial(z.string().nullable()),
};

/** The company that owns a record, as lists show it. */
export const companyRef = z.object({ id, companyName: z.string(), contactName: z.string() });
/**
 * The name that hides a supplier from customers, who may not know the maker of their shutters (rule
 * O3), and from the supplier that made the shutters later (rule O19).
 */
export const WORKSHOP = "Workshop";

/** The person who did something, as histories and threads show it. */
export const personRef = replacedFor(
  ["customer"],
  z.object({ companyName: z.string(), contactName: z.string(), role: z.enum(ROLES) }),
  (person) => (person.role === "supplier" ? { ...person, companyName: WORKSHOP, contactName: WORKSHOP } : person),
);

export const threadMessage = z.object({ id, message: z.string(), createdAt: instant, user: personRef });

/** The signed-in person (rule A3). No password, hash or internal field is part of it. */
export const account = z.object({
  id,
  email: z.string(),
  role: z.enum(ROLES),
  companyId: id,
  companyName: z.string(),
  contactName: z.string(),
  address: z.string().nullable(),
  /** The company's telephone. */
  phone: z.string().nullable(),
  /** The company's VAT number, for its invoices. */
  vatNumber: z.string().nullable(),
  referralCode: z.string(),
  approvalStatus: z.enum(APPROVAL_STATUSES),
  /** Rights within the company (rule A23). */
  mayOrder: z.boolean(),
  mayManage: z.boolean(),
  isImpersonating: z.boolean(),
  /** The super admin who views the portal as this person (rule A19). */
  viewedBy: id.optional(),
});
/**
 * `directOrders`: placing a quote makes its order at once; sent to customers alone, because only
 * they place quotes (rule Q30). `orderedBy`, `managedBy`: the people to ask if the caller may not
 * order or manage (rule A23). `sellerPhone`: the telephone for customers (rule O12).
 */
export const signedIn = z.object({
  user: account.extend({
    directOrders: z.boolean().optional(),
    sellerPhone: z.string().nullable().optional(),
    /** Sent to suppliers alone: whether they see orders without a supplier (rule W93). */
    seesOpenOrders: z.boolean().optional(),
    /** The person must add a second factor before anything else (rule A41). */
    needsFactor: z.boolean().optional(),
    orderedBy: z.string().optional(),
    managedBy: z.string().optional(),
  }),
});
export type Account = z.output<typeof account>;
