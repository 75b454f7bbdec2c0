import { Blinds } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { FilterBar } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import type { Product } from "./product-form.ts";
import { ProductList, SIMPLE_COLUMNS } from "./product-list.tsx";

const ProductSaveDialog = lazyDialog(() => import("./product-save-dialog.tsx"), { tall: true, fields: 8 });
const ShutterTypeAddDialog = lazyDialog(() => import("./shutter-type-add-dialog.tsx"), { size: "sm", fields: 3 });

type Opened = { verb: "add" } | { verb: "edit"; product: Product } | null;

export default function ProductsPage() {
  const [opened, setOpened] = useState<Opened>(null);
  const [withArchived, setWithArchived] = useState(false);
  const close = () => setOpened(null);
  return (
    <>
      <PageHeader
        title="Products"
        description="The shutter types that a quote can contain."
        action={
          <>
            <ExportItem feature="products" name="list" query={{ archived: withArchived ? "include" : undefined }} />
            <Button variant="primary" onClick={() => setOpened({ verb: "add" })}>
              Add shutter type
            </Button>
          </>
        }
      />
      <FilterBar>
        <Checkbox label="Show archived" checked={withArchived} onChange={(event) => setWithArchived(event.target.checked)} />
      </FilterBar>
      <ProductList
        columns={SIMPLE_COLUMNS}
        withArchived={withArchived}
        onEdit={(product) => setOpened({ verb: "edit", product })}
        empty={
          <EmptyState
            title="No shutter types yet"
            icon={<Blinds />}
            action={<Button onClick={() => setOpened({ verb: "add" })}>Add shutter type</Button>}
          >
            Quotes contain shutter types. Add the first one with its name and price.
          </EmptyState>
        }
      />
      {opened?.verb === "add" && <ShutterTypeAddDialog onClose={close} />}
      {opened?.verb === "edit" && <ProductSaveDialog product={opened.product} onClose={close} />}
    </>
  );
}
