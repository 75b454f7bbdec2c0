import { type FocusEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { MakingProblem } from "#shared/domain/window/geometry/making.ts";
import type { CheckId, MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import type { QuoteValues, WindowValues } from "./quote-values.ts";
import type { AppliedFix, useFixes } from "./use-fixes.ts";
import { focusField } from "./use-windows.ts";
import { confirmChecks, findConfirmedChecks, isUnchecked } from "./window-checks.ts";

const MEASURES = /\.(width|height|numberOfMidRails|facetsMm|tPostsMm|midRailHeightsMm|tiltSplitMm)$/;

interface Held {
  readonly key: string;
  readonly ids: readonly CheckId[];
  readonly unmade: MakingProblem["field"] | undefined;
}

/**
 * The measurement warnings of the window on screen. A warning disappears as soon as it no longer
 * applies. A new one waits until the focus leaves the measure, because 1350 begins as 13.
 */
export function useWindowChecks(
  form: UseFormReturn<QuoteValues>,
  { path, key, fixes }: { path: `windows.${number}`; key: string; fixes: ReturnType<typeof useFixes> },
  window: WindowValues,
  all: MeasurementWarning[],
  unmade: MakingProblem | null,
) {
  // While a measure of this window has the focus, holds the warnings from before the focus.
  const [held, setHeld] = useState<Held | null>(null);
  const before = held?.key === key ? held : null;
  const visible = before === null ? all : all.filter(({ id }) => before.ids.includes(id));
  const isMeasure = (event: FocusEvent<HTMLElement>) => MEASURES.test(event.target.getAttribute("name") ?? "");
  const undo = (applied: AppliedFix) => {
    fixes.undo(applied);
    focusField(`${path}.${applied.field in applied.before ? applied.field : Object.keys(applied.before)[0]}`);
  };
  return {
    warnings: visible,
    confirmed: findConfirmedChecks(window, all),
    unchecked: isUnchecked(window, visible),
    /** True if the conflict arises from the measure that is being typed. */
    unmadeYet: before !== null && before.unmade !== unmade?.field,
    confirm: (ids: readonly CheckId[], isConfirmed: boolean) => {
      const chosen = all.filter(({ id }) => ids.includes(id));
      form.setValue(`${path}.keptChecks`, confirmChecks(form.getValues(path), chosen, isConfirmed), { shouldDirty: true });
    },
    /** The fixes that a button applied. */
    applied: fixes.fixesOf(key).map((applied) => ({ said: applied.words, onUndo: () => undo(applied) })),
    /** The focus moves to the changed field, because the button is no longer rendered. */
    fix: (warning: MeasurementWarning) => {
      const { field, fix } = warning;
      if (!fix) return;
      fixes.applyFix(key, warning);
      focusField(`${path}.${field in fix ? field : Object.keys(fix)[0]}`);
    },
    /** Handlers for the element around the fields. */
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) =>
        isMeasure(event) && setHeld({ key, ids: all.map(({ id }) => id), unmade: unmade?.field }),
      onBlur: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(null),
    },
  };
}
