import type { Reply } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { metresToLength } from "#shared/domain/length.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { optionsIn } from "#shared/domain/window/fields/window-fields.ts";
import { WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import { detailsIn } from "#shared/domain/window/text/making-text.ts";
import { followsWidest, knownChecks } from "#shared/domain/window/text/measurement-checks.ts";
import { formatMeasure } from "./measure-text.ts";
import { createFirstWindow, type Product, type Products, productOf, type QuoteValues, type WindowValues } from "./quote-values.ts";
import { checkAllWindows, confirmChecks } from "./window-checks.ts";

/**
 * The starting values of New Quote: none, an edited draft, or the windows of a quote, an order or a
 * remake at today's prices.
 */
export type QuoteStart =
  | { readonly kind: "new"; readonly customer?: { readonly userId: number; readonly companyName: string } }
  | { readonly kind: "edit"; readonly quoteId: number }
  /** A quote that waited on this device and that the server refused (rule Q32). */
  | { readonly kind: "kept"; readonly entryId: number }
  | { readonly kind: "again"; readonly quoteId: number }
  | { readonly kind: "again"; readonly orderId: number }
  | { readonly kind: "again"; readonly remakeId: number };

type Quote = Reply<"quotes", "read">;
type Item = Omit<Quote["items"][number], "pricePerM2" | "itemTotalPrice">;
/** A quote, or an order or remake, which have neither version nor note. */
export type Source = Pick<Quote, "user" | "jobName"> &
  Partial<Pick<Quote, SiteField>> & { readonly items: readonly Item[] } & Partial<Omit<Quote, "items">>;

export interface FilledForm {
  readonly values: QuoteValues;
  /** The windows' choices that are no longer sold, one sentence each. */
  readonly gone: readonly string[];
  /** True for a draft that is not placed, which can still be changed. */
  readonly changeable?: boolean;
  /**
   * The total of a placed quote without an order: the customer is emailed what staff change (rule
   * Q35).
   */
  readonly placedTotal?: number | undefined;
  /** The photos of a stored draft's windows. */
  readonly photos?: ReadonlyMap<number, readonly WindowPhoto[]>;
}

export type WindowPhoto = NonNullable<Item["photos"]>[number];

type SiteField = "customerName" | "customerPhone" | "customerEmail" | "siteAddress";
const siteIn = ({ customerName, customerPhone, customerEmail, siteAddress }: Partial<Pick<Quote, SiteField>>) => ({
  customerName: customerName ?? "",
  customerPhone: customerPhone ?? "",
  customerEmail: customerEmail ?? "",
  siteAddress: siteAddress ?? "",
});

export const createEmptyForm = (company: Pick<QuoteValues, "userId" | "companyName"> = { userId: null }): QuoteValues => ({
  ...company,
  jobName: "",
  poNumber: "",
  note: "",
  ...siteIn({}),
  windows: [createFirstWindow()],
});

/**
 * Copies the windows into a new quote, with the job's name and customer, but without the PO number
 * and the note, which belong to one order (rule Q8).
 */
export function createCopyForm({ user, jobName, items, ...source }: Source, products: Products, me: Pick<User, "id" | "role">): FilledForm {
  // A customer's own company is implicit, and the super admin's own quotes have no customer.
  const company = isStaff(me.role) && user.id !== me.id ? { userId: user.id, companyName: user.companyName } : {};
  const { windows, gone } = windowsOf(items, products);
  return { values: { ...createEmptyForm(), ...company, jobName: jobName ?? "", ...siteIn(source), windows }, gone };
}

/** A stored draft's form. Its windows retain their ids. */
export function createEditForm(quote: Source, products: Products): FilledForm {
  const { version, jobName, poNumber, note, user, items } = quote;
  const { windows, gone } = windowsOf(items, products, true);
  const names = { jobName: jobName ?? "", poNumber: poNumber ?? "", note: note ?? "", ...siteIn(quote) };
  const changeable = quote.quoteStatus === "draft" && !quote.placedAt && !quote.orderId;
  const placedTotal = quote.placedAt && !quote.orderId ? quote.finalTotal : undefined;
  const photos = new Map(items.flatMap((item) => (item.photos ? [[item.id, item.photos] as const] : [])));
  return { values: { version, ...names, userId: user.id, companyName: user.companyName, windows }, gone, changeable, placedTotal, photos };
}

/**
 * The form of an order's windows, which retain their ids and the choices with which they were
 * ordered.
 */
export const createCorrectionForm = (items: readonly Item[], version: number | undefined, products: Products): QuoteValues => ({
  version,
  userId: null,
  windows: windowsOf(items, products, true).windows,
});

/** `areChanged`: the windows retain their ids, because the form changes them. */
function windowsOf(items: readonly Item[], products: Products, areChanged = false): { windows: WindowValues[]; gone: string[] } {
  const lost = new Map<string, string[]>();
  const plain = items.map((item): WindowValues => {
    const ids = areChanged ? { itemId: item.id } : {};
    const product = productOf({ ...ids, shutterTypeId: item.shutterTypeId }, products);
    for (const what of goneOf(item, product)) lost.set(what, [...(lost.get(what) ?? []), item.name]);
    return {
      ...ids,
      name: item.name,
      shutterTypeId: product ? item.shutterTypeId : null,
      unit: "mm",
      width: formatMeasure(metresToLength(item.widthM), "mm"),
      height: formatMeasure(metresToLength(item.heightM), "mm"),
      // The choices remain even without a type, because another type may have the same colour.
      louverSize: !product || product.standardLouverSizes.includes(item.louverSize) ? item.louverSize : null,
      colorSelection: !product || product.colorOptions.includes(item.colorSelection) ? item.colorSelection : "",
      quantity: item.quantity,
      ...optionsIn(item),
      ...detailsIn(item),
    };
  });
  return {
    windows: restoreConfirmedChecks(plain, items, products),
    gone: [...lost].map(([what, names]) => `${what}: ${names.join(", ")}`),
  };
}

function goneOf({ shutterType, louverSize, colorSelection }: Item, product: Product | undefined): string[] {
  if (!product) return [`${shutterType} is no longer sold`];
  const { name, standardLouverSizes, colorOptions } = product;
  return [
    ...(standardLouverSizes.includes(louverSize) ? [] : [`${name} no longer has louvres of ${louverSize} mm`]),
    ...(colorOptions.includes(colorSelection) ? [] : [`${name} is no longer made in ${colorSelection}`]),
  ];
}

/** Confirmed checks stay confirmed, unless the type's widest panel has changed (decision 014). */
function restoreConfirmedChecks(windows: WindowValues[], items: readonly Item[], products: Products): WindowValues[] {
  const warnings = checkAllWindows(windows, products);
  return windows.map((window, place) => {
    const item = items[place] as Item;
    const otherPanels = widestOf(productOf(window, products)) !== item.widestPanelMm;
    const kept = knownChecks(item.overriddenChecks).filter((id) => !(otherPanels && followsWidest(id, item)));
    const stillSaid = (warnings[place] ?? []).filter(({ id }) => kept.includes(id));
    return stillSaid.length > 0 ? { ...window, keptChecks: confirmChecks(window, stillSaid, true) } : window;
  });
}

const widestOf = (product: Product | undefined): number => product?.widestPanelMm ?? WIDEST_PANEL.usual;
