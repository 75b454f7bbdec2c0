import { clsx } from "clsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";

/** Rows of a dashboard's list that are on their way: the facts at the left and at the right, on two lines each. */
export function RowsSkeleton({ rows, rowClass = "h-15" }: { rows: number; rowClass?: string }) {
  return (
    <div className="border-t">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity
        <div key={row} className={clsx("flex items-center gap-4 border-b px-4 last:border-b-0", rowClass)}>
          <Skeleton className="h-4 w-14 shrink-0" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-1/4" />
          </span>
          <Skeleton className="h-4 w-20 shrink-0" />
        </div>
      ))}
    </div>
  );
}

export function ListSkeleton({ title, ...rows }: { title: string; rows: number; rowClass?: string }) {
  return (
    <Panel title={title} flush>
      <RowsSkeleton {...rows} />
    </Panel>
  );
}
