import type { Input, Reply } from "#client/lib/api.ts";
import { type LengthUnit, lengthToMetres, toLength } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { CheckId } from "#shared/domain/measurement-checks.ts";
import { penceToPounds } from "#shared/domain/money.ts";
import { WINDOW_FIELDS } from "#shared/domain/window-fields.ts";
import { defaultWindowName, USUAL_OPTIONS, type WindowOptions } from "#shared/domain/window-options.ts";
import { type Products, priceOf } from "../create/quote-price.ts";
import { parseMeasure } from "./measure-text.ts";
import { keptOf, warningsOfAll } from "./window-checks.ts";

/** The form's model: what the person types and chooses, in their unit, and how that becomes what is sent. */
export interface WindowValues extends WindowOptions {
  name: string;
  shutterTypeId: number | null;
  unit: LengthUnit;
  /** As typed: "1,200" stays "1,200". */
  width: string;
  height: string;
  louverSize: number | null;
  colorSelection: string;
  quantity: number;
  /** The measurement checks that the person has looked into, each with what it was kept for (window-checks.ts). */
  keptChecks?: Partial<Record<CheckId, string>> | undefined;
}

export interface QuoteValues {
  /** For whom, where staff make it; and what they are called, so that a form that is taken up again can say it. */
  userId: number | null;
  customerName?: string | undefined;
  windows: WindowValues[];
}

export type Product = Reply<"products", "list">[number];
export type QuoteBody = Input<"quotes", "create">["body"];

/** Rule S11: what a new window starts with. */
export const firstWindow = (): WindowValues => ({
  name: defaultWindowName(1),
  shutterTypeId: null,
  unit: "mm",
  width: "",
  height: "",
  louverSize: null,
  colorSelection: "",
  quantity: WINDOW_FIELDS.quantity.usual,
  ...USUAL_OPTIONS,
});

/** `Window {n}`, the first that is not taken from its place on: after a removal two windows must not share a name. */
export function freeName(windows: readonly WindowValues[]): string {
  const taken = new Set(windows.map(({ name }) => name.trim()));
  let place = windows.length + 1;
  while (taken.has(defaultWindowName(place))) place += 1;
  return defaultWindowName(place);
}

/** What took a ladder to find out is not thrown away by a slip of the thumb. */
export const isMeasured = ({ width, height }: WindowValues): boolean => width.trim() !== "" || height.trim() !== "";

/** Whether somebody called it so, rather than the form. */
export const isOwnName = ({ name }: WindowValues): boolean => !/^Window \d+$/.test(name.trim());

/** The next window of a house is mostly made like the last one; only its measures are its own. */
export const windowAfter = (windows: readonly WindowValues[]): WindowValues => ({
  ...(windows.at(-1) ?? firstWindow()),
  name: freeName(windows),
  width: "",
  height: "",
  quantity: WINDOW_FIELDS.quantity.usual,
  keptChecks: undefined,
});

/** The same window again, measures and all. A name that somebody gave shows where it comes from. */
export function copyOf(window: WindowValues, windows: readonly WindowValues[]): WindowValues {
  const copied = `${window.name.trim()} copy`;
  const named = isOwnName(window) && copied.length <= LONGEST.windowName;
  return { ...window, name: named ? copied : freeName(windows) };
}

/** Another type: its louvre sizes and colours are others. What both have stays; where there is one choice only, it is made. */
export function choicesFor(product: Product | undefined, window: Pick<WindowValues, "louverSize" | "colorSelection">) {
  const { standardLouverSizes: sizes = [], colorOptions: colors = [] } = product ?? {};
  const keepsSize = window.louverSize !== null && sizes.includes(window.louverSize);
  const keepsColor = colors.includes(window.colorSelection);
  return {
    louverSize: keepsSize ? window.louverSize : sizes.length === 1 ? (sizes[0] ?? null) : null,
    colorSelection: keepsColor ? window.colorSelection : colors.length === 1 ? (colors[0] ?? "") : "",
  };
}

/** A type without louvre sizes or colours can't be ordered yet. */
export const isOrderable = (product: Product): boolean => product.standardLouverSizes.length > 0 && product.colorOptions.length > 0;

/** What is sent: metres, and the prices that the person was shown. Only for windows without problems. */
export function toBody({ userId, windows }: QuoteValues, products: Products): QuoteBody {
  const { subtotal, tax, finalTotal } = priceOf(windows, products);
  const warnings = warningsOfAll(windows, products);
  return {
    items: windows.map((window, place) => {
      const { unit, width, height, shutterTypeId, louverSize, keptChecks: _, ...rest } = window;
      const overriddenChecks = keptOf(window, warnings[place] ?? []);
      return {
        ...rest,
        shutterTypeId: shutterTypeId ?? 0,
        louverSize: louverSize ?? 0,
        widthM: lengthToMetres(toLength(parseMeasure(width, unit), unit)),
        heightM: lengthToMetres(toLength(parseMeasure(height, unit), unit)),
        pricePerM2: products.get(shutterTypeId ?? 0)?.basePricePerM2,
        ...(overriddenChecks.length > 0 && { overriddenChecks }),
      };
    }),
    subtotal: penceToPounds(subtotal),
    tax: penceToPounds(tax),
    finalTotal: penceToPounds(finalTotal),
    ...(userId !== null && { userId }),
  };
}
