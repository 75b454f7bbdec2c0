import type { Handlers } from "#server/context.ts";
import { findClients } from "#server/features/clients/clients.ts";
import { listInvoices } from "#server/features/invoices/invoices.ts";
import { firstOrderRows } from "#server/features/orders/order-rows.ts";
import { findProducts } from "#server/features/products/products.ts";
import { findQuotes } from "#server/features/quotes/quote-queries.ts";
import { newestRemakes, toRemakeRow } from "#server/features/remakes/remake-queries.ts";
import { closeWords, exactWords, type Search, searchFor, type Word } from "#server/lists/search.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { type search as contract, MOST_HITS } from "#shared/contract/office/search.ts";
import { nameJob } from "#shared/domain/job-name.ts";
import { formatListedDay, londonDay } from "#shared/domain/period.ts";
import { commercialRoles, isStaff } from "#shared/domain/roles.ts";
import { dueOf, lateWords } from "#shared/domain/trade/due.ts";
import {
  ORDER_STATUS_LABEL,
  orderNumber,
  poNumberInWords,
  quoteNumber,
  quoteStatusInWords,
  REMAKE_STATUS_LABEL,
  remakeNumber,
} from "#shared/domain/trade/status.ts";

export const searchHandlers: Handlers<typeof contract> = {
  find: async ({ db, user, query, now, match }) => {
    const exact = await hitsOf({ db, user, now }, exactWords(query.q, now));
    const close = closeWords(query.q, now);
    if (Object.values(exact).some(({ length }) => length > 0) || close.length === 0) return exact;
    const found = await hitsOf({ db, user, now }, close);
    if (Object.values(found).some(({ length }) => length > 0)) match("close");
    return found;
  },
};

type Asking = Pick<Asked, "db" | "user" | "now">;

async function hitsOf(asking: Asking, words: readonly Word[]): Promise<Found> {
  const asked: Asked = { ...asking, words, search: await searchFor(asking.db, asking.user, words) };
  const named = words.find(({ number }) => number.prefix !== null)?.number.prefix ?? null;
  const groupHits = async <K extends Group>(group: K) => {
    const { prefix, hits } = GROUPS[group];
    return (named === null || named === prefix ? await hits(asked) : []) as Found[K];
  };
  // The search uses at most two connections: the palette sends one at each key, and other requests
  // need connections too.
  const [quotes, orders] = await Promise.all([groupHits("quotes"), groupHits("orders")]);
  const [remakes, invoices] = await Promise.all([groupHits("remakes"), groupHits("invoices")]);
  const [clients, products] = await Promise.all([groupHits("clients"), groupHits("products")]);
  return { quotes, orders, remakes, invoices, clients, products };
}

interface Asked {
  readonly db: Db;
  readonly user: SignedInUser;
  readonly words: readonly Word[];
  readonly search: Search | undefined;
  readonly now: Date;
}
type Found = { readonly [K in Group]: Awaited<ReturnType<(typeof GROUPS)[K]["hits"]>> };
type Group = keyof typeof GROUPS;

const PAGE: Page = { limit: MOST_HITS, after: null };
/** A list fetches one row more than it shows. */
const most = <Row>(rows: readonly Row[]): readonly Row[] => rows.slice(0, MOST_HITS);
const isCommercial = ({ role }: SignedInUser): boolean => (commercialRoles as readonly string[]).includes(role);

interface Job {
  readonly jobName: string | null;
  readonly customerName?: string | null;
  readonly poNumber: string | null;
  readonly user: { readonly companyName: string };
}
/** The state of a thing, and a day that belongs to it. */
type Standing = readonly [state: string, day: string];

/**
 * Formats a subtitle, which always ends with state and day: `Seaside Shutters · Kitchen · PO 4711 ·
 * Pending · due 3 Dec`. A customer does not see the own company's name.
 */
const subtitleOf = (user: SignedInUser, { poNumber, user: { companyName }, jobName, customerName }: Job, standing: Standing): string =>
  [
    user.role === "customer" ? null : companyName,
    nameJob({ jobName, customerName: isCommercial(user) ? customerName : null }),
    poNumber && poNumberInWords(poNumber),
    ...standing,
  ]
    .filter(Boolean)
    .join(" · ");

