import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { ScreenFailure } from "#client/components/loading/states.tsx";
import { reportCrash } from "./report-crash.ts";

/** What breaks outside of drawing: in a button's handler, in a promise that nobody waits for. */
export function StrayFaults() {
  const client = useQueryClient();
  useEffect(() => {
    const onRejection = (event: PromiseRejectionEvent) => reportCrash(client, event.reason);
    // Without an error it is another site's script or the browser's own remark, which says nothing.
    const onError = (event: ErrorEvent) => event.error && reportCrash(client, event.error);
    window.addEventListener("unhandledrejection", onRejection);
    window.addEventListener("error", onError);
    return () => {
      window.removeEventListener("unhandledrejection", onRejection);
      window.removeEventListener("error", onError);
    };
  }, [client]);
  return null;
}

/** The boundary of the app and of each screen: a sentence for the person, a record for us. */
export function ReportingBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return (
    <ErrorBoundary
      onError={(error, { componentStack }) => reportCrash(client, error, componentStack)}
      fallbackRender={({ resetErrorBoundary }) => (
        <ScreenFailure title="This screen stopped working" onRetry={resetErrorBoundary}>
          Try again, or load the page afresh.
        </ScreenFailure>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
