import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import type { ApprovalStatus } from "#shared/domain/status.ts";
import type { Client } from "./client.ts";

const FAILED = "Failed to update client";

/** Decides on an account; the dialog closes once that is done, and shows why when it is not. */
export function useDecide(client: Client, success: string, onDone: () => void) {
  const decide = useCall("clients", "decide", { success, failure: FAILED, onSuccess: onDone });
  return {
    decide: (approvalStatus: ApprovalStatus, reason?: string) =>
      decide.mutate({ params: { id: client.id }, body: { approvalStatus, from: client.approvalStatus, reason } }),
    pending: decide.isPending,
    error: decide.isError ? failureSentence(decide.error, FAILED) : null,
  };
}
