import { Alert } from "#client/components/ui/display/alert.tsx";
import { withStorage } from "#client/lib/browser/browser.ts";

/** States before a sign-in what this browser's settings prevent. */
export function BrowserLimits() {
  if (!navigator.cookieEnabled)
    return (
      <Alert tone="warning" title="This browser blocks cookies">
        Nobody can log in without them. Allow cookies for this site, then load this page again.
      </Alert>
    );
  if (withStorage(() => true)) return null;
  return (
    <Alert tone="warning" title="This browser stores nothing for this site">
      You can work, but an unfinished quote is lost when you close the tab. Allow site data to keep it.
    </Alert>
  );
}
