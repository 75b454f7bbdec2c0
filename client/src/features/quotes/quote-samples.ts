import type { Reply } from "#client/lib/api.ts";
import { product as anyProduct, windowItem } from "#client/testing/rows.ts";
import { USUAL_OPTIONS } from "#shared/domain/window/fields/window-fields.ts";
import type { Product, WindowValues } from "./form/quote-values.ts";
import type { Quote } from "./quote-actions.ts";

/** Sample data for the tests of this feature. */
export const quoteRow = (facts: Partial<Quote> = {}): Quote => ({
  id: 12,
  jobName: null,
  poNumber: null,
  customerName: null,
  customerPhone: null,
  customerEmail: null,
  siteAddress: null,
  user: { id: 7, companyName: "Kestrel Homes", contactName: "Ada Marsh" },
  quoteStatus: "draft",
  paymentStatus: "unpaid",
  createdAt: "2026-11-01T10:00:00.000Z",
  validUntil: "2126-12-01T23:59:59.999Z",
  subtotal: 1000,
  tax: 200,
  finalTotal: 1200,
  owed: facts.paymentStatus === "paid" ? 0 : (facts.finalTotal ?? 1200),
  orderId: null,
  orderStatus: null,
  itemCount: 2,
  version: 1,
  placedAt: null,
  withdrawnAt: null,
  shippingAddress: null,
  requiredBy: null,
  ...facts,
});

export const EXPIRED = "2026-01-31T23:59:59.999Z";

export const product = (facts: Partial<Product> = {}): Product =>
  anyProduct({ id: 1, name: "Basswood", description: null, basePricePerM2: 150.5, ...facts });

export const windowValues = (facts: Partial<WindowValues> = {}): WindowValues => ({
  name: "Window 1",
  shutterTypeId: 1,
  unit: "mm",
  width: "1200",
  height: "900",
  louverSize: 64,
  colorSelection: "White",
  quantity: 1,
  ...USUAL_OPTIONS,
  ...facts,
});

/** Every option of how a window is made, in the API's format and in the form's. */
export const MAKING_OPTIONS = {
  layoutCode: "LTR",
  tPostsMm: [500],
  midRailHeightsMm: [420],
  numberOfMidRails: 1,
  tiltSplitMm: 300,
  note: "Mind the sill",
  sizeBasis: "recess" as const,
  frameSides: "LTR" as const,
  hingeColor: "brass" as const,
};

export const quoteItem = windowItem({
  name: "Kitchen",
  shutterTypeId: 1,
  shutterType: "Basswood",
  heightM: 0.9,
  areaM2: 1.08,
  colorSelection: "White",
  quantity: 1,
  pricePerM2: 150.5,
  listPricePerM2: 150.5,
  discountPercent: 0,
  itemTotalPrice: 162.54,
});

/** A fitter's saved retail terms: 50 % and fitting of £60 a window. */
export const business: Reply<"retail", "business"> = {
  saved: true,
  tradingName: "Ashdown Shutters",
  phone: "",
  email: "",
  address: "",
  website: "",
  footer: "",
  vatRegistered: true,
  vatNumber: "GB 1",
  markupPercent: 50,
  fittingPrice: 60,
  fittingPer: "window",
  depositPercent: 40,
  validDays: 30,
  leadTimeWeeks: null,
  terms: "",
  bankName: "",
  sortCode: "",
  accountNumber: "",
  accent: "",
  logo: null,
};
