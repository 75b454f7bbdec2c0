import { clsx } from "clsx";
import { useId } from "react";

type SegmentedControlProps<Value extends string> = {
  /** Names the choice; visible only with `showLabel`. */
  label: string;
  showLabel?: boolean;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string; disabled?: boolean }[];
  disabled?: boolean;
  className?: string;
};

/** A few choices side by side. Real radio buttons: arrow keys, groups and announcements come from the platform. */
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
              "relative flex min-h-7 items-center justify-center rounded-sm px-3 text-sm text-muted transition-colors duration-150 pointer-coarse:min-h-control pointer-coarse:min-w-control",
              // A thumb's whole height, of which the chosen one shows less.
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
