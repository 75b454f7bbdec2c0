import { Button } from "#client/components/ui/control/button.tsx";
import { DropdownMenu } from "#client/components/ui/overlay/dropdown-menu.tsx";
import { calls } from "#client/lib/calls.ts";
import { can, useUser } from "#client/lib/session.ts";
import { type Client, DECISION_LABEL, decisionsOn } from "./client.ts";
import type { ClientDialog } from "./client-dialogs.tsx";

type ClientActionsProps = { client: Client; onOpen: (dialog: ClientDialog, client: Client) => void };

/** A registration that waits is what staff come for, so that one button is in view; everything else is rarer. */
export function ClientActions({ client, onOpen }: ClientActionsProps) {
  const decisions = can(useUser(), calls.clients.decide) ? decisionsOn(client) : [];
  return (
    <>
      {client.approvalStatus === "pending" && decisions.includes("approve") && (
        <Button ref={handOver} size="sm" aria-label={`Approve ${client.companyName}`} onClick={() => onOpen("approve", client)}>
          Approve
        </Button>
      )}
      <DropdownMenu
        label={`More actions for ${client.companyName}`}
        items={[
          { label: "View details", onSelect: () => onOpen("details", client) },
          ...decisions.map((decision) => ({
            label: DECISION_LABEL[decision],
            danger: decision === "decline" || decision === "suspend",
            onSelect: () => onOpen(decision, client),
          })),
        ]}
      />
    </>
  );
}

/** The button goes once its client is approved; the focus that a dialog had given back to it goes to its neighbour. */
const handOver = (button: HTMLButtonElement | null) => () => {
  if (button && document.activeElement === button) button.parentElement?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
};
