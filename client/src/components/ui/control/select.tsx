import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { fieldClass } from "./field-class.ts";

export type SelectOption = { value: string; label: string; disabled?: boolean };

type SelectProps = Omit<ComponentProps<"select">, "children"> & {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen, and can't be chosen again. */
  prompt?: string;
};

/** The platform's own select, dressed: nothing else is as good with a thumb, a keyboard and a screen reader. */
export function Select({ options, prompt, className, ...rest }: SelectProps) {
  return (
    <span className={clsx("relative block min-w-0", className)}>
      <select className={clsx(fieldClass, "appearance-none truncate pr-9")} {...rest}>
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
