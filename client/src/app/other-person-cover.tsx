import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { Button } from "#client/components/ui/control/button.tsx";
import { Mark } from "#client/components/ui/display/brand.tsx";
import { Cover } from "#client/components/ui/overlay/dialog.tsx";
import { startSession, type User, userQuery } from "#client/lib/session.ts";

/**
 * Covers the tab while another tab's person is signed in (rule A28). The tab's content stays
 * mounted: a View As that ends in the other tab uncovers it.
 */
export function OtherPersonCover({ other, onContinue }: { other: User; onContinue: () => void }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const goOn = () => {
    onContinue();
    startSession(client, other);
    void client.invalidateQueries({ queryKey: userQuery.queryKey });
    // The other person may not have access to this screen.
    navigate("/", { replace: true });
  };
  return (
    <Cover title={`${other.contactName} is signed in on this device now`}>
      <Mark className="-order-1 size-10 text-accent" />
      <Button data-autofocus variant="primary" size="lg" className="max-w-full" onClick={goOn}>
        Continue as {other.contactName}
      </Button>
    </Cover>
  );
}
