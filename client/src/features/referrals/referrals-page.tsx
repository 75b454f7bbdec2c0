import { CopyButton } from "#client/components/page/copy-button.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { Input } from "#client/components/ui/control/input.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { useUser } from "#client/lib/session.ts";
import { toast } from "#client/lib/toasts.ts";
import { COMMISSION_PERCENT } from "#shared/domain/trade/pricing.ts";
import { ReferralList } from "./referral-list.tsx";

/** Only customers earn the commission (rule P9). */
const COMMISSION = `You earn ${COMMISSION_PERCENT} percent of the first quote that a company you bring pays, before tax.`;

/**
 * The person's own code and the companies that used it. The super admin sees all referrals (rule
 * S5).
 */
export default function ReferralsPage() {
  const user = useUser();
  return (
    <>
      <PageHeader
        title="Referrals"
        description={user.role === "customer" ? COMMISSION : "A company that registers with your code appears here."}
        action={<ExportItem feature="referrals" name="list" />}
      />
      <div className="flex flex-col gap-6">
        <OwnCode code={user.referralCode} />
        <ReferralList />
      </div>
    </>
  );
}

/** The referral code, and a link that opens Register with the code filled in. */
function OwnCode({ code }: { code: string }) {
  const link = `${window.location.origin}/?ref=${encodeURIComponent(code)}`;
  return (
    <Panel title="Your referral code">
      <div className="grid gap-4 lg:grid-cols-2">
        <Copied label="Referral code" text={code} verb="Copy code" message="Referral code copied to clipboard" />
        <Copied label="Sign-up link" text={link} verb="Copy link" message="Sign-up link copied to clipboard" />
      </div>
    </Panel>
  );
}

type CopiedProps = { label: string; text: string; verb: string; message: string };

function Copied({ label, text, verb, message }: CopiedProps) {
  return (
    <Field label={label}>
      {(wiring) => (
        <span className="flex gap-2 [&>button]:shrink-0">
          <Input {...wiring} readOnly value={text} className="truncate" onFocus={(event) => event.target.select()} />
          <CopyButton
            text={text}
            label={verb}
            onCopied={() => toast({ title: "Success", description: message })}
            onFailed={() =>
              toast({ title: "Error", description: "Your browser does not allow it. Select the text and copy it.", variant: "destructive" })
            }
          />
        </span>
      )}
    </Field>
  );
}
