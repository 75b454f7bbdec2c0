import { useState } from "react";
import { DataTable } from "#client/components/data-table.tsx";
import { EmptyState } from "#client/components/empty-state.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { Button } from "#client/components/ui/button.tsx";
import { usePages } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { api } from "#shared/contract/index.ts";
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
    <QueryView
      query={referrals}
      failure="Failed to fetch referrals"
      empty={<EmptyState title="No referrals yet">A company that registers with your code appears here.</EmptyState>}
    >
      {(rows) => (
        <>
          <DataTable
            caption="Referrals"
            columns={referralColumns(user.role)}
            rows={rows}
            rowKey={({ id }) => id}
            actions={can(user, api.referrals.payOut) ? payOut : undefined}
            more={{
              noun: ["referral", "referrals"],
              hasMore: referrals.hasNextPage,
              pending: referrals.isFetchingNextPage,
              onLoadMore: () => void referrals.fetchNextPage(),
            }}
          />
          {paying && <ReferralPayOutDialog referral={paying} onClose={() => setPaying(null)} />}
        </>
      )}
    </QueryView>
  );
}
