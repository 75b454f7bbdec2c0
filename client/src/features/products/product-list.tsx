import { clsx } from "clsx";
import { Archive, ArchiveRestore, History } from "lucide-react";
import { type ReactNode, useState } from "react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu, type MenuItem } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls, useCall, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatArea, formatCount } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { countOf } from "#shared/domain/text.ts";
import { WIDEST_PANEL } from "#shared/domain/window/geometry/shutter-construction.ts";
import type { Product } from "./product-form.ts";

type ProductListProps = {
  columns: readonly Column<Product>[];
  withArchived?: boolean;
  onEdit: (product: Product) => void;
  /** Opens the price history. Products does not have it. */
  onPrices?: (product: Product) => void;
  empty: ReactNode;
};

/** The list of shutter types in Products and in Price Management. */
export function ProductList({ columns, withArchived = false, onEdit, onPrices, empty }: ProductListProps) {
  const products = usePages("products", "list", { query: { archived: withArchived ? "include" : undefined } });
  const [archiving, setArchiving] = useState<Product | null>(null);
  const restore = useCall("products", "restore", {
    success: ({ name }) => `${name} is on offer again`,
    failure: "Failed to bring back shutter type",
  });
  return (
    <>
      <PagedTable
        query={products}
        noun={["shutter type", "shutter types"]}
        failure="Failed to fetch products"
        empty={empty}
        caption="Shutter types"
        columns={columns}
        rowKey={({ id }) => id}
        onRowClick={onEdit}
        rowLabel={({ name }) => `Edit ${name}`}
        actions={(product) => (
          <ProductActions
            product={product}
            onEdit={() => onEdit(product)}
            onArchive={() => setArchiving(product)}
            onRestore={() => restore.mutate({ params: { id: product.id } })}
            onPrices={onPrices && (() => onPrices(product))}
          />
        )}
      />
      {archiving && <ProductArchiveDialog product={archiving} onClose={() => setArchiving(null)} />}
    </>
  );
}

const name: Column<Product> = { id: "name", header: "Name", name: true, cell: (product) => product.name };
const price: Column<Product> = {
  id: "price",
  header: "£/m²",
  align: "right",
  place: "end",
  cell: ({ basePricePerM2 }) => <Money amount={basePricePerM2} />,
  extra: (product) => hasNotes(product) && <PriceNotes nextPrice={product.nextPrice} charges={chargesOf(product)} />,
};

/** The charges besides the price, such as "at least 0.600 m²" and "3 surcharges". */
const chargesOf = ({ minimumAreaM2, surcharges = [] }: Product): string[] => [
  ...(minimumAreaM2 == null ? [] : [`at least ${formatArea(minimumAreaM2)}`]),
  ...(surcharges.length === 0 ? [] : [countOf(surcharges.length, "surcharge")]),
];

const hasNotes = (product: Product): boolean => product.nextPrice != null || chargesOf(product).length > 0;

/** The next price, if one is planned, and the charges: "£301.00 from 1 Jan". */
const PriceNotes = ({ nextPrice, charges }: Pick<Product, "nextPrice"> & { charges: readonly string[] }) => (
  <>
    {nextPrice && (
      <span className="whitespace-nowrap text-muted text-xs max-md:hidden">
        <Money amount={nextPrice.pricePerM2} /> from <ListedDate value={nextPrice.from} />
      </span>
    )}
    {charges.map((charge) => (
      <span key={charge} className="whitespace-nowrap text-muted text-xs max-md:hidden">
        {charge}
      </span>
    ))}
  </>
);

/** The columns of Products (rule S5). */
export const SIMPLE_COLUMNS: readonly Column<Product>[] = [
  name,
  { id: "state", header: "In new quotes", place: "head", cell: (product) => <Readiness product={product} /> },
  price,
];

