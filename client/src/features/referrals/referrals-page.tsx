import { PageHeader } from "#client/components/page/page-header.tsx";
import { ExportButton } from "#client/components/table/export-button.tsx";
import { calls } from "#client/lib/calls.ts";
import { can, useUser } from "#client/lib/session.ts";
import { COMMISSION_PERCENT } from "#shared/domain/commission.ts";
import { OwnCode } from "./own-code.tsx";
import { ReferralList } from "./referral-list.tsx";

/** One's own code, and the companies that came by it; all of them for the super admin (rule S5). */
export default function ReferralsPage() {
  const user = useUser();
  return (
    <>
      <PageHeader
        title="Referrals"
        description={`You earn ${COMMISSION_PERCENT} percent of the first quote that a company you bring pays, before tax.`}
        action={<ExportButton feature="referrals" name="list" />}
      />
      <div className="flex flex-col gap-6">
        <OwnCode code={user.referralCode} />
        {can(user, calls.referrals.list) && <ReferralList />}
      </div>
    </>
  );
}
