import { KeyRound, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Mark, productName } from "#client/components/ui/display/brand.tsx";
import { DeviceTakeover } from "#client/device/device-takeover.tsx";
import { useCall } from "#client/lib/api.ts";
import { whyNoPasskeys } from "#client/lib/session/passkeys.ts";
import { type User, useNewSession } from "#client/lib/session.ts";
import { formatSignedInAs } from "#shared/http/signed-in-as.ts";

const TotpDialog = lazyDialog(() => import("./totp-dialog.tsx"), { size: "sm", fields: 2 });
const PasskeyDialog = lazyDialog(() => import("./passkey-dialog.tsx"), { size: "sm", fields: 1 });
const RecoveryCodesDialog = lazyDialog(() => import("./recovery-codes-dialog.tsx"), { size: "sm", fields: 2 });

/** Replaces every screen while the person lacks a required second factor (rule A41). */
export default function SetUpFactorPage({ user }: { user: User }) {
  return (
    <DeviceTakeover key={formatSignedInAs(user)} user={user}>
      <SetUp user={user} />
    </DeviceTakeover>
  );
}

function SetUp({ user }: { user: User }) {
  const [adding, setAdding] = useState<"app" | "passkey" | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const hasPasskeys = whyNoPasskeys() === null;
  const newSession = useNewSession();
  const logout = useCall("accounts", "logout", { failure: "Failed to log out", onSuccess: () => newSession(null) });
  return (
    <main className="mx-auto flex w-full max-w-108 flex-col gap-6 px-page pt-[clamp(2rem,12vh,8rem)] pb-12">
      <header className="flex items-center gap-3">
        <Mark className="size-10 shrink-0 text-accent" />
        <p className="min-w-0 text-xl font-semibold">{productName()}</p>
      </header>
      <div>
        <h1 className="text-lg font-semibold">Set up a second factor first</h1>
        <p className="mt-2">
          {user.isImpersonating
            ? "Your own account needs one before you may view the portal as somebody else. Log out, then log in as yourself."
            : "Your account needs more than a password from now on: a passkey of this device, or a code of an authenticator app on your phone, such as Google Authenticator or 1Password."}
        </p>
        {!user.isImpersonating && (
          <p className="mt-2 text-muted">It takes a minute. You then receive ten recovery codes for the day when you lose the device.</p>
        )}
      </div>
      <div className="flex flex-col gap-2">
        {!user.isImpersonating && (
          <>
            {hasPasskeys && (
              <Button variant="primary" size="lg" icon={<KeyRound />} className="w-full" onClick={() => setAdding("passkey")}>
                Add a passkey
              </Button>
            )}
            <Button
              variant={hasPasskeys ? "secondary" : "primary"}
              size="lg"
              icon={<ShieldCheck />}
              className="w-full"
              onClick={() => setAdding("app")}
            >
              Add an authenticator app
            </Button>
          </>
        )}
        <Button variant="ghost" size="lg" className="w-full" pending={logout.isPending} onClick={() => logout.mutate({})}>
          Log out
        </Button>
      </div>
      {adding === "app" && <TotpDialog isReplacement={false} onCodes={setCodes} onClose={() => setAdding(null)} />}
      {adding === "passkey" && <PasskeyDialog onCodes={setCodes} onClose={() => setAdding(null)} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => newSession({ ...user, needsFactor: undefined })} />}
    </main>
  );
}
