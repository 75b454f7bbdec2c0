import { type ReactNode, useRef } from "react";
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { NOT_LOADED, NOT_LOADED_ADVICE } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";

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
 * Submits once, also when Enter is pressed twice. Validation is asynchronous, so the second press can come before `pending`
 * is true, and would make the call again.
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
 * Puts the focus on the first wrong field in reading order. react-hook-form goes by the order of registration, which differs
 * after a row was inserted, and it can't focus a field whose ref it does not have.
 */
export function focusFirstError(form: HTMLElement, tries = 20) {
  // When React has drawn the errors, and after react-hook-form's own attempt. On a busy machine that takes several turns.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (tries > 0) focusFirstError(form, tries - 1);
  }, 0);
}

/**
 * For a form on a page: loads its schema, and zod, when it is first submitted. Where they can't be loaded, nothing is sent:
 * the server can't check everything, such as a repeated password.
 */
export function lateResolver<Values extends FieldValues, Body>(
  load: () => Promise<z.ZodType<Body, Values>>,
): Resolver<Values, unknown, Body> {
  return async (...given) => {
    const judge = await Promise.all([import("@hookform/resolvers/zod"), load()])
      .then(([{ zodResolver }, schema]) => zodResolver(schema))
      .catch(() => null);
    if (judge) return judge(...given);
    const message = `${NOT_LOADED} ${NOT_LOADED_ADVICE}`;
    toast({ title: "Error", description: message, variant: "destructive" });
    return { values: {}, errors: { root: { type: "late", message } } as FieldErrors<Values> };
  };
}
