import type { ReactNode } from "react";
import { type Column, DataTable } from "#client/components/data-table.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { usePages } from "#client/lib/api.ts";
import type { Product } from "./product-form.ts";

type ProductListProps = {
  columns: readonly Column<Product>[];
  withArchived?: boolean;
  onRowClick: (product: Product) => void;
  actions: (product: Product) => ReactNode;
  empty: ReactNode;
};

/** What Products and Price Management have in common. */
export function ProductList({ columns, withArchived = false, onRowClick, actions, empty }: ProductListProps) {
  const products = usePages("products", "list", { query: { archived: withArchived ? "include" : undefined } });
  return (
    <QueryView query={products} failure="Failed to fetch products" empty={empty}>
      {(rows) => (
        <DataTable
          caption="Shutter types"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onRowClick={onRowClick}
          rowLabel={({ name }) => `Edit ${name}`}
          actions={actions}
          more={{
            noun: ["shutter type", "shutter types"],
            hasMore: products.hasNextPage,
            pending: products.isFetchingNextPage,
            onLoadMore: () => void products.fetchNextPage(),
          }}
        />
      )}
    </QueryView>
  );
}
