import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { fieldClass } from "./input.tsx";

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = Omit<ComponentProps<"select">, "children"> & {
  options: readonly SelectOption[];
  /** The text while nothing is selected. It is not an option. */
  prompt?: string;
};

/** The browser's own select with our styles (docs/decisions/007-libraries.md). */
export function Select({ options, prompt, className, ...rest }: SelectProps) {
  return (
    <span className={clsx("relative block min-w-0", className)}>
      <select className={clsx(fieldClass, "appearance-none truncate pr-8")} {...rest}>
        {prompt !== undefined && (
          <option value="" disabled>
            {prompt}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted" />
    </span>
  );
}

type ChoiceProps = ComponentProps<"input"> & { type: "checkbox" | "radio"; label: ReactNode; hint?: ReactNode };

export const Checkbox = (props: Omit<ChoiceProps, "type">) => <Choice type="checkbox" {...props} />;

/** A checkbox or radio button with its label. */
function Choice({ label, hint, className, ...input }: ChoiceProps) {
  return (
    <label className={clsx("flex min-h-control items-start gap-3 py-2 text-sm has-disabled:text-muted", className)}>
      <input
        className={clsx(
          "mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:mt-0 pointer-coarse:size-5",
          input.type === "checkbox" && "rounded-sm",
        )}
        {...input}
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}

type RadioGroupProps<Value extends string> = {
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode; hint?: ReactNode; disabled?: boolean }[];
  error?: string;
  className?: string;
};

/** Options below each other, each with room for a sentence. */
export function RadioGroup<Value extends string>({ label, value, onChange, options, error, className }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={clsx("min-w-0", className)} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {options.map((option) => (
        <Choice
          key={option.value}
          type="radio"
          label={option.label}
          hint={option.hint}
          name={name}
          value={option.value}
          checked={option.value === value}
          disabled={option.disabled}
          aria-invalid={error ? true : undefined}
          onChange={() => onChange(option.value)}
        />
      ))}
      {error && (
        <p id={`${name}-error`} className="text-xs text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

type SegmentedControlProps<Value extends string> = {
  /** The accessible name, visible only with `showLabel`. */
  label: string;
  showLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  disabled?: boolean;
  className?: string;
};

/**
 * A few options side by side. They are native radio buttons, so the browser handles keys and
 * announcements.
 */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, showLabel, value, onChange, options, disabled, className } = props;
  const name = useId();
  return (
    <fieldset className={clsx("min-w-0", className)} disabled={disabled}>
      <legend className={showLabel ? "mb-1 text-sm font-medium" : "sr-only"}>{label}</legend>
      <div className="inline-flex max-w-full flex-wrap gap-1 rounded bg-raised p-1 pointer-coarse:gap-0 pointer-coarse:p-0">
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              "relative flex min-h-7 items-center justify-center whitespace-nowrap rounded-sm px-3 text-sm text-muted transition-colors duration-150 pointer-coarse:min-h-control pointer-coarse:min-w-control",
              // The press area is large enough for a thumb, while the selected option is drawn
              // smaller.
              "pointer-coarse:rounded pointer-coarse:border-4 pointer-coarse:border-transparent pointer-coarse:bg-clip-padding pointer-coarse:px-2",
              "hover:text-text has-checked:bg-surface has-checked:font-medium has-checked:text-text has-checked:shadow-raised pointer-coarse:has-checked:shadow-none dark:has-checked:bg-border",
              "has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-accent",
            )}
          >
            <input
              type="radio"
              className="absolute inset-0 appearance-none rounded-sm outline-none"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
