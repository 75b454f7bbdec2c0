import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useLocation, useSearchParams } from "wouter";
import type { z } from "zod";
import { PageForm } from "#client/components/page-form.tsx";
import { PasswordField } from "#client/components/password-field.tsx";
import { Alert } from "#client/components/ui/alert.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { useCall } from "#client/lib/api.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { resetPasswordBody } from "#shared/contract/accounts.ts";
import { AccountLayout } from "./account-layout.tsx";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";

const FAILED = "Failed to update password";

/** Where the mailed link leads (decisions §3). */
export function ResetPasswordScreen() {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const token = search.get("token") ?? "";
  const [asking, setAsking] = useState(false);
  const toLogin = () => navigate("/", { replace: true });
  const form = useForm<z.input<typeof resetPasswordBody>, unknown, z.output<typeof resetPasswordBody>>({
    resolver: zodResolver(resetPasswordBody),
    defaultValues: { token, password: "" },
  });
  const reset = useCall("accounts", "resetPassword", { success: "Password updated successfully", failure: FAILED, onSuccess: toLogin });
  const expired = !token || (reset.error instanceof ApiError && reset.error.status === 400);

  if (asking) {
    return (
      <AccountLayout>
        <ForgotPasswordForm email="" onBack={toLogin} />
      </AccountLayout>
    );
  }
  return (
    <AccountLayout>
      <div className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">Set a new password</h2>
        {expired ? (
          <>
            <Alert tone="warning" title="This link has expired">
              A link works once, for one hour. Your password is as it was.
            </Alert>
            <Button variant="primary" size="lg" onClick={() => setAsking(true)}>
              Ask for a new link
            </Button>
            <Button variant="ghost" className="self-center" onClick={toLogin}>
              Back to login
            </Button>
          </>
        ) : (
          <PageForm form={form} pending={reset.isPending} onSubmit={(body) => reset.mutate({ body })} className="flex flex-col gap-5">
            <PasswordField
              control={form.control}
              name="password"
              label="New password"
              autoComplete="new-password"
              showStrength
              hint="At least 6 characters."
            />
            {reset.isError && <Alert tone="danger">{failureSentence(reset.error, FAILED)}</Alert>}
            <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
              Set the password
            </Button>
          </PageForm>
        )}
      </div>
    </AccountLayout>
  );
}
