import { DateText } from "#client/components/facts/date-text.tsx";
import { StatusBadge } from "#client/components/facts/status-badge.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import type { Role } from "#shared/domain/roles.ts";
import { Commission } from "./commission.tsx";
import { type Referral, referralNumber } from "./referral.ts";

/** Rule S5; whom to pay is a question for the super admin alone. */
export function referralColumns(role: Role): readonly Column<Referral>[] {
  const columns: readonly (Column<Referral> | false)[] = [
    { id: "number", header: "Referral #", cell: ({ id }) => referralNumber(id) },
    { id: "company", header: "Referred Company", cell: ({ referredUser }) => referredUser.companyName, wrap: true, place: "line" },
    role === "super_admin" && { id: "referrer", header: "Referred By", cell: ({ referrer }) => referrer?.companyName, wrap: true },
    {
      id: "status",
      header: "Status",
      place: "head",
      cell: ({ paidOut }) => <StatusBadge word={paidOut ? "Paid" : "Pending"} tone={paidOut ? "positive" : "warning"} />,
    },
    { id: "commission", header: "Commission", align: "right", cell: ({ commissionEarned }) => <Commission amount={commissionEarned} /> },
    { id: "date", header: "Date", cell: ({ createdAt }) => <DateText value={createdAt} /> },
  ];
  return columns.filter((column) => column !== false);
}
