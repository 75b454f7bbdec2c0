import type { WindowItem } from "#client/components/window/window-list.tsx";
import type { Reply } from "#client/lib/api.ts";
import { USUAL_OPTIONS } from "#shared/domain/window-fields.ts";
import type { OrderRow } from "./order-columns.tsx";

/** The same as a supplier gets it: no price, no quote, no payment. */
export const unpriced = ({ quoteId: _, paymentStatus: __, finalTotal: ___, ...row }: OrderRow): OrderRow => ({ ...row, quote: {} });

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
  numberOfMidRails: 1,
  colorSelection: "Silk White",
  quantity: 2,
  overriddenChecks: [],
  widestPanelMm: 950,
  pricePerM2: 180,
  itemTotalPrice: 583.2,
  ...facts,
});

export const orderDetails = (row: OrderRow, items: readonly WindowItem[] = [windowItem()]): Reply<"orders", "read"> => ({
  ...row,
  quote: { ...row.quote, items: [...items] },
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
