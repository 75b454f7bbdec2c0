import type { Reply } from "#client/lib/api.ts";

/** Rows that the tests of several features show, as they travel. A new field of a row is added here once. */
export const clientRow = (facts: Partial<Reply<"clients", "list">[number]> = {}): Reply<"clients", "list">[number] => ({
  id: 3,
  companyName: "Harbour Blinds",
  contactName: "Sian Price",
  email: "sian@example.com",
  address: null,
  approvalStatus: "approved",
  approvalReason: null,
  approvalDecidedAt: null,
  approvalDecidedBy: null,
  createdAt: "2026-11-19T15:15:00.000Z",
  ordersCount: 0,
  ordersTotal: 0,
  lastOrderAt: null,
  ...facts,
});

export const userRow = (facts: Partial<Reply<"users", "list">[number]> = {}): Reply<"users", "list">[number] => ({
  id: 12,
  companyName: "Oak Shutters",
  contactName: "Ivy Stone",
  email: "ivy@example.com",
  role: "customer",
  approvalStatus: "approved",
  ...facts,
});

export const orderRow = (facts: Partial<Reply<"orders", "list">[number]> = {}): Reply<"orders", "list">[number] => ({
  id: 12,
  quoteId: 31,
  user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" },
  orderStatus: "pending",
  paymentStatus: "unpaid",
  createdAt: "2026-11-02T09:30:00.000Z",
  shippingDate: null,
  estimatedArrival: null,
  shippingAddress: "12 Mill Lane\nBristol BS1 4QA",
  trackingNumber: null,
  finalTotal: 1234.5,
  quote: { subtotal: 1028.75, tax: 205.75, finalTotal: 1234.5 },
  ...facts,
});

export const product = (facts: Partial<Reply<"products", "list">[number]> = {}): Reply<"products", "list">[number] => ({
  id: 3,
  name: "Full height",
  description: "One panel from sill to head",
  basePricePerM2: 180,
  standardLouverSizes: [64, 76],
  colorOptions: ["White", "Cream"],
  widestPanelMm: null,
  archivedAt: null,
  createdAt: "2026-03-02T09:00:00.000Z",
  ...facts,
});
