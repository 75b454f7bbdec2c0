import type { ReactNode } from "react";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
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
    <PagedTable
      query={products}
      noun={["shutter type", "shutter types"]}
      failure="Failed to fetch products"
      empty={empty}
      caption="Shutter types"
      columns={columns}
      rowKey={({ id }) => id}
      onRowClick={onRowClick}
      rowLabel={({ name }) => `Edit ${name}`}
      actions={actions}
    />
  );
}
