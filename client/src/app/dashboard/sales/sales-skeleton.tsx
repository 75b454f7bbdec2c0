import { Panel } from "#client/components/ui/display/panel.tsx";
import { Skeleton } from "#client/components/ui/display/waiting.tsx";

/** As high as the two charts that are coming. */
export function SalesSkeleton() {
  return (
    <Panel title="Orders and revenue" description={<Skeleton className="my-1 h-3 w-20" />}>
      <Skeleton className="mb-3 h-5 w-52" />
      <div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
        {["Orders", "Revenue"].map((label) => (
          <div key={label}>
            <p className="text-muted">{label}</p>
            <Skeleton className="mt-2 h-28 w-full" />
            <Skeleton className="mt-2 h-3 w-full" />
          </div>
        ))}
      </div>
      <Skeleton className="mt-4 h-5 w-20" />
    </Panel>
  );
}
