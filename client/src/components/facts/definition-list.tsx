import { clsx } from "clsx";
import type { ReactNode } from "react";

/** A fact that is false or missing is left out, so that a list can say `canSee && { … }`. */
export type Fact =
  | { term: string; value: ReactNode /** Across the whole width: an address, a sentence. */; whole?: boolean }
  | false
  | null
  | undefined;

/** Facts as term over value, in columns where there is room. */
export function DefinitionList({ facts, columns = 2 }: { facts: readonly Fact[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl
      className={clsx(
        "grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-4 gap-y-4 sm:gap-x-8",
        columns === 1 ? "sm:grid-cols-1" : "sm:grid-cols-2",
        columns === 3 && "lg:grid-cols-3",
      )}
    >
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact.term} className={clsx("min-w-0", fact.whole && "col-span-full")}>
              <dt className="text-xs text-muted">{fact.term}</dt>
              <dd className="mt-0.5 break-words whitespace-pre-line">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
