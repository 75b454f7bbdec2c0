import { useState } from "react";
import { DateText } from "#client/components/facts/date-text.tsx";
import { StatusBadge } from "#client/components/facts/status-badge.tsx";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { usePages } from "#client/lib/api.ts";
import { calls } from "#client/lib/calls.ts";
import { can, useUser } from "#client/lib/session.ts";
import type { Role } from "#shared/domain/roles.ts";
import { Commission } from "./commission.tsx";
import { canBePaidOut, type Referral, referralNumber } from "./referral.ts";
import { ReferralPayOutDialog } from "./referral-pay-out-dialog.tsx";

export function ReferralList() {
  const user = useUser();
  const referrals = usePages("referrals", "list", { query: {} });
  const [paying, setPaying] = useState<Referral | null>(null);
  const payOut = (referral: Referral) =>
    canBePaidOut(referral) && (
      <Button size="sm" aria-label={`Mark as paid: ${referralNumber(referral.id)}`} onClick={() => setPaying(referral)}>
        Mark as paid
      </Button>
    );
  return (
    <>
      <PagedTable
        query={referrals}
        noun={["referral", "referrals"]}
        failure="Failed to fetch referrals"
        empty={<EmptyState title="No referrals yet">A company that registers with your code appears here.</EmptyState>}
        caption="Referrals"
        columns={referralColumns(user.role)}
        rowKey={({ id }) => id}
        actions={can(user, calls.referrals.payOut) ? payOut : undefined}
      />
      {paying && <ReferralPayOutDialog referral={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

/** Rule S5; whom to pay is a question for the super admin alone. */
function referralColumns(role: Role): readonly Column<Referral>[] {
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
