import { FactsSkeleton, Skeleton } from "#client/components/ui/display/waiting.tsx";

/** Replaces the figures and buttons of a loading account. */
export const AccountSkeleton = () => (
  <div className="flex flex-col gap-4">
    <FactsSkeleton facts={4} columns={3} />
    <div className="flex gap-2 max-sm:flex-col">
      <Skeleton className="h-control rounded sm:w-44" />
      <Skeleton className="h-control rounded sm:w-44" />
      <Skeleton className="h-control rounded sm:w-36" />
      <Skeleton className="h-8 rounded sm:w-40" />
    </div>
  </div>
);
