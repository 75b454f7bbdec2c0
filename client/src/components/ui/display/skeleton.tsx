import { clsx } from "clsx";

/** One grey bar with the size of what is coming; compose several into the same shape. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={clsx("block animate-pulse rounded-sm bg-raised", className ?? "h-4 w-full")} />;
}

const WIDTHS = ["w-16", "w-40", "w-24", "w-20", "w-28"];

/** Rows of a table that is on its way: in columns over the whole width, or where the table will be blocks of a few lines, such blocks. */
export function TableSkeleton({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <div className="@container overflow-hidden rounded-lg border bg-surface">
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
          key={row}
          className="flex min-h-row items-center gap-6 border-b px-4 last:border-b-0 @max-[46rem]:h-28 @max-[46rem]:flex-wrap @max-[46rem]:content-center @max-[46rem]:gap-x-4 @max-[46rem]:gap-y-3"
        >
          {Array.from({ length: columns }, (_, column) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
            <span key={column} className="block @min-[46rem]:flex-1">
              <Skeleton className={clsx("h-3.5", WIDTHS[(row + column) % WIDTHS.length])} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** Facts of a details dialog that are on their way. */
export function FactsSkeleton({ facts = 6 }: { facts?: number }) {
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      {Array.from({ length: facts }, (_, fact) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={fact} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-20" />
          <Skeleton className={clsx("h-4", WIDTHS[fact % WIDTHS.length])} />
        </div>
      ))}
    </div>
  );
}
