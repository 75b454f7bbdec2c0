import { useEffect, useRef } from "react";
import { type FieldErrors, get, type UseFormReturn } from "react-hook-form";
import type { MakingProblem } from "#shared/domain/window/making.ts";
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
      if (!problem || place === except || get(errors, `windows.${place}.${problem.field}`)) continue;
      const [, at, field = "rule"] = /^windows\.(\d+)\.(\w+)$/.exec(changed.current) ?? [];
      form.setError(`windows.${place}.${problem.field}`, { type: Number(at) === place ? field : "rule", message: problem.sentence });
    }
  });
}
