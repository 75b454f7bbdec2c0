import { useEffect } from "react";
import { usePages } from "#client/lib/api.ts";
import { pence } from "#shared/domain/money.ts";
import type { Payable } from "./use-parts.ts";

/** Every owed invoice of a company, earliest due first. */
export function usePayable(companyId: number | null) {
  const query = usePages(
    "invoices",
    "list",
    { query: { companyId: String(companyId), owed: "true", limit: "200" } },
    { enabled: companyId !== null },
  );
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  const found = companyId === null || query.isPlaceholderData ? [] : (query.data ?? []);
  const payable = found
    .map(
      ({ number, jobName, dueOn, owed = 0 }): Payable => ({ number, jobName, dueOn, most: pence(Math.round(owed * 100)), least: pence(0) }),
    )
    .toSorted(
      (a, b) => (a.dueOn ?? "").localeCompare(b.dueOn ?? "") || a.number.length - b.number.length || a.number.localeCompare(b.number),
    );
  return { payable, query, coming: companyId !== null && (query.isPending || query.isPlaceholderData || hasNextPage) };
}
