import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";
import { PageForm } from "#client/components/page-form.tsx";
import { PasswordField } from "#client/components/password-field.tsx";
import { TextField } from "#client/components/text-field.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import type { registerBody } from "#shared/contract/accounts.ts";

type RegisterFormProps = {
  form: UseFormReturn<z.input<typeof registerBody>, unknown, z.output<typeof registerBody>>;
  /** With the e-mail as the account has it. */
  onRegistered: (email: string) => void;
};

export function RegisterForm({ form, onRegistered }: RegisterFormProps) {
  const register = useCall("accounts", "register", {
    success: "Registration successful. Please wait for admin approval.",
    failure: authFailureSentence,
    onSuccess: ({ user }) => onRegistered(user.email),
  });
  const { control } = form;
  return (
    <PageForm form={form} pending={register.isPending} onSubmit={(body) => register.mutate({ body })} className="flex flex-col gap-5">
      <TextField control={control} name="companyName" label="Company name" autoComplete="organization" />
      <TextField control={control} name="contactName" label="Contact name" autoComplete="name" hint="Who we talk to about your orders." />
      <TextField
        control={control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        control={control}
        name="password"
        label="Password"
        autoComplete="new-password"
        showStrength
        hint="At least 6 characters."
      />
      <TextField control={control} name="referralCode" label="Referral code" optional autoCapitalize="characters" spellCheck={false} />
      {register.isError && <Alert tone="danger">{authFailureSentence(register.error)}</Alert>}
      <Button type="submit" variant="primary" size="lg" pending={register.isPending} className="w-full">
        Register
      </Button>
      <p className="text-center text-xs text-muted">For the trade only. We approve each registration.</p>
    </PageForm>
  );
}
