import { type BadgeLook, type BadgeTone, StatusBadge } from "#client/components/facts/badge.tsx";
import { StatusDialog } from "#client/components/form/status-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { useIsAway } from "#client/lib/network.ts";
import { REMAKE_STATUS_LABEL, REMAKE_STATUSES, type RemakeStatus, remakeNumber } from "#shared/domain/trade/status.ts";

/** The badge of each status (rule R4). */
const LOOK = {
  pending: ["outline", "warning"],
  approved: ["default", "accent"],
  denied: ["destructive", "danger"],
  in_progress: ["secondary", "info"],
  completed: ["outline", "positive"],
} as const satisfies Record<RemakeStatus, readonly [BadgeLook, BadgeTone]>;

export function RemakeStatusBadge({ status }: { status: RemakeStatus }) {
  const [look, tone] = LOOK[status];
  return <StatusBadge word={REMAKE_STATUS_LABEL[status]} look={look} tone={tone} />;
}

const FAILED = "Failed to update remake status";
const OPTIONS = REMAKE_STATUSES.map((value) => ({ value, label: REMAKE_STATUS_LABEL[value] }));

type RemakeStatusDialogProps = { remake: { readonly id: number; readonly status: RemakeStatus }; onClose: () => void };

export function RemakeStatusDialog({ remake, onClose }: RemakeStatusDialogProps) {
  const isAway = useIsAway();
  const change = useCall("remakes", "changeStatus", {
    success: "Remake status updated successfully",
    failure: FAILED,
    onSuccess: onClose,
  });
  return (
    <StatusDialog<RemakeStatus>
      number={remakeNumber(remake.id)}
      current={remake.status}
      options={OPTIONS}
      onUpdate={(status) => change.mutate({ params: { id: remake.id }, body: { status, from: remake.status } })}
      onClose={onClose}
      pending={change.isPending}
      blocked={isAway ? "No network: to change the status of a remake, the network is needed." : undefined}
      error={change.error && failureSentence(change.error, FAILED)}
    />
  );
}
