import { eq } from "drizzle-orm";
import type { Request } from "express";
import type { AppContext } from "#server/context.ts";
import { asMadeBy, barsFor, workshopFor } from "#server/features/companies/workshop-settings.ts";
import { takeUnprinted } from "#server/features/corrections/unprinted-changes.ts";
import { chosenDocuments, readInvoice } from "#server/features/invoices/invoices.ts";
import { invoiceOf } from "#server/features/invoices/issue-invoice.ts";
import { companyNow } from "#server/features/invoices/parties.ts";
import { addDueFacts, selectOrderRows } from "#server/features/orders/order-rows.ts";
import { existingOrder, existingOrders } from "#server/features/orders/orders.ts";
import { existingParcel, parcelsOfOrder, piecesIn } from "#server/features/orders/parcels.ts";
import { openRecutsOf } from "#server/features/orders/recuts.ts";
import { readLeadTime } from "#server/features/quotes/lead-time.ts";
import { existingQuote } from "#server/features/quotes/quote-queries.ts";
import { orderOfRemake, readRemake, remakesByIds } from "#server/features/remakes/remake-queries.ts";
import { publicRoute } from "#server/features/retail/page/public-routes.ts";
import { quotationToPrint } from "#server/features/retail/print.ts";
import { openShared } from "#server/features/retail/shared-link.ts";
import { planOnPaper } from "#server/features/workshop/bar-plan/plan-lines.ts";
import { readPlan, readPreview } from "#server/features/workshop/bar-plan/plans.ts";
import { itemsOfQuote, itemsToMake } from "#server/lists/select-parts.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict, forbidden, noSuch, Refusal } from "#server/platform/http/errors.ts";
import { parsePart } from "#server/platform/http/parse-request.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { parcels } from "#server/schema/workshop.ts";
import { invoicesQuery } from "#shared/contract/invoices.ts";
import { MOST_IN_ZIP, MOST_PRINTED, rawCalls } from "#shared/contract/parts/raw-calls.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { orderNumber, quoteNumber, remakeNumber, wasShipped } from "#shared/domain/trade/status.ts";
import { pathId } from "#shared/http/wire.ts";
import { frozenPaper } from "./frozen-paper.ts";
import type { JobCard } from "./layouts/job-card/card.ts";
import { countPanelLabels, type LabelledOrder } from "./layouts/labels.ts";
import { refuseTooManyPictures } from "./layouts/stored-plan.ts";
import { invoicePaper, issuedPaper, statementPaper } from "./money-papers.ts";
import type { PaperTask } from "./paper-thread.ts";
import { quotationParties } from "./quotation-parties.ts";
import {
  type Choose,
  type Make,
  type MakePublicDocument,
  type Ordered,
  serveDocument,
  servePublicDocument,
  serveZip,
} from "./serve-papers.ts";
import { testCard } from "./test-card.ts";

const idIn = (req: Request): number => pathId.decode(String(req.params.id));

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/**
 * The limit is a week's work of a large workshop; larger documents would delay others (rule W30).
 * @throws 400
 */
function refuseTooMany<Of extends "windows" | "shutters" | "panels">(
  what: string,
  of: Of,
  orders: readonly Readonly<Record<Of, number>>[],
): void {
  const count = sum(orders.map((order) => order[of]));
  const inFigures = (number: number) => number.toLocaleString("en-GB");
  if (count > MOST_PRINTED)
    throw badRequest(`At most ${inFigures(MOST_PRINTED)} ${what} at once: these orders have ${inFigures(count)} ${of}, choose fewer`);
}

/**
 * The routes of the PDFs, for people who may see their content. They are not calls of the contract,
 * because their replies are not JSON.
 */
