import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { FilterBar } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { ProductActions } from "./product-actions.tsx";
import { ProductArchiveDialog } from "./product-archive-dialog.tsx";
import { FULL_COLUMNS } from "./product-columns.tsx";
import type { Product } from "./product-form.ts";
import { ProductList } from "./product-list.tsx";
import { ProductPricesDialog } from "./product-prices-dialog.tsx";

const ProductSaveDialog = lazyDialog(() => import("./product-save-dialog.tsx"));

type Opened = { verb: "add" } | { verb: "edit" | "archive" | "prices"; product: Product } | null;

export default function PricingPage() {
  const [opened, setOpened] = useState<Opened>(null);
  const [withArchived, setWithArchived] = useState(false);
  const close = () => setOpened(null);
  const add = (
    <Button variant="primary" onClick={() => setOpened({ verb: "add" })}>
      Add product
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Price Management"
        description="What a square metre of each shutter type costs, before VAT."
        action={
          <>
            <ExportButton feature="products" name="list" query={{ archived: withArchived ? "include" : undefined }} />
            {add}
          </>
        }
      />
      <FilterBar>
        <Checkbox label="Show archived" checked={withArchived} onChange={(event) => setWithArchived(event.target.checked)} />
      </FilterBar>
      <ProductList
        columns={FULL_COLUMNS}
        withArchived={withArchived}
        onRowClick={(product) => setOpened({ verb: "edit", product })}
        actions={(product) => (
          <ProductActions
            product={product}
            onEdit={() => setOpened({ verb: "edit", product })}
            onArchive={() => setOpened({ verb: "archive", product })}
            onPrices={() => setOpened({ verb: "prices", product })}
          />
        )}
        empty={<EmptyState title="No products yet">Add the first shutter type, its price, its louver sizes and its colours.</EmptyState>}
      />
      {opened?.verb === "add" && <ProductSaveDialog product={null} onClose={close} />}
      {opened?.verb === "edit" && <ProductSaveDialog product={opened.product} onClose={close} />}
      {opened?.verb === "archive" && <ProductArchiveDialog product={opened.product} onClose={close} />}
      {opened?.verb === "prices" && <ProductPricesDialog product={opened.product} onClose={close} />}
    </>
  );
}
