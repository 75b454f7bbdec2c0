import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { useProofRequest } from "#client/lib/session/recent-proof.ts";
import { useUser } from "#client/lib/session.ts";

const ProofDialog = lazyDialog(() => import("./proof-dialog.tsx"), { size: "sm", fields: 1 });

/** Displays the dialog while a refused call waits for a proof (rule A36). */
export function ProofRequest() {
  const user = useUser();
  const request = useProofRequest();
  if (!request) return null;
  return <ProofDialog isViewing={user.isImpersonating} onClose={() => request.settle(false)} onProved={() => request.settle(true)} />;
}
