import { Suspense } from "react";
import { useLocation } from "wouter";
import { OpenScreens } from "#client/components/page/page-header.tsx";
import { Spinner, useDelayed } from "#client/components/ui/display/waiting.tsx";
import { NotificationsBell } from "#client/features/notifications/notifications-bell.tsx";
import type { User } from "#client/lib/session.ts";
import { Arrival } from "./arrival.tsx";
import { ReportingBoundary } from "./crash-reports.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { screenAt, titleOf } from "./routes.ts";
import { Shell } from "./shell/shell.tsx";

/**
 * The portal of a signed-in person. Another person gets another tree: a screen must not keep what it fetched for, or
 * what was typed by, the one before.
 */
export default function SignedIn({ user }: { user: User }) {
  return (
    <OpenScreens key={user.id} value={(target) => screenAt(target, user.role) !== undefined}>
      <Shell user={user} corner={user.role === "customer" ? <NotificationsBell /> : undefined}>
        <Screens user={user} />
      </Shell>
    </OpenScreens>
  );
}

/** The screen of the present address; one that this person may not open is as unknown as one that does not exist. */
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
