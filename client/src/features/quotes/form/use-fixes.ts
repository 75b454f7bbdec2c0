import { useState } from "react";
import { flushSync } from "react-dom";
import { fixInWords } from "#shared/domain/window/text/check-fixes.ts";
import type { MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import type { WindowValues } from "./quote-values.ts";
import { toFormChange } from "./window-checks.ts";

/** A warning fixed by its button, until the fix is undone or its fields change again. */
export interface AppliedFix {
  /** The window's key. */
  readonly key: string;
  /** The field of the warning. */
  readonly field: MeasurementWarning["field"];
  readonly words: string;
  readonly before: Partial<WindowValues>;
  readonly after: Partial<WindowValues>;
}

type Change = (key: string, values: Partial<WindowValues>) => void;

/**
 * Applies and undoes the fixes of warnings. Both render synchronously, so that the focus can move
 * on.
 */
export function useFixes(windowOf: (key: string) => WindowValues | undefined, change: Change) {
  const [fixes, setFixes] = useState<readonly AppliedFix[]>([]);
  const isStill = ({ key, after }: AppliedFix): boolean => {
    const window = windowOf(key);
    return window !== undefined && namesIn(after).every((name) => window[name] === after[name]);
  };
  return {
    fixesOf: (key: string): readonly AppliedFix[] => fixes.filter((mend) => mend.key === key && isStill(mend)),
    applyFix: (key: string, { field, fix }: MeasurementWarning) => {
      const window = windowOf(key);
      if (!window || !fix) return;
      const fixed = toFormChange(fix);
      // A size that the fix changes no longer follows from the three measures.
      const isResized = window.measuredMm && ("width" in fixed || "height" in fixed);
      const after = { ...fixed, ...(isResized && { measuredMm: null }) };
      const before = Object.fromEntries(namesIn(after).map((name) => [name, window[name]]));
      const applied: AppliedFix = { key, field, words: fixInWords(fix).done, before, after };
      flushSync(() => {
        change(key, after);
        setFixes([...fixes.filter(isStill), applied]);
      });
    },
    undo: (applied: AppliedFix) =>
      flushSync(() => {
        change(applied.key, applied.before);
        setFixes(fixes.filter((each) => each !== applied));
      }),
  };
}

const namesIn = (values: Partial<WindowValues>) => Object.keys(values) as (keyof WindowValues)[];
