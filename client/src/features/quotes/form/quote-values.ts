import type { Reply } from "#client/lib/api.ts";
import { LENGTH_UNITS, type LengthUnit } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { ItemPrice } from "#shared/domain/trade/pricing.ts";
import type { MeasuredMm } from "#shared/domain/window/fields/measured.ts";
import {
  type Choice,
  defaultWindowName,
  FIELDS,
  fieldOf,
  USUAL_OPTIONS,
  WINDOW_FIELDS,
  type WindowOptions,
} from "#shared/domain/window/fields/window-fields.ts";
import type { CheckId } from "#shared/domain/window/text/measurement-checks.ts";

/** A window in the form, as typed and chosen, in the person's unit. */
export interface WindowValues extends WindowOptions {
  /** The id of the stored window that this one changes, while a quote is edited. */
  itemId?: number | undefined;
  name: string;
  shutterTypeId: number | null;
  unit: LengthUnit;
  /** The typed text: "1,200" is stored as "1,200". */
  width: string;
  height: string;
  louverSize: number | null;
  colorSelection: string;
  quantity: number;
  /**
   * The measurement checks that the person has confirmed, each with the confirmed values
   * (window-checks.ts).
   */
  keptChecks?: Partial<Record<CheckId, string>> | undefined;
  /* How the window is made (rules M9 to M12); absent or null if unspecified. */
  layoutCode?: string | null | undefined;
  facetsMm?: number[] | null | undefined;
  postAngles?: number[] | null | undefined;
  tPostsMm?: number[] | null | undefined;
  midRailHeightsMm?: number[] | null | undefined;
  tiltSplitMm?: number | null | undefined;
  /**
   * The measures of a window measured at three places each way, from which width and height follow
   * (rule M25). NaN means not typed yet.
   */
  measuredMm?: MeasuredMm | null | undefined;
  note?: string | null | undefined;
  /** The key of the window's photos that are not sent yet (rule Q25). */
  photosKey?: string | undefined;
}

export interface QuoteValues {
  /** The version of a stored quote that is being edited. */
  version?: number | undefined;
  jobName?: string | undefined;
  poNumber?: string | undefined;
  /** A note for the office. */
  note?: string | undefined;
  /** The homeowner and the site (rule Q19). */
  customerName?: string | undefined;
  customerPhone?: string | undefined;
  customerEmail?: string | undefined;
  siteAddress?: string | undefined;
  /**
   * The company for which staff make the quote. Its name is included so that a stored draft can
   * show it.
   */
  userId: number | null;
  companyName?: string | undefined;
  windows: WindowValues[];
}

/** The label of each of a quote's texts. */
export const WORD_LABELS = {
  jobName: "Job name",
  poNumber: "PO number",
  note: "Note",
  customerName: "Customer's name",
  customerPhone: "Customer's phone",
  customerEmail: "Customer's email",
  siteAddress: "Site address",
} as const;
export type Word = keyof typeof WORD_LABELS;
export const WORDS = Object.keys(WORD_LABELS) as Word[];

export type Product = Reply<"products", "list">[number];
/**
 * The type of an ordered window, and the window's price while nothing that a price depends on
 * changes.
 */
export interface OrderedType {
  readonly product: Product;
  /** True while nothing differs that the price depends on. */
  readonly isAsOrdered: (window: WindowValues) => boolean;
  readonly price: ItemPrice | null;
}
/**
 * The shutter types by id. A correction adds the types of its ordered windows, by the windows' ids.
 */
export type Products = ReadonlyMap<number, Product> & { readonly ordered?: ReadonlyMap<number, OrderedType> };

type Typed = Pick<WindowValues, "itemId" | "shutterTypeId">;
/** An ordered window's own type, unless another type was chosen for it. */
export function orderedTypeOf({ itemId, shutterTypeId }: Typed, { ordered }: Products): OrderedType | undefined {
  const own = itemId === undefined ? undefined : ordered?.get(itemId);
  return own?.product.id === shutterTypeId ? own : undefined;
}
export const productOf = (window: Typed, products: Products): Product | undefined =>
  orderedTypeOf(window, products)?.product ?? products.get(window.shutterTypeId ?? 0);

/** A new form's only window (rule S11). */
export const createFirstWindow = (): WindowValues => ({
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

/**
 * Returns `Window {n}`, where n is the window's position or the next free number: two windows must
 * not share a name after a removal.
 */
export function findFreeName(windows: readonly WindowValues[]): string {
  const taken = new Set(windows.map(({ name }) => name.trim()));
  let place = windows.length + 1;
  while (taken.has(defaultWindowName(place))) place += 1;
  return defaultWindowName(place);
}

/** True if a measure was typed. */
const isMeasured = ({ width, height, measuredMm }: WindowValues): boolean =>
  width.trim() !== "" || height.trim() !== "" || [measuredMm?.widths, measuredMm?.heights].flat().some((mm) => mm && !Number.isNaN(mm));

/** True for a window without measures whose name is the form's own. */
export const isEmpty = (window: WindowValues): boolean => !isMeasured(window) && !isOwnName(window);

/**
 * The windows that count. Enter after the last measure adds a window, and an untouched one at the
 * end is left out. At least one remains.
 */
export function listFilledWindows(windows: readonly WindowValues[]): readonly WindowValues[] {
  let count = windows.length;
  while (count > 1 && isEmpty(windows[count - 1] as WindowValues)) count -= 1;
  return windows.slice(0, count);
}

/** True if a person chose the name. `Window 3` is the form's own. */
export const isOwnName = ({ name }: Pick<WindowValues, "name">): boolean => !/^Window \d+$/.test(name.trim());

/**
 * The values that the next window copies from the last one, because they are usually alike in a
 * house. A copy of any other value could go unnoticed.
 */
const GOING_ON = FIELDS.filter((name) => fieldOf(name).goesOn);

/** The next window (rule S11), in the unit in which the person measures. */
export function createNextWindow(windows: readonly WindowValues[]): WindowValues {
  const last = windows.at(-1) ?? createFirstWindow();
  const alike = Object.fromEntries(GOING_ON.map((name) => [name, last[name]]));
  return { ...createFirstWindow(), ...alike, unit: last.unit, name: findFreeName(windows) };
}

/**
 * A copy of the window, including its measures. `Kitchen` becomes `Kitchen copy`; `Window 1`
 * becomes the next `Window {n}`.
 */
export function copyWindow(window: WindowValues, windows: readonly WindowValues[]): WindowValues {
  const copied = `${window.name.trim()} copy`;
  const named = isOwnName(window) && copied.length <= LONGEST.windowName;
  return { ...window, itemId: undefined, photosKey: undefined, name: named ? copied : findFreeName(windows) };
}

/**
 * The louvre size and colour after a change of type: the previous choice if the new type offers it,
 * or the type's only one.
 */
export function pickTypeChoices(product: Product | undefined, window: Pick<WindowValues, "louverSize" | "colorSelection">) {
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

export const UNIT_OPTIONS = LENGTH_UNITS.map((unit) => ({ value: unit, label: unit }));

export const valueOptions = ({ values }: Choice) => Object.entries(values).map(([value, { label }]) => ({ value, label }));

export const louverOptions = (product: Product | undefined) =>
  (product?.standardLouverSizes ?? []).map((size) => ({ value: String(size), label: `${size} mm` }));

export const colorOptions = (product: Product | undefined) =>
  (product?.colorOptions ?? []).map((color) => ({ value: color, label: color }));
