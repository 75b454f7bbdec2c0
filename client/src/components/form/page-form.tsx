import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { focusFirstError } from "./focus-first-error.ts";
import { useSubmitOnce } from "./use-submit-once.ts";

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
  const submitOnce = useSubmitOnce();
  return (
    <form
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (pending) return;
        const element = event.currentTarget;
        void submitOnce(() => form.handleSubmit(onSubmit, () => focusFirstError(element))(event));
      }}
    >
      {children}
    </form>
  );
}
