import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { staff } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, paging, pathId, text } from "#shared/http/wire.ts";
import { clientRow } from "./clients.ts";
import { companyPerson } from "./companies.ts";
import { accountEntry, companyAccount, entriesQuery } from "./receivables.ts";

/** One client as the office has them before its eyes (rules A18, Y19). */

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
    summary: "A client with its terms and people, and how many of the windows of its orders of twelve months were remade.",
    roles: staff,
    params: byId,
    response: clientRow.extend({
      /** Those who are invited too, the first to be there first. */
      members: z.array(companyPerson.extend({ suspended: z.boolean() })),
      /** Windows are rows of quotes; the rate has four decimals. */
      remakes: z.object({ windows: z.number().int(), remade: z.number().int(), rate: z.number() }),
    }),
  },
  account: {
    method: "GET",
    path: "/api/clients/:id/account",
    summary: "What a client owes and has paid.",
    roles: staff,
    params: byId,
    response: companyAccount,
  },
  entries: {
    method: "GET",
    path: "/api/clients/:id/account/entries",
    summary: "What changed a client's balance, the oldest first.",
    roles: staff,
    params: byId,
    query: entriesQuery,
    response: z.array(accountEntry),
    paged: true,
  },
  sendStatement: {
    method: "POST",
    path: "/api/clients/:id/statement/send",
    summary: "Email a client's statement to those who receive its invoices.",
    roles: staff,
    params: byId,
    response: z.null(),
    idempotent: true,
  },
  notes: {
    method: "GET",
    path: "/api/clients/:id/notes",
    summary: "What our staff noted of a client for themselves, newest first.",
    roles: staff,
    params: byId,
    query: z.object(paging),
    response: z.array(clientNote),
    paged: true,
  },
  addNote: {
    method: "POST",
    path: "/api/clients/:id/notes",
    summary: "Note something of a client for our staff. It is never changed.",
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
    summary: "Delete a note of one's own.",
    roles: staff,
    params: byId.extend({ noteId: pathId }),
    response: z.null(),
  },
} as const satisfies Endpoints;
