import { z } from "zod";
import { chosenInvoices } from "#shared/contract/invoices.ts";
import { FROM_AFTER_TO, inOrder } from "#shared/contract/payments.ts";
import { entryDays } from "#shared/contract/receivables.ts";
import { chosenOrders } from "#shared/contract/workshop.ts";
import { commercialRoles, everyone, makers, type Role, staff, superAdminOnly } from "#shared/domain/roles.ts";
import { byId, pathId } from "#shared/http/wire.ts";
import { accountStatementPath, documents, MOST_ORDERS_AT_ONCE, workshopPapers } from "./papers.ts";

/** An address whose reply is not the contract's JSON. Express's route and its description both come from here. */
export interface RawCall {
  readonly method: "GET" | "POST";
  /** In Express style: `/api/orders/:id/invoice.pdf`. */
  readonly path: `/${string}`;
  readonly feature: string;
  readonly summary: string;
  readonly roles: readonly Role[] | "anyone";
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** What the request carries: bytes that are checked as they arrive. */
  readonly body?: { readonly type: string; readonly description: string };
  readonly headers?: Readonly<Record<string, string>>;
  /** A read that does not count towards the account's limit: a screen asks for a hundred. */
  readonly uncounted?: true;
  /** The success reply's type, and what it contains. */
  readonly reply: { readonly type: string; readonly description: string };
}

export const MOST_IN_ZIP = 500;
/** Of what is printed of several orders: shutters on labels, windows on job cards. */
export const MOST_PRINTED = 1000;

const size = z.enum(["thumb"]).optional().describe("thumb: small; else whole, at most 2,560 px on the long side.");
const download = z.enum(["1"]).optional().describe("1: as an attachment, to be saved; else to be shown.");
const pdf = {
  params: byId,
  query: z.object({ download }),
  reply: { type: "application/pdf", description: "The document, tagged for screen readers." },
};
const statement = {
  method: "GET",
  query: z.object({ ...entryDays, download }).refine(inOrder, FROM_AFTER_TO),
  reply: pdf.reply,
} as const;
/** Of the orders that are chosen together; 404 of them all where one of them is not to be seen. */
const pdfOfOrders = { reply: pdf.reply, method: "GET", feature: "workshop", query: z.object({ orders: chosenOrders, download }) } as const;
const exportFile = {
  method: "GET",
  feature: "bookkeeping",
  roles: superAdminOnly,
  params: byId,
  reply: { type: "text/csv", description: "A line for each document, or two; its header alone where there is none." },
} as const;
const ofPortal = { method: "GET", feature: "portal", roles: "anyone" } as const;

const ofHomeowner = {
  feature: "retail",
  roles: "anyone",
  params: z.object({ token: z.string().describe("256 random bits, as base64url.") }),
} as const;

