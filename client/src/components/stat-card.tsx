import type { ReactNode } from "react";
import { Skeleton } from "./ui/skeleton.tsx";

/** The cards of a row, as many as fit. */
export function StatCards({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">{children}</dl>;
}

type StatCardProps = { label: string; value: ReactNode /** A smaller fact under the figure. */; note?: ReactNode; pending?: boolean };

export function StatCard({ label, value, note, pending }: StatCardProps) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface p-4">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-xl font-semibold break-words">{pending ? <Skeleton className="my-1.5 h-6 w-24" /> : value}</dd>
      {note && <dd className="mt-1 text-xs text-muted">{note}</dd>}
    </div>
  );
}
