import { useSyncExternalStore } from "react";
import { useSearchParams } from "wouter";
import { ApiError, failureSentence } from "#client/lib/api-error.ts";

/** A second link may be opened in the same tab, which does not load the page again. */
function subscribe(onChange: () => void): () => void {
  window.addEventListener("hashchange", onChange);
  return () => window.removeEventListener("hashchange", onChange);
}

/**
 * Returns the token of an emailed link: `#token=…`, because no server and no log receives the part
 * behind the `#`. Links that were mailed before this rule have `?token=…`. Blank: there is none.
 */
export function useLinkToken(): string {
  const [search] = useSearchParams();
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return new URLSearchParams(hash.slice(1)).get("token") ?? search.get("token") ?? "";
}

export const isLinkExpired = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && failureSentence(error, "") === "This link has expired";

/** The state of the history entry that a link opens once the new password is stored. */
export const PASSWORD_SET = { isPasswordSet: true } as const;

export const isPasswordSet = (): boolean => window.history.state?.isPasswordSet === true;

/** A later reload of the same history entry displays an ordinary login. */
export const forgetPasswordSet = (): void => {
  if (isPasswordSet()) window.history.replaceState(null, "");
};
