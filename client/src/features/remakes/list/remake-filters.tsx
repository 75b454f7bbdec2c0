import { ChoiceFilter, FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { useUser } from "#client/lib/session.ts";
import { REMAKE_STATUS_LABEL, REMAKE_STATUSES, type RemakeStatus } from "#shared/domain/status.ts";

type RemakeFiltersProps = {
  search: string;
  status: RemakeStatus | "";
  onChange: (filters: { search?: string; status?: RemakeStatus | "" }) => void;
};

export function RemakeFilters({ search, status, onChange }: RemakeFiltersProps) {
  const user = useUser();
  return (
    <FilterBar label="Filter remakes">
      <SearchField
        label="Search remakes"
        placeholder={user.role === "customer" ? "Remake or order #" : "Number, company, contact"}
        value={search}
        onChange={(text) => onChange({ search: text.trim() })}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        choices={REMAKE_STATUSES}
        words={REMAKE_STATUS_LABEL}
        value={status}
        onChange={(value) => onChange({ status: value })}
      />
    </FilterBar>
  );
}
