import type { Column } from "#client/components/data-table.tsx";
import { Money } from "#client/components/money.tsx";
import { StatusBadge } from "#client/components/status-badge.tsx";
import { ChipList } from "./chip-list.tsx";
import type { Product } from "./product-form.ts";

const price: Column<Product> = {
  id: "price",
  header: "£/m²",
  align: "right",
  cell: ({ basePricePerM2 }) => <Money amount={basePricePerM2} />,
};

/** Products (§2): a simple list. */
export const SIMPLE_COLUMNS: readonly Column<Product>[] = [
  { id: "name", header: "Name", wrap: true, cell: (product) => product.name },
  { id: "state", header: "In new quotes", cell: (product) => <Readiness product={product} /> },
  price,
];

/** Price Management (§2): everything. */
export const FULL_COLUMNS: readonly Column<Product>[] = [
  {
    id: "name",
    header: "Name",
    wrap: true,
    cell: (product) => (
      <span className="flex flex-col items-start gap-1">
        {product.name}
        {!isOffered(product) && <Readiness product={product} />}
      </span>
    ),
  },
  {
    id: "description",
    header: "Description",
    wrap: true,
    cell: ({ description }) => (
      <span title={description ?? undefined} className="line-clamp-2 max-w-72 break-words text-muted">
        {description || "–"}
      </span>
    ),
  },
  price,
  {
    id: "sizes",
    header: "Louver sizes",
    wrap: true,
    cell: ({ standardLouverSizes }) => <Choices label="Louver sizes" values={standardLouverSizes} unit="mm" />,
  },
  { id: "colors", header: "Colours", wrap: true, cell: ({ colorOptions }) => <Choices label="Colours" values={colorOptions} /> },
];

function Choices({ label, values, unit }: { label: string; values: readonly (string | number)[]; unit?: string }) {
  return values.length > 0 ? <ChipList label={label} values={values} unit={unit} /> : <span className="text-muted">None</span>;
}

/** A quote's window takes a size and a colour of its type: without both there is nothing to choose. */
function lacking({ standardLouverSizes, colorOptions }: Product): readonly string[] {
  return [...(standardLouverSizes.length === 0 ? ["louver sizes"] : []), ...(colorOptions.length === 0 ? ["colours"] : [])];
}

const isOffered = (product: Product): boolean => product.archivedAt === null && lacking(product).length === 0;

function Readiness({ product }: { product: Product }) {
  if (product.archivedAt) return <StatusBadge word="Archived" look="secondary" />;
  if (isOffered(product)) return <StatusBadge word="Offered" tone="positive" />;
  return <StatusBadge word={`Needs ${lacking(product).join(" and ")}`} tone="warning" />;
}
