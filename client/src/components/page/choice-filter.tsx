import { Field } from "#client/components/ui/control/field.tsx";
import { Select } from "#client/components/ui/control/select.tsx";

type ChoiceFilterProps<T extends string> = {
  label: string;
  /** The choice that filters nothing: "All statuses". */
  all: string;
  choices: readonly T[];
  words: Readonly<Record<T, string>>;
  value: T | "";
  onChange: (value: T | "") => void;
};

/** A list narrowed to one of a few fixed words. */
export function ChoiceFilter<T extends string>({ label, all, choices, words, value, onChange }: ChoiceFilterProps<T>) {
  const options = [{ value: "", label: all }, ...choices.map((choice) => ({ value: choice, label: words[choice] }))];
  return (
    <Field label={label} hideLabel className="w-44 max-sm:w-auto max-sm:flex-[1_1_9rem]">
      {(wiring) => (
        <Select
          {...wiring}
          value={value}
          options={options}
          onChange={(event) => onChange(choices.find((choice) => choice === event.target.value) ?? "")}
        />
      )}
    </Field>
  );
}
