import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { fieldClass } from "./field-class.ts";

type DateInputProps = Omit<ComponentProps<"input">, "type" | "value" | "onChange"> & {
  /** A calendar day, YYYY-MM-DD, or null for none. */
  value: string | null;
  onChange: (day: string | null) => void;
};

export function DateInput({ value, onChange, className, ...rest }: DateInputProps) {
  return (
    <input
      type="date"
      value={value ?? ""}
      onChange={(event) => onChange(event.target.value || null)}
      className={clsx(fieldClass, "min-w-36", className)}
      {...rest}
    />
  );
}
