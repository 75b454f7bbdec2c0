import { useEffect, useRef } from "react";
import { type FieldErrors, get, type UseFormReturn } from "react-hook-form";
import type { MakingProblem } from "#shared/domain/window/geometry/making.ts";
import type { QuoteValues } from "./quote-values.ts";

/**
 * Shows a conflict between several fields at its field as soon as it arises, not only after the
 * form is sent: a person who chooses "outside" has long left the size basis. The error's type is
 * the field that was changed, which shows the error too. @param unmade the conflict of each window
 * @param except the index of a window whose measure is being typed, because 1350 begins as 13
 */
export function useArisingErrors(
  form: UseFormReturn<QuoteValues>,
  errors: FieldErrors<QuoteValues>,
  unmade: readonly (MakingProblem | null)[],
  except: number | null,
) {
  const changed = useRef("");
  useEffect(() => {
    const callback = ({ name = "" }: { name?: string }) => {
      changed.current = name;
    };
    return form.subscribe({ formState: { values: true }, callback });
  }, [form]);
  useEffect(() => {
    for (const [place, problem] of unmade.entries()) {
      if (!problem || place === except) continue;
      const path = `windows.${place}.${problem.field}` as const;
      if (get(errors, path)) continue;
      // Until the first facet is typed, the hint alone describes the field.
      if (problem.field === "facetsMm" && !get(form.getValues(), path) && changed.current !== path) continue;
      const [, changedPlace, field = "rule"] = /^windows\.(\d+)\.(\w+)$/.exec(changed.current) ?? [];
      form.setError(path, { type: Number(changedPlace) === place ? field : "rule", message: problem.sentence });
    }
  });
}
