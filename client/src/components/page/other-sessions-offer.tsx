import { useQuery } from "@tanstack/react-query";
import { Button } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { query, useCall } from "#client/lib/api.ts";

/**
 * Offers to end the person's other sessions after a change of a factor or the email address (rules
 * A37 and A45).
 */
export function OtherSessionsOffer({ className }: { className?: string }) {
  const sessions = useQuery(query("sessions", "list", {}));
  const endOthers = useCall("sessions", "endOthers", {
    success: "You are signed out everywhere else",
    failure: "Failed to end the other sessions",
  });
  if (!sessions.data?.some(({ current }) => !current)) return null;
  return (
    <Alert className={className} title="You are still signed in on other devices">
      <p>The change has ended none of your sessions.</p>
      <Button size="sm" className="mt-2" pending={endOthers.isPending} onClick={() => endOthers.mutate({})}>
        Sign out there
      </Button>
    </Alert>
  );
}
