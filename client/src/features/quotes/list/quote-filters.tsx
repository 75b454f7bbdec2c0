import { ChoiceFilter, FilterBar, SearchField } from "#client/components/page/filters.tsx";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { QUOTE_STATUS_LABEL, QUOTE_STATUSES, type QuoteStatus } from "#shared/domain/status.ts";

type QuoteFiltersProps = {
  search: string;
  status: QuoteStatus | "";
  onChange: (filters: { search?: string; status?: QuoteStatus | "" }) => void;
};

export function QuoteFilters({ search, status, onChange }: QuoteFiltersProps) {
  const user = useUser();
  return (
    <FilterBar label="Filter quotes">
      <SearchField
        label="Search quotes"
        placeholder={isStaff(user.role) ? "Number, company, contact" : "Quote number"}
        value={search}
        onChange={(text) => onChange({ search: text.trim() })}
      />
      <ChoiceFilter
        label="Status"
        all="All statuses"
        choices={QUOTE_STATUSES}
        words={QUOTE_STATUS_LABEL}
        value={status}
        onChange={(value) => onChange({ status: value })}
      />
    </FilterBar>
  );
}
