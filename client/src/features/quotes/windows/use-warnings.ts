import { type FocusEvent, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { CheckId, MeasurementWarning } from "#shared/domain/measurement-checks.ts";
import type { Products } from "../create/quote-price.ts";
import type { Windows } from "./use-windows.ts";
import { isUnchecked, keepCheck, keptOf, warningsOf } from "./window-checks.ts";
import type { QuoteValues } from "./window-form.ts";

const MEASURES = /\.(width|height|numberOfMidRails)$/;

/**
 * The warnings of the window on the screen. A warning goes as soon as it no longer holds, but a new one waits until the measure is
 * left: on the way to 1350 stands 13, and nobody wants to be told.
 */
export function useWarnings(form: UseFormReturn<QuoteValues>, { rows, selected, window }: Windows, products: Products) {
  const [held, setHeld] = useState<readonly CheckId[] | null>(null);
  const all = warningsOf(
    rows.map((row) => row.window),
    selected,
    products,
  );
  const shown = held === null ? all : all.filter(({ id }) => held.includes(id));
  const isMeasure = (event: FocusEvent<HTMLElement>) => MEASURES.test(event.target.getAttribute("name") ?? "");
  return {
    beside: (field: MeasurementWarning["field"]) => shown.filter((warning) => warning.field === field),
    kept: keptOf(window, all),
    /** Whether one of those shown has not been looked into. */
    unchecked: isUnchecked(window, shown),
    keep: (id: CheckId, kept: boolean) => {
      const warning = all.find((each) => each.id === id);
      const at = `windows.${selected}` as const;
      if (warning) form.setValue(`${at}.keptChecks`, keepCheck(form.getValues(at), warning, kept), { shouldDirty: true });
    },
    /** For what holds the fields. */
    handlers: {
      onFocus: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(all.map(({ id }) => id)),
      onBlur: (event: FocusEvent<HTMLElement>) => isMeasure(event) && setHeld(null),
    },
  };
}

export type Warnings = ReturnType<typeof useWarnings>;
