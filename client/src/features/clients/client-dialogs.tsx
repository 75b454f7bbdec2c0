import { lazyDialog } from "#client/components/lazy-dialog.tsx";
import type { Client, Decision } from "./client.ts";

const ClientApproveDialog = lazyDialog(async () => (await import("./client-approve-dialog.tsx")).ClientApproveDialog);
const ClientDeclineDialog = lazyDialog(async () => (await import("./client-decline-dialog.tsx")).ClientDeclineDialog);
const ClientDetailsDialog = lazyDialog(async () => (await import("./client-details-dialog.tsx")).ClientDetailsDialog);
const ClientReinstateDialog = lazyDialog(async () => (await import("./client-reinstate-dialog.tsx")).ClientReinstateDialog);
const ClientSuspendDialog = lazyDialog(async () => (await import("./client-suspend-dialog.tsx")).ClientSuspendDialog);

export type ClientDialog = "details" | Decision;
export interface Opened {
  readonly client: Client;
  readonly details: boolean;
  readonly decision: Decision | null;
}

export const opening = (dialog: ClientDialog, client: Client): Opened => ({
  client,
  details: dialog === "details",
  decision: dialog === "details" ? null : dialog,
});

const DECIDE = {
  approve: ClientApproveDialog,
  decline: ClientDeclineDialog,
  suspend: ClientSuspendDialog,
  reinstate: ClientReinstateDialog,
} as const satisfies Record<Decision, unknown>;

type ClientDialogsProps = { opened: Opened; onChange: (opened: Opened | null) => void };

/** A decision that was begun from the details lies over them, so that calling it off leads back there. */
export function ClientDialogs({ opened, onChange }: ClientDialogsProps) {
  const { client, details, decision } = opened;
  const DecisionDialog = decision && DECIDE[decision];
  return (
    <>
      {details && (
        <ClientDetailsDialog client={client} onDecide={(next) => onChange({ ...opened, decision: next })} onClose={() => onChange(null)} />
      )}
      {DecisionDialog && (
        <DecisionDialog
          client={client}
          onClose={() => onChange(details ? { ...opened, decision: null } : null)}
          onDecided={() => onChange(null)}
        />
      )}
    </>
  );
}
