import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { PageForm } from "#client/components/page-form.tsx";
import { PasswordField } from "#client/components/password-field.tsx";
import { TextField } from "#client/components/text-field.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { linkClass } from "#client/components/ui/link.tsx";
import { useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import { useNewSession } from "#client/lib/session.ts";
import type { loginBody } from "#shared/contract/accounts.ts";

type LoginFormProps = {
  form: UseFormReturn<z.input<typeof loginBody>, unknown, z.output<typeof loginBody>>;
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
    <PageForm form={form} pending={login.isPending} onSubmit={(body) => login.mutate({ body })} className="flex flex-col gap-5">
      <TextField
        control={form.control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField control={form.control} name="password" label="Password" autoComplete="current-password" />
      {/* The toast is gone in a moment; the reason stays until the next try. */}
      {login.isError && <Alert tone="danger">{authFailureSentence(login.error)}</Alert>}
      <Button type="submit" variant="primary" size="lg" pending={login.isPending} className="w-full">
        Login
      </Button>
      <button type="button" onClick={onForgot} className={`${linkClass} min-h-control self-center px-2`}>
        Forgot your password?
      </button>
    </PageForm>
  );
}
