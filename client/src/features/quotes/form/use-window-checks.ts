import { type FocusEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { CheckId, MeasurementWarning } from "#shared/domain/measurement-checks.ts";
import type { QuoteValues, WindowValues } from "./quote-values.ts";
import { isUnchecked, keepCheck, keptOf } from "./window-checks.ts";

const MEASURES = /\.(width|height|numberOfMidRails)$/;

/**
 * The measurement warnings of the window on the screen. A warning disappears as soon as it no longer holds. A new one waits until the
 * person leaves the measure, because on the way to 1350 there stands 13.
 */
export function useWindowChecks(
  form: UseFormReturn<QuoteValues>,
  at: `windows.${number}`,
  window: WindowValues,
  all: MeasurementWarning[],
) {
  // While a measure has the focus: the warnings that were there when it got the focus.
  const [held, setHeld] = useState<readonly CheckId[] | null>(null);
  const shown = held === null ? all : all.filter(({ id }) => held.includes(id));
  const isMeasure = (event: FocusEvent<HTMLElement>) => MEASURES.test(event.target.getAttribute("name") ?? "");
  return {
    beside: (...fields: MeasurementWarning["field"][]) => shown.filter(({ field }) => fields.includes(field)),
    kept: keptOf(window, all),
    unchecked: isUnchecked(window, shown),
    keep: (id: CheckId, kept: boolean) => {
      const warning = all.find((each) => each.id === id);
      if (warning) form.setValue(`${at}.keptChecks`, keepCheck(form.getValues(at), warning, kept), { shouldDirty: true });
    },
    /** For the element that holds the fields. */
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(all.map(({ id }) => id)),
      onBlur: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(null),
    },
  };
}
