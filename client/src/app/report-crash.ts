import type { QueryClient } from "@tanstack/react-query";
import { call } from "#client/lib/api.ts";
import { ApiError } from "#client/lib/api-error.ts";
import { userQuery } from "#client/lib/session.ts";

/** The server keeps no more than this of each; a long one must not be a slow request besides. */
const MOST_MESSAGE = 2000;
const MOST_STACK = 8000;
/** A page that breaks in ever new ways says nothing more after these. */
const MOST_REPORTS = 10;

const told = new Set<string>();

/** For tests: as when the page was just loaded. */
export const forgetCrashes = () => told.clear();

/** Tells the server of a fault in the browser, once for each message (rule K4). A failure to report is ignored. */
export function reportCrash(client: QueryClient, thrown: unknown, componentStack?: string | null) {
  // A refusal or fault of a call is already the server's own knowledge, and without a session it takes no report.
  if (thrown instanceof ApiError || isAbort(thrown) || !client.getQueryData(userQuery.queryKey)) return;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const errorMessage = (error.message || error.name).slice(0, MOST_MESSAGE);
  if (told.has(errorMessage) || told.size >= MOST_REPORTS) return;
  told.add(errorMessage);
  const stack = [error.stack, componentStack].filter(Boolean).join("\n").slice(0, MOST_STACK);
  call("errors", "report", {
    body: { errorMessage, errorType: error.name, requestPath: window.location.pathname, stack: stack || null },
  }).catch(() => {});
}

const isAbort = (thrown: unknown) => thrown instanceof DOMException && thrown.name === "AbortError";
