import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert, FailureNote } from "#client/components/ui/display/alert.tsx";
import { type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { AccountLayout } from "./account-layout.tsx";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { isLinkExpired, useLinkToken } from "./link-token.ts";

const FAILED = "Failed to stop the change";

/** The link that was emailed to a former address opens this screen (rule A46). */
export default function StopEmailScreen() {
  const token = useLinkToken();
  return (
    <AccountLayout line="The email address of your account">
      <StopEmail key={token} token={token} />
    </AccountLayout>
  );
}

function StopEmail({ token }: { token: string }) {
  const [, navigate] = useLocation();
  const [asking, setAsking] = useState(false);
  const stop = useCall("emailChange", "stop", { failure: null });
  const toLogin = () => navigate("/", { replace: true });
  if (asking) return <ForgotPasswordForm email={stop.data?.email ?? ""} onBack={toLogin} />;
  if (stop.data) return <Stopped {...stop.data} onForgot={() => setAsking(true)} />;
  if (!token || isLinkExpired(stop.error)) {
    return (
      <div className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">Stop the change</h2>
        <Alert tone="warning" title="This link has expired">
          A link works once, for seven days. If you have used it, your address is as it was, and you can set a new password.
        </Alert>
        <Button variant="primary" size="lg" onClick={() => setAsking(true)}>
          Set a new password
        </Button>
        <Button variant="ghost" className="self-center" onClick={toLogin}>
          To the portal
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold">Stop the change of your email address?</h2>
        <p className="mt-1 text-muted">
          If the address has changed already, this restores it, signs you out everywhere and lets you set a new password.
        </p>
      </div>
      {stop.isError && <FailureNote>{failureSentence(stop.error, FAILED)}</FailureNote>}
      <Button variant="primary" size="lg" pending={stop.isPending} onClick={() => stop.mutate({ body: { token } })}>
        Stop the change
      </Button>
    </div>
  );
}

type StoppedProps = Reply<"emailChange", "stop"> & { onForgot: () => void };

function Stopped({ stopped, email, passwordToken, onForgot }: StoppedProps) {
  const [, navigate] = useLocation();
  const isUndone = stopped === "change";
  const onPassword = () => (passwordToken === null ? onForgot() : navigate(`/reset-password#token=${passwordToken}`, { replace: true }));
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 className="text-lg font-semibold break-words">
          Your email address {isUndone ? "is" : "stays"} {email}
        </h2>
        <p className="mt-1 text-muted">
          {isUndone
            ? "The change is undone, and every device is signed out. Set a new password before you log in."
            : "The change is stopped. If you did not ask for it, somebody may know your password: set a new one."}
        </p>
      </div>
      <Button variant="primary" size="lg" onClick={onPassword}>
        Set a new password
      </Button>
      {!isUndone && (
        <Button variant="ghost" className="self-center" onClick={() => navigate("/", { replace: true })}>
          To the portal
        </Button>
      )}
    </div>
  );
}
