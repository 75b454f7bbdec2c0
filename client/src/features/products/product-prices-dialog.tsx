import { type Column, DataTable } from "#client/components/data-table.tsx";
import { DateText } from "#client/components/date-text.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { Money } from "#client/components/money.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/dialog.tsx";
import { TableSkeleton } from "#client/components/ui/skeleton.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import type { Product } from "./product-form.ts";

type PriceChange = Reply<"products", "prices">[number];

const COLUMNS: readonly Column<PriceChange>[] = [
  { id: "at", header: "Date", cell: ({ at }) => <DateText value={at} time /> },
  { id: "from", header: "From", align: "right", cell: ({ from }) => <Money amount={from} /> },
  { id: "to", header: "To", align: "right", cell: ({ to }) => <Money amount={to} strong /> },
  { id: "by", header: "By", wrap: true, cell: ({ by }) => by },
];

type ProductPricesDialogProps = { product: Product; onClose: () => void };

/** Every price the shutter type has had (decisions §12). */
export function ProductPricesDialog({ product, onClose }: ProductPricesDialogProps) {
  const prices = usePages("products", "prices", { params: { id: product.id } });
  return (
    <Dialog open onCloseRequest={onClose} title="Price history" description={`${product.name}, price per m² before VAT`} size="md">
      <DialogBody>
        <QueryView
          query={prices}
          failure="Failed to load price history"
          skeleton={<TableSkeleton rows={3} columns={4} />}
          empty={<EmptyState plain title="No price changes yet" />}
        >
          {(changes) => (
            <DataTable
              caption={`Prices of ${product.name}`}
              columns={COLUMNS}
              rows={changes}
              rowKey={({ id }) => id}
              frame="plain"
              more={{
                noun: ["price", "prices"],
                hasMore: prices.hasNextPage,
                pending: prices.isFetchingNextPage,
                onLoadMore: () => void prices.fetchNextPage(),
              }}
            />
          )}
        </QueryView>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
