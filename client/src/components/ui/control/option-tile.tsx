import { clsx } from "clsx";
import type { ComponentProps } from "react";

/** A checkbox or radio button in the shape of a tile, which a thumb presses as a whole. */
export function OptionTile({ className, children, ...input }: ComponentProps<"input"> & { type: "checkbox" | "radio" }) {
  return (
    <label
      className={clsx(
        "relative flex min-h-control items-center justify-center rounded border border-border-strong text-sm transition-colors duration-150 hover:bg-raised",
        "has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      <input {...input} className="absolute inset-0 appearance-none rounded outline-none" />
      {children}
    </label>
  );
}
