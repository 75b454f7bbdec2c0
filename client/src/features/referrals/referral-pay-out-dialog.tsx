import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { commissionText } from "./commission.tsx";
import { type Referral, referralNumber } from "./referral.ts";

const FAILED = "Failed to mark referral as paid";

/** Records that the money was sent; it sends none. */
export function ReferralPayOutDialog({ referral, onClose }: { referral: Referral; onClose: () => void }) {
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
