import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type ComponentProps, Suspense, useEffect, useState } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { lazyPart, lazyScreen } from "#client/components/loading/lazy-part.tsx";
import { ErrorState, ScreenFailure } from "#client/components/loading/states.tsx";
import { productName } from "#client/components/ui/display/brand.tsx";
import { Spinner } from "#client/components/ui/display/waiting.tsx";
import { type Device, DeviceContext } from "#client/device/device.ts";
import { SignInScreen } from "#client/features/sign-in/sign-in-screen.tsx";
import { calls, createQueryClient } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { onSessionAnnounced } from "#client/lib/session/session-tabs.ts";
import { sendRecordedSignOut } from "#client/lib/session/sign-out.ts";
import { findSignedIn, isSomebodyElse, otherPersonQuery, startSession, syncPerson, type User, userQuery } from "#client/lib/session.ts";
import { toast, useToast } from "#client/lib/toasts.ts";
import { SET_UP_FACTOR } from "#shared/contract/identity/set-up-factor.ts";
import { SOMEBODY_ELSE } from "#shared/http/signed-in-as.ts";
import { Arrival, ArrivalProvider } from "./arrival.tsx";
import { ReportingBoundary, StrayFaults } from "./crash-reports.tsx";
import type { OtherPersonCover } from "./other-person-cover.tsx";

export function App({ device }: { device: Device }) {
  const [sessionEnded, setSessionEnded] = useState(false);
  const [client] = useState(() => createSessionClient(device, () => setSessionEnded(true)));
  useOwedSignOut();
  useEffect(
    () =>
      onSessionAnnounced((user) => {
        if (user) setSessionEnded(false);
        syncPerson(client, user);
      }),
    [client],
  );
  return (
    <DeviceContext value={device}>
      <QueryClientProvider client={client}>
        <StrayFaults />
        <ReportingBoundary>
          <ArrivalProvider>
            <Portal sessionEnded={sessionEnded} onSignedIn={() => setSessionEnded(false)} />
          </ArrivalProvider>
        </ReportingBoundary>
        <OtherPerson onContinue={() => setSessionEnded(false)} />
        <Toasts />
      </QueryClientProvider>
    </DeviceContext>
  );
}

const LazyToaster = lazyPart(
  async () => ({ default: (await import("#client/components/ui/overlay/toaster.tsx")).Toaster }),
  (again) => <NextToast onToast={again} />,
);
const TOASTS_LOAD_AFTER_MS = 2000;

/** Waits for the next toast after the file of the toasts could not be loaded. */
function NextToast({ onToast }: { onToast: () => void }) {
  const present = useToast();
  const [missed] = useState(present);
  useEffect(() => {
    if (present && present !== missed) onToast();
  });
  return null;
}

/** Loads with the first toast, or once the first screen has had the network to itself. */
function Toasts() {
  const isNeeded = useToast() !== null;
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), TOASTS_LOAD_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    (isNeeded || isDue) && (
      <Suspense fallback={null}>
        <LazyToaster />
      </Suspense>
    )
  );
}

const COVERED = "fixed inset-0 z-toast bg-background";
const LazyCover = lazyPart<ComponentProps<typeof OtherPersonCover>>(
  async () => ({ default: (await import("./other-person-cover.tsx")).OtherPersonCover }),
  (again) => (
    <div className={COVERED}>
      <ScreenFailure title="Somebody else is signed in on this device now" onRetry={again}>
        Try again, or reload the page.
      </ScreenFailure>
    </div>
  ),
);

/** Hides the screen at once, because the cover's file may still have to load (rule A28). */
function OtherPerson({ onContinue }: { onContinue: () => void }) {
  const other = useQuery(otherPersonQuery).data;
  if (!other) return null;
  return (
    <Suspense fallback={<div className={COVERED} />}>
      <LazyCover other={other} onContinue={onContinue} />
    </Suspense>
  );
}

/**
 * Sends a sign-out that was made without a network as soon as the server can be reached (rule A17).
 */
function useOwedSignOut(): void {
  useEffect(() => {
    const settle = () => void sendRecordedSignOut(calls.accounts.logout);
    window.addEventListener("online", settle);
    return () => window.removeEventListener("online", settle);
  }, []);
}

/**
 * Ends the session after a 401 to a signed-in person, so that all of that person's data leaves the
 * screen. A tab whose session belongs to another person is covered instead (rule A28).
 */
