import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { lazyPart } from "#client/components/loading/lazy-part.tsx";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { Spinner, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { NotificationsBell } from "#client/features/notifications/notifications-bell.tsx";
import { device } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import { keepsOnDevice } from "#client/offline/whose-device.ts";
import { Arrival } from "./arrival.tsx";
import { ReportingBoundary } from "./crash-reports.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { screenAt, titleOf } from "./routes.ts";
import { Shell } from "./shell.tsx";

const loadOffline = () => import("#client/offline/offline.tsx");
/** Only suppliers' devices keep things. Where it can't be loaded what they change is made at once. */
const Offline = lazyPart<{ user: User }>(loadOffline, () => null);

/** A screen may be pressed before that part has come, and its store is open: what is pressed waits for it (rule W51). */
function useDevice(user: User): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!keepsOnDevice(user) || !window.indexedDB) return;
    let over = false;
    const end = () => {
      if (!over) device.keep = undefined;
      over = true;
      return null;
    };
    device.keep = loadOffline()
      .then(({ keeperOf }) => (over ? null : keeperOf(client, user)))
      .catch(end);
    return () => void end();
  }, [client, user]);
}

/**
 * The portal of a signed-in person. The key gives another person a new tree, so that no screen keeps data or texts of the person
 * before.
 */
export default function SignedIn({ user }: { user: User }) {
  useDevice(user);
  const bell = user.role === "customer" && <NotificationsBell />;
  const status = keepsOnDevice(user) && (
    <Suspense fallback={null}>
      <Offline user={user} />
    </Suspense>
  );
  return (
    <OpenScreens key={user.id} value={(target) => screenAt(target, user.role) !== undefined}>
      <Shell user={user} corner={bell || undefined} status={status}>
        <Screens user={user} />
      </Shell>
    </OpenScreens>
  );
}

/** The screen of the address. A screen that this role may not open is not found, like one that does not exist. */
function Screens({ user }: { user: User }) {
  const [path] = useLocation();
  const route = screenAt(path, user.role);
  const Page = route?.page ?? NotFoundPage;
  return (
    <ReportingBoundary key={path}>
      <Suspense fallback={<PageComing />}>
        <Page />
        <Arrival title={route ? titleOf(route) : "Not found"} />
      </Suspense>
    </ReportingBoundary>
  );
}

function PageComing() {
  const slow = useDelayed(true, 150);
  return <div className="grid min-h-60 place-items-center">{slow && <Spinner label="Loading" className="size-6 text-accent" />}</div>;
}
