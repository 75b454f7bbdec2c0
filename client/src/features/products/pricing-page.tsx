import { PoundSterling } from "lucide-react";
import { useState } from "react";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { useReturnToChecklist } from "#client/components/page/checklist.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { FilterBar } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { LoadMore, Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { oneOf, useAddress } from "#client/lib/address.ts";
import { calls, type Reply, usePages } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import type { Product } from "./product-form.ts";
import { FULL_COLUMNS, ProductList } from "./product-list.tsx";

const ProductSaveDialog = lazyDialog(() => import("./product-save-dialog.tsx"), { tall: true, fields: 8 });

const PricesAheadDialog = lazyDialog(() => import("./prices-ahead-dialog.tsx"), { fields: 4 });

type Opened = { verb: "add" | "ahead" } | { verb: "edit" | "prices"; product: Product } | null;

export default function PricingPage() {
  const user = useUser();
  const { address, change } = useAddress({ add: oneOf(["product"]) });
  const [opened, setOpened] = useState<Opened>(address.add ? { verb: "add" } : null);
  const [withArchived, setWithArchived] = useState(false);
  const returnToChecklist = useReturnToChecklist();
  const close = () => {
    setOpened(null);
    change({ add: "" });
  };
  return (
    <>
      <PageHeader
        title="Price Management"
        description="The price per square metre of each shutter type, before VAT."
        action={
          <>
            <ExportItem feature="products" name="list" query={{ archived: withArchived ? "include" : undefined }} />
            {can(user, calls.products.planPrices) && <Button onClick={() => setOpened({ verb: "ahead" })}>Prices ahead</Button>}
            <Button variant="primary" onClick={() => setOpened({ verb: "add" })}>
              Add product
            </Button>
          </>
        }
      />
      <FilterBar>
        <Checkbox label="Show archived" checked={withArchived} onChange={(event) => setWithArchived(event.target.checked)} />
      </FilterBar>
      <ProductList
        columns={FULL_COLUMNS}
        withArchived={withArchived}
        onEdit={(product) => setOpened({ verb: "edit", product })}
        onPrices={(product) => setOpened({ verb: "prices", product })}
        empty={
          <EmptyState
            title="No products yet"
            icon={<PoundSterling />}
            action={<Button onClick={() => setOpened({ verb: "add" })}>Add product</Button>}
          >
            Add the first shutter type, its price, its louvre sizes and its colours.
          </EmptyState>
        }
      />
      {opened?.verb === "add" && <ProductSaveDialog product={null} onClose={close} onSaved={() => returnToChecklist() || close()} />}
      {opened?.verb === "ahead" && <PricesAheadDialog onClose={close} />}
      {opened?.verb === "edit" && <ProductSaveDialog product={opened.product} onClose={close} />}
      {opened?.verb === "prices" && <ProductPricesDialog product={opened.product} onClose={close} />}
    </>
  );
}

type ProductPricesDialogProps = { product: Product; onClose: () => void };

/** The price history of a shutter type (rule P8). */
function ProductPricesDialog({ product, onClose }: ProductPricesDialogProps) {
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
        {changes.map(({ id, at, from, to, by: changer }) => (
          <TableRow key={id}>
            <TableCell>
              <ListedDate value={at} />
            </TableCell>
            <TableCell className="text-right">
              {from === null ? <span className="text-muted">First price</span> : <Money amount={from} />}
            </TableCell>
            <TableCell className="text-right">
              <Money amount={to} strong />
            </TableCell>
            <TableCell>{changer}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
