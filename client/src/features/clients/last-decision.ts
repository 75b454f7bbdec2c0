import { formatDateTime } from "#client/lib/format.ts";
import { APPROVAL_STATUS_LABEL } from "#shared/domain/status.ts";
import type { Client } from "./client.ts";

/** "Declined by Ada Marsh on 20 Nov 2026, 14:05", or since when it waits for one. */
export function lastDecision({ approvalStatus, approvalDecidedAt, approvalDecidedBy, createdAt }: Client): string {
  if (!approvalDecidedAt) return approvalStatus === "pending" ? `None yet: waiting since ${formatDateTime(createdAt)}` : "Not recorded";
  const by = approvalDecidedBy ? ` by ${approvalDecidedBy}` : "";
  return `${APPROVAL_STATUS_LABEL[approvalStatus]}${by} on ${formatDateTime(approvalDecidedAt)}`;
}
