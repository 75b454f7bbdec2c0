import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { ErrorState } from "#client/components/error-state.tsx";
import { Spinner } from "#client/components/ui/spinner.tsx";
import { ResetPasswordScreen } from "#client/features/accounts/reset-password-screen.tsx";
import { SignInScreen } from "#client/features/accounts/sign-in-screen.tsx";
import { NotificationsBell } from "#client/features/notifications/notifications-bell.tsx";
import { OpenScreens } from "#client/lib/open-screens.ts";
import { productName } from "#client/lib/product-name.ts";
import { userQuery } from "#client/lib/session.ts";
import { Arrival } from "./arrival.tsx";
import { screenAt } from "./routes.ts";
import { Screens } from "./screens.tsx";
import { Shell } from "./shell/shell.tsx";

type PortalProps = { sessionEnded: boolean; onSignedIn: () => void };

/** Who is it? Then either the sign-in screen, at whatever address, or the shell with that address's screen. */
export function Portal({ sessionEnded, onSignedIn }: PortalProps) {
  const session = useQuery(userQuery);
  const [path] = useLocation();

  if (session.data === undefined) return <LookingUp failed={session.isError} retrying={session.isFetching} onRetry={session.refetch} />;
  // A mailed link is followed by somebody who may still be signed in here.
  if (path === "/reset-password") {
    return (
      <>
        <ResetPasswordScreen />
        <Arrival key="reset" title="Set a new password" />
      </>
    );
  }
  if (!session.data) {
    return (
      <>
        <SignInScreen sessionEnded={sessionEnded} onSignedIn={onSignedIn} />
        <Arrival key="sign-in" title="Login or register" />
      </>
    );
  }
  const user = session.data;
  // Another person, another tree: a screen must not keep what it fetched or what was typed for somebody else.
  return (
    <OpenScreens key={user.id} value={(target) => screenAt(target, user.role) !== undefined}>
      <Shell user={user} corner={user.role === "customer" ? <NotificationsBell /> : undefined}>
        <Screens user={user} />
      </Shell>
    </OpenScreens>
  );
}

type LookingUpProps = { failed: boolean; retrying: boolean; onRetry: () => unknown };

function LookingUp({ failed, retrying, onRetry }: LookingUpProps) {
  return (
    <main className="grid min-h-dvh place-items-center p-page">
      <h1 className="sr-only">{productName()}</h1>
      {failed ? (
        <div className="w-full max-w-100">
          <ErrorState title="We could not find out who is signed in" onRetry={onRetry} retrying={retrying} />
        </div>
      ) : (
        <Spinner label="Loading" className="size-6 text-accent" />
      )}
    </main>
  );
}
