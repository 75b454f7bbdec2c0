import { Suspense } from "react";
import { useLocation } from "wouter";
import { useDelayed } from "#client/components/loading/use-delayed.ts";
import { Spinner } from "#client/components/ui/display/spinner.tsx";
import type { User } from "#client/lib/session.ts";
import { Arrival } from "./arrival.tsx";
import { ReportingBoundary } from "./crash-reports.tsx";
import { NotFoundPage } from "./not-found-page.tsx";
import { screenAt, titleOf } from "./routes.ts";

/** The screen of the present address; one that this person may not open is as unknown as one that does not exist. */
export function Screens({ user }: { user: User }) {
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
