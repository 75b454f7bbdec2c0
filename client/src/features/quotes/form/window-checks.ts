import { isLayoutCode } from "#shared/domain/window/fields/panels.ts";
import { siblingsOf, siblingsWithout } from "#shared/domain/window/fields/unit-slip.ts";
import { eachOption, WINDOW_FIELDS, type WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { CheckFix } from "#shared/domain/window/text/check-fixes.ts";
import { type CheckId, checkMeasurements, type MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import { formatMeasure, parseSides } from "./measure-text.ts";
import { orderedTypeOf, type Product, type Products, productOf, type WindowValues } from "./quote-values.ts";

/** The louvre size in the drawing until one is chosen: the most common size. */
const USUAL_LOUVRE = 76;

/**
 * A window in the drawing's format, once both measures are complete. Open choices use the defaults.
 */
export function toDrawable(window: WindowValues, product: Product | undefined): WindowToDraw | null {
  const sides = parseSides(window);
  const rails = window.numberOfMidRails;
  return (
    sides && {
      ...window,
      // A pasted choice that was unreadable is blank.
      ...(eachOption(({ usual }, name) => window[name] || usual) as WindowOptions),
      ...sides,
      // An incomplete code is not a valid layout yet.
      layoutCode: isLayoutCode(window.layoutCode ?? "") && window.openingDirection !== "bypass" ? window.layoutCode : null,
      louverSize: window.louverSize ?? product?.standardLouverSizes[0] ?? USUAL_LOUVRE,
      widestPanelMm: product?.widestPanelMm,
      deductionMm: product?.deductionMm,
      densityKgM3: product?.densityKgM3,
      material: product?.name,
      numberOfMidRails: Number.isInteger(rails) && rails >= 0 && rails <= WINDOW_FIELDS.numberOfMidRails.most ? rails : 0,
    }
  );
}

/**
 * The warnings of every window, which depend on the other windows too. A window without measures
 * has none.
 */
export function checkAllWindows(windows: readonly WindowValues[], products: Products): MeasurementWarning[][] {
  const all = siblingsOf(windows.flatMap((window) => parseSides(window) ?? []));
  return windows.map((window) => {
    const item = toDrawable(window, productOf(window, products));
    return item ? checkMeasurements(item, siblingsWithout(item, all)) : [];
  });
}

/** True if the window has a warning that the person has not confirmed. */
export const isUnchecked = (window: WindowValues, warnings: readonly MeasurementWarning[]): boolean =>
  findConfirmedChecks(window, warnings).length < warnings.length;

/**
 * The text that a confirmation stores. It contains the measures, so that changed measures need a
 * new confirmation and a change of the unit does not. For a limit it also contains the sentence,
 * because another shutter type, frame or opening direction has other limits. The sentence about a
 * unit error is left out: it changes with the quote's other windows.
 */
function describeConfirmation(window: WindowValues, { severity, sentence }: MeasurementWarning): string {
  const sides = parseSides(window);
  const measures = sides ? `${sides.width} × ${sides.height}` : "";
  return severity === "slip" ? measures : `${measures}: ${sentence}`;
}

/** The window's confirmed checks after one was confirmed or unconfirmed. */
export const confirmCheck = (window: WindowValues, warning: MeasurementWarning, kept: boolean): WindowValues["keptChecks"] => ({
  ...window.keptChecks,
  [warning.id]: kept ? describeConfirmation(window, warning) : undefined,
});

/** The window's warnings that the person has confirmed. */
export const findConfirmedChecks = (window: WindowValues, warnings: readonly MeasurementWarning[]): CheckId[] =>
  warnings.flatMap((warning) => (window.keptChecks?.[warning.id] === describeConfirmation(window, warning) ? [warning.id] : []));

/** A window with warnings that the person has neither fixed nor confirmed. */
export interface OpenCheck {
  readonly place: number;
  readonly window: WindowValues;
  readonly warnings: readonly MeasurementWarning[];
}

/** A correction asks about the windows that it changes alone. */
export const findOpenChecks = (windows: readonly WindowValues[], products: Products): OpenCheck[] =>
  checkAllWindows(windows, products).flatMap((all, place) => {
    const window = windows[place] as WindowValues;
    if (orderedTypeOf(window, products)?.isAsOrdered(window)) return [];
    const warnings = all.filter(({ id }) => !findConfirmedChecks(window, all).includes(id));
    return warnings.length > 0 ? [{ place, window, warnings }] : [];
  });

/** The window's confirmed checks after all of these were confirmed or unconfirmed. */
export const confirmChecks = (window: WindowValues, warnings: readonly MeasurementWarning[], kept: boolean): WindowValues["keptChecks"] =>
  warnings.reduce((checks, warning) => confirmCheck({ ...window, keptChecks: checks }, warning, kept), window.keptChecks);

/**
 * A check's fix in the form's format. The measures are in millimetres, like in the button's label.
 */
export function toFormChange({ width, height, tPostsMm, ...fix }: CheckFix): Partial<WindowValues> {
  const sides = width !== undefined && height !== undefined;
  return {
    ...fix,
    ...(tPostsMm === null && { tPostsMm }),
    ...(sides && { unit: "mm", width: formatMeasure(width, "mm"), height: formatMeasure(height, "mm") }),
  };
}
