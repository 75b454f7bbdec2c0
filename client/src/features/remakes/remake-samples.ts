import type { Reply } from "#client/lib/api.ts";
import { orderDetails, orderRow, windowItem } from "#client/testing/rows.ts";
import { USUAL_CLEARANCES } from "#shared/domain/window/saw/clearances.ts";
import type { RemakeRow } from "./remake-list.tsx";

/** Remakes for tests, and their orders, as the API sends them. */
export const remakeOf = (id: number, facts: Partial<RemakeRow> = {}): RemakeRow => ({
  id,
  orderId: 40 + id,
  status: "pending",
  fault: null,
  reason: "Two louvres are cracked",
  windows: [],
  photos: [],
  createdAt: "2026-11-18T10:00:00.000Z",
  order: {
    id: 40 + id,
    user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" },
    jobName: null,
    customerName: null,
    poNumber: null,
  },
  repliesCount: 0,
  replacement: null,
  ...facts,
});

type Remake = Reply<"remakes", "read">;

export const detailsOf = (id: number, facts: Partial<Remake> = {}): Remake => ({
  ...remakeOf(id),
  windows: [],
  clearances: USUAL_CLEARANCES,
  replies: [],
  ...facts,
});

export const orderOf = (id: number) =>
  orderRow({
    id,
    quoteId: id,
    orderStatus: "delivered",
    paymentStatus: "paid",
    finalTotal: 120,
    quote: { subtotal: 100, tax: 20, finalTotal: 120 },
  });

export const photoFile = (name: string, { type = "image/jpeg", bytes = 2000 } = {}): File =>
  new File([new Uint8Array(bytes)], name, { type, lastModified: 1 });

/** The window of the tests' remakes. */
export const bay = (facts: Partial<ReturnType<typeof windowItem>> = {}) =>
  windowItem({ id: 31, name: "Bay left", heightM: 1.5, areaM2: 1.8, quantity: 1, ...facts });

export const orderDetailsOf = (id: number, items = [bay(), bay({ id: 32, name: "Door", quantity: 3 })]) => orderDetails(orderOf(id), items);
