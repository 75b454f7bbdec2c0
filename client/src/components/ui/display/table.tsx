import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { countOf } from "#shared/domain/text.ts";

/** Parts of a small table in a dialog. A screen's lists use components/table/data-table.tsx. */
export function Table({ className, ...rest }: ComponentProps<"table">) {
  return <table className={clsx("w-full border-separate border-spacing-0 text-sm", className)} {...rest} />;
}

export function TableHead({ className, ...rest }: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      className={clsx("border-b px-3 py-2 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-0 last:pr-0", className)}
      {...rest}
    />
  );
}

export function TableRow({ className, ...rest }: ComponentProps<"tr">) {
  return <tr className={className} {...rest} />;
}

export function TableCell({ className, ...rest }: ComponentProps<"td">) {
  return <td className={clsx("border-b px-3 py-2 align-top first:pl-0 last:pr-0", className)} {...rest} />;
}

export type LoadMoreProps = {
  /** The number of loaded rows. */
  count: number;
  /** Singular and plural: ["order", "orders"]. */
  noun: readonly [one: string, many: string];
  hasMore?: boolean;
  pending?: boolean;
  onLoadMore?: () => void;
};

/** Displays the number of loaded rows below a list, and a button that loads more. */
export function LoadMore({ count, noun, hasMore = false, pending, onLoadMore }: LoadMoreProps) {
  const things = countOf(count, ...noun);
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
