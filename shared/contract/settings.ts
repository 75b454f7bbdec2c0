import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { optionalName, optionalTrimmedText } from "#shared/http/wire.ts";
import { email } from "./people.ts";

/**
 * An empty field is an empty text: the seller's details may be filled in step by step, and the invoice says what is
 * missing.
 */
const field = (name: string, most: number) => optionalTrimmedText(name, most).default("");

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
  /** Orders go straight to the workshop (rule Q14). Left out, it stays as it is. */
  directOrders: z.boolean("Direct orders must be true or false").optional(),
});
export const companySettings = z.object({
  name: z.string(),
  address: z.string(),
  vatNumber: z.string(),
  companyNumber: z.string(),
  email: z.string(),
  phone: z.string(),
  directOrders: z.boolean(),
});
export type CompanySettings = z.output<typeof companySettings>;

/** The seller's details on quotations and invoices (rule D7). */
export const settings = {
  readCompany: {
    method: "GET",
    path: "/api/settings/company",
    summary: "The seller's details, as documents show them.",
    roles: superAdminOnly,
    response: companySettings,
  },
  saveCompany: {
    method: "PUT",
    path: "/api/settings/company",
    summary: "Save the seller's details; documents that were issued keep the earlier ones.",
    roles: superAdminOnly,
    body: companySettingsBody,
    response: companySettings,
  },
} as const satisfies Endpoints;
