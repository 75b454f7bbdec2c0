import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { focusFirstError } from "./focus-first-error.ts";

type PageFormProps<Values extends FieldValues, Output> = {
  /** Names the form for screen readers, where no heading stands above it. */
  label?: string;
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** The call is under way: Enter does nothing. */
  pending: boolean;
  className?: string;
  children: ReactNode;
};

/** A form on a page: what a form dialog does for one in a dialog. */
export function PageForm<Values extends FieldValues, Output>(props: PageFormProps<Values, Output>) {
  const { label, form, onSubmit, pending, className = "flex flex-col gap-4", children } = props;
  return (
    <form
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        if (pending) return event.preventDefault();
        const element = event.currentTarget;
        return form.handleSubmit(onSubmit, () => focusFirstError(element))(event);
      }}
    >
      {children}
    </form>
  );
}
