import { DateText, Money } from "#client/components/facts/values.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { LoadMore, Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import type { Product } from "./product-form.ts";

type ProductPricesDialogProps = { product: Product; onClose: () => void };

/** Every price the shutter type has had (rule P8). */
export function ProductPricesDialog({ product, onClose }: ProductPricesDialogProps) {
  const prices = usePages("products", "prices", { params: { id: product.id } });
  return (
    <Dialog open onCloseRequest={onClose} title="Price history" description={`${product.name}, price per m² before VAT`} sheet="bottom">
      <DialogBody>
        <QueryView
          query={prices}
          failure="Failed to load price history"
          skeleton={<TableSkeleton rows={3} columns={4} />}
          empty={<EmptyState plain title="No price changes yet" />}
        >
          {(changes) => (
            <>
              <Changes changes={changes} />
              <LoadMore
                count={changes.length}
                noun={["price", "prices"]}
                hasMore={prices.hasNextPage}
                pending={prices.isFetchingNextPage}
                onLoadMore={() => void prices.fetchNextPage()}
              />
            </>
          )}
        </QueryView>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}

function Changes({ changes }: { changes: Reply<"products", "prices"> }) {
  return (
    <Table>
      <thead>
        <TableRow>
          <TableHead>Date</TableHead>
          <TableHead className="text-right!">From</TableHead>
          <TableHead className="text-right!">To</TableHead>
          <TableHead>By</TableHead>
        </TableRow>
      </thead>
      <tbody>
        {changes.map(({ id, at, from, to, by }) => (
          <TableRow key={id}>
            <TableCell>
              <DateText value={at} />
            </TableCell>
            <TableCell className="text-right">
              {from === null ? <span className="text-muted">First price</span> : <Money amount={from} />}
            </TableCell>
            <TableCell className="text-right">
              <Money amount={to} strong />
            </TableCell>
            <TableCell>{by}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
