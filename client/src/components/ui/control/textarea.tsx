import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { fieldClass, readOnlyClass } from "./field-class.ts";

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={clsx(fieldClass, readOnlyClass, "field-sizing-content max-h-80 min-h-20 resize-y py-2", className)}
      {...rest}
    />
  );
}
