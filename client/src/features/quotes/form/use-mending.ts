import { useState } from "react";
import { flushSync } from "react-dom";
import { fixInWords } from "#shared/domain/window/text/check-fixes.ts";
import type { MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import type { WindowValues } from "./quote-values.ts";
import { changeOf } from "./window-checks.ts";

/** A warning fixed by its button, until the fix is undone or its fields change again. */
export interface Mend {
  /** The window's key. */
  readonly key: string;
  /** The field of the warning. */
  readonly field: MeasurementWarning["field"];
  readonly said: string;
  readonly before: Partial<WindowValues>;
  readonly after: Partial<WindowValues>;
}

type Change = (key: string, values: Partial<WindowValues>) => void;

/**
 * Applies and undoes the fixes of warnings. Both render synchronously, so that the focus can move
 * on.
 */
export function useMending(windowOf: (key: string) => WindowValues | undefined, change: Change) {
  const [mends, setMends] = useState<readonly Mend[]>([]);
  const isStill = ({ key, after }: Mend): boolean => {
    const window = windowOf(key);
    return window !== undefined && namesIn(after).every((name) => window[name] === after[name]);
  };
  return {
    mendsOf: (key: string): readonly Mend[] => mends.filter((mend) => mend.key === key && isStill(mend)),
    mend: (key: string, { field, fix }: MeasurementWarning) => {
      const window = windowOf(key);
      if (!window || !fix) return;
      const fixed = changeOf(fix);
      // A fixed size no longer follows from the three measures.
      const isResized = window.measuredMm && ("width" in fixed || "height" in fixed);
      const after = { ...fixed, ...(isResized && { measuredMm: null }) };
      const before = Object.fromEntries(namesIn(after).map((name) => [name, window[name]]));
      const mend: Mend = { key, field, said: fixInWords(fix).done, before, after };
      flushSync(() => {
        change(key, after);
        setMends([...mends.filter(isStill), mend]);
      });
    },
    undo: (mend: Mend) =>
      flushSync(() => {
        change(mend.key, mend.before);
        setMends(mends.filter((each) => each !== mend));
      }),
  };
}

const namesIn = (values: Partial<WindowValues>) => Object.keys(values) as (keyof WindowValues)[];
