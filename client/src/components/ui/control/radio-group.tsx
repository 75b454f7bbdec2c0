import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

type RadioGroupProps<Value extends string> = {
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  error?: string;
  className?: string;
};

/** Choices one under the other, each with room for a sentence. */
export function RadioGroup<Value extends string>({ label, value, onChange, options, error, className }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={clsx("min-w-0", className)} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-control items-start gap-3 py-2 text-sm has-disabled:text-muted">
          <input
            type="radio"
            className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-5"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-xs text-muted">{option.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
