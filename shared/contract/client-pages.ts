import { z } from "zod";
import { LONGEST, MOST_TYPES_PLANNED } from "#shared/domain/longest.ts";
import { staff, superAdminOnly } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { replyObject, requestObject } from "#shared/http/inside-names.ts";
import { byId, calendarDay, id, idField, instant, paging, pathId, percent, pounds, text } from "#shared/http/wire.ts";
import { clientRow, discountPercent } from "./clients.ts";
import { companyPerson } from "./companies.ts";
import { basePrice } from "./products.ts";
import { accountEntry, companyAccount, entriesQuery } from "./receivables.ts";

/** The page of one client, for the office (rules A18, Y19). */

const day = calendarDay("The day of the reminder must be a date");

const clientNote = z.object({
  id,
  text: z.string(),
  /** From this day on the note is among its author's waiting tasks; null: no reminder. */
  remindOn: day.nullable(),
  /** Null: the reminder is not done. */
  doneAt: instant.nullable(),
  createdAt: instant,
  by: z.object({ id, contactName: z.string() }),
});

export const noteBody = z.object({
  text: text({ most: LONGEST.clientNote, required: "Please write a note", name: "Note" }),
  remindOn: day.nullable().optional(),
});

/* Terms from a later day on, in general and by shutter type (rule P18). */

const NOT_A_DAY = "From must be a date";
const INSIDE = { discountPercent: "discountHundredths" } as const;

const typeTermsBody = requestObject(
  INSIDE,
  z
    .object({
      productId: idField("Shutter type is required"),
      discountPercent: discountPercent.nullable().optional(),
      pricePerM2: basePrice.optional(),
    })
    .refine((type) => (type.discountPercent === undefined) !== (type.pricePerM2 === undefined), "Give either a price or a discount"),
);
const termsChangeBody = requestObject(
  INSIDE,
  z
    .object({
      from: calendarDay(NOT_A_DAY).describe("The first day of the new terms, YYYY-MM-DD; after today."),
      discountPercent: discountPercent.nullable().optional().describe("The general discount; null: none."),
      types: z
        .array(typeTermsBody, "Types must be a list")
        .max(MOST_TYPES_PLANNED, `At most ${MOST_TYPES_PLANNED} shutter types at once`)
        .refine((types) => new Set(types.map(({ productId }) => productId)).size === types.length, "Please name each shutter type once")
        .optional()
        .describe("A fixed price or a discount of each type; a discount of null ends the type's own terms."),
    })
    .refine(({ discountPercent, types = [] }) => discountPercent !== undefined || types.length > 0, "Give at least one of the terms"),
);

/** A type's own terms: a price, or a discount, which is null if they end. */
const typeTerms = replyObject(
  INSIDE,
  z.object({ productId: id, name: z.string(), discountPercent: percent.nullable().optional(), pricePerM2: pounds.optional() }),
);
const termsChange = replyObject(
  INSIDE,
  z.object({
    id,
    from: calendarDay(NOT_A_DAY),
    discountPercent: percent.optional(),
    types: z.array(typeTerms),
    createdAt: instant,
    createdBy: z.object({ id, contactName: z.string() }),
  }),
);

export const clientPages = {
  read: {
    method: "GET",
    path: "/api/clients/:id",
    summary: "Read a client with its terms and people, and the share of the windows it ordered in the last twelve months that were remade.",
    roles: staff,
    params: byId,
    response: clientRow.extend({
      /** Includes invited people. Sorted by the date of joining, earliest first. */
      members: z.array(companyPerson.extend({ suspended: z.boolean() })),
      /** The types with terms of their own today, by name (rule P18). */
      typeTerms: z.array(typeTerms),
      /** A window is a row of a quote; the rate is rounded to four decimals. */
      remakes: z.object({ windows: z.number().int(), remade: z.number().int(), rate: z.number() }),
    }),
  },
  account: {
    method: "GET",
    path: "/api/clients/:id/account",
    summary: "Read what a client owes and has paid.",
    roles: staff,
    params: byId,
    response: companyAccount,
  },
  entries: {
    method: "GET",
    path: "/api/clients/:id/account/entries",
    summary: "List the changes of a client's balance, oldest first.",
    roles: staff,
    params: byId,
    query: entriesQuery,
    response: z.array(accountEntry),
    paged: true,
  },
  sendStatement: {
    method: "POST",
    path: "/api/clients/:id/statement/send",
    summary: "Email a client's statement to the people who receive its invoices.",
    roles: staff,
    params: byId,
    response: z.null(),
    idempotent: true,
  },
  notes: {
    method: "GET",
    path: "/api/clients/:id/notes",
    summary: "List the staff's internal notes about a client, newest first.",
    roles: staff,
    params: byId,
    query: z.object(paging),
    response: z.array(clientNote),
    paged: true,
  },
  addNote: {
    method: "POST",
    path: "/api/clients/:id/notes",
    summary: "Add an internal note about a client. A note cannot be edited.",
    roles: staff,
    params: byId,
    body: noteBody,
    response: clientNote,
    creates: true,
    idempotent: true,
  },
  noteReminders: {
    method: "GET",
    path: "/api/note-reminders",
    summary: "List the caller's own reminders that are due and not done, earliest first, at most 20.",
    roles: staff,
    response: z.array(z.object({ noteId: id, client: z.object({ id, name: z.string() }), text: z.string(), remindOn: day })),
  },
  finishNote: {
    method: "POST",
    path: "/api/clients/:id/notes/:noteId/done",
    summary: "Mark the reminder of one's own note as done. The note stays.",
    roles: staff,
    params: byId.extend({ noteId: pathId }),
    response: clientNote,
    idempotent: true,
  },
  deleteNote: {
    method: "DELETE",
    path: "/api/clients/:id/notes/:noteId",
    summary: "Delete a note that the caller wrote.",
    roles: staff,
    params: byId.extend({ noteId: pathId }),
    response: z.null(),
  },
  planTerms: {
    method: "POST",
    path: "/api/clients/:id/terms-changes",
    summary: "Plan a client's terms from a future day on. A type that is left out keeps its terms.",
    roles: superAdminOnly,
    params: byId,
    body: termsChangeBody,
    response: termsChange,
    creates: true,
    idempotent: true,
    proof: true,
  },
  plannedTerms: {
    method: "GET",
    path: "/api/clients/:id/terms-changes",
    summary: "List a client's planned terms, soonest first.",
    roles: staff,
    params: byId,
    response: z.array(termsChange),
  },
  dropPlannedTerms: {
    method: "DELETE",
    path: "/api/clients/:id/terms-changes/:changeId",
    summary: "Delete planned terms whose day has not come.",
    roles: superAdminOnly,
    params: byId.extend({ changeId: pathId }),
    response: z.null(),
    proof: true,
  },
} as const satisfies Endpoints;
