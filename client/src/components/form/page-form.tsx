import { type ReactNode, useRef } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";

type PageFormProps<Values extends FieldValues, Output> = {
  /** The form's accessible name, where no heading is above it. */
  label?: string;
  form: UseFormReturn<Values, unknown, Output>;
  onSubmit: (values: Output) => unknown;
  /** True while the call runs: Enter is ignored. */
  pending: boolean;
  className?: string;
  children: ReactNode;
};

/** A form on a page. It submits and focuses errors in the same way as a form dialog. */
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
 * Submits once although Enter is pressed twice. Validation is asynchronous: the second press can
 * arrive before `pending` is true and would repeat the call.
 */
export function useSubmitOnce() {
  const busy = useRef(false);
  return async (submit: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await submit();
    } finally {
      // The call becomes pending in an earlier task than this one.
      setTimeout(() => {
        busy.current = false;
      }, 0);
    }
  };
}

/**
 * Focuses the first invalid field in reading order. react-hook-form uses the order of registration,
 * which differs after a row was inserted, and cannot focus a field without a ref.
 */
export function focusFirstError(form: HTMLElement, tries = 20) {
  // The timeout lets React render the errors and lets react-hook-form try first. A busy machine
  // needs several tries.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (tries > 0) focusFirstError(form, tries - 1);
  }, 0);
}
