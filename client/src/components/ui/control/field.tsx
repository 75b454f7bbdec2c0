import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

/** What a control needs to be tied to its label, hint and error. */
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
  /** Adds "(optional)" to the label. Most fields are required and not marked. */
  optional?: boolean;
  /** The label is for screen readers only, where a column head shows it already. */
  hideLabel?: boolean;
  className?: string;
  children: (wiring: FieldWiring) => ReactNode;
};

/** Label above, hint below, and the error in the hint's place. */
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
