import type { ReactNode } from "react";
import { Skeleton } from "./ui/skeleton.tsx";

/** The cards of a row, as many as fit. */
export function StatCards({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-3 sm:grid-cols-[repeat(auto-fit,minmax(min(12rem,100%),1fr))] sm:gap-4">
      {children}
    </dl>
  );
}

type StatCardProps = { label: string; value: ReactNode /** A smaller fact under the figure. */; note?: ReactNode; pending?: boolean };

export function StatCard({ label, value, note, pending }: StatCardProps) {
  return (
    <div className="@container min-w-0 rounded-lg border bg-surface p-3 sm:p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-lg font-semibold break-words tabular-nums @min-[11rem]:text-xl">
        {pending ? <Skeleton className="my-1.5 h-6 w-24" /> : value}
      </dd>
      {note && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  );
}
