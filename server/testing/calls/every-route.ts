import { succeeded } from "#server/testing/builders.ts";
import { storeBusiness, storeLogo } from "#server/testing/retail.ts";
import type { World } from "#server/testing/world.ts";
import { parcelPaperPath, type parcelPapers } from "#shared/contract/parts/papers.ts";
import { londonDay } from "#shared/domain/period.ts";
import type { Answers } from "./call-case.ts";
import { parcelOf, planOf } from "./cases/workshop.ts";

const everybody: Answers = [200, 200, 200, 200, 200, 200, 200];
const makers: Answers = [401, 403, 403, 200, 403, 200, 403];
const theirs: Answers = [401, 200, 404, 403, 200, 200, 200];
const withMakers: Answers = [401, 200, 404, 200, 200, 200, 200];
const owners: Answers = [401, 403, 403, 403, 403, 200, 403];
const noCustomers: Answers = [401, 403, 403, 200, 200, 200, 403];

interface RouteCase {
  readonly path: (world: World) => Promise<string>;
  readonly cells: Answers;
  /**
   * The statuses of a colleague without rights and one with both, if they differ from the
   * customer's.
   */
  readonly colleagues?: readonly [number, number];
  /** The status of a supplier that does not make the order, if it differs from the maker's. */
  readonly rival?: number;
  /**
   * A request that is done, which `npm run bench:loop` measures; default: the path without a body.
   */
  readonly good?: (world: World) => Promise<{ readonly path: string; readonly body: object }>;
}
const fixed = (path: string) => async () => path;
const unsigned: Answers = [400, 400, 400, 400, 400, 400, 400];

const photoPath =
  (query = "") =>
  async (world: World) => {
    const { id, itemId, n } = await world.windowPhoto();
    return `/api/quotes/${id}/items/${itemId}/photos/${n}${query}`;
  };

const parcelPath = async (world: World, name: keyof typeof parcelPapers) => {
  const { id, parcelId } = await parcelOf(world);
  return parcelPaperPath(name, id, parcelId);
};

const nowhere: Answers = [404, 404, 404, 404, 404, 404, 404];
/** An address of a quotation of the customer's. */
const sharedPath = (end: string) => async (world: World) => {
  await storeBusiness(world.portal, world.accounts.customer.companyId);
  const path = `/api/quotes/${await world.draft()}/retail-links`;
  const { url } = succeeded(await (await world.as("customer")).post<{ url: string }>(path, {}));
  return new URL(url).pathname + end;
};

const sharedRequest = (end: string, body: object) => async (world: World) => ({ path: await sharedPath(end)(world), body });

async function acceptance(world: World) {
  const path = await sharedPath("")(world);
  const { body } = await (await world.as("nobody")).get<{ snapshot: string; hash: string }>(path, { accept: "application/json" });
  const net = Math.round((JSON.parse(body.snapshot) as { subtotal: number }).subtotal * 100);
  return {
    path: `${path}/accept`,
    body: { name: "Penelope Hughes", extras: [], total: (net + Math.round(net / 5)) / 100, hash: body.hash },
  };
}

/** Gives the customer's company a logo first. */
const withLogo = (path: (world: World) => Promise<string>) => async (world: World) => {
  await storeLogo(world.portal, world.accounts.customer.companyId);
  return path(world);
};

