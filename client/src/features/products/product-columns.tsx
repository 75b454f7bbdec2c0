import { clsx } from "clsx";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { Money } from "#client/components/facts/values.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { formatCount } from "#client/lib/format.ts";
import { WIDEST_PANEL } from "#shared/domain/shutter-construction.ts";
import { writeList } from "./comma-list.ts";
import type { Product } from "./product-form.ts";

const name: Column<Product> = { id: "name", header: "Name", wrap: true, cell: (product) => product.name };
const price: Column<Product> = {
  id: "price",
  header: "£/m²",
  align: "right",
  cell: ({ basePricePerM2 }) => <Money amount={basePricePerM2} />,
};

/** Products (rule S5): a simple list. */
export const SIMPLE_COLUMNS: readonly Column<Product>[] = [
  name,
  { id: "state", header: "In new quotes", place: "head", cell: (product) => <Readiness product={product} /> },
  price,
];

/** Price Management (rule S5): everything. */
export const FULL_COLUMNS: readonly Column<Product>[] = [
  name,
  {
    id: "description",
    header: "Description",
    wrap: true,
    place: "line",
    cell: ({ description, archivedAt }) => (
      <span className="flex max-w-72 stacked:max-w-none flex-col items-start gap-1">
        {archivedAt && <ArchivedBadge />}
        <span title={description ?? undefined} className="line-clamp-2 wrap-anywhere text-muted">
          {description || "–"}
        </span>
      </span>
    ),
  },
  price,
  {
    id: "sizes",
    header: "Louver sizes",
    wrap: true,
    cell: ({ standardLouverSizes }) => <Choices values={standardLouverSizes} unit={"\u00a0mm"} />,
  },
  { id: "panel", header: "Widest panel", align: "right", cell: ({ widestPanelMm }) => <WidestPanel mm={widestPanelMm} /> },
  { id: "colors", header: "Colours", wrap: true, cell: ({ colorOptions }) => <Choices values={colorOptions} /> },
];

/** A quote's window takes a size and a colour of its type: without both there is nothing to choose. */
function Choices({ values, unit = "" }: { values: readonly (string | number)[]; unit?: string }) {
  if (values.length === 0) return <StatusBadge word="None yet" tone="warning" />;
  const text = `${writeList(values)}${unit}`;
  return (
    <span title={text} className="line-clamp-3 max-w-80 wrap-anywhere">
      {text}
    </span>
  );
}

/** The usual one is said too, but quietly: a list must not leave a reader to wonder. */
const WidestPanel = ({ mm }: { mm: number | null }) => (
  <span className={clsx("whitespace-nowrap tabular-nums", mm === null && "text-muted")}>{formatCount(mm ?? WIDEST_PANEL.usual)} mm</span>
);

const ArchivedBadge = () => <StatusBadge word="Archived" look="secondary" />;

function Readiness({ product: { archivedAt, standardLouverSizes, colorOptions } }: { product: Product }) {
  if (archivedAt) return <ArchivedBadge />;
  const lacks = [standardLouverSizes.length === 0 && "louver sizes", colorOptions.length === 0 && "colours"].filter(Boolean);
  if (lacks.length === 0) return <StatusBadge word="Offered" tone="positive" />;
  return <StatusBadge word={`Needs ${lacks.join(" and ")}`} tone="warning" />;
}
