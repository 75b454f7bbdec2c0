import { Handshake } from "lucide-react";
import { useState } from "react";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { ListedDate } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { calls, type Reply, useCall, usePages } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatMoney } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";
import { COMMISSION_SIGN } from "#shared/domain/money.ts";
import type { Role } from "#shared/domain/roles.ts";

type Referral = Reply<"referrals", "list">[number];

/** The format of rule P9. */
const referralNumber = (id: number): string => `REF-${id}`;

const canBePaidOut = ({ paidOut, commissionEarned }: Referral): boolean => !paidOut && (commissionEarned ?? 0) > 0;

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
        empty={
          <EmptyState title="No referrals yet" icon={<Handshake />}>
            A company that registers with your code appears here.
          </EmptyState>
        }
        caption="Referrals"
        columns={referralColumns(user.role)}
        rowKey={({ id }) => id}
        actions={can(user, calls.referrals.payOut) ? payOut : undefined}
      />
      {paying && <ReferralPayOutDialog referral={paying} onClose={() => setPaying(null)} />}
    </>
  );
}

/** Only super admins pay commissions, so only they see the amounts (rule S5). */
function referralColumns(role: Role): readonly Column<Referral>[] {
  const columns: readonly (Column<Referral> | false)[] = [
    { id: "number", header: "Referral #", cell: ({ id }) => referralNumber(id) },
    { id: "company", header: "Referred Company", cell: ({ referredUser }) => referredUser.companyName, name: true, place: "line" },
    role === "super_admin" && { id: "referrer", header: "Referred By", cell: ({ referrer }) => referrer?.companyName, name: true },
    {
      id: "status",
      header: "Status",
      place: "head",
      cell: ({ paidOut }) => <StatusBadge word={paidOut ? "Paid" : "Pending"} tone={paidOut ? "positive" : "warning"} />,
    },
    (role === "customer" || role === "super_admin") && {
      id: "commission",
      header: "Commission",
      align: "right",
      place: "end",
      cell: ({ commissionEarned }) => <Commission amount={commissionEarned} />,
    },
    { id: "date", header: "Date", cell: ({ createdAt }) => <ListedDate value={createdAt} /> },
  ];
  return columns.filter((column) => column !== false);
}

/** The specification requires the dollar sign here. All other amounts are in pounds. */
const commissionText = (amount: number): string => formatMoney(amount).replace("£", COMMISSION_SIGN);

function Commission({ amount }: { amount: number | undefined }) {
  if (amount === undefined) return <span className="text-muted">–</span>;
  return <span className="whitespace-nowrap tabular-nums">{commissionText(amount)}</span>;
}

const FAILED = "Failed to mark referral as paid";

/** Records that the commission was paid. No money moves. */
function ReferralPayOutDialog({ referral, onClose }: { referral: Referral; onClose: () => void }) {
  const number = referralNumber(referral.id);
  const payOut = useCall("referrals", "payOut", { success: `${number} is marked as paid`, failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Mark ${number} as paid?`}
      confirmLabel="Mark as paid"
      onConfirm={() => payOut.mutate({ params: { id: referral.id } })}
      pending={payOut.isPending}
      error={payOut.isError ? failureSentence(payOut.error, FAILED) : null}
    >
      <p>
        {commissionText(referral.commissionEarned ?? 0)} to {referral.referrer?.companyName ?? "the referring company"} for{" "}
        <bdi>{referral.referredUser.companyName}</bdi>. This only records that you have sent the money, and cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