/** The routes outside the contract; a route may have further addresses. */
export const EVERY_ROUTE: Readonly<Record<string, readonly RouteCase[]>> = {
  "POST /api/stripe/webhook": [{ path: fixed("/api/stripe/webhook"), cells: unsigned }],
  "GET /calendar/:token.ics": [
    {
      path: async (world) => succeeded(await (await world.as("customer")).post<{ address: string }>("/api/account/calendar")).address,
      cells: everybody,
    },
    { path: fixed(`/calendar/${"A".repeat(43)}.ics`), cells: nowhere },
  ],
  "GET /healthz": [{ path: fixed("/healthz"), cells: everybody }],
  "GET /readyz": [{ path: fixed("/readyz"), cells: everybody }],
  "GET /api/openapi.json": [{ path: fixed("/api/openapi.json"), cells: everybody }],
  "GET /api/docs": [{ path: fixed("/api/docs"), cells: everybody }],
  "GET /api/docs/style.css": [{ path: fixed("/api/docs/style.css"), cells: everybody }],
  "GET /api/remakes/:id/photos/:place": [
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/1`, cells: withMakers, rival: 404 },
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/1?size=thumb`, cells: withMakers, rival: 404 },
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/1?download=1`, cells: makers, rival: 404 },
    { path: async (world) => `/api/remakes/${await world.remake(true)}/photos/2`, cells: [401, 404, 404, 404, 404, 404, 404] },
  ],
  "GET /api/quotes/:id/items/:itemId/photos/:n": [
    { path: photoPath(), cells: [401, 200, 404, 404, 200, 200, 200] },
    { path: photoPath("?size=thumb"), cells: [401, 200, 404, 404, 200, 200, 200] },
    { path: async (world) => (await photoPath()(world)).replace(/1$/, "2"), cells: [401, 404, 404, 404, 404, 404, 404] },
  ],
  "GET /api/quotes/:id/pdf": [{ path: async (world) => `/api/quotes/${await world.draft()}/pdf`, cells: theirs }],
  "GET /api/quotes/:id/retail.pdf": [
    {
      path: async (world) => {
        await storeBusiness(world.portal, world.accounts.customer.companyId);
        return `/api/quotes/${await world.draft()}/retail.pdf`;
      },
      cells: [401, 200, 404, 403, 403, 403, 403],
    },
  ],
  "GET /r/page.js": [{ path: fixed("/r/page.js"), cells: everybody }],
  "GET /r/:token": [
    { path: sharedPath(""), cells: everybody },
    { path: fixed(`/r/${"A".repeat(43)}`), cells: nowhere },
  ],
  "GET /r/:token/logo": [{ path: withLogo(sharedPath("/logo")), cells: everybody }],
  "GET /r/:token/quotation.pdf": [{ path: sharedPath("/quotation.pdf"), cells: everybody }],
  // The request of the path alone lacks the required body.
  "POST /r/:token/accept": [{ path: sharedPath("/accept"), cells: unsigned, good: acceptance }],
  "POST /r/:token/question": [
    { path: sharedPath("/question"), cells: unsigned, good: sharedRequest("/question", { text: "Is the fitting included?" }) },
  ],
  "POST /r/:token/opened": [{ path: sharedPath("/opened"), cells: [204, 204, 204, 204, 204, 204, 204] }],
  "POST /r/:token/decline": [
    {
      path: fixed(`/r/${"A".repeat(43)}/decline`),
      cells: nowhere,
      good: sharedRequest("/decline", { reason: "We have moved" }),
    },
  ],
  "GET /api/company/retail/logo": [{ path: withLogo(fixed("/api/company/retail/logo")), cells: [401, 200, 404, 403, 403, 403, 403] }],
  "GET /api/orders/:id/invoice.pdf": [
    { path: async (world) => `/api/orders/${await world.paidOrder()}/invoice.pdf`, cells: theirs },
    { path: async (world) => `/api/orders/${await world.order()}/invoice.pdf`, cells: [401, 409, 404, 403, 409, 409, 409] },
  ],
  "GET /api/invoices/:number.pdf": [
    { path: async (world) => `/api/invoices/${await invoiceNumber(world)}.pdf`, cells: theirs },
    { path: fixed("/api/invoices/INV-99999.pdf"), cells: [401, 404, 404, 403, 404, 404, 404] },
  ],
  "GET /api/invoices.zip": [
    {
      // One invoice, because each person's archive draws it again.
      path: async (world) => `/api/invoices.zip?search=${await invoiceNumber(world)}`,
      cells: theirs,
    },
  ],
  "GET /api/account/statement.pdf": [{ path: fixed("/api/account/statement.pdf"), cells: [401, 200, 200, 403, 403, 403, 200] }],
  "GET /api/clients/:id/statement.pdf": [
    {
      path: async ({ accounts }) => `/api/clients/${accounts.customer.companyId}/statement.pdf`,
      cells: [401, 403, 403, 403, 200, 200, 403],
    },
    { path: fixed("/api/clients/99999/statement.pdf"), cells: [401, 403, 403, 403, 404, 404, 403] },
  ],
  "GET /api/bookkeeping/exports/:id/invoices.csv": [
    { path: async (world) => `/api/bookkeeping/exports/${await anExport(world)}/invoices.csv`, cells: owners },
    { path: fixed("/api/bookkeeping/exports/99999/invoices.csv"), cells: [401, 403, 403, 403, 403, 404, 403] },
  ],
  "GET /api/bookkeeping/exports/:id/credit-notes.csv": [
    { path: async (world) => `/api/bookkeeping/exports/${await anExport(world)}/credit-notes.csv`, cells: owners },
  ],
  "GET /api/bookkeeping/exports/:id/customers.csv": [
    { path: async (world) => `/api/bookkeeping/exports/${await anExport(world)}/customers.csv`, cells: owners },
  ],
  "GET /api/bookkeeping/exports/:id/receipts.csv": [
    { path: async (world) => `/api/bookkeeping/exports/${await anExport(world)}/receipts.csv`, cells: owners },
  ],
  "GET /api/remakes/:id/job-card.pdf": [
    { path: async (world) => `/api/remakes/${await world.remake()}/job-card.pdf`, cells: noCustomers, rival: 404 },
  ],
  "GET /api/orders/:id/delivery-note.pdf": [
    { path: async (world) => `/api/orders/${await world.order()}/delivery-note.pdf`, cells: withMakers, rival: 404 },
  ],
  "GET /api/workshop/job-cards.pdf": [
    { path: async (world) => `/api/workshop/job-cards.pdf?orders=${await world.order()}`, cells: noCustomers, rival: 404 },
    { path: fixed("/api/workshop/job-cards.pdf"), cells: [401, 403, 403, 400, 400, 400, 403] },
  ],
  "GET /api/workshop/test-card.pdf": [{ path: fixed("/api/workshop/test-card.pdf"), cells: [401, 403, 403, 200, 403, 403, 403] }],
  "GET /api/workshop/bar-plan.pdf": [
    { path: async (world) => `/api/workshop/bar-plan.pdf?orders=${await world.order()}`, cells: noCustomers, rival: 404 },
  ],
  "GET /api/workshop/plans/:id/bar-plan.pdf": [
    { path: async (world) => `/api/workshop/plans/${await planOf(world)}/bar-plan.pdf`, cells: makers, rival: 404 },
    { path: fixed("/api/workshop/plans/99999/bar-plan.pdf"), cells: [401, 403, 403, 404, 403, 404, 403] },
  ],
  "GET /api/workshop/saw.csv": [
    { path: async (world) => `/api/workshop/saw.csv?orders=${await world.order()}`, cells: makers, rival: 404 },
    { path: fixed("/api/workshop/saw.csv"), cells: [401, 403, 403, 400, 403, 400, 403] },
    {
      path: fixed(`/api/workshop/saw.csv?orders=${Array.from({ length: 51 }, (_, n) => n + 1)}`),
      cells: [401, 403, 403, 400, 403, 400, 403],
    },
  ],
  "GET /api/workshop/plans/:id/saw.csv": [
    { path: async (world) => `/api/workshop/plans/${await planOf(world)}/saw.csv`, cells: makers, rival: 404 },
    { path: fixed("/api/workshop/plans/99999/saw.csv"), cells: [401, 403, 403, 404, 403, 404, 403] },
  ],
  "GET /api/orders/:id/parcels/:parcelId/delivery-note.pdf": [
    { path: async (world) => parcelPath(world, "deliveryNote"), cells: withMakers, rival: 404 },
  ],
  "GET /api/orders/:id/parcels/:parcelId/labels.pdf": [
    { path: async (world) => parcelPath(world, "labels"), cells: noCustomers, rival: 404 },
  ],
  "GET /api/workshop/labels.pdf": [
    { path: async (world) => `/api/workshop/labels.pdf?orders=${await world.order()}`, cells: noCustomers, rival: 404 },
    { path: fixed("/api/workshop/labels.pdf?orders=2147483647"), cells: [401, 403, 403, 404, 404, 404, 403] },
    { path: async (world) => `/api/workshop/labels.pdf?orders=${await world.order()}&of=panels`, cells: noCustomers, rival: 404 },
  ],
  "GET /api/orders/:id/job-card.pdf": [
    { path: async (world) => `/api/orders/${await world.order()}/job-card.pdf`, cells: noCustomers, rival: 404 },
  ],
};

async function anExport(world: World): Promise<number> {
  await world.owedInvoice();
  const day = londonDay(world.portal.clock());
  const body = { format: "sage50", from: day, to: day };
  return succeeded(await (await world.as("superAdmin")).post<{ id: number }>("/api/bookkeeping/exports", body)).id;
}

async function invoiceNumber(world: World): Promise<string> {
  await world.paidOrder();
  return succeeded(await (await world.as("customer")).get<{ number: string }[]>("/api/invoices"))[0]?.number ?? "";
}

/** True for a route of documents, which are drawn again for each person who may have them. */
export const isPaper = (route: string): boolean => /\.(pdf|zip)$|\/pdf$/.test(route);
