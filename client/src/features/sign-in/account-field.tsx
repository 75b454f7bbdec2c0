import type { ComponentProps, ReactNode } from "react";
import { type PasswordOwnerNames, type PasswordTry, passwordHint, rejectedPassword } from "#client/components/form/password-hint.ts";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input, PasswordInput } from "#client/components/ui/control/input.tsx";
import type { AccountFormState } from "./account-form.tsx";

type FieldProps = { form: AccountFormState<unknown>; name: string; label: string; hint?: ReactNode };
type InputProps = Pick<ComponentProps<"input">, "type" | "inputMode" | "autoComplete" | "autoCapitalize" | "spellCheck">;

const bound = (form: AccountFormState<unknown>, name: string) => ({
  name,
  value: form.values[name] ?? "",
  onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
});

export function AccountField({ form, name, label, hint, optional, ...input }: FieldProps & InputProps & { optional?: boolean }) {
  return (
    <Field label={label} hint={hint} error={form.faults[name]} optional={optional}>
      {(wiring) => <Input {...input} {...wiring} {...bound(form, name)} />}
    </Field>
  );
}

export function EmailField({ form }: Pick<FieldProps, "form">) {
  return (
    <AccountField
      form={form}
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

export function CurrentPasswordField({ form }: Pick<FieldProps, "form">) {
  return (
    <Field label="Password" error={form.faults.password}>
      {(wiring) => <PasswordInput {...wiring} {...bound(form, "password")} autoComplete="current-password" />}
    </Field>
  );
}

type NewPasswordProps = Pick<FieldProps, "form" | "label"> & { owner: PasswordOwnerNames; last: PasswordTry };

/**
 * A new password's field. The hint follows the server's rule during typing; a rejection is
 * displayed at the field.
 */
export function NewPasswordField({ form, label, owner, last }: NewPasswordProps) {
  const { password = "" } = form.values;
  const error = form.faults.password ?? rejectedPassword(last, "password", password);
  return (
    <Field label={label} hint={passwordHint(password, owner)} error={error}>
      {(wiring) => <PasswordInput {...wiring} {...bound(form, "password")} autoComplete="new-password" />}
    </Field>
  );
}
