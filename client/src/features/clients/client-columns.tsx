import type { Column } from "#client/components/data-table.tsx";
import { DateText } from "#client/components/date-text.tsx";
import { Money } from "#client/components/money.tsx";
import { Truncated } from "#client/components/ui/truncated.tsx";
import { formatCount } from "#client/lib/format.ts";
import { ApprovalBadge } from "./approval-badge.tsx";
import type { Client } from "./client.ts";

export const CLIENT_COLUMNS: readonly Column<Client>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => companyName, wrap: true },
  { id: "contact", header: "Contact", cell: ({ contactName }) => contactName, wrap: true },
  { id: "email", header: "Email", cell: ({ email }) => <Truncated text={email} className="max-w-48" />, priority: 2 },
  { id: "status", header: "Status", cell: ({ approvalStatus }) => <ApprovalBadge status={approvalStatus} /> },
  { id: "orders", header: "Orders", cell: ({ ordersCount }) => formatCount(ordersCount), align: "right" },
  { id: "total", header: "Orders total", cell: ({ ordersTotal }) => <Money amount={ordersTotal} />, align: "right" },
  { id: "last", header: "Last order", cell: ({ lastOrderAt }) => <DateText value={lastOrderAt} missing="None yet" />, priority: 2 },
  { id: "registered", header: "Registered", cell: ({ createdAt }) => <DateText value={createdAt} />, priority: 2 },
];
