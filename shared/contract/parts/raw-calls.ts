import { z } from "zod";
import { invoicesQuery } from "#shared/contract/invoices.ts";
import { FROM_AFTER_TO, inOrder } from "#shared/contract/payments.ts";
import { entryDays } from "#shared/contract/receivables.ts";
import { orderIdList } from "#shared/contract/workshop.ts";
import { commercialRoles, everyone, makers, type Role, staff, superAdminOnly, supplierOnly } from "#shared/domain/roles.ts";
import { byId, pathId } from "#shared/http/wire.ts";
import { accountStatementPath, documents, MOST_ORDERS_AT_ONCE, parcelPapers, testCardPath, workshopPapers } from "./papers.ts";

/**
 * A call whose reply is not the contract's JSON. Both Express's route and the OpenAPI description
 * are built from it.
 */
export interface RawCall {
  readonly method: "GET" | "POST";
  /** The path in Express style: `/api/orders/:id/invoice.pdf`. */
  readonly path: `/${string}`;
  readonly feature: string;
  readonly summary: string;
  readonly roles: readonly Role[] | "anyone";
  /** Requires a recent proof of the person (rule A36). */
  readonly proof?: true;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** The request's bytes, which are checked while they arrive. */
  readonly body?: { readonly type: string; readonly description: string };
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * A read that does not count towards the account's rate limit, because a screen can send a
   * hundred.
   */
  readonly uncounted?: true;
  /** The success reply's media type and content. */
  readonly reply: { readonly type: string; readonly description: string };
}

export const MOST_IN_ZIP = 500;
/** The limit of a document that covers several orders: shutters on labels, windows on job cards. */
export const MOST_PRINTED = 1000;

const size = z.enum(["thumb"]).optional().describe("thumb: a small picture; default: the full picture, at most 2,560 px on the long side.");
const download = z.enum(["1"]).optional().describe("1: sends the document as an attachment; default: inline.");
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
/** The chosen orders' document. The reply is 404 if the caller may not see one of the orders. */
const pdfOfOrders = { reply: pdf.reply, method: "GET", feature: "workshop", query: z.object({ orders: orderIdList, download }) } as const;
/** `panels`: a label for each panel; by default one for each shutter (rule M41). */
const labelsOf = z.enum(["panels"], "Labels are of panels, or of shutters if that is left out").optional();
const pdfOfParcel = { ...pdf, method: "GET", feature: "orders", params: z.object({ id: pathId, parcelId: pathId }) } as const;
const exportFile = {
  method: "GET",
  feature: "bookkeeping",
  roles: superAdminOnly,
  proof: true,
  params: byId,
  reply: { type: "text/csv", description: "One or two lines for each document; only the header if there are none." },
} as const;
const portalCall = { method: "GET", feature: "portal", roles: "anyone" } as const;

const homeownerCall = {
  feature: "retail",
  roles: "anyone",
  params: z.object({ token: z.string().describe("256 random bits, as base64url.") }),
} as const;

