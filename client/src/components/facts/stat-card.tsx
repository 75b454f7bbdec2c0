import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Skeleton } from "#client/components/ui/display/skeleton.tsx";

/** The cards of a row, as many as fit; those of the last row share its width. */
export function StatCards({ children }: { children: ReactNode }) {
  return <dl className="flex flex-wrap gap-3 *:flex-[1_1_9.5rem] sm:gap-4 sm:*:flex-[1_1_11rem]">{children}</dl>;
}

type StatCardProps = { label: string; value: ReactNode /** A smaller fact under the figure. */; note?: ReactNode; pending?: boolean };

export function StatCard({ label, value, note, pending }: StatCardProps) {
  return (
    <div className="@container min-w-0 rounded-lg border bg-surface p-3 sm:p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={clsx(
          "mt-1 text-lg font-semibold break-words tabular-nums",
          isLong(value) ? "sm:@min-[14rem]:text-xl" : "sm:@min-[11rem]:text-xl",
        )}
      >
        {pending ? <Skeleton className="my-1.5 h-6 w-24" /> : value}
      </dd>
      {note && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  );
}

/** A figure is read whole or not at all: millions are written smaller rather than on two lines. */
const isLong = (value: ReactNode): boolean => typeof value === "string" && value.length > 11;
