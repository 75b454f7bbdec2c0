import { useState } from "react";
import { flushSync } from "react-dom";
import { fixInWords } from "#shared/domain/window/text/check-fixes.ts";
import type { MeasurementWarning } from "#shared/domain/window/text/measurement-checks.ts";
import type { WindowValues } from "./quote-values.ts";
import { changeOf } from "./window-checks.ts";

/** A check that was mended by its button, until it is undone or its fields are changed otherwise. */
export interface Mend {
  /** Of the window. */
  readonly key: string;
  /** Where the check was. */
  readonly field: MeasurementWarning["field"];
  readonly said: string;
  readonly before: Partial<WindowValues>;
  readonly after: Partial<WindowValues>;
}

type Change = (key: string, values: Partial<WindowValues>) => void;

/** Mends what checks ask about, and undoes it. Both render at once, so that the focus can go on. */
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
      // Sizes that were mended are not those that were measured.
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
