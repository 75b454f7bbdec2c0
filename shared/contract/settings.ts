import { z } from "zod";
import { superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { MOST_EMAIL, optionalText } from "#shared/http/wire.ts";
import { email, MOST_ADDRESS, MOST_COMPANY_NAME } from "./people.ts";

/** A field that is still empty is an empty text: the seller may be described bit by bit, and the invoice says what it lacks. */
const field = (name: string, most: number) => optionalText(name, most).trim().default("");

export const companySettingsBody = z.object({
  name: field("Company name", MOST_COMPANY_NAME),
  address: field("Address", MOST_ADDRESS),
  vatNumber: field("VAT number", 20),
  companyNumber: field("Company number", 20),
  email: field("Email", MOST_EMAIL).refine((value) => value === "" || email.safeParse(value).success, "Please enter a valid email address"),
  phone: field("Phone", 40),
});
export const companySettings = z.object({
  name: z.string(),
  address: z.string(),
  vatNumber: z.string(),
  companyNumber: z.string(),
  email: z.string(),
  phone: z.string(),
});
export type CompanySettings = z.output<typeof companySettings>;

/** Who sells: what quotations and invoices say of us (decisions §13). */
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
