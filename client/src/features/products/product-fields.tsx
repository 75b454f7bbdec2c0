import { type FieldPath, type FieldValues, useWatch } from "react-hook-form";
import { type BoundFieldProps, TextField } from "#client/components/form/fields.tsx";

type CommaListFieldProps<Values extends FieldValues, Name extends FieldPath<Values>, Output> = BoundFieldProps<Values, Name, Output> & {
  label: string;
  placeholder: string;
  read: (typed: string) => { values: readonly (string | number)[]; dropped: readonly string[] };
  unit?: string;
};

/** A list typed with commas. The hint below shows how the portal reads the text. */
export function CommaListField<Values extends FieldValues, Name extends FieldPath<Values>, Output>(
  props: CommaListFieldProps<Values, Name, Output>,
) {
  const { read, unit, ...field } = props;
  const { values, dropped } = read(useWatch({ control: field.control, name: field.name }) ?? "");
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <TextField {...field} spellCheck={false} />
      <div role="status" className="flex flex-col gap-1 empty:hidden">
        {values.length > 0 && <ChipList label={`${field.label} as understood`} values={values} unit={unit} />}
        {dropped.length > 0 && <p className="text-xs text-warning">Left out: {dropped.join(", ")}</p>}
      </div>
    </div>
  );
}

type ChipListProps = { label: string; values: readonly (string | number)[]; unit?: string };

function ChipList({ label, values, unit }: ChipListProps) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-1">
      {values.map((value) => (
        <li key={value} className="flex max-w-full min-w-0">
          <span className="truncate rounded-full bg-raised px-2 text-xs font-medium">{unit ? `${value} ${unit}` : value}</span>
        </li>
      ))}
    </ul>
  );
}
