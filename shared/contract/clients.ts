import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { staff } from "#shared/domain/roles.ts";
import { APPROVAL_STATUSES } from "#shared/domain/trade/status.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, oneOf, optionalText, paging, pounds, searchIn, text } from "#shared/http/wire.ts";
import { address, addressOrBlank, companyName, contactName, phone } from "./people.ts";

const found = searchIn("Part of the company's or the contact's name or of the email.");

const clientRow = z.object({
  id,
  companyName: z.string(),
  contactName: z.string(),
  email: z.string(),
  /** How many have joined. */
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
});

const GIVE_A_REASON = "Please give a reason";
export const reason = optionalText("Reason", LONGEST.reason);
/** A customer who is declined is told why. */
export const declineReason = text({ most: LONGEST.reason, required: GIVE_A_REASON, name: "Reason" });

const approvalStatus = oneOf(APPROVAL_STATUSES, "Approval status");
const decideBody = z
  .object({ approvalStatus, from: approvalStatus.optional(), reason: reason.optional() })
  .refine((body) => body.approvalStatus !== "rejected" || body.reason?.trim(), { error: GIVE_A_REASON, path: ["reason"] });

/** What the office edits of a client: the company, and the contact that the list names. What is left out stays. */
export const clientProfileForm = z.object({
  companyName,
  contactName,
  address: addressOrBlank,
  phone: phone.unwrap(),
});
/** A client with an address keeps one, as in a profile (rule A8). */
export const clientWithAddressForm = clientProfileForm.extend({ address });
const clientProfileBody = clientProfileForm.extend({ address: addressOrBlank.nullable(), phone }).partial();

/** The customers, and whether they may order (rule A2). */
export const clients = {
  list: {
    method: "GET",
    path: "/api/clients",
    summary: "The customers with what they have ordered.",
    roles: staff,
    query: z.object({
      search: found,
      approvalStatus: approvalStatus.optional().describe("Only clients of this standing."),
      ...paging,
    }),
    response: z.array(clientRow),
    paged: true,
    mayBeClose: true,
  },
  decide: {
    method: "PATCH",
    path: "/api/clients/:id",
    summary: "Approve, decline, suspend or reinstate a customer. `from`: the status the person was looking at.",
    roles: staff,
    params: byId,
    body: decideBody,
    response: clientRow,
  },
  changeProfile: {
    method: "PATCH",
    path: "/api/clients/:id/profile",
    summary: "Correct a client's company name, address, phone or contact name. What is left out stays.",
    roles: staff,
    params: byId,
    body: clientProfileBody,
    response: clientRow,
  },
} as const satisfies Endpoints;
