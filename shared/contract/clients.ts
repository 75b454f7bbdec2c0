import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { type Pence, penceToPounds } from "#shared/domain/money.ts";
import { staff, superAdminOnly } from "#shared/domain/roles.ts";
import { MOST_CREDIT_LIMIT, MOST_DISCOUNT_HUNDREDTHS, PAYMENT_DAYS, type PaymentDays } from "#shared/domain/trade/ledger.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject, requestObject } from "#shared/http/inside-names.ts";
import {
  byId,
  hundredths,
  id,
  instant,
  oneOf,
  optionalName,
  optionalText,
  paging,
  percent,
  pounds,
  searchIn,
  text,
} from "#shared/http/wire.ts";
import { address, addressOrBlank, companyName, contactName, phone } from "./parts/people.ts";

const clientSearch = searchIn("Part of the company's or the contact's name or of the email.");

/** Maps the wire names of the terms to the server's names, which carry the unit. */
export const TERMS_INSIDE = { discountPercent: "discountHundredths", creditLimit: "creditLimitPence" } as const;
/** The terms on which a customer buys (rule P10). */
export const companyTerms = replyObject(
  TERMS_INSIDE,
  z.object({
    discountPercent: percent,
    paymentDays: z.number().int(),
    /** Null means no limit. */
    creditLimit: pounds.nullable(),
    /** The company's name in the bookkeeping program; null: the same as its name here. */
    accountsName: z.string().nullable(),
  }),
);

export const clientRow = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  /** The number of people who have joined; open invitations do not count. */
  people: z.number().int(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  approvalStatus: z.enum(APPROVAL_STATUSES),
  approvalReason: z.string().nullable(),
  approvalDecidedAt: instant.nullable(),
  approvalDecidedBy: z.string().nullable(),
  createdAt: instant,
  ordersCount: z.number().int(),
  ordersTotal: pounds,
  lastOrderAt: instant.nullable(),
  terms: companyTerms,
});

const GIVE_A_REASON = "Please give a reason";
export const reason = optionalText("Reason", LONGEST.reason);
/** Declining a customer requires a reason, which the customer receives. */
export const declineReason = text({ most: LONGEST.reason, required: GIVE_A_REASON, name: "Reason" });

const approvalStatus = oneOf(APPROVAL_STATUSES, "Approval status");
const decideBody = z
  .object({ approvalStatus, from: approvalStatus.optional(), reason: reason.optional() })
  .refine((body) => body.approvalStatus !== "rejected" || body.reason?.trim(), { error: GIVE_A_REASON, path: ["reason"] });

/**
 * The fields of a client that the office edits: the company's, and the listed contact's. A field
 * that is left out stays unchanged.
 */
export const clientProfileForm = z.object({
  companyName,
  contactName,
  address: addressOrBlank,
  phone: phone.unwrap(),
});
/** A client that has an address cannot lose it, as in a profile (rule A8). */
export const clientWithAddressForm = clientProfileForm.extend({ address });
const clientProfileBody = clientProfileForm.extend({ address: addressOrBlank.nullable(), phone }).partial();

const WHICH_DAYS = "Payment days must be 0, 7, 14, 30 or 60";
export const discountPercent = hundredths<number>(
  { least: 0, most: MOST_DISCOUNT_HUNDREDTHS / 100 },
  "Discount must be between 0 and 60 percent",
);
/** The terms that the owner sets. A field that is left out stays unchanged. */
export const termsForm = z.object({
  discountPercent,
  paymentDays: z.number(WHICH_DAYS).refine((days): days is PaymentDays => PAYMENT_DAYS.some((each) => each === days), WHICH_DAYS),
  creditLimit: hundredths<Pence>(
    { least: 0, most: penceToPounds(MOST_CREDIT_LIMIT) },
    "Credit limit must be between 0 and 10,000,000",
  ).nullable(),
  accountsName: optionalName("Name in the accounts", LONGEST.accountsName).nullable(),
});
const termsBody = requestObject(
  TERMS_INSIDE,
  termsForm.partial().refine((terms) => Object.values(terms).some((each) => each !== undefined), "Give at least one of the terms"),
);

/** Customers, and the approval to order (rule A2). */
export const clients = {
  list: {
    method: "GET",
    path: "/api/clients",
    proof: "csv",
    summary: "List the customers with their order figures.",
    roles: staff,
    query: z.object({
      search: clientSearch,
      approvalStatus: approvalStatus.optional().describe("Only clients with this approval status."),
      ...paging,
    }),
    response: z.array(clientRow),
    paged: true,
    mayBeClose: true,
  },
  decide: {
    method: "PATCH",
    path: "/api/clients/:id",
    summary: "Approve, decline, suspend or reinstate a customer. `from` is the status that the caller saw.",
    roles: staff,
    params: byId,
    body: decideBody,
    response: clientRow,
  },
  changeProfile: {
    method: "PATCH",
    path: "/api/clients/:id/profile",
    summary: "Change a client's company name, address, phone or contact name. A field that is left out stays unchanged.",
    roles: staff,
    params: byId,
    body: clientProfileBody,
    response: clientRow,
  },
  changeTerms: {
    method: "PATCH",
    path: "/api/clients/:id/terms",
    proof: true,
    summary: "Set a client's discount, payment days, credit limit or name in the bookkeeping. A field that is left out stays unchanged.",
    roles: superAdminOnly,
    params: byId,
    body: termsBody,
    response: clientRow,
  },
} as const satisfies Endpoints;
