import { FilterBar } from "#client/components/filter-bar.tsx";
import { SearchField } from "#client/components/search-field.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Select } from "#client/components/ui/select.tsx";
import { useUser } from "#client/lib/session.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { QUOTE_STATUS_LABEL, QUOTE_STATUSES, type QuoteStatus } from "#shared/domain/status.ts";

const STATUS_OPTIONS = [
  { value: "", label: "All statuses" },
  ...QUOTE_STATUSES.map((status) => ({ value: status, label: QUOTE_STATUS_LABEL[status] })),
];

type QuoteFiltersProps = {
  search: string;
  status: QuoteStatus | "";
  onChange: (filters: { search?: string; status?: string }) => void;
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
      <Field label="Status" hideLabel className="w-40 max-sm:w-full">
        {(wiring) => (
          <Select {...wiring} value={status} onChange={(event) => onChange({ status: event.target.value })} options={STATUS_OPTIONS} />
        )}
      </Field>
    </FilterBar>
  );
}
