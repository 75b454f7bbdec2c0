import { Button } from "./button.tsx";

export type LoadMoreProps = {
  /** How many are shown so far. */
  count: number;
  /** What they are, one and many: ["order", "orders"]. */
  noun: readonly [one: string, many: string];
  hasMore?: boolean;
  pending?: boolean;
  onLoadMore?: () => void;
};

/** The foot of a list: the count so far, and the rest on request. */
export function LoadMore({ count, noun, hasMore = false, pending, onLoadMore }: LoadMoreProps) {
  const things = `${count.toLocaleString("en-GB")} ${count === 1 ? noun[0] : noun[1]}`;
  return (
    <div className="flex min-h-row flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <p role="status" className="text-xs text-muted">
        {hasMore ? `${things} so far` : things}
      </p>
      {hasMore && (
        <Button size="sm" pending={pending} onClick={onLoadMore}>
          Load more
        </Button>
      )}
    </div>
  );
}
