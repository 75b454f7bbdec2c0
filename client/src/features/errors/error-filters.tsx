import { FilterBar } from "#client/components/filter-bar.tsx";
import { Field } from "#client/components/ui/field.tsx";
import { Select } from "#client/components/ui/select.tsx";
import { ERROR_SEVERITIES, ERROR_STATUSES, type ErrorSeverity, type ErrorStatus } from "#shared/domain/status.ts";
import { ERROR_STATUS_LOOK, SEVERITY_LOOK } from "./error-words.ts";

const STATUSES = [
  { value: "", label: "All statuses" },
  ...ERROR_STATUSES.map((value) => ({ value, label: ERROR_STATUS_LOOK[value].word })),
];
const SEVERITIES = [
  { value: "", label: "All severities" },
  ...ERROR_SEVERITIES.map((value) => ({ value, label: SEVERITY_LOOK[value].word })),
];

interface Filters {
  readonly status: ErrorStatus | "";
  readonly severity: ErrorSeverity | "";
}
type ErrorFiltersProps = Filters & { onChange: (filters: Partial<Filters>) => void };

export function ErrorFilters({ status, severity, onChange }: ErrorFiltersProps) {
  return (
    <FilterBar label="Filter errors">
      <Field label="Status" hideLabel className="w-44 max-sm:w-full">
        {(wiring) => (
          <Select
            {...wiring}
            value={status}
            onChange={(event) => onChange({ status: event.target.value as Filters["status"] })}
            options={STATUSES}
          />
        )}
      </Field>
      <Field label="Severity" hideLabel className="w-44 max-sm:w-full">
        {(wiring) => (
          <Select
            {...wiring}
            value={severity}
            onChange={(event) => onChange({ severity: event.target.value as Filters["severity"] })}
            options={SEVERITIES}
          />
        )}
      </Field>
    </FilterBar>
  );
}
