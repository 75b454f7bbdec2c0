import { z } from "zod";
import { staff } from "#shared/domain/roles.ts";
import { sentAs } from "#shared/http/inside-names.ts";
import { visibleTo } from "#shared/http/visibility.ts";
import { calendarDay, id, paging, pounds } from "#shared/http/wire.ts";
import { companyTerms, TERMS_INSIDE } from "./clients.ts";
import { ageing } from "./money.ts";
import { FROM_AFTER_TO, inOrder } from "./payment-records.ts";

/** What a company's account says, to its own people and to our staff (rule Y19). */

export const ENTRY_KINDS = ["invoice", "credit_note", "payment", "void", "refund", "dispute", "reinstated"] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** The company's terms. Its name in our bookkeeping is for staff. */
const terms = sentAs(TERMS_INSIDE, z.object({ ...companyTerms.shape, accountsName: visibleTo(staff, companyTerms.shape.accountsName) }));

export const companyAccount = z.object({
  company: z.object({ id, name: z.string() }),
  terms,
  /** What is owed less the credit. */
  balance: pounds,
  credit: pounds,
  owed: pounds,
  overdue: pounds,
  ageing,
  /** Ordered, and neither invoiced nor paid. */
  notInvoiced: pounds,
  /** What of the limit is left, below 0 beyond it; null: no limit. */
  available: pounds.nullable(),
});

const day = calendarDay("On must be a date");

/** What changed the balance on a day. Invoices and what takes a payment back are above 0. */
export const accountEntry = z.object({
  on: day,
  kind: z.enum(ENTRY_KINDS),
  /** As it is printed; null: it is no document. */
  number: z.string().nullable(),
  text: z.string(),
  amount: pounds,
  /** After it. */
  balance: pounds,
});

export const entryDays = {
  from: calendarDay("From must be a date").optional().describe("The first day, YYYY-MM-DD; the balance counts what came before it."),
  to: calendarDay("To must be a date").optional().describe("The last day, which counts too."),
};
export const entriesQuery = z.object({ ...entryDays, ...paging }).refine(inOrder, FROM_AFTER_TO);
