import { useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import type { User } from "#client/lib/session.ts";

const EmailDialog = lazyDialog(() => import("./email-dialog.tsx"), { size: "sm", fields: 1 });

/** A person's own email address (rule A45). */
export function EmailPanel({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const [requested, setRequested] = useState<string | null>(null);
  return (
    <Panel title="Email address" description="You log in with it, and our emails go to it.">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-medium break-words">{user.email}</p>
        <Button aria-label="Change the email address" onClick={() => setOpen(true)}>
          Change
        </Button>
      </div>
      {requested !== null && requested !== user.email && (
        <Alert className="mt-4" title="Confirm the new address">
          <span className="break-words">
            We have emailed a link to {requested}. Open it within 24 hours. Until then your address stays as it is.
          </span>
        </Alert>
      )}
      {open && (
        <EmailDialog
          onRequested={(email) => {
            setRequested(email);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Panel>
  );
}
