import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { staff } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, paging, pathId, text } from "#shared/http/wire.ts";
import { clientRow } from "./clients.ts";
import { companyPerson } from "./companies.ts";
import { accountEntry, companyAccount, entriesQuery } from "./receivables.ts";

/** The page of one client, for the office (rules A18, Y19). */

const clientNote = z.object({
  id,
  text: z.string(),
  createdAt: instant,
  by: z.object({ id, contactName: z.string() }),
});

export const noteBody = z.object({
  text: text({ most: LONGEST.clientNote, required: "Please write a note", name: "Note" }),
});

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
  deleteNote: {
    method: "DELETE",
    path: "/api/clients/:id/notes/:noteId",
    summary: "Delete a note that the caller wrote.",
    roles: staff,
    params: byId.extend({ noteId: pathId }),
    response: z.null(),
  },
} as const satisfies Endpoints;
