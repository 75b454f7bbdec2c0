import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Truncated } from "#client/components/facts/values.tsx";

/** A list of the dashboard. Its rows take one line, or two where the list is narrow. */
export function RowList({ children }: { children: ReactNode }) {
  return <ul className="@container/list">{children}</ul>;
}

export const rowClass =
  "group relative flex min-h-row flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 @max-[30rem]/list:gap-x-3 transition-colors duration-150 hover:bg-raised/60";

/** Two panels side by side where there is room. */
export const pairClass = "grid gap-6 xl:grid-cols-[repeat(auto-fit,minmax(28rem,1fr))]";

type RowFactsProps = {
  number: ReactNode;
  /** The job, and what else is known of it. */
  title: string | undefined;
  note: string;
  /** At the right edge: an amount, and a day below it. */
  end?: ReactNode;
  endNote?: ReactNode;
  /** Under the title, where a row stands out. */
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

/** In a narrow list names take two lines, because one would cut them. */
const twoLines = "@max-[46rem]/list:line-clamp-2 @max-[46rem]/list:break-normal @max-[46rem]/list:wrap-anywhere";

/** In a narrow list this part goes to a line below the title, on a phone to the left edge. */
export const belowClass =
  "flex min-w-0 shrink-0 flex-wrap items-center gap-2 @max-[46rem]/list:basis-full @max-[46rem]/list:pl-22 @max-[30rem]/list:pl-0";
