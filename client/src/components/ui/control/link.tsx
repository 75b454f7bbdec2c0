import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** The look of a link, for the router's own. */
export const linkClass =
  "font-medium text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent transition-colors duration-150 rounded-sm";

export function Link({ className, ...rest }: ComponentProps<"a">) {
  return <a className={clsx(linkClass, className)} {...rest} />;
}
