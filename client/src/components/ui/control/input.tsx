import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { fieldClass, readOnlyClass } from "./field-class.ts";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={clsx(fieldClass, readOnlyClass, className)} {...rest} />;
}
