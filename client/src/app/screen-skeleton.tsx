import { Waiting } from "#client/components/loading/states.tsx";
import { FormSkeleton, NOTHING_SHOWN_MS, Skeleton, TableSkeleton, useDelayed } from "#client/components/ui/display/waiting.tsx";
import type { Route } from "./routes.ts";

/** Replaces a screen while its code loads: a title, and below it the shape of its content. */
export function ScreenSkeleton({ shape = "table" }: { shape?: Route["shape"] | "table" }) {
  const slow = useDelayed(true, NOTHING_SHOWN_MS);
  return (
    <Waiting>
      {slow && (
        <>
          <div className="mb-6 flex min-h-control items-center justify-between gap-3">
            <Skeleton className="h-6 w-36" />
            {shape === "table" && <Skeleton className="h-control w-24 rounded" />}
          </div>
          {CONTENT[shape]}
        </>
      )}
    </Waiting>
  );
}

const CONTENT = {
  table: <TableSkeleton />,
  panels: (
    <div className="flex flex-col gap-6">
      <Skeleton className="h-control w-full max-w-120 rounded" />
      <TableSkeleton rows={5} columns={3} />
    </div>
  ),
  // Settings: its tabs, and the form of the first one.
  form: (
    <div className="flex flex-col gap-6">
      <div className="flex gap-6 overflow-hidden border-b pb-3">
        {["w-14", "w-20", "w-24", "w-16"].map((width) => (
          <Skeleton key={width} className={`h-4 shrink-0 ${width}`} />
        ))}
      </div>
      <div className="max-w-160">
        <FormSkeleton fields={4} />
      </div>
    </div>
  ),
};
