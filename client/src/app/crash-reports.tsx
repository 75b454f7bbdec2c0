import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { ScreenFailure } from "#client/components/loading/states.tsx";
import { call } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { userQuery } from "#client/lib/session.ts";

/** Reports errors outside of rendering, from event handlers and promises. */
export function StrayFaults() {
  const client = useQueryClient();
  useEffect(() => {
    const onRejection = (event: PromiseRejectionEvent) => reportCrash(client, event.reason);
    // An event without an error comes from another site's script or from the browser and contains
    // no details.
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

/** Wraps the app and each screen: displays a sentence to the person and reports the error. */
export function ReportingBoundary({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  return (
    <ErrorBoundary
      onError={(error, { componentStack }) => reportCrash(client, error, componentStack)}
      fallbackRender={({ resetErrorBoundary }) => (
        <ScreenFailure title="This screen stopped working" onRetry={resetErrorBoundary}>
          Try again, or reload the page.
        </ScreenFailure>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

/** The server stores at most this many characters of each text. */
const MOST_MESSAGE = 2000;
const MOST_STACK = 8000;
/** Limits the reports of one page load. */
const MOST_REPORTS = 10;

const reported = new Set<string>();

/** Lets a test start as if the page had just loaded. */
export const forgetCrashes = () => reported.clear();

/**
 * Reports an error in the browser to the server, once for each message (rule K4). A failed report
 * is ignored.
 */
function reportCrash(client: QueryClient, thrown: unknown, componentStack?: string | null) {
  // The server has already logged failed calls, and accepts reports from signed-in people only.
  if (thrown instanceof ApiError || isAbort(thrown) || !client.getQueryData(userQuery.queryKey)) return;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const errorMessage = (error.message || error.name).slice(0, MOST_MESSAGE);
  if (reported.has(errorMessage) || reported.size >= MOST_REPORTS) return;
  reported.add(errorMessage);
  const stack = [error.stack, componentStack].filter(Boolean).join("\n").slice(0, MOST_STACK);
  call("errors", "report", {
    body: { errorMessage, errorType: error.name, requestPath: window.location.pathname, stack: stack || null },
  }).catch(() => {});
}

const isAbort = (thrown: unknown) => thrown instanceof DOMException && thrown.name === "AbortError";
