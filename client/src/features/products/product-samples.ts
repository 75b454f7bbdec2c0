import type { Product } from "./product-form.ts";

/** A shutter type for tests, as the API sends it. */
export const product = (facts: Partial<Product> = {}): Product => ({
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
