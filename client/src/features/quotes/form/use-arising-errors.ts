import { useEffect, useRef } from "react";
import { type FieldErrors, get, type UseFormReturn } from "react-hook-form";
import type { MakingProblem } from "#shared/domain/window/geometry/making.ts";
import type { QuoteValues } from "./quote-values.ts";

/**
 * A refusal that depends on several fields stands beside its field as soon as it arises, not only
 * once the form is sent: who chose "outside" has left the recess size long ago. Its type is the
 * field that was changed, which says it too.
 * @param unmade of each window
 * @param except the place of a window of which a measure is being typed: on the way to 1350 there stands 13
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
      const at = `windows.${place}.${problem.field}` as const;
      if (get(errors, at)) continue;
      // Before the first facet is typed the hint alone says what the field needs.
      if (problem.field === "facetsMm" && !get(form.getValues(), at) && changed.current !== at) continue;
      const [, changedPlace, field = "rule"] = /^windows\.(\d+)\.(\w+)$/.exec(changed.current) ?? [];
      form.setError(at, { type: Number(changedPlace) === place ? field : "rule", message: problem.sentence });
    }
  });
}
