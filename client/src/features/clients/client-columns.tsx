import { DateText } from "#client/components/facts/date-text.tsx";
import { Money } from "#client/components/facts/money.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { Truncated } from "#client/components/ui/display/truncated.tsx";
import { formatCount } from "#client/lib/format.ts";
import { ApprovalBadge } from "./approval-badge.tsx";
import type { Client } from "./client.ts";

export const CLIENT_COLUMNS: readonly Column<Client>[] = [
  { id: "company", header: "Company", cell: ({ companyName }) => <Company name={companyName} />, wrap: true },
  { id: "contact", header: "Contact", cell: (client) => <Contact {...client} />, wrap: true, place: "line" },
  { id: "status", header: "Status", place: "head", cell: ({ approvalStatus }) => <ApprovalBadge status={approvalStatus} /> },
  { id: "orders", header: "Orders", cell: ({ ordersCount }) => formatCount(ordersCount), align: "right" },
  { id: "total", header: "Orders total", cell: ({ ordersTotal }) => <Money amount={ordersTotal} />, align: "right" },
  { id: "last", header: "Last order", cell: ({ lastOrderAt }) => <DateText value={lastOrderAt} missing="None yet" /> },
  { id: "registered", header: "Registered", cell: ({ createdAt }) => <DateText value={createdAt} /> },
];

const Company = ({ name }: { name: string }) => (
  <span title={name} className="line-clamp-2 stacked:line-clamp-none">
    {name}
  </span>
);

/** Both in one column: that leaves room for all the others on a laptop. */
function Contact({ contactName, email }: Pick<Client, "contactName" | "email">) {
  return (
    <span className="block min-w-0 stacked:flex stacked:flex-wrap stacked:items-baseline stacked:gap-x-2">
      <span title={contactName} className="line-clamp-2 stacked:line-clamp-none">
        {contactName}
      </span>
      <Truncated text={email} className="w-52 text-xs text-muted tight:w-44" />
    </span>
  );
}
