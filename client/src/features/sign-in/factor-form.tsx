import { useState } from "react";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { FailureNote } from "#client/components/ui/display/alert.tsx";
import { useCall } from "#client/lib/api.ts";
import { ApiError, authFailureSentence } from "#client/lib/api-error.ts";
import { whyNoPasskeys } from "#client/lib/session/passkeys.ts";
import { useNewSession } from "#client/lib/session.ts";
import type { Factor } from "#shared/contract/identity/factors.ts";
import { AccountField } from "./account-field.tsx";
import { AccountForm, factorRules, useAccountForm } from "./account-form.tsx";
import { takeFocus } from "./account-layout.tsx";
import { PasskeyButton } from "./passkey-button.tsx";

type FactorFormProps = {
  /** The kinds of factor that the account has. */
  factor: readonly Factor[];
  onSignedIn: () => void;
  onBack: () => void;
};

type Way = "totp" | "passkey" | "recovery";
const HEADINGS = { totp: "Enter your code", passkey: "Use your passkey", recovery: "Use a recovery code" };
const HINTS = {
  totp: "Your authenticator app displays six digits for this portal.",
  passkey: "Your device asks for your finger, your face or its PIN.",
  recovery: "You received ten of them when you added your first factor. Each works once.",
};
const TURNS = { totp: "Use your authenticator app", passkey: "Use your passkey", recovery: "Use a recovery code" };

/** The second step of a sign-in: a passkey, a code of the app, or a recovery code (rule A37). */
export function FactorForm({ factor, onSignedIn, onBack }: FactorFormProps) {
  const noPasskeys = whyNoPasskeys();
  const ways: Way[] = (["passkey", "totp", "recovery"] as const).filter(
    (way) => factor.includes(way) && (way !== "passkey" || noPasskeys === null),
  );
  const [way, setWay] = useState<Way>(ways[0] ?? "recovery");
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h2 key={way} ref={way === "passkey" ? takeFocus : undefined} tabIndex={-1} className="text-lg font-semibold">
          {HEADINGS[way]}
        </h2>
        <p className="mt-1 text-muted">{HINTS[way]}</p>
      </div>
      {way === "passkey" ? (
        <PasskeyButton isSecondFactor onSignedIn={onSignedIn} />
      ) : (
        <CodeForm key={way} isRecovering={way === "recovery"} onSignedIn={onSignedIn} onBack={onBack} />
      )}
      <div className="flex flex-col items-center">
        {ways
          .filter((other) => other !== way)
          .map((other) => (
            <button key={other} type="button" onClick={() => setWay(other)} className={`${linkClass} min-h-control px-2`}>
              {TURNS[other]}
            </button>
          ))}
        <Button variant="ghost" onClick={onBack}>
          Back to login
        </Button>
      </div>
    </div>
  );
}

type CodeFormProps = Omit<FactorFormProps, "factor"> & { isRecovering: boolean };

function CodeForm({ isRecovering, onSignedIn, onBack }: CodeFormProps) {
  const name = isRecovering ? "recoveryCode" : "code";
  const form = useAccountForm({ [name]: "" }, factorRules);
  const newSession = useNewSession();
  const signIn = useCall("accounts", "loginFactor", {
    success: "Logged in successfully",
    failure: authFailureSentence,
    onSuccess: ({ user }) => {
      onSignedIn();
      newSession(user);
    },
  });
  const isOver = signIn.error instanceof ApiError && signIn.error.sentence === "Please sign in";
  return (
    <AccountForm form={form} pending={signIn.isPending} focused onSubmit={(body) => signIn.mutate({ body })}>
      {isRecovering ? (
        <AccountField form={form} name={name} label="Recovery code" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
      ) : (
        <AccountField form={form} name={name} label="Code" inputMode="numeric" autoComplete="one-time-code" />
      )}
      {signIn.isError && (
        <FailureNote>{isOver ? "This took longer than five minutes. Log in again." : authFailureSentence(signIn.error)}</FailureNote>
      )}
      {isOver ? (
        <Button variant="primary" size="lg" className="w-full" onClick={onBack}>
          Log in again
        </Button>
      ) : (
        <Button type="submit" variant="primary" size="lg" pending={signIn.isPending} className="w-full">
          Login
        </Button>
      )}
    </AccountForm>
  );
}