function createSessionClient({ replies }: Device, onEnded: () => void): QueryClient {
  const end = () => {
    onEnded();
    startSession(client, null);
  };
  const findOther = async () => {
    try {
      const user = await findSignedIn();
      if (user) syncPerson(client, user);
      else end();
    } catch {
      toast({ title: "Error", description: `${SOMEBODY_ELSE}. Reload the page.`, variant: "destructive" });
    }
  };
  const onFailure = (error: Error) => {
    // A factor became required while the person works, so the set-up replaces the screen.
    if (error instanceof ApiError && error.status === 403 && error.sentence === SET_UP_FACTOR)
      void client.invalidateQueries({ queryKey: userQuery.queryKey });
    const isRefused = error instanceof ApiError && error.status === 401 && client.getQueryData(userQuery.queryKey);
    if (!isRefused) return;
    if (isSomebodyElse(error)) void findOther();
    else end();
  };
  const client = createQueryClient({ onFailure, replies });
  return client;
}

type PortalProps = { sessionEnded: boolean; onSignedIn: () => void };

const SignedIn = lazyScreen(() => import("./signed-in.tsx"));
const SetUpFactorPage = lazyScreen(() => import("#client/features/office/settings/factors/set-up-factor-page.tsx"));
const ConfirmEmailScreen = lazyScreen(() => import("#client/features/sign-in/confirm-email-screen.tsx"));
const StopEmailScreen = lazyScreen(() => import("#client/features/sign-in/stop-email-screen.tsx"));
const JoinScreen = lazyScreen(() => import("#client/features/sign-in/join-screen.tsx"));
const ResetPasswordScreen = lazyScreen(() => import("#client/features/sign-in/reset-password-screen.tsx"));

/**
 * Loads the session, then renders the sign-in screen at any address, or the shell with the screen
 * of the address.
 */
function Portal(props: PortalProps) {
  const session = useQuery(userQuery);
  const [path] = useLocation();
  const search = useSearch();
  const plain = plainPath(path);
  if (plain !== path) return <Redirect replace to={`${plain}${search && `?${search}`}${window.location.hash}`} />;
  if (session.data === undefined) return <LookingUp failed={session.isError} retrying={session.isFetching} onRetry={session.refetch} />;
  return (
    <Suspense fallback={<LookingUp />}>
      {/* A person who follows an emailed link may still be signed in here. */}
      {path === "/reset-password" ? (
        <Reset />
      ) : path === "/join" ? (
        <Join />
      ) : path === "/confirm-email" ? (
        <ConfirmEmail />
      ) : path === "/stop-email" ? (
        <StopEmail />
      ) : session.data ? (
        <SignedInPerson user={session.data} />
      ) : (
        <SignedOut {...props} />
      )}
    </Suspense>
  );
}

/**
 * Turns `/orders/` and `//orders` into `/orders`. A browser would read `//orders` as the name of
 * another host.
 */
const plainPath = (path: string): string => `/${path.split("/").filter(Boolean).join("/")}`;

const Reset = () => (
  <>
    <ResetPasswordScreen />
    <Arrival key="reset" title="Set a new password" />
  </>
);

const Join = () => (
  <>
    <JoinScreen />
    <Arrival key="join" title="Join your company" />
  </>
);

const ConfirmEmail = () => (
  <>
    <ConfirmEmailScreen />
    <Arrival key="confirm-email" title="Confirm your email address" />
  </>
);

const StopEmail = () => (
  <>
    <StopEmailScreen />
    <Arrival key="stop-email" title="Stop the change of your email address" />
  </>
);

const SetUpFactor = ({ user }: { user: User }) => (
  <>
    <SetUpFactorPage user={user} />
    <Arrival key="set-up-factor" title="Set up a second factor" />
  </>
);

function SignedInPerson({ user }: { user: User }) {
  const isLoaded = useFirstScreen(user);
  if (user.needsFactor) return <SetUpFactor user={user} />;
  return isLoaded ? <SignedIn user={user} /> : <LookingUp />;
}

/** The shell, with its menu and Logout, does not wait longer for the screen's own file. */
const LONGEST_WAIT_MS = 1000;

/**
 * Loads the shell and the address's screen together before either is drawn. One after the other,
 * React would hold each of them back for 300 ms after the fallback of the previous one.
 */
function useFirstScreen({ role, needsFactor }: User): boolean {
  const [path] = useLocation();
  const [first] = useState(path);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (needsFactor) return;
    // The sign-in needs no routes, so they are not a part of its file.
    const loadPage = async () => (await import("./routes.ts")).screenAt(first, role)?.page.preload();
    const waited = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
    Promise.allSettled([SignedIn.preload(), Promise.race([loadPage(), waited])]).then(() => setLoaded(true));
  }, [first, role, needsFactor]);
  return isLoaded;
}

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
          <ErrorState title="Your sign-in could not be checked" onRetry={onRetry} retrying={retrying} />
        </div>
      ) : (
        <Spinner label="Loading" className="size-6 text-accent" />
      )}
    </main>
  );
}
