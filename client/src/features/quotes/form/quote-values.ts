import type { Reply } from "#client/lib/api.ts";
import { LENGTH_UNITS, type LengthUnit } from "#shared/domain/length.ts";
import { LONGEST } from "#shared/domain/longest.ts";
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

/** A window in the form: what the person types and chooses, in their unit. */
export interface WindowValues extends WindowOptions {
  /** The stored window that this one changes. Only while a quote is edited. */
  itemId?: number | undefined;
  name: string;
  shutterTypeId: number | null;
  unit: LengthUnit;
  /** As typed: "1,200" stays "1,200". */
  width: string;
  height: string;
  louverSize: number | null;
  colorSelection: string;
  quantity: number;
  /**
   * The measurement checks that the person has confirmed, each with what was confirmed
   * (window-checks.ts).
   */
  keptChecks?: Partial<Record<CheckId, string>> | undefined;
  /* How it is made (rules M9 to M12); left out or null where nothing is said of it. */
  layoutCode?: string | null | undefined;
  facetsMm?: number[] | null | undefined;
  postAngles?: number[] | null | undefined;
  tPostsMm?: number[] | null | undefined;
  midRailHeightsMm?: number[] | null | undefined;
  tiltSplitMm?: number | null | undefined;
  /**
   * Where it is measured at three places each way: width and height follow (rule M25). NaN: not
   * typed yet.
   */
  measuredMm?: MeasuredMm | null | undefined;
  note?: string | null | undefined;
  /** Under which the form has photos of it that are not sent yet (rule Q25). */
  photosKey?: string | undefined;
}

/** All that the quote form holds. */
export interface QuoteValues {
  /** The version that is being edited, of a stored quote. */
  version?: number | undefined;
  jobName?: string | undefined;
  poNumber?: string | undefined;
  /** For the office. */
  note?: string | undefined;
  /** Their own customer, where the windows go (rule Q19). */
  customerName?: string | undefined;
  customerPhone?: string | undefined;
  customerEmail?: string | undefined;
  siteAddress?: string | undefined;
  /**
   * The company, where staff make the quote. Its name is kept too, so that a kept draft can show
   * it.
   */
  userId: number | null;
  companyName?: string | undefined;
  windows: WindowValues[];
}

/** The texts of a quote, each as people call it. */
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
/** The shutter types by id. */
export type Products = ReadonlyMap<number, Product>;

/** A new form's only window (rule S11). */
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

/**
 * `Window {n}`, where n is the window's place or the next number that is free. After a removal two
 * windows must not share a name.
 */
export function freeName(windows: readonly WindowValues[]): string {
  const taken = new Set(windows.map(({ name }) => name.trim()));
  let place = windows.length + 1;
  while (taken.has(defaultWindowName(place))) place += 1;
  return defaultWindowName(place);
}

/** Whether a measure was typed. */
const isMeasured = ({ width, height, measuredMm }: WindowValues): boolean =>
  width.trim() !== "" || height.trim() !== "" || [measuredMm?.widths, measuredMm?.heights].flat().some((mm) => mm && !Number.isNaN(mm));

/** What the form still lacks everything of: no measure, and only the name that the form gave. */
export const isEmpty = (window: WindowValues): boolean => !isMeasured(window) && !isOwnName(window);

/**
 * The windows that count. Enter after the last measure has added one more, and one that was not
 * touched is left out. One stays.
 */
export function filledOf(windows: readonly WindowValues[]): readonly WindowValues[] {
  let count = windows.length;
  while (count > 1 && isEmpty(windows[count - 1] as WindowValues)) count -= 1;
  return windows.slice(0, count);
}

/** Whether a person chose the name. `Window 3` is the form's own. */
export const isOwnName = ({ name }: Pick<WindowValues, "name">): boolean => !/^Window \d+$/.test(name.trim());

/**
 * What the next window takes from the last one: a house has these alike. The rest would be carried
 * on unseen.
 */
const GOING_ON = FIELDS.filter((name) => fieldOf(name).goesOn);

/** The next window (rule S11). The unit is the person's, who goes on measuring in it. */
export function windowAfter(windows: readonly WindowValues[]): WindowValues {
  const last = windows.at(-1) ?? firstWindow();
  const alike = Object.fromEntries(GOING_ON.map((name) => [name, last[name]]));
  return { ...firstWindow(), ...alike, unit: last.unit, name: freeName(windows) };
}

/**
 * The same window again, with its measures. `Kitchen` becomes `Kitchen copy`; `Window 1` becomes
 * the next `Window {n}`.
 */
export function copyOf(window: WindowValues, windows: readonly WindowValues[]): WindowValues {
  const copied = `${window.name.trim()} copy`;
  const named = isOwnName(window) && copied.length <= LONGEST.windowName;
  return { ...window, itemId: undefined, photosKey: undefined, name: named ? copied : freeName(windows) };
}

/**
 * A type's louvre size and colour for a window: what was chosen, if this type has it too, or the
 * only one that there is.
 */
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

export const UNIT_OPTIONS = LENGTH_UNITS.map((unit) => ({ value: unit, label: unit }));

export const valueOptions = ({ values }: Choice) => Object.entries(values).map(([value, { label }]) => ({ value, label }));

export const louverOptions = (product: Product | undefined) =>
  (product?.standardLouverSizes ?? []).map((size) => ({ value: String(size), label: `${size} mm` }));

export const colorOptions = (product: Product | undefined) =>
  (product?.colorOptions ?? []).map((color) => ({ value: color, label: color }));
