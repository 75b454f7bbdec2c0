import { type ReactNode, useRef } from "react";
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { NOT_LOADED, NOT_LOADED_ADVICE } from "#client/lib/api-error.ts";
import { toast } from "#client/lib/toasts.ts";

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

/**
 * Enter pressed twice: validation is asynchronous, so the second press comes before the call is seen to be under way, and would
 * make it again. Wraps a form's submit so that it runs once until then.
 */
export function useSubmitOnce() {
  const busy = useRef(false);
  return async (submit: () => Promise<unknown>) => {
    if (busy.current) return;
    busy.current = true;
    try {
      await submit();
    } finally {
      // The call tells its state in a task of its own; this one comes after it.
      setTimeout(() => {
        busy.current = false;
      }, 0);
    }
  };
}

/**
 * Puts the focus on the first wrong field in reading order. react-hook-form goes by the order in which fields were
 * registered, which differs once a row was inserted, and it can't focus a field that it holds no ref of.
 */
export function focusFirstError(form: HTMLElement, tries = 20) {
  // After React has drawn the errors, and after react-hook-form's own attempt. On a busy machine the drawing comes later than the next turn.
  setTimeout(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (tries > 0) focusFirstError(form, tries - 1);
  }, 0);
}

/** For a form on a page: its schema, and zod with it, come when it is first sent. Without them nothing is sent: of a repeated password the server sees one. */
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
