import { Layers } from "lucide-react";
import { ListedDate, Money } from "#client/components/facts/values.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { usePages } from "#client/lib/api.ts";
import { formatArea } from "#client/lib/format.ts";
import { countOf } from "#shared/domain/text.ts";
import type { Product } from "./product-form.ts";

/** The customer's own price list (rule S32). */
export default function RangePage() {
  const products = usePages("products", "list", {});
  return (
    <>
      <PageHeader
        title="What you can order"
        description="Your prices for a square metre, before VAT."
        action={<ExportItem feature="products" name="list" />}
      />
      <PagedTable
        query={products}
        noun={["shutter type", "shutter types"]}
        failure="Failed to fetch products"
        empty={
          <EmptyState title="Nothing on offer yet" icon={<Layers />}>
            Shutter types are displayed here once the office has added them.
          </EmptyState>
        }
        caption="Shutter types"
        columns={COLUMNS}
        rowKey={({ id }) => id}
      />
    </>
  );
}

const COLUMNS: readonly Column<Product>[] = [
  {
    id: "name",
    header: "Shutter type",
    name: true,
    cell: ({ name, description }) => (
      <>
        {name} {description && <span className="block font-normal text-muted">{description}</span>}
      </>
    ),
  },
  {
    id: "choices",
    header: "Louvres and colours",
    name: true,
    place: "line",
    cell: ({ standardLouverSizes, colorOptions }) => (
      <>
        <span className="block">{standardLouverSizes.length > 0 ? `${standardLouverSizes.join(", ")}\u00a0mm` : "No louvre size yet"}</span>
        <span className="block text-muted">{colorOptions.length > 0 ? colorOptions.join(", ") : "No colour yet"}</span>
      </>
    ),
  },
  {
    id: "lead",
    header: "Lead time",
    place: "head",
    cell: ({ leadWeeks }) => (
      <>
        {/* Blocks on a phone have no column headings. */}
        <span className="text-muted md:hidden">Lead time </span>
        {leadWeeks ? countOf(leadWeeks, "week") : <span className="text-muted">on request</span>}
      </>
    ),
  },
  {
    id: "price",
    header: "£/m²",
    align: "right",
    place: "end",
    cell: ({ pricePerM2, nextPrice, minimumAreaM2 }) => (
      <span className="inline-flex flex-col items-end">
        <Money amount={pricePerM2} />
        {nextPrice && (
          <span className="text-muted text-xs max-md:hidden">
            <Money amount={nextPrice.pricePerM2} /> from <ListedDate value={nextPrice.from} />
          </span>
        )}
        {minimumAreaM2 != null && <span className="text-muted text-xs max-md:hidden">at least {formatArea(minimumAreaM2)}</span>}
      </span>
    ),
  },
];
