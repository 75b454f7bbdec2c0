import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { call, calls, useCall } from "#client/lib/api.ts";
import { authFailureSentence } from "#client/lib/api-error.ts";
import { requestAssertion, whyNoPasskeys } from "#client/lib/session/passkeys.ts";
import { sendRecordedSignOut } from "#client/lib/session/sign-out.ts";
import { useNewSession } from "#client/lib/session.ts";

type PasskeyButtonProps = {
  /** True after the password; false signs in with the passkey alone. */
  isSecondFactor?: boolean;
  onSignedIn: () => void;
};

/** Signs in with a passkey (rules A42 and A43). The screen has no button where none can work. */
export function PasskeyButton({ isSecondFactor = false, onSignedIn }: PasskeyButtonProps) {
  const newSession = useNewSession();
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<unknown>(null);
  const options = {
    success: "Logged in successfully",
    failure: authFailureSentence,
    onSuccess: ({ user }: { user: Parameters<typeof newSession>[0] }) => {
      onSignedIn();
      newSession(user);
    },
  };
  const alone = useCall("accounts", "loginPasskey", options);
  const second = useCall("accounts", "loginFactor", options);
  const signIn = isSecondFactor ? second : alone;
  const start = async () => {
    setFault(null);
    setAsking(true);
    try {
      if (!isSecondFactor) await sendRecordedSignOut(calls.accounts.logout);
      signIn.mutate({ body: { passkey: await requestAssertion(await call("accounts", "passkeyOptions", {})) } });
    } catch (error) {
      setFault(error);
    } finally {
      setAsking(false);
    }
  };
  if (whyNoPasskeys() !== null) return null;
  const error = fault ?? signIn.error;
  return (
    <div className="flex flex-col gap-3">
      <Button
        variant={isSecondFactor ? "primary" : "secondary"}
        size="lg"
        icon={<KeyRound />}
        pending={isAsking || signIn.isPending}
        className="w-full"
        onClick={start}
      >
        {isSecondFactor ? "Use your passkey" : "Log in with a passkey"}
      </Button>
      {error !== null && <FailureNote>{authFailureSentence(error)}</FailureNote>}
    </div>
  );
}
