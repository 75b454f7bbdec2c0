import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import { lazyPart } from "#client/components/loading/lazy-part.tsx";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { Spinner, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { NotificationsBell } from "#client/features/notifications/notifications-bell.tsx";
import type { User } from "#client/lib/session.ts";
import { useDevice } from "#client/offline/device.ts";
import { keepsOnDevice } from "#client/offline/forget-device.ts";
import { Arrival } from "./arrival.tsx";
import { ReportingBoundary } from "./crash-reports.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { screenAt, titleOf } from "./routes.ts";
import { Shell } from "./shell.tsx";

/** Only suppliers' devices keep things. Where it can't be loaded nothing stands in its place. */
const DeviceStatus = lazyPart(
  () => import("#client/offline/device-status.tsx"),
  () => null,
);

/**
 * The portal of a signed-in person. The key gives another person a new tree, so that no screen keeps data or texts of the person
 * before.
 */
export default function SignedIn({ user }: { user: User }) {
  const client = useQueryClient();
  const device = useDevice();
  useEffect(() => device.takeUp(client, user), [device, client, user]);
  const bell = user.role === "customer" && <NotificationsBell />;
  const status = keepsOnDevice(user) && (
    <Suspense fallback={null}>
      <DeviceStatus />
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
