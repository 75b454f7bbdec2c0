import { z } from "zod";
import type { Reply } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";
import { USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";

/*
 * Rows, a window and an order's details in the wire's shape, for the tests of several features. All
 * nullable fields default to null, so that only a new required field has to be added here.
 */

type Row<F extends "clients" | "users" | "orders" | "products"> = Reply<F, "list">[number];
type Nulls<R> = { [Field in keyof R as null extends R[Field] ? Field : never]: null };

function nullsOf<F extends "clients" | "orders" | "products">(feature: F): Nulls<Row<F>> {
  const fields = Object.entries(api[feature].list.response.element.shape).filter(([, schema]) => schema instanceof z.ZodNullable);
  return Object.fromEntries(fields.map(([name]) => [name, null])) as Nulls<Row<F>>;
}

export const clientRow = (facts: Partial<Row<"clients">> = {}): Row<"clients"> => ({
  ...nullsOf("clients"),
  id: 3,
  companyName: "Harbour Blinds",
  contactName: "Sian Price",
  email: "sian@example.com",
  people: 1,
  approvalStatus: "approved",
  createdAt: "2026-11-19T15:15:00.000Z",
  ordersCount: 0,
  ordersTotal: 0,
  terms: { discountPercent: 0, paymentDays: 0, creditLimit: null, accountsName: null },
  ...facts,
});

export const userRow = (facts: Partial<Row<"users">> = {}): Row<"users"> => ({
  id: 12,
  companyName: "Oak Shutters",
  contactName: "Ivy Stone",
  email: "ivy@example.com",
  role: "customer",
  approvalStatus: "approved",
  invited: false,
  hasPassword: true,
  lastSeenAt: null,
  suspended: false,
  companyId: 12,
  seesOpenOrders: null,
  ...facts,
});

export const orderRow = (facts: Partial<Row<"orders">> = {}): Row<"orders"> => ({
  ...nullsOf("orders"),
  id: 12,
  quoteId: 31,
  user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" },
  orderStatus: "pending",
  paymentStatus: "unpaid",
  createdAt: "2026-11-02T09:30:00.000Z",
  windows: 2,
  shutters: 3,
  shipped: 0,
  messages: 0,
  shippingAddress: "12 Mill Lane\nBristol BS1 4QA",
  finalTotal: 1234.5,
  owed: facts.paymentStatus === "paid" ? 0 : (facts.finalTotal ?? 1234.5),
  quote: { subtotal: 1028.75, tax: 205.75, finalTotal: 1234.5 },
  ...facts,
});

/** The number of orders in each view. */
export const orderCounts = (counts: Partial<Reply<"orders", "counts">> = {}): Reply<"orders", "counts"> => ({
  ...(Object.fromEntries(Object.keys(api.orders.counts.response.shape).map((view) => [view, 0])) as Reply<"orders", "counts">),
  ...counts,
});

/** The number of quotes in each view. */
export const quoteCounts = (counts: Partial<Reply<"quotes", "counts">> = {}): Reply<"quotes", "counts"> => {
  const { retail: _, ...views } = api.quotes.counts.response.shape;
  return {
    ...(Object.fromEntries(Object.keys(views).map((view) => [view, 0])) as Omit<Reply<"quotes", "counts">, "retail">),
    ...counts,
  };
};

/** An order as a supplier receives it: no price, no quote, no payment. */
export const unpriced = ({ quoteId: _, paymentStatus: __, finalTotal: ___, owed: ____, ...row }: Row<"orders">): Row<"orders"> => ({
  ...row,
  quote: {},
});

type WindowItem = Reply<"quotes", "items">[number];

/** A window as a supplier receives it: without its price. */
export const windowItem = (facts: Partial<WindowItem> = {}): WindowItem => ({
  id: 1,
  name: "Kitchen left",
  shutterTypeId: 3,
  shutterType: "Full height",
  widthM: 1.2,
  heightM: 1.35,
  areaM2: 1.62,
  louverSize: 76,
  ...USUAL_OPTIONS,
  colorSelection: "Silk White",
  quantity: 2,
  overriddenChecks: [],
  layoutCode: null,
  facetsMm: null,
  postAngles: null,
  tPostsMm: null,
  midRailHeightsMm: null,
  tiltSplitMm: null,
  measuredMm: null,
  note: null,
  widestPanelMm: 950,
  deductionMm: 10,
  ...facts,
});

const pricedWindow = windowItem({ pricePerM2: 180, listPricePerM2: 180, discountPercent: 0, itemTotalPrice: 583.2 });

export const orderDetails = (row: Row<"orders">, items: readonly WindowItem[] = [pricedWindow]): Reply<"orders", "read"> => ({
  ...row,
  quote: { ...row.quote, items: items.map((item) => ({ densityKgM3: null, ...item })) },
  clearances: USUAL_CLEARANCES,
  progress: { cut: 0, assembled: 0, finished: 0, packed: 0 },
  parcels: [],
  history: [
    {
      from: null,
      to: "pending",
      at: "2026-11-02T09:30:00.000Z",
      by: { companyName: "Head office", contactName: "Priya Raman", role: "admin" },
    },
    {
      from: "pending",
      to: "processing",
      at: "2026-07-03T13:05:00.000Z",
      by: { companyName: "Northmoor Joinery Works", contactName: "Tomasz Zielinski", role: "supplier" },
    },
  ],
});

export const product = (facts: Partial<Row<"products">> = {}): Row<"products"> => ({
  ...nullsOf("products"),
  id: 3,
  name: "Full height",
  description: "One panel from sill to head",
  basePricePerM2: 180,
  pricePerM2: facts.basePricePerM2 ?? 180,
  standardLouverSizes: [64, 76],
  colorOptions: ["White", "Cream"],
  finish: "coloured",
  createdAt: "2026-03-02T09:00:00.000Z",
  ...facts,
});
