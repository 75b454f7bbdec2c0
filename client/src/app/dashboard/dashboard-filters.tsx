import { FilterBar } from "#client/components/page/filter-bar.tsx";
import { SearchField } from "#client/components/page/search-field.tsx";
import type { Shown } from "./dashboard-address.ts";
import { PeriodFilter } from "./period/period-filter.tsx";

type DashboardFiltersProps = { shown: Shown; onChange: (part: Partial<Shown>) => void };

export function DashboardFilters({ shown, onChange }: DashboardFiltersProps) {
  return (
    <FilterBar label="What the dashboard shows">
      <SearchField
        label="Search orders"
        placeholder="Search orders..."
        value={shown.search}
        onChange={(text) => onChange({ search: text.trim() })}
      />
      <PeriodFilter chosen={shown.chosen} onChange={(chosen) => onChange({ chosen })} />
    </FilterBar>
  );
}
