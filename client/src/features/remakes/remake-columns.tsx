import type { Column } from "#client/components/data-table.tsx";
import { DateText } from "#client/components/date-text.tsx";
import type { Reply } from "#client/lib/api.ts";
import { orderNumber, remakeNumber } from "#client/lib/references.ts";
import type { User } from "#client/lib/session.ts";
import { RemakeStatusBadge } from "./remake-status-badge.tsx";

export type RemakeRow = Reply<"remakes", "list">[number];

/** What a reader sees of each remake (§2). Whose it is matters to everyone but the customer, who sees only their own. */
export function remakeColumns(user: Pick<User, "role">): readonly Column<RemakeRow>[] {
  const columns: readonly (Column<RemakeRow> | false)[] = [
    { id: "remake", header: "Remake #", width: "7rem", cell: ({ id }) => remakeNumber(id) },
    { id: "order", header: "Order #", width: "7rem", cell: ({ orderId }) => orderNumber(orderId) },
    user.role !== "customer" && { id: "company", header: "Company", wrap: true, cell: ({ order }) => <Company {...order.user} /> },
    { id: "status", header: "Status", width: "8rem", cell: ({ status }) => <RemakeStatusBadge status={status} /> },
    { id: "reason", header: "Reason", wrap: true, cell: (remake) => <Reason {...remake} /> },
    { id: "created", header: "Created", width: "8rem", cell: ({ createdAt }) => <DateText value={createdAt} /> },
  ];
  return columns.filter((column) => column !== false);
}

function Company({ companyName, contactName }: RemakeRow["order"]["user"]) {
  return (
    <span className="block max-w-60 min-w-0">
      <span title={companyName} className="line-clamp-2 break-words">
        {companyName}
      </span>
      <span title={contactName} className="block truncate text-xs text-muted">
        {contactName}
      </span>
    </span>
  );
}

const counted = (count: number, one: string, many: string) => count > 0 && `${count} ${count === 1 ? one : many}`;

function Reason({ reason, photos, repliesCount }: Pick<RemakeRow, "reason" | "photos" | "repliesCount">) {
  const more = [counted(photos.length, "photo", "photos"), counted(repliesCount, "reply", "replies")].filter(Boolean);
  return (
    <span className="block max-w-prose min-w-0 py-1">
      <span title={reason} className="line-clamp-2 break-words">
        {reason}
      </span>
      {more.length > 0 && <span className="block text-xs text-muted">{more.join(", ")}</span>}
    </span>
  );
}
