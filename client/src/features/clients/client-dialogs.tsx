import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import type { Client, Decision } from "./client.ts";
import { ClientApproveDialog } from "./client-approve-dialog.tsx";
import { ClientDetailsDialog } from "./client-details-dialog.tsx";
import { ClientReinstateDialog } from "./client-reinstate-dialog.tsx";

const ClientDeclineDialog = lazyDialog(() => import("./client-decline-dialog.tsx"));
const ClientSuspendDialog = lazyDialog(() => import("./client-suspend-dialog.tsx"));

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