export const rawCalls = {
  quotation: { ...pdf, ...pathOf("quotation"), feature: "quotes", summary: "A quote as a quotation, marked as not a VAT invoice." },
  retailQuotation: {
    ...pdf,
    method: "GET",
    path: "/api/quotes/:id/retail.pdf",
    feature: "retail",
    roles: ["customer"],
    summary: "What the fitter offers his own customer, under his own name and prices.",
  },
  sharedPage: {
    ...ofHomeowner,
    method: "GET",
    path: "/r/:token",
    summary: "A quotation for who has its address; 410 where there is a newer one, 404 for all that leads nowhere.",
    reply: { type: "text/html", description: "A page; with Accept: application/json the frozen snapshot, its SHA-256 and its state." },
  },
  sharedScript: {
    feature: "retail",
    roles: "anyone",
    method: "GET",
    path: "/r/page.js",
    summary: "That page's script.",
    reply: { type: "text/javascript", description: "A script." },
  },
  sharedLogo: {
    ...ofHomeowner,
    method: "GET",
    path: "/r/:token/logo",
    summary: "The fitter's logo as it was sent; 404 where there is none.",
    reply: { type: "image/*", description: "PNG where some of it is transparent, else JPEG." },
  },
  sharedQuotation: {
    ...ofHomeowner,
    method: "GET",
    path: "/r/:token/quotation.pdf",
    summary: "The same as a PDF; once it was accepted, with a last page that says so.",
    reply: pdf.reply,
  },
  sharedAccept: {
    ...ofHomeowner,
    method: "POST",
    path: "/r/:token/accept",
    summary: "Accept it, once. Its hash and the total with the ticked extras are those that were read.",
    body: { type: "application/json", description: "name, email?, extras (places of ticked ones), total, hash." },
    reply: { type: "application/json", description: "state, acceptedAt, total." },
  },
  sharedDecline: {
    ...ofHomeowner,
    method: "POST",
    path: "/r/:token/decline",
    summary: "Say no, with a reason or without: 204.",
    body: { type: "application/json", description: "reason?" },
    reply: { type: "text/plain", description: "Nothing." },
  },
  sharedQuestion: {
    ...ofHomeowner,
    method: "POST",
    path: "/r/:token/question",
    summary: "Ask the fitter, five times a day: 204.",
    body: { type: "application/json", description: "text" },
    reply: { type: "text/plain", description: "Nothing." },
  },
  sharedOpened: {
    ...ofHomeowner,
    method: "POST",
    path: "/r/:token/opened",
    summary: "Said by the page's script when it is read: 204.",
    body: { type: "application/json", description: "Nothing." },
    reply: { type: "text/plain", description: "Nothing." },
  },
  retailLogo: {
    method: "GET",
    path: "/api/company/retail/logo",
    feature: "retail",
    roles: ["customer"],
    uncounted: true,
    summary: "The logo of one's own company; 404 where there is none.",
    reply: { type: "image/*", description: "PNG where some of it is transparent, else JPEG." },
  },
  invoice: {
    ...pdf,
    ...pathOf("invoice"),
    feature: "orders",
    summary: "A paid order's VAT invoice; 409 as long as it is not paid or not issued, which it is once the seller's details are there.",
  },
  issuedInvoice: {
    ...pdf,
    method: "GET",
    path: "/api/invoices/:number.pdf",
    feature: "invoices",
    summary: "An invoice that was issued.",
    roles: commercialRoles,
    params: z.object({ number: z.string().describe("As it is printed: INV-00001.") }),
  },
  invoicesZip: {
    method: "GET",
    path: "/api/invoices.zip",
    feature: "invoices",
    summary: `The invoices of a time as PDFs in a zip, at most ${MOST_IN_ZIP}; 404 where there are none. Without days: all of them.`,
    roles: commercialRoles,
    query: chosenInvoices,
    reply: { type: "application/zip", description: "A file for each invoice, named by its number." },
  },
  accountStatement: {
    ...statement,
    path: accountStatementPath,
    feature: "account",
    summary: "The company's account as a PDF, for all its people; without days since the first open document.",
    roles: ["customer"],
  },
  clientStatement: {
    ...statement,
    path: "/api/clients/:id/statement.pdf",
    feature: "clients",
    summary: "A client's account as a PDF; without days since the first open document.",
    roles: staff,
    params: byId,
  },
  exportedInvoices: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/invoices.csv",
    summary: "The invoices of an export, in the columns of its format: the same bytes each time.",
  },
  exportedCreditNotes: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/credit-notes.csv",
    summary: "The credit notes of an export, in the columns of its format: the same bytes each time.",
  },
  exportedCustomers: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/customers.csv",
    summary: "The customers of an export's documents and receipts, with their addresses: the same bytes each time.",
  },
  exportedReceipts: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/receipts.csv",
    summary: "The receipts and refunds of an export's days: the same bytes each time.",
  },
  jobCard: { ...pdf, ...pathOf("jobCard"), feature: "orders", summary: "What to make for an order: drawings and measures, and no money." },
  remakeJobCard: {
    ...pdf,
    ...pathOf("remakeJobCard"),
    feature: "remakes",
    summary:
      "What to make again for a remake, in any status: the windows that it asks for, what was wrong and where; all of its order's where it names none.",
  },
  deliveryNote: {
    ...pdf,
    ...pathOf("deliveryNote"),
    feature: "orders",
    summary: "What goes with the parcels: to whom and where, how sent, the windows, and room for a signature. No prices.",
  },
  jobCards: {
    ...pdfOfOrders,
    ...workshopPapers.jobCards,
    summary: `The job cards of several orders as one document, of at most ${MOST_PRINTED.toLocaleString("en-GB")} windows: each begins on a page of its own, numbered by itself.`,
  },
  labels: {
    ...pdfOfOrders,
    ...workshopPapers.labels,
    summary: `A label of 100 × 62 mm for each shutter of these orders, at most ${MOST_PRINTED.toLocaleString("en-GB")}, with a QR code that opens the piece.`,
  },
  barPlanPaper: {
    ...pdfOfOrders,
    ...workshopPapers.barPlan,
    summary: "The bar plan of these orders with pictures of the bars, to scale: those that are cut alike stand once.",
  },
  keptPlanPaper: {
    ...pdf,
    method: "GET",
    path: "/api/workshop/plans/:id/bar-plan.pdf",
    feature: "workshop",
    roles: makers,
    summary:
      "A plan that is kept, in the order of work: what is to be bought, each bar with its stops, what is left of it, and what is sawn already.",
  },
  saw: {
    method: "GET",
    path: "/api/workshop/saw.csv",
    feature: "workshop",
    roles: makers,
    summary: `What is to be sawn for 1 to ${MOST_ORDERS_AT_ONCE} orders, a row a cut in the order of work: of the newest plan that is kept of just these orders, where none of them has changed and some of it is not sawn, else of one that is made for it and not kept.`,
    query: z.object({ orders: chosenOrders }),
    reply: { type: "text/csv", description: "Bar, stop, length, rip, ends, order, window, panel and part of each cut." },
  },
  photo: {
    method: "GET",
    path: "/api/remakes/:id/photos/:place",
    feature: "remakes",
    summary: "A remake's photo by its place, from 1.",
    roles: everyone,
    uncounted: true,
    params: z.object({ id: pathId, place: pathId }),
    query: z.object({
      size,
      download: download.describe(`1: as an attachment; for ${makers.join(" and ")} only.`),
    }),
    reply: { type: "image/jpeg", description: "Upright, without location or other metadata." },
  },
  windowPhoto: {
    method: "GET",
    path: "/api/quotes/:id/items/:itemId/photos/:n",
    feature: "quotes",
    summary: "A photo of a window: for the own company, staff, and suppliers of its order where it is for the workshop; else 404.",
    roles: everyone,
    uncounted: true,
    params: z.object({ id: pathId, itemId: pathId, n: pathId }),
    query: z.object({ size }),
    reply: { type: "image/jpeg", description: "Upright, without location or other metadata." },
  },
  webhook: {
    method: "POST",
    path: "/api/stripe/webhook",
    feature: "payments",
    summary: "Stripe's deliveries. Safe to repeat, late or out of order; needs no session and no Origin.",
    roles: "anyone",
    headers: { "Stripe-Signature": "Stripe's signature over the bytes of the body; without a right one it is 400." },
    body: { type: "application/json", description: "A Stripe event, byte for byte as Stripe signed it." },
    reply: { type: "application/json", description: "Received." },
  },
  healthz: { ...ofPortal, path: "/healthz", summary: "200 while the process lives.", reply: { type: "text/plain", description: "ok" } },
  readyz: {
    ...ofPortal,
    path: "/readyz",
    summary: "200 while it can serve: the database answers and takes changes; else 503 with the reason.",
    reply: { type: "text/plain", description: "ready" },
  },
  description: {
    ...ofPortal,
    path: "/api/openapi.json",
    summary: "This description, for programs.",
    reply: { type: "application/json", description: "An OpenAPI 3.1 document." },
  },
  page: { ...ofPortal, path: "/api/docs", summary: "This description, for people.", reply: { type: "text/html", description: "A page." } },
  pageStyle: {
    ...ofPortal,
    path: "/api/docs/style.css",
    summary: "That page's style.",
    reply: { type: "text/css", description: "A stylesheet." },
  },
} as const satisfies Record<string, RawCall>;

function pathOf<N extends keyof typeof documents>(name: N) {
  const { path, roles } = documents[name] as (typeof documents)[N];
  return { method: "GET", path, roles } as const;
}
