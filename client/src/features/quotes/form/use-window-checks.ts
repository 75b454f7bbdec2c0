import { type FocusEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { MakingProblem } from "#shared/domain/window/geometry/making.ts";
import type { CheckId, MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import type { QuoteValues, WindowValues } from "./quote-values.ts";
import type { Mend, useMending } from "./use-mending.ts";
import { focusField } from "./use-windows.ts";
import { isUnchecked, keepCheck, keptOf } from "./window-checks.ts";

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
  { at, key, mending }: { at: `windows.${number}`; key: string; mending: ReturnType<typeof useMending> },
  window: WindowValues,
  all: MeasurementWarning[],
  unmade: MakingProblem | null,
) {
  // While a measure of this window has the focus, holds the warnings from before the focus.
  const [held, setHeld] = useState<Held | null>(null);
  const before = held?.key === key ? held : null;
  const shown = before === null ? all : all.filter(({ id }) => before.ids.includes(id));
  const isMeasure = (event: FocusEvent<HTMLElement>) => MEASURES.test(event.target.getAttribute("name") ?? "");
  const undo = (mend: Mend) => {
    mending.undo(mend);
    focusField(`${at}.${mend.field in mend.before ? mend.field : Object.keys(mend.before)[0]}`);
  };
  return {
    beside: (...fields: MeasurementWarning["field"][]) => shown.filter(({ field }) => fields.includes(field)),
    kept: keptOf(window, all),
    unchecked: isUnchecked(window, shown),
    /** True if the conflict arises from the measure that is being typed. */
    unmadeYet: before !== null && before.unmade !== unmade?.field,
    keep: (id: CheckId, kept: boolean) => {
      const warning = all.find((each) => each.id === id);
      if (warning) form.setValue(`${at}.keptChecks`, keepCheck(form.getValues(at), warning, kept), { shouldDirty: true });
    },
    /** The fixes that a button applied beside the given fields. */
    mended: (...fields: MeasurementWarning["field"][]) =>
      mending
        .mendsOf(key)
        .filter(({ field }) => fields.includes(field))
        .map((mend) => ({ said: mend.said, onUndo: () => undo(mend) })),
    /** The focus moves to the changed field, because the button is no longer rendered. */
    mend: (warning: MeasurementWarning) => {
      const { field, fix } = warning;
      if (!fix) return;
      mending.mend(key, warning);
      focusField(`${at}.${field in fix ? field : Object.keys(fix)[0]}`);
    },
    /** Handlers for the element around the fields. */
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) =>
        isMeasure(event) && setHeld({ key, ids: all.map(({ id }) => id), unmade: unmade?.field }),
      onBlur: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(null),
    },
  };
}
