import { type ReactNode, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

type PageFormProps<Values extends FieldValues, Output> = {
  /** For screen readers, where no heading stands above the form. */
  label?: string;
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** The call is under way: Enter does nothing. */
  pending: boolean;
  className?: string;
  children: ReactNode;
};

/** A form on a page. It submits and moves the focus as a form dialog does. */
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

/**
 * Submits once, also when Enter is pressed twice. Validation is asynchronous: the second press can
 * come before `pending` is true, and would make the call again.
 */
export function useSubmitOnce() {
  const busy = useRef(false);
  return async (submit: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await submit();
    } finally {
      // In a later task than the one in which the call becomes pending.
      setTimeout(() => {
        busy.current = false;
      }, 0);
    }
  };
}

/**
 * Focuses the first wrong field in reading order. react-hook-form goes by registration, and that
 * order differs after a row was inserted. Nor can it focus a field whose ref it lacks.
 */
export function focusFirstError(form: HTMLElement, tries = 20) {
  // When React has drawn the errors, and after react-hook-form's own attempt. On a busy machine that takes several turns.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (tries > 0) focusFirstError(form, tries - 1);
  }, 0);
}
