import type { ComponentProps } from "react";
import { cx } from "./class-names.ts";
import { fieldClass, readOnlyClass } from "./field-class.ts";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cx(fieldClass, readOnlyClass, className)} {...rest} />;
}
