import { type Request, Router } from "express";
import { itemsOfQuote } from "#server/db/select-parts.ts";
import { chosenNumbers, readInvoice } from "#server/features/invoices/invoices.ts";
import { invoiceOf, type StoredInvoice } from "#server/features/invoices/issue-invoice.ts";
import { existingOrder } from "#server/features/orders/orders.ts";
import { existingQuote } from "#server/features/quotes/quote-queries.ts";
import { findRemake } from "#server/features/remakes/remake-queries.ts";
import type { House } from "#server/house.ts";
import { badRequest, Refusal } from "#server/http/errors.ts";
import { parsePart } from "#server/http/parse-request.ts";
import { serveRaw } from "#server/http/raw-routes.ts";
import { chosenInvoices } from "#shared/contract/invoices.ts";
import { MOST_IN_ZIP, rawCalls } from "#shared/contract/raw-calls.ts";
import { invoiceNumber } from "#shared/domain/status.ts";
import { pathId } from "#shared/http/wire.ts";
import { quotationParties } from "./document-contents.ts";
import type { Fonts } from "./fonts.ts";
import type { JobCard } from "./job-card.ts";
import { type Choose, type Make, serveDocument, serveZip } from "./serve-documents.ts";

/** The code that lays out pages is large. It is loaded for the first document. */
const papers = {
  quotation: () => import("./quotation.ts"),
  invoice: () => import("./invoice.ts"),
  jobCard: () => import("./job-card.ts"),
};

async function invoicePaper(stored: StoredInvoice, fonts: Fonts) {
  const { invoice } = await papers.invoice();
  return { name: invoiceNumber(stored.number), ...(await invoice(fonts, stored)) };
}

const idIn = (req: Request): number => pathId.decode(String(req.params.id));

/**
 * The documents as PDFs, for those who may see what they are made of. No calls of the contract, because their replies
 * are not JSON.
 */
export function documentRoutes({ db, publicUrl, productName }: House): Router {
  const makeQuotation: Make = async (user, req, fonts) => {
    const id = idIn(req);
    const { user: owner, ...quote } = await existingQuote(db, user, id);
    const parties = await quotationParties(db, { id, userId: owner.id }, productName);
    const items = await itemsOfQuote(db, id);
    const { quotation } = await papers.quotation();
    return { name: `quotation-Q-${id}`, ...(await quotation(fonts, { ...quote, ...parties, items })) };
  };

  const makeInvoice: Make = async (user, req, fonts) => {
    const order = await existingOrder(db, user, idIn(req));
    return invoicePaper(await invoiceOf(db, order.quoteId), fonts);
  };

  const makeIssuedInvoice: Make = async (user, req, fonts) => invoicePaper(await readInvoice(db, user, String(req.params.number)), fonts);

  const makeJobCard: Make = async (user, req, fonts) => {
    const id = idIn(req);
    const order = await existingOrder(db, user, id);
    const items: JobCard["items"] = await itemsOfQuote(db, order.quoteId);
    const remake = order.remakeId === null ? undefined : await findRemake(db, user, order.remakeId);
    const { jobCard } = await papers.jobCard();
    const orderUrl = new URL(`/orders?order=${id}`, publicUrl).href;
    return {
      name: `job-card-ORD-${id}`,
      ...(await jobCard(fonts, { ...order, ...order.user, orderId: id, productName, orderUrl, items, remake: remake ?? null })),
    };
  };

  const invoicesChosen: Choose = async (user, req) => {
    const chosen = parsePart(chosenInvoices, req.query);
    const numbers = await chosenNumbers(db, user, chosen, MOST_IN_ZIP);
    if (numbers.length === 0) throw new Refusal(404, "There are no invoices in that time");
    if (numbers.length > MOST_IN_ZIP) throw badRequest(`At most ${MOST_IN_ZIP} invoices at once: choose a shorter time`);
    const days = [chosen.from && `-from-${chosen.from}`, chosen.to && `-to-${chosen.to}`].filter(Boolean).join("");
    const each = (number: number) => async (fonts: Fonts) => invoicePaper(await readInvoice(db, user, invoiceNumber(number)), fonts);
    return { name: `invoices${days}`, documents: numbers.toReversed().map(each) };
  };

  const router = Router();
  serveRaw(router, rawCalls.quotation, serveDocument(rawCalls.quotation, makeQuotation));
  serveRaw(router, rawCalls.invoice, serveDocument(rawCalls.invoice, makeInvoice));
  serveRaw(router, rawCalls.issuedInvoice, serveDocument(rawCalls.issuedInvoice, makeIssuedInvoice));
  serveRaw(router, rawCalls.jobCard, serveDocument(rawCalls.jobCard, makeJobCard));
  serveRaw(router, rawCalls.invoicesZip, serveZip(rawCalls.invoicesZip, invoicesChosen));
  return router;
}
