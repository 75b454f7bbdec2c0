import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";

type CheckboxProps = Omit<ComponentProps<"input">, "type"> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx("flex min-h-control items-start gap-3 py-2 text-sm has-disabled:text-muted", className)}>
      <input
        type="checkbox"
        className="mt-0.5 size-4 shrink-0 rounded-sm accent-accent pointer-coarse:mt-0 pointer-coarse:size-5"
        {...rest}
      />
      <span>
        {label}
        {hint && <span className="block text-xs text-muted">{hint}</span>}
      </span>
    </label>
  );
}
