import { isLayoutCode } from "#shared/domain/window/fields/panels.ts";
import { siblingsBut, siblingsOf } from "#shared/domain/window/fields/unit-slip.ts";
import { eachOption, WINDOW_FIELDS, type WindowOptions } from "#shared/domain/window/fields/window-fields.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import type { CheckFix } from "#shared/domain/window/text/check-fixes.ts";
import { type CheckId, checkMeasurements, type MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import { measureText, sidesTyped } from "./measure-text.ts";
import type { Product, Products, WindowValues } from "./quote-values.ts";

/** The louvre that a window is drawn with until one is chosen: the size of most orders. */
const USUAL_LOUVRE = 76;

/** A window as it can be drawn, once both measures are there. Choices that are still open are drawn as the usual ones. */
export function drawableOf(window: WindowValues, product: Product | undefined): WindowToDraw | null {
  const sides = sidesTyped(window);
  const rails = window.numberOfMidRails;
  return (
    sides && {
      ...window,
      // A pasted choice that could not be read is blank.
      ...(eachOption(({ usual }, name) => window[name] || usual) as WindowOptions),
      ...sides,
      // While a code is typed it may be none yet.
      layoutCode: isLayoutCode(window.layoutCode ?? "") && window.openingDirection !== "bypass" ? window.layoutCode : null,
      louverSize: window.louverSize ?? product?.standardLouverSizes[0] ?? USUAL_LOUVRE,
      widestPanelMm: product?.widestPanelMm,
      deductionMm: product?.deductionMm,
      densityKgM3: product?.densityKgM3,
      numberOfMidRails: Number.isInteger(rails) && rails >= 0 && rails <= WINDOW_FIELDS.numberOfMidRails.most ? rails : 0,
    }
  );
}

/** The checks of every window against the others. A window without measures has none. */
export function warningsOfAll(windows: readonly WindowValues[], products: Products): MeasurementWarning[][] {
  const all = siblingsOf(windows.flatMap((window) => sidesTyped(window) ?? []));
  return windows.map((window) => {
    const item = drawableOf(window, products.get(window.shutterTypeId ?? 0));
    return item ? checkMeasurements(item, siblingsBut(item, all)) : [];
  });
}

/** Whether a window has a warning that the person has not confirmed. */
export const isUnchecked = (window: WindowValues, warnings: readonly MeasurementWarning[]): boolean =>
  keptOf(window, warnings).length < warnings.length;

/**
 * What the person confirms with a check. It names the measures, so that other measures must be confirmed again, and the same ones in
 * another unit need not. For a limit it also holds the sentence, because another shutter type, frame or opening direction has other
 * limits. The sentence about a unit slip is left out: it changes with the quote's other windows.
 */
function confirmed(window: WindowValues, { severity, sentence }: MeasurementWarning): string {
  const sides = sidesTyped(window);
  const measures = sides ? `${sides.width} × ${sides.height}` : "";
  return severity === "slip" ? measures : `${measures}: ${sentence}`;
}

/** The window's confirmed checks after one of them was confirmed or taken back. */
export const keepCheck = (window: WindowValues, warning: MeasurementWarning, kept: boolean): WindowValues["keptChecks"] => ({
  ...window.keptChecks,
  [warning.id]: kept ? confirmed(window, warning) : undefined,
});

/** Which of a window's warnings the person has confirmed. */
export const keptOf = (window: WindowValues, warnings: readonly MeasurementWarning[]): CheckId[] =>
  warnings.flatMap((warning) => (window.keptChecks?.[warning.id] === confirmed(window, warning) ? [warning.id] : []));

/** A window with warnings that the person has neither mended nor confirmed. */
export interface OpenCheck {
  readonly place: number;
  readonly window: WindowValues;
  readonly warnings: readonly MeasurementWarning[];
}

export const openChecksOf = (windows: readonly WindowValues[], products: Products): OpenCheck[] =>
  warningsOfAll(windows, products).flatMap((all, place) => {
    const window = windows[place] as WindowValues;
    const warnings = all.filter(({ id }) => !keptOf(window, all).includes(id));
    return warnings.length > 0 ? [{ place, window, warnings }] : [];
  });

/** The window's confirmed checks once these are too. */
export const keepAll = (window: WindowValues, warnings: readonly MeasurementWarning[]): WindowValues["keptChecks"] =>
  warnings.reduce((kept, warning) => keepCheck({ ...window, keptChecks: kept }, warning, true), window.keptChecks);

/** What mends a check, as the form holds it. Measures stand in millimetres then, as the button says. */
export function changeOf({ width, height, tPostsMm, ...fix }: CheckFix): Partial<WindowValues> {
  const sides = width !== undefined && height !== undefined;
  return {
    ...fix,
    ...(tPostsMm === null && { tPostsMm }),
    ...(sides && { unit: "mm", width: measureText(width, "mm"), height: measureText(height, "mm") }),
  };
}
