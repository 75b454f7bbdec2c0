import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { ChoiceFilter, FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Checkbox } from "#client/components/ui/control/choices.tsx";
import { type Address, number, oneOf, text } from "#client/lib/address.ts";
import { describeOrderSearch } from "#client/lib/search-hints.ts";
import { useUser } from "#client/lib/session.ts";
import type { WorkshopRow } from "./board.ts";

/**
 * The filters in the address:
 * `/workshop?shutterType=…&louverSize=76&colorSelection=Silk+White&late=true&supplierId=4&search=…`
 */
export const ADDRESS = {
  search: text,
  shutterType: text,
  louverSize: number,
  colorSelection: text,
  late: oneOf(["true"]),
  supplierId: number,
  view: oneOf(["open", "load"]),
};
type Filters = Address<typeof ADDRESS>;

export const NO_FILTERS = { search: "", shutterType: "", louverSize: null, colorSelection: "", late: "", supplierId: null } as const;

/** The number of active filters. */
export const countFilters = ({ shutterType, louverSize, colorSelection, late, supplierId }: Filters): number =>
  [shutterType, louverSize, colorSelection, late, supplierId].filter(Boolean).length;

/**
 * The width in pixels below which the selects would push the first order out of view. Staff have
 * one more select.
 */
const roomForChoices = (withSupplier: boolean): number => (withSupplier ? 1440 : 1280);

type BoardFiltersProps = {
  filters: Filters;
  change: (part: Partial<Filters>) => void;
  /** The rows from which the selects' options are built. */
  rows: readonly WorkshopRow[];
  withSupplier: boolean;
};

/**
 * A search, and selects among the shutters to make, which a narrow screen hides behind a button.
 */
export function BoardFilters({ filters, change, rows, withSupplier }: BoardFiltersProps) {
  const { role } = useUser();
  const chosen = countFilters(filters);
  const [open, setOpen] = useState(() => window.innerWidth >= roomForChoices(withSupplier));
  const kinds = rows.flatMap((row) => row.made);
  const suppliers = new Map(rows.flatMap(({ supplier }) => (supplier ? [[String(supplier.id), supplier.companyName] as const] : [])));
  const louvres = choicesOf(
    kinds.map(({ louverSize }) => String(louverSize)),
    String(filters.louverSize ?? ""),
  );
  return (
    <div className="print:hidden">
      <FilterBar label="Filter the board">
        <div className="flex min-w-0 flex-1 basis-56 gap-3">
          <SearchField
            label="Search orders…"
            placeholder="Search orders…"
            finds={describeOrderSearch(role)}
            value={filters.search}
            onChange={(search) => change({ search })}
          />
          <Button icon={<SlidersHorizontal />} className="ml-auto" aria-expanded={open} onClick={() => setOpen(!open)}>
            Filter{chosen > 0 && ` (${chosen})`}
          </Button>
        </div>
        {open && (
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
            <ChoiceFilter
              label="Shutter type"
              all="All types"
              {...choicesOf(
                kinds.map(({ shutterType }) => shutterType),
                filters.shutterType,
              )}
              value={filters.shutterType}
              onChange={(shutterType) => change({ shutterType })}
            />
            <ChoiceFilter
              label="Louvre"
              all="All louvres"
              choices={louvres.choices}
              words={Object.fromEntries(louvres.choices.map((size) => [size, `${size} mm`]))}
              value={String(filters.louverSize ?? "")}
              onChange={(size) => change({ louverSize: size ? Number(size) : null })}
            />
            <ChoiceFilter
              label="Colour"
              all="All colours"
              {...choicesOf(
                kinds.map(({ colorSelection }) => colorSelection),
                filters.colorSelection,
              )}
              value={filters.colorSelection}
              onChange={(colorSelection) => change({ colorSelection })}
            />
            {withSupplier && (suppliers.size > 0 || filters.supplierId !== null) && (
              <ChoiceFilter
                label="Supplier"
                all="All suppliers"
                choices={choicesOf([...suppliers.keys()], String(filters.supplierId ?? "")).choices}
                words={Object.fromEntries([[String(filters.supplierId), "One supplier"], ...suppliers])}
                value={String(filters.supplierId ?? "")}
                onChange={(id) => change({ supplierId: id ? Number(id) : null })}
              />
            )}
            <Checkbox
              label="Late only"
              checked={filters.late === "true"}
              onChange={(event) => change({ late: event.target.checked ? "true" : "" })}
            />
          </div>
        )}
      </FilterBar>
    </div>
  );
}

/** The options are the rows' values, and the chosen value even if no row has it any more. */
function choicesOf(found: readonly string[], chosen: string) {
  const choices = [...new Set([...found, ...(chosen ? [chosen] : [])])].toSorted((one, other) =>
    one.localeCompare(other, "en", { numeric: true }),
  );
  return { choices, words: Object.fromEntries(choices.map((choice) => [choice, choice])) };
}
