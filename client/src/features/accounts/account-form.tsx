import type { ReactNode } from "react";
import { focusFirstError, useSubmitOnce } from "#client/components/form/page-form.tsx";
import type { AccountForm as Form } from "./use-account-form.ts";

type AccountFormProps<Body> = {
  form: Form<Body>;
  onSubmit: (body: Body) => void;
  /** The call is under way: Enter does nothing. */
  pending: boolean;
  children: ReactNode;
};

export function AccountForm<Body>({ form, onSubmit, pending, children }: AccountFormProps<Body>) {
  const submitOnce = useSubmitOnce();
  const submit = async (element: HTMLElement) => {
    const body = await form.submit();
    if (body) onSubmit(body);
    else focusFirstError(element);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        const element = event.currentTarget;
        if (!pending) void submitOnce(() => submit(element));
      }}
    >
      {children}
    </form>
  );
}
