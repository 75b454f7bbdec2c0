import type { z } from "zod";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import type { registerBody } from "#shared/contract/accounts.ts";
import { AccountField, EmailField, NewPasswordField } from "./account-field.tsx";
import { AccountForm } from "./account-form.tsx";
import type { AccountForm as Form } from "./use-account-form.ts";

type RegisterFormProps = {
  form: Form<z.output<typeof registerBody>>;
  /** With the e-mail as the account has it. */
  onRegistered: (email: string) => void;
};

export function RegisterForm({ form, onRegistered }: RegisterFormProps) {
  const register = useCall("accounts", "register", {
    success: "Registration successful. Please wait for admin approval.",
    failure: authFailureSentence,
    onSuccess: ({ user }) => onRegistered(user.email),
  });
  return (
    <AccountForm form={form} pending={register.isPending} onSubmit={(body) => register.mutate({ body })}>
      <AccountField form={form} name="companyName" label="Company name" autoComplete="organization" />
      <AccountField form={form} name="contactName" label="Contact name" autoComplete="name" hint="Who we talk to about your orders." />
      <EmailField form={form} />
      <NewPasswordField form={form} label="Password" />
      <AccountField
        form={form}
        name="referralCode"
        label="Referral code"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      {register.isError && <FailureNote>{authFailureSentence(register.error)}</FailureNote>}
      <Button type="submit" variant="primary" size="lg" pending={register.isPending} className="w-full">
        Register
      </Button>
      <p className="text-center text-xs text-muted">For the trade only. We approve each registration.</p>
    </AccountForm>
  );
}
