import { type CheckId, checkMeasurements, type MeasurementWarning, type Sides } from "#shared/domain/measurement-checks.ts";
import { WINDOW_FIELDS } from "#shared/domain/window-fields.ts";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";
import type { Products } from "../create/quote-price.ts";
import { lengthTyped } from "./measure-text.ts";
import type { Product, WindowValues } from "./window-form.ts";

/** What a window is drawn with until its louvre is chosen: the size that most are ordered in. */
const USUAL_LOUVRE = 76;

function sidesOf({ width, height, unit }: WindowValues): Sides | null {
  const [across, down] = [lengthTyped(width, unit), lengthTyped(height, unit)];
  return across === null || down === null ? null : { width: across, height: down };
}

/** A window of the form as it can be drawn, from its two measures on; what is not chosen yet is drawn in the usual way. */
export function drawableOf(window: WindowValues, product: Product | undefined): WindowToDraw | null {
  const sides = sidesOf(window);
  const rails = window.numberOfMidRails;
  return (
    sides && {
      ...window,
      ...sides,
      louverSize: window.louverSize ?? product?.standardLouverSizes[0] ?? USUAL_LOUVRE,
      widestPanelMm: product?.widestPanelMm,
      numberOfMidRails: Number.isInteger(rails) && rails >= 0 && rails <= WINDOW_FIELDS.numberOfMidRails.most ? rails : 0,
    }
  );
}

/**
 * The checks of every window against the quote's others; none of one that is not measured. What each measures is read once, or two hundred
 * pasted rows would be read forty thousand times.
 */
export function warningsOfAll(windows: readonly WindowValues[], products: Products): MeasurementWarning[][] {
  const sides = windows.map(sidesOf);
  return windows.map((window, place) => {
    const item = sides[place] && drawableOf(window, products.get(window.shutterTypeId ?? 0));
    if (!item) return [];
    return checkMeasurements(
      item,
      sides.flatMap((other, index) => (index === place ? [] : (other ?? []))),
    );
  });
}

/** The checks of one of them. */
export const warningsOf = (windows: readonly WindowValues[], place: number, products: Products): MeasurementWarning[] =>
  warningsOfAll(windows, products)[place] ?? [];

/** Whether a window has a warning that nobody has looked into. */
export const isUnchecked = (window: WindowValues, warnings: readonly MeasurementWarning[]): boolean =>
  keptOf(window, warnings).length < warnings.length;

/**
 * What a check was kept for. Other measures have to be looked at again, the same in another unit have not. Of a limit also what it said: with
 * another shutter type, frame or opening direction other panels may be too wide, by another widest. What a slip says moves with the other
 * windows of the quote, whose measures nobody has asked about here.
 */
function seen(window: WindowValues, { severity, sentence }: MeasurementWarning): string {
  const sides = sidesOf(window);
  const measures = sides ? `${sides.width} × ${sides.height}` : "";
  return severity === "slip" ? measures : `${measures}: ${sentence}`;
}

export const keepCheck = (window: WindowValues, warning: MeasurementWarning, kept: boolean): WindowValues["keptChecks"] => ({
  ...window.keptChecks,
  [warning.id]: kept ? seen(window, warning) : undefined,
});

/** Of a window's warnings, those that somebody has looked into. */
export const keptOf = (window: WindowValues, warnings: readonly MeasurementWarning[]): CheckId[] =>
  warnings.flatMap((warning) => (window.keptChecks?.[warning.id] === seen(window, warning) ? [warning.id] : []));
