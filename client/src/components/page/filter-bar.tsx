import type { ReactNode } from "react";

/** Search and filters in one row above the thing itself; `end` stays at the right. */
export function FilterBar({ label = "Filters", end, children }: { label?: string; end?: ReactNode; children: ReactNode }) {
  return (
    <search aria-label={label} className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-2">
      {children}
      {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
    </search>
  );
}
