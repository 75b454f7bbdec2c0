import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateText } from "#client/components/facts/values.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";

const EmailDialog = lazyDialog(() => import("./email-dialog.tsx"), { size: "sm", fields: 1 });

/** A person's own email address, and the requested change of it (rule A45). */
export function EmailPanel({ user }: { user: User }) {
  const [dialogOpen, setDialogOpen] = useState(false);
  const { data } = useQuery(query("emailChange", "open", {}));
  const close = () => setDialogOpen(false);
  return (
    <Panel title="Email address" description="You log in with it, and our emails go to it.">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-medium break-words">{user.email}</p>
        <Button aria-label="Change the email address" onClick={() => setDialogOpen(true)}>
          Change
        </Button>
      </div>
      {data?.open && <OpenChange {...data.open} />}
      {dialogOpen && <EmailDialog onRequested={close} onClose={close} />}
    </Panel>
  );
}

function OpenChange({ email, until }: NonNullable<Reply<"emailChange", "open">["open"]>) {
  const cancel = useCall("emailChange", "cancel", { success: "The change is cancelled", failure: "Failed to cancel the change" });
  return (
    <Alert className="mt-4" title={<span className="break-words">Waiting for confirmation at {email}</span>}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-56">
          The link in our email works until <DateText value={until} time />. Until you confirm the new address there, yours stays as it is.
        </p>
        <Button size="sm" aria-label="Cancel the change" pending={cancel.isPending} onClick={() => cancel.mutate({})}>
          Cancel
        </Button>
      </div>
    </Alert>
  );
}
