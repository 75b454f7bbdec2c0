import { z } from "zod";
import type { Reply } from "#client/lib/api.ts";
import { api } from "#shared/contract/index.ts";

/* Rows that the tests of several features show, as they travel. What may be null is null, so only a new field that must be there is added here. */

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
  approvalStatus: "approved",
  createdAt: "2026-11-19T15:15:00.000Z",
  ordersCount: 0,
  ordersTotal: 0,
  ...facts,
});

export const userRow = (facts: Partial<Row<"users">> = {}): Row<"users"> => ({
  id: 12,
  companyName: "Oak Shutters",
  contactName: "Ivy Stone",
  email: "ivy@example.com",
  role: "customer",
  approvalStatus: "approved",
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
  shippingAddress: "12 Mill Lane\nBristol BS1 4QA",
  finalTotal: 1234.5,
  quote: { subtotal: 1028.75, tax: 205.75, finalTotal: 1234.5 },
  ...facts,
});

export const product = (facts: Partial<Row<"products">> = {}): Row<"products"> => ({
  ...nullsOf("products"),
  id: 3,
  name: "Full height",
  description: "One panel from sill to head",
  basePricePerM2: 180,
  standardLouverSizes: [64, 76],
  colorOptions: ["White", "Cream"],
  createdAt: "2026-03-02T09:00:00.000Z",
  ...facts,
});
