import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { lazyScreen } from "#client/components/loading/lazy-part.tsx";
import { ErrorState } from "#client/components/loading/states.tsx";
import { productName } from "#client/components/ui/display/brand.tsx";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { SignInScreen } from "#client/features/accounts/sign-in-screen.tsx";
import { userQuery } from "#client/lib/session.ts";
import { Arrival } from "./arrival.tsx";

type PortalProps = { sessionEnded: boolean; onSignedIn: () => void };

const SignedIn = lazyScreen(() => import("./signed-in.tsx"));
const ResetPasswordScreen = lazyScreen(() => import("#client/features/accounts/reset-password-screen.tsx"));

/** Who is it? Then either the sign-in screen, at whatever address, or the shell with that address's screen. */
export function Portal(props: PortalProps) {
  const session = useQuery(userQuery);
  const [path] = useLocation();
  const search = useSearch();
  const plain = plainPath(path);
  if (plain !== path) return <Redirect replace to={search ? `${plain}?${search}` : plain} />;
  if (session.data === undefined) return <LookingUp failed={session.isError} retrying={session.isFetching} onRetry={session.refetch} />;
  return (
    <Suspense fallback={<LookingUp />}>
      {/* A mailed link is followed by somebody who may still be signed in here. */}
      {path === "/reset-password" ? <Reset /> : session.data ? <SignedIn user={session.data} /> : <SignedOut {...props} />}
    </Suspense>
  );
}

/** `/orders/` is `/orders`, and `//orders` too, which a browser would take for another machine's name. */
const plainPath = (path: string): string => `/${path.split("/").filter(Boolean).join("/")}`;

const Reset = () => (
  <>
    <ResetPasswordScreen />
    <Arrival key="reset" title="Set a new password" />
  </>
);

const SignedOut = (props: PortalProps) => (
  <>
    <SignInScreen {...props} />
    <Arrival key="sign-in" title="Login or register" />
  </>
);

type LookingUpProps = { failed?: boolean; retrying?: boolean; onRetry?: () => unknown };

function LookingUp({ failed = false, retrying, onRetry }: LookingUpProps) {
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
