import type { Client, Decision } from "./client.ts";
import { ClientApproveDialog } from "./client-approve-dialog.tsx";
import { ClientDeclineDialog } from "./client-decline-dialog.tsx";
import { ClientDetailsDialog } from "./client-details-dialog.tsx";
import { ClientReinstateDialog } from "./client-reinstate-dialog.tsx";
import { ClientSuspendDialog } from "./client-suspend-dialog.tsx";

export type ClientDialog = "details" | Decision;
export interface Opened {
  readonly dialog: ClientDialog;
  readonly client: Client;
}

const DECIDE = {
  approve: ClientApproveDialog,
  decline: ClientDeclineDialog,
  suspend: ClientSuspendDialog,
  reinstate: ClientReinstateDialog,
} as const;

type ClientDialogsProps = { opened: Opened; onOpen: (opened: Opened) => void; onClose: () => void };

export function ClientDialogs({ opened: { dialog, client }, onOpen, onClose }: ClientDialogsProps) {
  if (dialog === "details") {
    return <ClientDetailsDialog client={client} onDecide={(decision) => onOpen({ dialog: decision, client })} onClose={onClose} />;
  }
  const DecideDialog = DECIDE[dialog];
  return <DecideDialog client={client} onClose={onClose} />;
}