/** The columns of Price Management (rule S5). */
export const FULL_COLUMNS: readonly Column<Product>[] = [
  name,
  {
    id: "description",
    header: "Description",
    name: true,
    place: "line",
    cell: ({ description, archivedAt }) => (
      <span className="flex flex-col items-start gap-1">
        {archivedAt && <ArchivedBadge />}
        <span title={description ?? undefined} className="line-clamp-3 wrap-anywhere text-muted">
          {description || "–"}
        </span>
      </span>
    ),
  },
  price,
  {
    id: "sizes",
    header: "Louver sizes",
    name: true,
    cell: ({ standardLouverSizes }) => <Choices values={standardLouverSizes} unit={"\u00a0mm"} />,
  },
  { id: "panel", header: "Widest panel", align: "right", cell: ({ widestPanelMm }) => <WidestPanel mm={widestPanelMm} /> },
  { id: "colors", header: "Colours", name: true, cell: ({ colorOptions }) => <Choices values={colorOptions} /> },
];

/** The sizes or colours of a type. A type that lacks either can't be used in a quote. */
function Choices({ values, unit = "" }: { values: readonly (string | number)[]; unit?: string }) {
  if (values.length === 0) return <StatusBadge word="None yet" tone="warning" />;
  const text = `${values.join(", ")}${unit}`;
  return (
    <span title={text} className="line-clamp-3 wrap-anywhere">
      {text}
    </span>
  );
}

/** A default width is grey. */
const WidestPanel = ({ mm }: { mm: number | null }) => (
  <span className={clsx("whitespace-nowrap tabular-nums", mm === null && "text-muted")}>{formatCount(mm ?? WIDEST_PANEL.usual)} mm</span>
);

const ArchivedBadge = () => <StatusBadge word="Archived" look="secondary" />;

function Readiness({ product: { archivedAt, standardLouverSizes, colorOptions } }: { product: Product }) {
  if (archivedAt) return <ArchivedBadge />;
  const lacks = [standardLouverSizes.length === 0 && "louvre sizes", colorOptions.length === 0 && "colours"].filter(Boolean);
  if (lacks.length === 0) return <StatusBadge word="Offered" tone="positive" />;
  return <StatusBadge word={`Needs ${lacks.join(" and ")}`} tone="warning" />;
}

type ProductActionsProps = { product: Product; onEdit: () => void; onArchive: () => void; onRestore: () => void; onPrices?: () => void };

function ProductActions({ product, onEdit, onArchive, onRestore, onPrices }: ProductActionsProps) {
  const user = useUser();
  const items: MenuItem[] = [];
  if (onPrices && can(user, calls.products.prices)) items.push({ label: "Price history", icon: <History />, onSelect: onPrices });
  if (!product.archivedAt && can(user, calls.products.archive)) {
    items.push({ label: "Archive", icon: <Archive />, danger: true, onSelect: onArchive });
  }
  if (product.archivedAt && can(user, calls.products.restore)) {
    items.push({ label: "Bring back", icon: <ArchiveRestore />, onSelect: onRestore });
  }
  return (
    <>
      <Button size="sm" aria-label={`Edit ${product.name}`} onClick={onEdit}>
        Edit
      </Button>
      {items.length > 0 && <DropdownMenu label={`More actions for ${product.name}`} items={items} />}
    </>
  );
}

type ProductArchiveDialogProps = { product: Product; onClose: () => void };

function ProductArchiveDialog({ product, onClose }: ProductArchiveDialogProps) {
  const archive = useCall("products", "archive", {
    success: "Shutter type archived",
    failure: "Failed to archive shutter type",
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Archive ${product.name}?`}
      confirmLabel="Archive"
      danger
      onConfirm={() => archive.mutate({ params: { id: product.id } })}
      pending={archive.isPending}
      error={archive.error && failureSentence(archive.error, "Failed to archive shutter type")}
    >
      New quotes cannot use it until it is brought back. Existing quotes and orders keep it.
    </ConfirmDialog>
  );
}
