import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { lazyPart } from "#client/components/loading/lazy-part.tsx";
import { StoredScreensContext } from "#client/components/loading/states.tsx";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { useDevice } from "#client/device/device.ts";
import { DeviceTakeover } from "#client/device/device-takeover.tsx";
import { NotificationsBell, OwnersBell } from "#client/features/office/notifications/notifications-bell.tsx";
import { ProofRequest } from "#client/features/proof/proof-request.tsx";
import { NetworkContext, useIsAway } from "#client/lib/network.ts";
import { keepsOnDevice } from "#client/lib/session/forget-device.ts";
import type { User } from "#client/lib/session.ts";
import { formatSignedInAs } from "#shared/http/signed-in-as.ts";
import { Arrival } from "./arrival.tsx";
import { ReportingBoundary } from "./crash-reports.tsx";
// Another tab may have to cover this one while the network is away.
import "./other-person-cover.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { OfflineScreen, StoredScreens } from "./offline-screen.tsx";
import { type Route, screenAt, titleOf } from "./routes.ts";
import { ScreenSkeleton } from "./screen-skeleton.tsx";
import { Shell } from "./shell.tsx";

/**
 * Only suppliers' devices store unsent changes. If the module does not load, nothing is rendered in
 * its place.
 */
const DeviceStatus = lazyPart(
  () => import("#client/device/device-status.tsx"),
  () => null,
);

/**
 * The portal of a signed-in person. The key gives each person a new tree, so that no screen retains
 * data or texts of the previous person.
 */
export default function SignedIn({ user }: { user: User }) {
  return (
    <DeviceTakeover key={formatSignedInAs(user)} user={user}>
      <SignedInPortal user={user} />
    </DeviceTakeover>
  );
}

function SignedInPortal({ user }: { user: User }) {
  const client = useQueryClient();
  const device = useDevice();
  useEffect(() => device.takeUp(client, user), [device, client, user]);
  const bell = user.role === "customer" ? <NotificationsBell /> : user.role === "super_admin" && <OwnersBell />;
  const status = keepsOnDevice(user) && (
    <Suspense fallback={null}>
      <DeviceStatus />
    </Suspense>
  );
  return (
    <NetworkContext value={device}>
      <OpenScreens key={formatSignedInAs(user)} value={(target) => screenAt(target, user.role) !== undefined}>
        <Shell user={user} corner={bell || undefined} status={status}>
          <StoredScreensContext value={keepsOnDevice(user) ? <StoredScreens user={user} /> : null}>
            <Screens user={user} />
          </StoredScreensContext>
        </Shell>
        <ProofRequest />
      </OpenScreens>
    </NetworkContext>
  );
}

/**
 * The screen of the address. A screen that this role may not open gives the 404 screen, like an
 * address that does not exist.
 */
function Screens({ user }: { user: User }) {
  const [path] = useLocation();
  const route = screenAt(path, user.role);
  return (
    <ReportingBoundary key={path}>
      <Suspense fallback={<ScreenSkeleton shape={route?.shape} />}>
        {route ? <OpenedScreen user={user} route={route} /> : <NotFoundPage />}
        <Arrival title={route ? titleOf(route) : "Not found"} />
      </Suspense>
    </ReportingBoundary>
  );
}

/**
 * Displays the offline screen for a screen that the device does not store and that is opened
 * without a network, until the network is back. A screen that was open before stays, with all that
 * was typed.
 */
function OpenedScreen({ user, route }: { user: User; route: Route }) {
  const isAway = useIsAway();
  const [isMissing, setMissing] = useState(isAway && keepsOnDevice(user) && !route.offline?.includes(user.role));
  if (isMissing && !isAway) setMissing(false);
  const { page: Page } = route;
  return isMissing ? <OfflineScreen user={user} title={titleOf(route)} /> : <Page />;
}
