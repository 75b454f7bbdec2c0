import { buffer } from "node:stream/consumers";
import { finished } from "node:stream/promises";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { inTransaction } from "#server/db/connect.ts";
import { itemsOfQuote } from "#server/db/select-parts.ts";
import { issueInvoice } from "#server/features/invoices/issue-invoice.ts";
import { existingOrder } from "#server/features/orders/orders.ts";
import { existingQuote } from "#server/features/quotes/quote-queries.ts";
import { findRemake } from "#server/features/remakes/remake-queries.ts";
import type { House } from "#server/house.ts";
import { clientIp, type SignedInUser } from "#server/http/call.ts";
import { forbidden, tooMany, unauthorized } from "#server/http/errors.ts";
import { createPlaces, createQueue, MOST_DOCUMENTS_AT_ONCE } from "#server/http/limits.ts";
import { serveRaw } from "#server/http/raw-routes.ts";
import { signedInUser } from "#server/http/session.ts";
import { rawCalls } from "#shared/contract/raw-calls.ts";
import type { Role } from "#shared/domain/roles.ts";
import { invoiceNumber } from "#shared/domain/status.ts";
import { pathId } from "#shared/http/wire.ts";
import { quotationParties } from "./document-contents.ts";
import { type Fonts, loadFonts } from "./fonts.ts";
import { whileWanted } from "./in-turns.ts";
import type { JobCard } from "./job-card.ts";
import type { Printable } from "./paper.ts";

interface Made extends Printable {
  readonly name: string;
}
type Make = (user: SignedInUser, id: number, fonts: Fonts, req: Request) => Promise<Made>;

/** The code that lays out pages is large. It is loaded for the first document. */
const papers = {
  quotation: () => import("./quotation.ts"),
  invoice: () => import("./invoice.ts"),
  jobCard: () => import("./job-card.ts"),
};

/**
 * The documents as PDFs, for those who may see what they are made of. No calls of the contract, because their replies
 * are not JSON.
 */
export function documentRoutes({ db, publicUrl, productName, clock }: House): Router {
  const makeQuotation: Make = async (user, id, fonts) => {
    const { user: owner, ...quote } = await existingQuote(db, user, id);
    const parties = await quotationParties(db, { id, userId: owner.id }, productName);
    const items = await itemsOfQuote(db, id);
    const { quotation } = await papers.quotation();
    return { name: `quotation-Q-${id}`, ...(await quotation(fonts, { ...quote, ...parties, items })) };
  };

  const makeInvoice: Make = async (user, id, fonts, req) => {
    const order = await existingOrder(db, user, id);
    const stored = await inTransaction(db, (tx) => issueInvoice(tx, order.quoteId, { user, ip: clientIp(req), now: clock() }));
    const { invoice } = await papers.invoice();
    return { name: invoiceNumber(stored.number), ...(await invoice(fonts, stored)) };
  };

  const makeJobCard: Make = async (user, id, fonts) => {
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

  const router = Router();
  serveRaw(router, rawCalls.quotation, serve(rawCalls.quotation.roles, makeQuotation));
  serveRaw(router, rawCalls.invoice, serve(rawCalls.invoice.roles, makeInvoice));
  serveRaw(router, rawCalls.jobCard, serve(rawCalls.jobCard.roles, makeJobCard));
  return router;
}

/**
 * A job card of 200 windows takes two seconds and 70 MB, so few are made at once, and none for a reader who has left.
 */
const AT_ONCE = 2;
const MOST_WAITING = 20;
const inTurn = createQueue(AT_ONCE, MOST_WAITING);
const inPlace = createPlaces(MOST_DOCUMENTS_AT_ONCE, () =>
  tooMany("You have asked for many documents at once. Please wait until they have come, and ask for the others then.", 5),
);

const serve =
  (roles: readonly Role[], make: Make): RequestHandler =>
  async (req, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    if (!roles.includes(user.role)) throw forbidden();
    const left = new AbortController();
    res.once("close", () => left.abort());
    const account = String(user.id);
    const made = async () => {
      left.signal.throwIfAborted();
      const { name, paper, print } = await make(user, pathId.decode(String(req.params.id)), await loadFonts(), req);
      const [pdf] = await Promise.all([buffer(paper.doc), print()]);
      return { name, pdf };
    };
    // It is made whole before the first byte goes out: a reader who takes nothing keeps his place, and not the turn of
    // the others.
    const work = async () => send(req, res, await inTurn(() => whileWanted(left.signal, made), account));
    await inPlace(account, work).catch((error: unknown) => {
      if (!left.signal.aborted) throw error;
    });
  };

async function send(req: Request, res: Response, { name, pdf }: { readonly name: string; readonly pdf: Buffer }): Promise<void> {
  res.setHeader("Cache-Control", "private, no-store");
  res.setHeader("Content-Disposition", `${req.query.download === "1" ? "attachment" : "inline"}; filename="${name}.pdf"`);
  // Some browsers show a PDF as an object of its own address.
  const policy = String(res.getHeader("Content-Security-Policy") ?? "");
  res.setHeader("Content-Security-Policy", policy.replace("object-src 'none'", "object-src 'self'"));
  res.type("application/pdf");
  res.setHeader("Content-Length", pdf.length);
  res.end(pdf);
  await finished(res);
}
