import { useState } from "react";
import { EmptyState } from "#client/components/loading/empty-state.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { usePages } from "#client/lib/api.ts";
import { calls } from "#client/lib/calls.ts";
import { can, useUser } from "#client/lib/session.ts";
import { canBePaidOut, type Referral, referralNumber } from "./referral.ts";
import { referralColumns } from "./referral-columns.tsx";
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
