import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { type Client, DECISIONS, type Decision, type DecisionDialogProps, useDecide } from "./client.ts";
import { ClientDetailsDialog, ClientFacts } from "./client-details.tsx";

const ClientReasonDialog = lazyDialog(() => import("./client-reason-dialog.tsx"), { fields: 2 });

const ClientTermsDialog = lazyDialog(() => import("./client-terms-dialog.tsx"), { fields: 4 });

const ClientProfileDialog = lazyDialog(() => import("./client-profile-dialog.tsx"));

/** A client's action that opens a dialog. */
export type Doing = Decision | "edit" | "terms";
/**
 * The dialogs that are open for a client: the details, an action, or an action above the details.
 */
export interface Opened {
  readonly client: Client;
  readonly details: boolean;
  readonly doing: Doing | null;
}

type ClientDialogsProps = { opened: Opened; onChange: (opened: Opened | null) => void };

/**
 * An action started in the details opens above them: Cancel and a saved edit return to the details.
 */
export function ClientDialogs({ opened, onChange }: ClientDialogsProps) {
  const { client, details, doing } = opened;
  const back = () => onChange(details ? { ...opened, doing: null } : null);
  const dialog = { client, onClose: back, onDecided: () => onChange(null) };
  const start = (next: Doing) => onChange({ ...opened, doing: next });
  return (
    <>
      {details && (
        <ClientDetailsDialog
          client={client}
          onDecide={start}
          onEdit={() => start("edit")}
          onTerms={() => start("terms")}
          onClose={() => onChange(null)}
        />
      )}
      {doing === "terms" && <ClientTermsDialog client={client} onClose={back} />}
      {doing === "edit" && <ClientProfileDialog client={client} onClose={back} />}
      {(doing === "approve" || doing === "reinstate") && <ClientConfirmDialog {...dialog} decision={doing} />}
      {(doing === "decline" || doing === "suspend") && <ClientReasonDialog {...dialog} decision={doing} />}
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
