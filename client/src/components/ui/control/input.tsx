import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import { IconButton } from "./button.tsx";

/** The classes of every field. The text has 16 px on touch, because iOS zooms into smaller text. */
export const fieldClass = [
  "field-box rounded border border-border-strong bg-surface px-3 py-1 text-sm text-text pointer-coarse:text-base",
  "placeholder:text-muted transition-colors duration-150 hover:border-text",
  "focus-visible:outline-2 focus-visible:-outline-offset-1 focus-visible:outline-accent focus-visible:border-accent",
  "aria-invalid:border-danger aria-invalid:focus-visible:outline-danger",
  "disabled:bg-raised disabled:text-muted disabled:border-border disabled:cursor-not-allowed",
].join(" ");

/** A select does not receive these styles, because CSS counts every select as read-only. */
const readOnlyClass = "read-only:bg-raised read-only:border-border disabled:border-border";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={clsx(fieldClass, readOnlyClass, className)} {...rest} />;
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      rows={rows}
      className={clsx(fieldClass, readOnlyClass, "field-sizing-content max-h-80 min-h-20 resize-y py-2", className)}
      {...rest}
    />
  );
}

type UnitInputProps = Omit<ComponentProps<"input">, "prefix"> & {
  /** Text before the figure, for example £. */
  prefix?: ReactNode;
  /** Text after the figure, for example mm. */
  suffix?: ReactNode;
};

/**
 * A figure with its unit inside the field. The description includes the unit for screen readers.
 */
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
          readOnlyClass,
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

/** A password field with a button that shows or hides the text. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<"input">, "type">) {
  const [isVisible, setVisible] = useState(false);
  return (
    <span className={clsx("relative block", className)}>
      <input
        type={isVisible ? "text" : "password"}
        autoCapitalize="none"
        spellCheck={false}
        {...rest}
        className={clsx(fieldClass, "pr-11")}
      />
      <IconButton
        label={isVisible ? "Hide password" : "Show password"}
        icon={isVisible ? <EyeOff /> : <Eye />}
        size="sm"
        className="absolute! top-1/2 right-0.5 -translate-y-1/2"
        onClick={() => setVisible(!isVisible)}
      />
    </span>
  );
}
