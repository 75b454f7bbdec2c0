import type { z } from "zod";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import { useNewSession } from "#client/lib/session.ts";
import type { loginBody } from "#shared/contract/accounts.ts";
import { CurrentPasswordField, EmailField } from "./account-field.tsx";
import { AccountForm } from "./account-form.tsx";
import type { AccountForm as Form } from "./use-account-form.ts";

type LoginFormProps = {
  form: Form<z.output<typeof loginBody>>;
  onSignedIn: () => void;
  onForgot: () => void;
};

export function LoginForm({ form, onSignedIn, onForgot }: LoginFormProps) {
  const newSession = useNewSession();
  const login = useCall("accounts", "login", {
    success: "Logged in successfully",
    failure: authFailureSentence,
    onSuccess: ({ user }) => {
      onSignedIn();
      newSession(user);
    },
  });
  return (
    <AccountForm form={form} pending={login.isPending} onSubmit={(body) => login.mutate({ body })}>
      <EmailField form={form} />
      <CurrentPasswordField form={form} />
      {/* The toast is gone in a moment; the reason stays until the next try. */}
      {login.isError && <FailureNote>{authFailureSentence(login.error)}</FailureNote>}
      <Button type="submit" variant="primary" size="lg" pending={login.isPending} className="w-full">
        Login
      </Button>
      <button type="button" onClick={onForgot} className={`${linkClass} min-h-control self-center px-2`}>
        Forgot your password?
      </button>
    </AccountForm>
  );
}