export const rawCalls = {
  quotation: { ...pdf, ...pathOf("quotation"), feature: "quotes", summary: "Read a quote as a quotation, marked as not a VAT invoice." },
  retailQuotation: {
    ...pdf,
    method: "GET",
    path: "/api/quotes/:id/retail.pdf",
    feature: "retail",
    roles: ["customer"],
    summary: "Read the fitter's quotation to his own customer, under his own name and prices.",
  },
  sharedPage: {
    ...homeownerCall,
    method: "GET",
    path: "/r/:token",
    summary: "Open a shared quotation. The reply is 410 if a newer one exists, and 404 for every other address that is not valid.",
    reply: { type: "text/html", description: "A page; with Accept: application/json the frozen snapshot, its SHA-256 and its state." },
  },
  sharedScript: {
    feature: "retail",
    roles: "anyone",
    method: "GET",
    path: "/r/page.js",
    summary: "Load the script of the shared page.",
    reply: { type: "text/javascript", description: "A script." },
  },
  sharedLogo: {
    ...homeownerCall,
    method: "GET",
    path: "/r/:token/logo",
    summary: "Read the fitter's logo as it was when the link was made; 404 if there was none.",
    reply: { type: "image/*", description: "PNG if the logo has transparent parts, else JPEG." },
  },
  sharedQuotation: {
    ...homeownerCall,
    method: "GET",
    path: "/r/:token/quotation.pdf",
    summary: "Read the shared quotation as a PDF. After acceptance its last page states the acceptance.",
    reply: pdf.reply,
  },
  sharedAccept: {
    ...homeownerCall,
    method: "POST",
    path: "/r/:token/accept",
    summary: "Accept the quotation, once. The hash and the total with the ticked extras must match the page.",
    body: { type: "application/json", description: "name, email?, extras (indexes of the ticked ones), total, hash." },
    reply: { type: "application/json", description: "state, acceptedAt, total." },
  },
  sharedDecline: {
    ...homeownerCall,
    method: "POST",
    path: "/r/:token/decline",
    summary: "Decline the quotation, with or without a reason: 204.",
    body: { type: "application/json", description: "reason?" },
    reply: { type: "text/plain", description: "Empty." },
  },
  sharedQuestion: {
    ...homeownerCall,
    method: "POST",
    path: "/r/:token/question",
    summary: "Send the fitter a question, at most five a day: 204.",
    body: { type: "application/json", description: "text" },
    reply: { type: "text/plain", description: "Empty." },
  },
  sharedOpened: {
    ...homeownerCall,
    method: "POST",
    path: "/r/:token/opened",
    summary: "Report that the page was opened; its script sends this: 204.",
    body: { type: "application/json", description: "Empty." },
    reply: { type: "text/plain", description: "Empty." },
  },
  retailLogo: {
    method: "GET",
    path: "/api/company/retail/logo",
    feature: "retail",
    roles: ["customer"],
    uncounted: true,
    summary: "Read the logo of the caller's company; 404 if there is none.",
    reply: { type: "image/*", description: "PNG if the logo has transparent parts, else JPEG." },
  },
  invoice: {
    ...pdf,
    ...pathOf("invoice"),
    feature: "orders",
    summary:
      "Read a paid order's VAT invoice; 409 until the order is paid and the invoice is issued. An invoice is issued only once the seller's details are complete.",
  },
  issuedInvoice: {
    ...pdf,
    method: "GET",
    path: "/api/invoices/:number.pdf",
    feature: "invoices",
    summary: "Read an issued invoice.",
    roles: commercialRoles,
    params: z.object({ number: z.string().describe("The printed number: INV-00001.") }),
  },
  invoicesZip: {
    method: "GET",
    path: "/api/invoices.zip",
    feature: "invoices",
    summary: `Download the invoices of a period as PDFs in a zip, at most ${MOST_IN_ZIP}; 404 if there are none. Without days: all invoices.`,
    roles: commercialRoles,
    query: invoicesQuery,
    reply: { type: "application/zip", description: "A file for each invoice, named by its number." },
  },
  accountStatement: {
    ...statement,
    path: accountStatementPath,
    feature: "account",
    summary: "Read the company's account statement as a PDF, for all its people. Without days it begins with the first open document.",
    roles: ["customer"],
  },
  clientStatement: {
    ...statement,
    path: "/api/clients/:id/statement.pdf",
    feature: "clients",
    summary: "Read a client's account statement as a PDF. Without days it begins with the first open document.",
    roles: staff,
    params: byId,
  },
  exportedInvoices: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/invoices.csv",
    summary: "Download an export's invoices in the columns of its format; the bytes are always the same.",
  },
  exportedCreditNotes: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/credit-notes.csv",
    summary: "Download an export's credit notes in the columns of its format; the bytes are always the same.",
  },
  exportedCustomers: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/customers.csv",
    summary: "Download the customers of an export's documents and receipts, with their addresses; the bytes are always the same.",
  },
  exportedReceipts: {
    ...exportFile,
    path: "/api/bookkeeping/exports/:id/receipts.csv",
    summary: "Download the receipts and refunds of an export's days; the bytes are always the same.",
  },
  jobCard: { ...pdf, ...pathOf("jobCard"), feature: "orders", summary: "Read an order's job card: drawings and measures without money." },
  remakeJobCard: {
    ...pdf,
    ...pathOf("remakeJobCard"),
    feature: "remakes",
    summary:
      "Read a remake's job card, in any status: the windows to make again, the fault and its place. A remake that names no windows covers all windows of its order.",
  },
  deliveryNote: {
    ...pdf,
    ...pathOf("deliveryNote"),
    feature: "orders",
    summary: "Read the delivery note: the recipient, the address, the carrier, the windows, and space for a signature. Without prices.",
  },
  parcelNote: {
    ...pdfOfParcel,
    ...parcelPapers.deliveryNote,
    summary: "Read the delivery note of one parcel: its windows and shutters, weight, carrier and number. Without prices.",
  },
  parcelLabels: {
    ...pdfOfParcel,
    ...parcelPapers.labels,
    query: z.object({ of: labelsOf, download }),
    summary: `Read a label for each shutter, or with \`of=panels\` each panel, of one parcel, at most ${MOST_PRINTED.toLocaleString("en-GB")}.`,
  },
  testCard: {
    method: "GET",
    path: testCardPath,
    feature: "workshop",
    roles: supplierOnly,
    query: z.object({ download }),
    reply: pdf.reply,
    summary: "Read the job card of a sample window, cut by the caller's own table.",
  },
  jobCards: {
    ...pdfOfOrders,
    ...workshopPapers.jobCards,
    summary: `Read the job cards of several orders as one document of at most ${MOST_PRINTED.toLocaleString("en-GB")} windows. Each card begins on a new page and has its own page numbers.`,
  },
  labels: {
    ...pdfOfOrders,
    ...workshopPapers.labels,
    query: z.object({ orders: orderIdList, of: labelsOf, download }),
    summary: `Read a label of 100 × 62 mm for each shutter, or with \`of=panels\` each panel, of these orders, at most ${MOST_PRINTED.toLocaleString("en-GB")}, with a QR code that opens the shutter.`,
  },
  barPlanPaper: {
    ...pdfOfOrders,
    ...workshopPapers.barPlan,
    summary: "Read the bar plan of these orders with drawings of the bars to scale; bars that are cut alike are drawn once.",
  },
  keptPlanPaper: {
    ...pdf,
    method: "GET",
    path: "/api/workshop/plans/:id/bar-plan.pdf",
    feature: "workshop",
    roles: makers,
    summary:
      "Read a stored plan in the order of work: the bars to buy, each bar with its stops, its rest, and the parts that are already sawn.",
  },
  saw: {
    method: "GET",
    path: "/api/workshop/saw.csv",
    feature: "workshop",
    roles: makers,
    summary: `Download the cuts for 1 to ${MOST_ORDERS_AT_ONCE} orders as CSV, a row a cut in the order of work. The cuts come from the newest stored plan of exactly these orders if no order has changed and something is still to be sawn; otherwise from a plan that is computed for this reply and not stored.`,
    query: z.object({ orders: orderIdList }),
    reply: { type: "text/csv", description: "Bar, stop, length, rip, ends, order, window, panel and part of each cut." },
  },
  planSaw: {
    method: "GET",
    path: "/api/workshop/plans/:id/saw.csv",
    feature: "workshop",
    roles: makers,
    summary:
      "Download what is left to saw of a stored plan as CSV, a row a cut in the order of work. Orders that changed or are not made here any more are left out.",
    params: byId,
    reply: { type: "text/csv", description: "Bar, stop, length, rip, ends, order, window, panel and part of each cut." },
  },
  photo: {
    method: "GET",
    path: "/api/remakes/:id/photos/:place",
    feature: "remakes",
    summary: "Read a remake's photo by its place, from 1.",
    roles: everyone,
    uncounted: true,
    params: z.object({ id: pathId, place: pathId }),
    query: z.object({
      size,
      download: download.describe(`1: sends the photo as an attachment; for ${makers.join(" and ")} only.`),
    }),
    reply: { type: "image/jpeg", description: "Upright, without location or other metadata." },
  },
  windowPhoto: {
    method: "GET",
    path: "/api/quotes/:id/items/:itemId/photos/:n",
    feature: "quotes",
    summary:
      "Read a photo of a window: for the own company, staff, and the order's suppliers if the photo is released to the workshop; else 404.",
    roles: everyone,
    uncounted: true,
    params: z.object({ id: pathId, itemId: pathId, n: pathId }),
    query: z.object({ size }),
    reply: { type: "image/jpeg", description: "Upright, without location or other metadata." },
  },
  calendarFeed: {
    feature: "calendar",
    roles: "anyone",
    method: "GET",
    path: "/calendar/:token.ics",
    params: z.object({ token: z.string().describe("256 random bits, as base64url.") }),
    summary: "Read a person's due days as a calendar, at most 60 times an hour. The reply is 404 for a revoked address.",
    reply: { type: "text/calendar", description: "An all-day event for each due day, with an ETag." },
  },
  webhook: {
    method: "POST",
    path: "/api/stripe/webhook",
    feature: "payments",
    summary: "Receive Stripe's deliveries. Safe if repeated, late or out of order; needs no session and no Origin.",
    roles: "anyone",
    headers: { "Stripe-Signature": "Stripe's signature over the bytes of the body; a missing or wrong one is a 400." },
    body: { type: "application/json", description: "A Stripe event, byte for byte as Stripe signed it." },
    reply: { type: "application/json", description: "Received." },
  },
  healthz: {
    ...portalCall,
    path: "/healthz",
    summary: "Reply 200 while the process runs.",
    reply: { type: "text/plain", description: "ok" },
  },
  readyz: {
    ...portalCall,
    path: "/readyz",
    summary: "Reply 200 while the server can serve, which needs a database that accepts writes; else 503 with the reason.",
    reply: { type: "text/plain", description: "ready" },
  },
  description: {
    ...portalCall,
    path: "/api/openapi.json",
    summary: "Read this description as JSON, for programs.",
    reply: { type: "application/json", description: "An OpenAPI 3.1 document." },
  },
  page: {
    ...portalCall,
    path: "/api/docs",
    summary: "Read this description as a page, for people.",
    reply: { type: "text/html", description: "A page." },
  },
  pageStyle: {
    ...portalCall,
    path: "/api/docs/style.css",
    summary: "Load the style sheet of the description page.",
    reply: { type: "text/css", description: "A stylesheet." },
  },
} as const satisfies Record<string, RawCall>;

function pathOf<N extends keyof typeof documents>(name: N) {
  const { path, roles } = documents[name] as (typeof documents)[N];
  return { method: "GET", path, roles } as const;
}