export function documentHandlers(appContext: AppContext) {
  const { db, clock, publicUrl, productName } = appContext;
  const makeQuotation: Make = async (user, req) => {
    const id = idIn(req);
    const { user: owner, ...quote } = await existingQuote(db, user, id);
    const gather = async (): Promise<PaperTask> => {
      const parties = await quotationParties(db, { id, userId: owner.id }, productName);
      return { paper: "quotation", of: { ...quote, ...parties, items: await itemsOfQuote(db, id), leadTime: await readLeadTime(db, id) } };
    };
    return { name: `quotation-${quoteNumber(id)}`, windows: quote.itemCount, gather };
  };

  const makeInvoice: Make = async (user, req) => {
    const order = await existingOrder(db, user, idIn(req));
    return invoicePaper(await invoiceOf(db, order.quoteId));
  };

  const makeIssuedInvoice: Make = async (user, req) => issuedPaper(db, await readInvoice(db, user, String(req.params.number)));

  /**
   * The job cards of several orders. All windows are loaded with two statements, and the recuts and
   * the remakes with one more each.
   */
  const cardsOf = async (user: SignedInUser, name: string, ids: readonly number[]): Promise<Ordered> => {
    const chosen = await existingOrders(db, user, ids);
    const cancelled = chosen.find(({ status }) => status === "cancelled");
    if (cancelled) throw conflict(`${orderNumber(cancelled.id)} was cancelled and has no job card`);
    refuseTooMany("windows", "windows", chosen);
    const gather = async (): Promise<PaperTask> => {
      const items = await itemsToMake(
        db,
        chosen.map(({ quoteId }) => quoteId),
      );
      const workshopOf = await workshopFor(db, user, chosen);
      const barsOf = await barsFor(db, user, chosen);
      const remadeFor = chosen.flatMap(({ remakeId }) => remakeId ?? []);
      const correctedOf = await takeUnprinted(db, ids, clock());
      const recutsOf = await openRecutsOf(db, user, ids);
      const remakes = remadeFor.length > 0 ? await remakesByIds(db, user, remadeFor) : undefined;
      const cards = chosen.map((order): JobCard => {
        const url = new URL(`/orders?order=${order.id}`, publicUrl).href;
        const workshop = workshopOf(order);
        const { table, tableDate, keptAt, isUnreviewed, clearances, sections } = workshop;
        const cut = <Item>(windows: readonly Item[]) => windows.map((window) => ({ ...window, ...asMadeBy(workshop) }));
        const asked = remakes?.get(order.remakeId ?? 0);
        const remake = asked ? { ...asked, windows: cut(asked.windows) } : null;
        const windows = cut(items(order.quoteId));
        return {
          ...addDueFacts(order, londonDay(clock()), user.role),
          ...order.user,
          number: orderNumber(order.id),
          productName,
          url,
          table,
          tableDate,
          keptAt,
          isUnreviewed,
          clearances,
          sections,
          bars: barsOf(order),
          items: windows,
          corrected: correctedOf(order.id),
          recuts: recutsOf(order.id),
          remake,
        };
      });
      return { paper: "jobCards", of: cards };
    };
    return { name, windows: sum(chosen.map(({ windows }) => windows)), gather };
  };

  const makeTestCard: Make = async (user) => {
    const url = new URL("/workshop", publicUrl).href;
    const gather = async (): Promise<PaperTask> => ({
      paper: "jobCards",
      of: [{ ...(await testCard(db, user)), productName, url, createdAt: clock() }],
    });
    return { name: "test-card", windows: 1, gather };
  };

  const makeJobCard: Make = (user, req) => cardsOf(user, `job-card-${orderNumber(idIn(req))}`, [idIn(req)]);

  const ordersIn = (req: Request): readonly number[] => parsePart(rawCalls.jobCards.query, req.query).orders;

  const makeJobCards: Make = (user, req) => cardsOf(user, "job-cards", ordersIn(req));

  /** The labels of shutters, or of their panels, which are counted once the windows are known. */
  const labelsFor = async (name: string, of: "panels" | undefined, shutters: number, gatherOrders: () => Promise<LabelledOrder[]>) => {
    const task = (orders: LabelledOrder[], ofPanels: typeof of): PaperTask => ({
      paper: "labels",
      of: { productName, orders, publicUrl: publicUrl.href, ...(ofPanels && { of: ofPanels }) },
    });
    if (of === undefined) return { name, windows: shutters, gather: async () => task(await gatherOrders(), undefined) };
    const orders = await gatherOrders();
    const panels = countPanelLabels(orders);
    refuseTooMany("labels", "panels", [{ panels }]);
    return { name: `panel-${name}`, windows: panels, gather: () => task(orders, of) };
  };

  const makeLabels: Make = async (user, req) => {
    const asked = parsePart(rawCalls.labels.query, req.query);
    const chosen = await existingOrders(db, user, asked.orders);
    refuseTooMany("labels", "shutters", chosen);
    const gatherOrders = async () => {
      const items = await itemsToMake(
        db,
        chosen.map(({ quoteId }) => quoteId),
      );
      const workshopOf = await workshopFor(db, user, chosen);
      return chosen.map((order) => {
        const workshop = workshopOf(order);
        const [{ table, tableDate }, made] = [workshop, asMadeBy(workshop)];
        return { ...order, table, tableDate, items: items(order.quoteId).map((item) => ({ ...item, ...made })) };
      });
    };
    return labelsFor("labels", asked.of, sum(chosen.map(({ shutters }) => shutters)), gatherOrders);
  };

  /** @throws 404 */
  const parcelIn = async (user: SignedInUser, req: Request) => {
    const order = await existingOrder(db, user, idIn(req));
    const parcel = await existingParcel(db, order.id, pathId.decode(String(req.params.parcelId)));
    return { order, parcel, name: `${orderNumber(order.id)}-parcel-${parcel.n}` };
  };
  const cutFor = async (user: SignedInUser, order: Awaited<ReturnType<typeof existingOrder>>) => {
    const workshop = (await workshopFor(db, user, [order]))(order);
    const { table, tableDate } = workshop;
    const items = (await itemsToMake(db, [order.quoteId]))(order.quoteId).map((item) => ({ ...item, ...asMadeBy(workshop) }));
    return { table, tableDate, items };
  };

  const makeParcelNote: Make = async (user, req) => {
    const { order, parcel, name } = await parcelIn(user, req);
    const gather = async (): Promise<PaperTask> => {
      const [items, pieces, seller] = [(await cutFor(user, order)).items, await piecesIn(db, parcel.id), await companyNow(db)];
      const { n, kg, shippingDate, carrier, trackingNumber } = parcel;
      const shipment = { shippingDate, carrier, trackingNumber, parcel: { n, kg, pieces } };
      const today = londonDay(clock());
      return {
        paper: "deliveryNote",
        of: { ...order, ...shipment, today, items, seller: { ...seller, name: seller.name || productName } },
      };
    };
    return { name: `delivery-note-${name}`, windows: order.windows, gather };
  };

  const makeParcelLabels: Make = async (user, req) => {
    const { order, parcel, name } = await parcelIn(user, req);
    refuseTooMany("labels", "shutters", [parcel]);
    const { of } = parsePart(rawCalls.parcelLabels.query, req.query);
    const gatherOrders = async () => {
      const count = await db.$count(parcels, eq(parcels.orderId, order.id));
      const { n, carrier, trackingNumber } = parcel;
      const labelled = { n, of: wasShipped(order.status) ? count : null, carrier, trackingNumber, consignee: order.user };
      return [{ ...order, ...(await cutFor(user, order)), pieces: await piecesIn(db, parcel.id), parcel: labelled }];
    };
    return labelsFor(`labels-${name}`, of, parcel.shutters, gatherOrders);
  };

  const planPaper = (name: string, plan: Awaited<ReturnType<typeof planOnPaper>>) => {
    // Each line is at most one picture, which takes less time than a window.
    const pictures = sum(plan.profiles.map(({ lines }) => lines.length));
    refuseTooManyPictures(pictures);
    const gather = (): PaperTask => ({ paper: "storedPlan", of: { ...plan, productName, now: clock() } });
    return { name, windows: Math.min(pictures, MOST_PRINTED), gather };
  };

  const makeBarPlan: Make = async (user, req, left) => {
    const orders = ordersIn(req);
    const { preview: _, ...preview } = await readPreview({ db, user, left }, orders);
    const unstored = { id: null, createdAt: clock(), by: null, orders: [...orders], changed: [], notMade: [] };
    return planPaper("bar-plan", await planOnPaper({ ...unstored, ...preview }));
  };

  const makeKeptPlan: Make = async (user, req) => {
    const plan = await planOnPaper(await readPlan(db, user, idIn(req)));
    return planPaper(`bar-plan-${plan.id}`, plan);
  };

  const makeDeliveryNote: Make = async (user, req) => {
    const order = await existingOrder(db, user, idIn(req));
    const gather = async (): Promise<PaperTask> => {
      const { items } = await cutFor(user, order);
      const seller = await companyNow(db);
      const sent = order.shipped > 0 ? await parcelsOfOrder(db, order.id) : [];
      // One parcel of the whole order is the order.
      const parcels = sent.length > 1 || order.shipped < order.shutters ? sent : [];
      const facts = { parcels, items, today: londonDay(clock()), seller: { ...seller, name: seller.name || productName } };
      return { paper: "deliveryNote", of: { ...order, ...facts } };
    };
    return { name: `delivery-note-${orderNumber(order.id)}`, windows: order.windows, gather };
  };

  /**
   * The job card of a remake: its windows and quantities, or all of its order where it names none.
   * Once an order was made from it, what that order makes: staff may have chosen other parts.
   */
  const makeRemakeCard: Make = async (user, req) => {
    const id = idIn(req);
    const remake = await readRemake(db, user, id);
    const [order] = await selectOrderRows(db).where(eq(orders.id, remake.orderId));
    if (!order) throw noSuch("remake", id);
    const windows = remake.windows.map(({ panels = [], parts = [], counts, stile, ...window }) => ({
      ...{ ...window, quantity: window.pieces },
      make: { panels, parts, counts, stile },
    }));
    const number = remakeNumber(id);
    const gather = async (): Promise<PaperTask> => {
      // An order that was made from the remake has the table and the days by which it is made.
      const madeId = await orderOfRemake(db, user, id);
      const [made = null] = madeId === null ? [] : await selectOrderRows(db).where(eq(orders.id, madeId));
      const workshop = (await workshopFor(db, user, [made ?? order]))(made ?? order);
      const { table, tableDate, keptAt, isUnreviewed, clearances, sections } = workshop;
      const ordered = (await itemsToMake(db, [order.quoteId]))(order.quoteId);
      const densityOf = new Map(ordered.map(({ shutterTypeId, densityKgM3 }) => [shutterTypeId, densityKgM3]));
      const again: JobCard["items"] = made ? (await itemsToMake(db, [made.quoteId]))(made.quoteId) : windows.length > 0 ? windows : ordered;
      const items = again.map((item) => ({ ...item, ...asMadeBy(workshop), densityKgM3: densityOf.get(item.shutterTypeId) ?? null }));
      const url = new URL(`/remakes?remake=${id}`, publicUrl).href;
      const { createdAt } = remake;
      const own = {
        createdAt,
        shippingDate: made?.shippingDate ?? null,
        requiredBy: made?.requiredBy ?? null,
        remakeId: null,
        number,
        productName,
        url,
        items,
        remake,
      };
      const bars = (await barsFor(db, user, [made ?? order]))(made ?? order);
      const cutBy = { table, tableDate, keptAt, isUnreviewed, clearances, sections, bars };
      const card = { ...order, ...order.user, ...own, ...cutBy };
      return { paper: "jobCards", of: [card] };
    };
    return { name: `job-card-${number}`, windows: windows.length || order.windows, gather };
  };

  const statementFor = (companyId: number, query: { from?: Day | undefined; to?: Day | undefined }) =>
    statementPaper({ db, productName }, companyId, query, clock());

  const makeAccountStatement: Make = async (user, req) =>
    statementFor(user.companyId, parsePart(rawCalls.accountStatement.query, req.query));
  const makeClientStatement: Make = async (_, req) => statementFor(idIn(req), parsePart(rawCalls.clientStatement.query, req.query));

  const invoicesChosen: Choose = async (user, req) => {
    const chosen = parsePart(invoicesQuery, req.query);
    const numbers = await chosenDocuments({ db, user, now: clock() }, chosen, MOST_IN_ZIP);
    if (numbers.length === 0) throw new Refusal(404, "There are no invoices in that time");
    if (numbers.length > MOST_IN_ZIP) throw badRequest(`At most ${MOST_IN_ZIP} invoices at once: choose a shorter time`);
    const days = [chosen.from && `-from-${chosen.from}`, chosen.to && `-to-${chosen.to}`].filter(Boolean).join("");
    const each = (number: string) => async () => issuedPaper(db, await readInvoice(db, user, number));
    return { name: `invoices${days}`, documents: numbers.toReversed().map(each) };
  };

  const makeRetailQuotation: Make = async (user, req) => {
    if (user.impersonator) throw forbidden("This is not possible while you view the portal as somebody else");
    const { logo, ...quotation } = await quotationToPrint({ db, user, now: clock() }, idIn(req));
    return {
      // The file name contains neither the quote's number nor the product's name.
      name: "quotation",
      windows: quotation.snapshot.windows.length,
      gather: () => ({ paper: "retailQuotation", of: { ...quotation, logo: logo ?? null } }),
    };
  };

  /** Serves the frozen quotation to a person with the link. */
  const makeSharedQuotation: MakePublicDocument = async (req) => frozenPaper(db, await openShared(db, String(req.params.token), clock()));

  return {
    quotation: serveDocument(makeQuotation),
    retailQuotation: serveDocument(makeRetailQuotation),
    sharedQuotation: publicRoute(appContext, "reads", servePublicDocument(makeSharedQuotation)),
    invoice: serveDocument(makeInvoice),
    issuedInvoice: serveDocument(makeIssuedInvoice),
    invoicesZip: serveZip(invoicesChosen),
    accountStatement: serveDocument(makeAccountStatement),
    clientStatement: serveDocument(makeClientStatement),
    testCard: serveDocument(makeTestCard),
    jobCard: serveDocument(makeJobCard),
    jobCards: serveDocument(makeJobCards),
    remakeJobCard: serveDocument(makeRemakeCard),
    deliveryNote: serveDocument(makeDeliveryNote),
    parcelNote: serveDocument(makeParcelNote),
    parcelLabels: serveDocument(makeParcelLabels),
    labels: serveDocument(makeLabels),
    barPlanPaper: serveDocument(makeBarPlan),
    keptPlanPaper: serveDocument(makeKeptPlan),
  };
}
