import { FilterBar } from "#client/components/filter-bar.tsx";
import { SearchField } from "#client/components/search-field.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Select } from "#client/components/ui/select.tsx";
import { useUser } from "#client/lib/session.ts";
import { REMAKE_STATUS_LABEL, REMAKE_STATUSES, type RemakeStatus } from "#shared/domain/status.ts";

const STATUS_OPTIONS = [
  { value: "", label: "All statuses" },
  ...REMAKE_STATUSES.map((status) => ({ value: status, label: REMAKE_STATUS_LABEL[status] })),
];

type RemakeFiltersProps = {
  search: string;
  status: RemakeStatus | "";
  onChange: (filters: { search?: string; status?: string }) => void;
};

export function RemakeFilters({ search, status, onChange }: RemakeFiltersProps) {
  const user = useUser();
  return (
    <FilterBar label="Filter remakes">
      <SearchField
        label="Search remakes"
        placeholder={user.role === "customer" ? "Remake or order number" : "Number, company, contact"}
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
