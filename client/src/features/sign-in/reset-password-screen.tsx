import { useState } from "react";
import { useLocation } from "wouter";
import { isPasswordRejected } from "#client/components/form/password-hint.ts";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";
import { NewPasswordField } from "./account-field.tsx";
import { AccountForm, resetPasswordRules, useAccountForm } from "./account-form.tsx";
import { AccountLayout } from "./account-layout.tsx";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { PASSWORD_SET, useLinkToken } from "./link-token.ts";

const FAILED = "Failed to update password";

/** The emailed link opens this screen (rule A7). */
export default function ResetPasswordScreen() {
  const token = useLinkToken();
  return <ResetPassword key={token} token={token} />;
}

function ResetPassword({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const toLogin = () => navigate("/", { replace: true });
  const form = useAccountForm({ token, password: "" }, resetPasswordRules);
  const reset = useCall("accounts", "resetPassword", {
    success: "Password updated successfully",
    failure: FAILED,
    onSuccess: () => navigate("/", { replace: true, state: PASSWORD_SET }),
  });
  // A rejected password does not consume the link.
  const isLinkRejected = reset.error instanceof ApiError && reset.error.status === 400 && !isPasswordRejected(reset.error);
  const expired = !token || isLinkRejected;

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
              A link works once, for as long as its email says. Your password is as it was.
            </Alert>
            <Button variant="primary" size="lg" onClick={() => setAsking(true)}>
              Ask for a new link
            </Button>
            <Button variant="ghost" className="self-center" onClick={toLogin}>
              Back to login
            </Button>
          </>
        ) : (
          <AccountForm form={form} pending={reset.isPending} onSubmit={(body) => reset.mutate({ body })}>
            <NewPasswordField
              form={form}
              label="New password"
              owner={{}}
              last={{ error: reset.error, password: reset.variables?.body.password }}
            />
            {reset.isError && !isPasswordRejected(reset.error) && <FailureNote>{failureSentence(reset.error, FAILED)}</FailureNote>}
            <Button type="submit" variant="primary" size="lg" pending={reset.isPending}>
              Set the password
            </Button>
          </AccountForm>
        )}
      </div>
    </AccountLayout>
  );
}
