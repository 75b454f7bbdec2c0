import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import type { z } from "zod";
import { PasswordField } from "#client/components/form/fields.tsx";
import { PageForm } from "#client/components/form/page-form.tsx";
import { isPasswordRejected } from "#client/components/form/password-hint.ts";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { calls, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { User } from "#client/lib/session.ts";
import { passwordWith } from "#shared/contract/parts/people.ts";
import { passwordBody } from "#shared/contract/sign-in.ts";

/**
 * Extends the contract's rules by the repeated password, which never leaves the browser (rule A6).
 */
const passwordForm = passwordBody
  .extend({ confirmPassword: passwordWith("Password confirmation is required") })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match",
    // The check runs as soon as both passwords are valid by themselves, even if the current
    // password is missing.
    when: ({ issues }) => !issues.some(({ path }) => path?.[0] === "newPassword" || path?.[0] === "confirmPassword"),
  });

/** A button opens the form (rule S6). */
export function PasswordPanel({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  // The server refuses this call too: a super admin in View As must not lock the impersonated
  // person out.
  const refused = user.isImpersonating && calls.accounts.changePassword.notWhileImpersonating;
  if (refused) return <Panel title="Password">It cannot be changed while you view the portal as somebody else.</Panel>;
  return (
    <Panel title="Password" description="Changing it signs you out everywhere else.">
      <Button ref={opener} aria-expanded={open} onClick={() => setOpen(!open)}>
        Change Password
      </Button>
      {open && <PasswordForm user={user} onClose={close} />}
    </Panel>
  );
}

const FAILED = "Failed to update password";

function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const form = useForm<z.input<typeof passwordForm>, unknown, z.output<typeof passwordForm>>({
    resolver: zodResolver(passwordForm),
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
  });
  const change = useCall("accounts", "changePassword", { success: "Password updated successfully", failure: FAILED, onSuccess: onClose });
  const { control, setFocus } = form;
  useEffect(() => setFocus("currentPassword"), [setFocus]);
  return (
    <PageForm
      form={form}
      pending={change.isPending}
      onSubmit={({ currentPassword, newPassword }) => change.mutate({ params: { id: user.id }, body: { currentPassword, newPassword } })}
      className="mt-5 flex max-w-100 flex-col gap-4"
    >
      {/* The hidden field links the new password to the account in password managers. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField control={control} name="currentPassword" label="Current password" autoComplete="current-password" />
      <PasswordField
        control={control}
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        choice={{ owner: user, last: { error: change.error, password: change.variables?.body.newPassword } }}
      />
      <PasswordField control={control} name="confirmPassword" label="Confirm new password" autoComplete="new-password" />
      {change.isError && !isPasswordRejected(change.error, "newPassword") && (
        <FailureNote>{failureSentence(change.error, FAILED)}</FailureNote>
      )}
      <div className="flex flex-wrap gap-2 max-sm:flex-col-reverse sm:flex-row-reverse sm:justify-end">
        <Button onClick={onClose} disabled={change.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" pending={change.isPending}>
          Update password
        </Button>
      </div>
    </PageForm>
  );
}
