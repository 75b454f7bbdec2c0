import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { fieldClass } from "./field-class.ts";

type UnitInputProps = Omit<ComponentProps<"input">, "prefix"> & {
  /** Before the figure, such as £. */
  prefix?: ReactNode;
  /** After the figure, such as mm. */
  suffix?: ReactNode;
};

/** A figure with its unit inside the field. The unit is part of the description, so it is heard as well as seen. */
export function UnitInput({ prefix, suffix, className, ...rest }: UnitInputProps) {
  const unitId = useId();
  const described = [rest["aria-describedby"], unitId].filter(Boolean).join(" ");
  return (
    <span className={clsx("relative flex min-w-0 items-stretch", className)}>
      {prefix !== undefined && (
        <span id={unitId} className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-muted">
          {prefix}
        </span>
      )}
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        aria-describedby={described}
        className={clsx(
          fieldClass,
          "tabular-nums",
          suffix !== undefined && "text-right",
          prefix !== undefined && "pl-7",
          suffix !== undefined && "pr-11",
        )}
      />
      {suffix !== undefined && (
        <span
          id={prefix === undefined ? unitId : undefined}
          className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted"
        >
          {suffix}
        </span>
      )}
    </span>
  );
}
