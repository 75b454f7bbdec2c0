import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { type Client, DECISIONS, type Decision, type DecisionDialogProps, useDecide } from "./client.ts";
import { ClientDetailsDialog, ClientFacts } from "./client-details.tsx";

const ClientReasonDialog = lazyDialog(() => import("./client-reason-dialog.tsx"), { fields: 2 });

/** Which dialogs are open for a client: the details, a decision, or a decision over the details. */
export interface Opened {
  readonly client: Client;
  readonly details: boolean;
  readonly decision: Decision | null;
}

type ClientDialogsProps = { opened: Opened; onChange: (opened: Opened | null) => void };

/** A decision that was started in the details lies over them: Cancel leads back there. */
export function ClientDialogs({ opened, onChange }: ClientDialogsProps) {
  const { client, details, decision } = opened;
  const dialog = {
    client,
    onClose: () => onChange(details ? { ...opened, decision: null } : null),
    onDecided: () => onChange(null),
  };
  return (
    <>
      {details && (
        <ClientDetailsDialog client={client} onDecide={(next) => onChange({ ...opened, decision: next })} onClose={() => onChange(null)} />
      )}
      {(decision === "approve" || decision === "reinstate") && <ClientConfirmDialog {...dialog} decision={decision} />}
      {(decision === "decline" || decision === "suspend") && <ClientReasonDialog {...dialog} decision={decision} />}
    </>
  );
}

/** Approves or reinstates an account. */
function ClientConfirmDialog({ client, decision, onClose, onDecided }: DecisionDialogProps & { decision: "approve" | "reinstate" }) {
  const { decide, pending, error } = useDecide(client, decision, onDecided);
  const { label, consequence } = DECISIONS[decision];
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${label} ${client.companyName}?`}
      confirmLabel={label}
      onConfirm={() => decide()}
      pending={pending}
      error={error}
    >
      <p className="mb-5 text-muted">{consequence}</p>
      <ClientFacts client={client} />
    </ConfirmDialog>
  );
}
