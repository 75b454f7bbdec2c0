import { useRef, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { calls } from "#client/lib/calls.ts";
import type { User } from "#client/lib/session.ts";
import { PasswordForm } from "./password-form.tsx";

/** Rule S6: the form is revealed on request. */
export function PasswordPanel({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  // The server refuses it too: whoever looks through somebody's eyes must not lock them out.
  const refused = user.isImpersonating && calls.accounts.changePassword.notWhileImpersonating;
  if (refused) return <Panel title="Password">It cannot be changed while you view the portal as somebody else.</Panel>;
  return (
    <Panel title="Password" description="Changing it signs you out everywhere else.">
      <Button ref={opener} aria-expanded={open} onClick={() => setOpen(!open)}>
        Change Password
      </Button>
      {open && <PasswordForm user={user} onClose={close} />}
    </Panel>
  );
}
