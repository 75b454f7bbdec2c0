import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

/** The props that connect a control to its label, hint and error. */
export type FieldWiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  /**
   * Adds "(optional)" to the label. Required fields have no mark, because most fields are required.
   */
  optional?: boolean;
  /** Hides the label from view where a column head already displays it. */
  hideLabel?: boolean;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
};

/** The label is above, the hint below, and an error replaces the hint. */
export function Field({ label, hint, error, required, optional, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={clsx("flex min-w-0 flex-col gap-1", className)}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "text-sm font-medium"}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        "aria-describedby": note ? noteId : undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required ? true : undefined,
      })}
      {note && (
        <p id={noteId} className={clsx("text-xs", error ? "font-medium text-danger" : "text-muted")}>
          {note}
        </p>
      )}
    </div>
  );
}
