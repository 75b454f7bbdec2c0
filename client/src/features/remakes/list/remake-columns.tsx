import { ChevronDown } from "lucide-react";
import { DateText } from "#client/components/facts/values.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { calls, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { orderNumber, remakeNumber } from "#shared/domain/references.ts";
import { REMAKE_STATUS_LABEL } from "#shared/domain/status.ts";
import { RemakeStatusBadge } from "../remake-status-badge.tsx";

export type RemakeRow = Reply<"remakes", "list">[number];

/** What a reader sees of each remake (rule S4). Whose it is matters to everyone but the customer, who sees only their own. */
export function remakeColumns(user: Pick<User, "role">, onUpdateStatus: (id: number) => void): readonly Column<RemakeRow>[] {
  const columns: readonly (Column<RemakeRow> | false)[] = [
    { id: "remake", header: "Remake #", width: "7rem", cell: ({ id }) => remakeNumber(id) },
    { id: "order", header: "Order #", width: "7rem", cell: ({ orderId }) => orderNumber(orderId) },
    user.role !== "customer" && {
      id: "company",
      header: "Company",
      wrap: true,
      place: "line",
      cell: ({ order }) => <Company {...order.user} />,
    },
    {
      id: "status",
      header: "Status",
      width: "8rem",
      place: "head",
      cell: can(user, calls.remakes.changeStatus)
        ? (remake) => <StatusButton {...remake} onPress={() => onUpdateStatus(remake.id)} />
        : ({ status }) => <RemakeStatusBadge status={status} />,
    },
    { id: "reason", header: "Reason", wrap: true, place: "line", cell: (remake) => <Reason {...remake} /> },
    { id: "created", header: "Created", width: "8rem", cell: ({ createdAt }) => <DateText value={createdAt} /> },
  ];
  return columns.filter((column) => column !== false);
}

function Company({ companyName, contactName }: RemakeRow["order"]["user"]) {
  return (
    <span className="block max-w-72 min-w-0 tight:max-w-44 stacked:flex stacked:max-w-none stacked:flex-wrap stacked:items-baseline stacked:gap-x-2">
      <span title={companyName} className="line-clamp-2 wrap-anywhere">
        {companyName}
      </span>
      <span title={contactName} className="block truncate text-xs text-muted">
        {contactName}
      </span>
    </span>
  );
}

/** The status is changed where it stands, in a dialog. */
function StatusButton({ id, status, onPress }: Pick<RemakeRow, "id" | "status"> & { onPress: () => void }) {
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Update Status of ${remakeNumber(id)}, now ${REMAKE_STATUS_LABEL[status]}`}
      title="Update Status"
      onClick={onPress}
      className="-mx-2 px-2!"
    >
      <RemakeStatusBadge status={status} />
      <ChevronDown aria-hidden className="size-4 text-muted" />
    </Button>
  );
}

const counted = (count: number, one: string, many: string) => count > 0 && `${count} ${count === 1 ? one : many}`;

function Reason({ reason, photos, repliesCount }: Pick<RemakeRow, "reason" | "photos" | "repliesCount">) {
  const more = [counted(photos.length, "photo", "photos"), counted(repliesCount, "reply", "replies")].filter(Boolean);
  return (
    <span className="block max-w-prose min-w-0 py-1 stacked:py-0">
      <span title={reason} className="line-clamp-2 wrap-anywhere">
        {reason}
      </span>
      {more.length > 0 && <span className="block text-xs text-muted">{more.join(", ")}</span>}
    </span>
  );
}
