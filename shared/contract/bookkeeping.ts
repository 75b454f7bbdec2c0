import { z } from "zod";
import { superAdminOnly } from "#shared/domain/roles.ts";
import { EXPORT_FORMATS } from "#shared/domain/trade/bookkeeping.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { calendarDay, id, instant, oneOf, paging } from "#shared/http/wire.ts";
import { actingPerson, FROM_AFTER_TO, inOrder } from "./payments.ts";

const day = calendarDay("Dates are written YYYY-MM-DD");
const count = z.number().int();

const exportRow = z.object({
  id,
  format: z.enum(EXPORT_FORMATS),
  /** Days of issue; both days count. */
  from: day,
  to: day,
  /** Numbers of documents in the export. */
  invoices: count,
  creditNotes: count,
  writeOffs: count,
  createdAt: instant,
  createdBy: actingPerson,
});

/** Exports invoices and credit notes as files for the office's bookkeeping (rule K10). */
export const bookkeeping = {
  list: {
    method: "GET",
    path: "/api/bookkeeping/exports",
    summary: "List the exports, newest first.",
    roles: superAdminOnly,
    query: z.object(paging),
    response: z.array(exportRow),
    paged: true,
  },
  make: {
    method: "POST",
    path: "/api/bookkeeping/exports",
    proof: true,
    summary:
      "Export the documents that were issued in a period and are not in an export of any format yet; with `again`, all documents of the period.",
    roles: superAdminOnly,
    body: z
      .object({
        format: oneOf(EXPORT_FORMATS, "Format"),
        from: calendarDay("From must be a date"),
        to: calendarDay("To must be a date"),
        again: z.boolean("Again must be true or false").optional(),
      })
      .refine(inOrder, FROM_AFTER_TO),
    response: exportRow,
    creates: true,
    idempotent: true,
  },
} as const satisfies Endpoints;
