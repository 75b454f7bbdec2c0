import { useQuery } from "@tanstack/react-query";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { calls, query } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";

/** Reads whether the portal has a mail server. Only the super admin may (rule B6). */
export function useMailDelivery() {
  const user = useUser();
  return useQuery({ ...query("settings", "readMail", {}), enabled: can(user, calls.settings.readMail) });
}

/** States that the portal sends no email, and the remedy. Renders nothing if it sends them. */
export function MailNote({ className }: { className?: string }) {
  const { data } = useMailDelivery();
  if (data?.isSent !== false) return null;
  return (
    <Alert tone="warning" title="No email is sent" {...(className && { className })}>
      Emails stay in the folder <code>outbox</code> under <code>DATA_DIR</code> on the server until <code>SMTP_URL</code> names your mail
      server and the portal is restarted.
    </Alert>
  );
}
