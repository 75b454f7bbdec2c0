import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Truncated } from "#client/components/facts/values.tsx";

/** A list of the dashboard. Its rows take one line, or two in a narrow list. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className="@container/list">{children}</ul>;
}

export const rowClass =
  "group relative flex min-h-row flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 @max-[30rem]/list:gap-x-3 transition-colors duration-150 hover:bg-raised/60";

/** Places two panels side by side if the width allows. */
export const pairClass = "grid gap-6 xl:grid-cols-[repeat(auto-fit,minmax(28rem,1fr))]";

type RowFactsProps = {
  number: ReactNode;
  /** The job's name. */
  title: string | undefined;
  note: string;
  /** An amount at the right edge. `endNote` is the day below the amount. */
  end?: ReactNode;
  endNote?: ReactNode;
  /** A badge under the title, for a row that needs attention. */
  mark?: ReactNode;
};

export function RowFacts({ number, title, note, end, endNote, mark }: RowFactsProps) {
  return (
    <>
      <span className="w-18 shrink-0 @max-[30rem]/list:w-16 text-accent underline-offset-4 group-hover:underline">{number}</span>
      <span className="min-w-0 flex-1">
        <Truncated text={title ?? ""} className={clsx(twoLines, "font-medium")} />
        <Truncated text={note} className={clsx(twoLines, "text-xs text-muted")} />
        {mark}
      </span>
      <span className="shrink-0 text-right @min-[46rem]/list:w-28">
        {end && <span className="block font-medium">{end}</span>}
        {endNote && <span className={end ? "block text-xs text-muted" : "text-muted"}>{endNote}</span>}
      </span>
    </>
  );
}

/** A narrow list gives names two lines, because one line would truncate them. */
const twoLines = "@max-[46rem]/list:line-clamp-2 @max-[46rem]/list:break-normal @max-[46rem]/list:wrap-anywhere";

/**
 * A narrow list moves this part to a line below the title; on a phone it starts at the left edge.
 */
export const belowClass =
  "flex min-w-0 shrink-0 flex-wrap items-center gap-2 @max-[46rem]/list:basis-full @max-[46rem]/list:pl-22 @max-[30rem]/list:pl-0";
