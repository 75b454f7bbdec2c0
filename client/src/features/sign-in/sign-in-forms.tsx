import type { z } from "zod";
import { isPasswordRejected } from "#client/components/form/password-hint.ts";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { calls, useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import { sendRecordedSignOut } from "#client/lib/session/sign-out.ts";
import { findSignedIn, useNewSession } from "#client/lib/session.ts";
import type { Factor } from "#shared/contract/identity/factors.ts";
import type { loginBody, registerBody } from "#shared/contract/sign-in.ts";
import { AccountField, CurrentPasswordField, EmailField, NewPasswordField } from "./account-field.tsx";
import { AccountForm, type AccountFormState } from "./account-form.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

type LoginFormProps = {
  focused: boolean;
  form: AccountFormState<z.output<typeof loginBody>>;
  onSignedIn: () => void;
  /** The password was right, and the account needs one of these factors too. */
  onFactor: (factor: readonly Factor[]) => void;
  onForgot: () => void;
};

export function LoginForm({ form, focused, onSignedIn, onFactor, onForgot }: LoginFormProps) {
  const newSession = useNewSession();
  const login = useCall("accounts", "login", {
    success: ({ user }) => (user ? "Logged in successfully" : null),
    failure: authFailureSentence,
    onSuccess: async ({ user, factor, setUp }) => {
      if (setUp) {
        // The reply has no person: only the set-up of a factor is open to it.
        onSignedIn();
        newSession(await findSignedIn());
        return;
      }
      if (!user) return onFactor(factor ?? []);
      onSignedIn();
      newSession(user);
    },
  });
  const submit = async (body: z.output<typeof loginBody>) => {
    await sendRecordedSignOut(calls.accounts.logout);
    login.mutate({ body });
  };
  return (
    <AccountForm form={form} focused={focused} pending={login.isPending} onSubmit={submit}>
      <EmailField form={form} />
      <CurrentPasswordField form={form} />
      {/* The toast disappears, but the reason remains here until the next attempt. */}
      {login.isError && <FailureNote>{authFailureSentence(login.error)}</FailureNote>}
      <Button type="submit" variant="primary" size="lg" pending={login.isPending} className="w-full">
        Login
      </Button>
      <PasskeyButton onSignedIn={onSignedIn} />
      <button type="button" onClick={onForgot} className={`${linkClass} min-h-control self-center px-2`}>
        Forgot your password?
      </button>
    </AccountForm>
  );
}

type RegisterFormProps = {
  focused: boolean;
  form: AccountFormState<z.output<typeof registerBody>>;
  /** Receives the account's email, without surrounding spaces. */
  onRegistered: (email: string) => void;
};

export function RegisterForm({ form, focused, onRegistered }: RegisterFormProps) {
  const register = useCall("accounts", "register", {
    success: "Registration successful. Please wait for admin approval.",
    failure: authFailureSentence,
    onSuccess: ({ user }) => onRegistered(user.email),
  });
  return (
    <AccountForm form={form} focused={focused} pending={register.isPending} onSubmit={(body) => register.mutate({ body })}>
      <AccountField form={form} name="companyName" label="Company name" autoComplete="organization" />
      <AccountField form={form} name="contactName" label="Contact name" autoComplete="name" hint="Who we talk to about your orders." />
      <EmailField form={form} />
      <NewPasswordField
        form={form}
        label="Password"
        owner={{ email: form.values.email, companyName: form.values.companyName }}
        last={{ error: register.error, password: register.variables?.body.password }}
      />
      <AccountField form={form} name="phone" label="Phone" optional type="tel" inputMode="tel" autoComplete="tel" />
      <AccountField
        form={form}
        name="address"
        label="Address"
        optional
        autoComplete="street-address"
        hint="It is on your quotations and invoices."
      />
      <AccountField
        form={form}
        name="referralCode"
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {register.isError && !isPasswordRejected(register.error) && <FailureNote>{authFailureSentence(register.error)}</FailureNote>}
      <Button type="submit" variant="primary" size="lg" pending={register.isPending} className="w-full">
        Register
      </Button>
      <p className="text-center text-xs text-muted">For the trade only. We approve each registration.</p>
    </AccountForm>
  );
}