function quoteStanding(quote: Awaited<ReturnType<typeof findQuotes>>[number], now: Date): Standing {
  const [today, lastDay] = [londonDay(now), londonDay(quote.validUntil)];
  const state = isPlaced(quote) ? "Placed" : quoteStatusInWords(quote.status, quote.withdrawnAt);
  const isSettled = quote.orderId !== null || quote.paidAt !== null || quote.status === "declined";
  if (isSettled) return [state, `made ${formatListedDay(londonDay(quote.createdAt), today)}`];
  return [state, `${lastDay < today ? "expired" : "until"} ${formatListedDay(lastDay, today)}`];
}

function orderStanding(order: Awaited<ReturnType<typeof firstOrderRows>>[number], { user, now }: Pick<Asked, "user" | "now">): Standing {
  const today = londonDay(now);
  const due = { ...order, ...dueOf(order, today, user.role) };
  const day = due.dueOn ? `due ${formatListedDay(due.dueOn, today)}` : `ordered ${formatListedDay(londonDay(order.createdAt), today)}`;
  return [ORDER_STATUS_LABEL[order.status], [day, lateWords(due, today)].filter(Boolean).join(", ")];
}

/** A placed quote without an order waits for the office, whatever its status is. */
const isPlaced = ({ placedAt, orderId }: { placedAt: Date | null; orderId: number | null }): boolean =>
  placedAt !== null && orderId === null;

/**
 * Each kind of thing that a search finds: the prefix of its number, and its first hits among the
 * rows that the person may see.
 */
const GROUPS = {
  quotes: {
    prefix: "Q",
    hits: async ({ db, user, search, now }: Asked) => {
      if (!isCommercial(user)) return [];
      const rows = await findQuotes(db, user, {}, { search, page: PAGE, now });
      return most(rows).map((quote) => ({
        id: quote.id,
        title: quoteNumber(quote.id),
        subtitle: subtitleOf(user, quote, quoteStanding(quote, now)),
        path: `/quotes?quote=${quote.id}`,
      }));
    },
  },
  orders: {
    prefix: "ORD",
    hits: async ({ db, user, search, now }: Asked) =>
      most(await firstOrderRows(db, user, { search, page: PAGE })).map((order) => ({
        id: order.id,
        title: orderNumber(order.id),
        subtitle: subtitleOf(user, order, orderStanding(order, { user, now })),
        path: `/orders?order=${order.id}`,
      })),
  },
  remakes: {
    prefix: "RMK",
    hits: async ({ db, user, search, now }: Asked) =>
      most((await newestRemakes(db, user, { search, page: PAGE })).map(toRemakeRow)).map(({ id, order, status, createdAt }) => ({
        id,
        title: `${remakeNumber(id)} of ${orderNumber(order.id)}`,
        subtitle: subtitleOf(user, order, [REMAKE_STATUS_LABEL[status], `asked ${formatListedDay(londonDay(createdAt), londonDay(now))}`]),
        path: `/remakes?remake=${id}`,
      })),
  },
  invoices: {
    prefix: "INV",
    hits: async ({ db, user, search, now }: Asked) => {
      if (!isCommercial(user)) return [];
      return most(await listInvoices({ db, user, now }, {}, search, PAGE)).map(({ number, company, orderId, quoteId, ...invoice }) => ({
        id: number,
        title: number,
        subtitle: subtitleOf(user, { ...invoice, user: { companyName: company.name } }, [
          orderId === null ? quoteNumber(quoteId) : orderNumber(orderId),
          formatListedDay(invoice.taxPoint, londonDay(now)),
        ]),
        path: `/invoices?search=${number}`,
      }));
    },
  },
  clients: {
    prefix: null,
    hits: async ({ db, user, words, now }: Asked) => {
      if (!isStaff(user.role)) return [];
      return (await findClients(db, words, MOST_HITS, now)).map(({ id, companyName, contactName, email, approvalStatus }) => ({
        id,
        title: companyName,
        subtitle: `${contactName} · ${email}`,
        // A company that waits for approval is decided on in the list, not on its page.
        path: approvalStatus === "approved" ? `/clients/${id}` : `/clients?${new URLSearchParams({ search: companyName })}`,
      }));
    },
  },
  products: {
    prefix: null,
    // A customer, who has no screen of shutter types, starts a quote with the type; a supplier only
    // sees its name.
    hits: async ({ db, user, words }: Asked) =>
      (await findProducts(db, words, MOST_HITS)).map(({ id, name }) => ({
        id,
        title: name,
        subtitle: null,
        path: isStaff(user.role) ? "/products" : isCommercial(user) ? "/quotes?new=quote" : "/",
      })),
  },
};
