import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { MailNote } from "#client/components/page/mail-note.tsx";
import { PageHeader, ScreenLinks } from "#client/components/page/page-header.tsx";
import { Tabs } from "#client/components/ui/control/tabs.tsx";
import { FormSkeleton, TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { PasswordPanel } from "./password-panel.tsx";
import { ProfileForm } from "./profile-form.tsx";

const CompanyPanel = lazyPanel(() => import("./company-panel.tsx"), <FormSkeleton fields={6} />);
const NotificationsPanel = lazyPanel(() => import("./notifications/notifications-panel.tsx"), <TableSkeleton rows={8} columns={3} />);
const PaymentsPanel = lazyPanel(() => import("./payments-panel.tsx"), <FormSkeleton fields={3} />);
const PeoplePanel = lazyPanel(() => import("./people-panel.tsx"), <TableSkeleton rows={4} columns={4} />);
const RetailPanel = lazyPanel(() => import("./retail-panel.tsx"), <FormSkeleton fields={8} />);
const SecurityPanel = lazyPanel(() => import("./security-panel.tsx"), <TableSkeleton rows={2} columns={3} />);
const WebhooksPanel = lazyPanel(() => import("./webhooks/webhooks-panel.tsx"), <TableSkeleton rows={1} columns={3} />);
const WorkshopPanel = lazyPanel(() => import("./workshop/workshop-panel.tsx"), <FormSkeleton fields={4} />);

/** The address stores the tab, so that other screens can link to it: `/settings?tab=payments`. */
export default function SettingsPage() {
  const user = useUser();
  const { address, change } = useAddress({ tab: text });
  const tabs = [
    {
      value: "profile",
      label: "Profile",
      content: (
        <div className="flex flex-col gap-6">
          <ProfileForm user={user} />
          <PasswordPanel user={user} />
        </div>
      ),
    },
    { value: "notifications", label: "Notifications", content: <NotificationsPanel user={user} /> },
    ...(can(user, calls.company.people) && user.mayManage
      ? [{ value: "people", label: "People", content: <PeoplePanel user={user} /> }]
      : []),
    // Only the company itself edits these settings, not a super admin in View As.
    ...(can(user, calls.retail.saveBusiness) && user.mayManage && !user.isImpersonating
      ? [{ value: "retail", label: "Your customers", content: <RetailPanel /> }]
      : []),
    ...(can(user, calls.settings.saveWorkshop) ? [{ value: "workshop", label: "Workshop", content: <WorkshopPanel /> }] : []),
    ...(can(user, calls.settings.saveCompany) ? [{ value: "company", label: "Company", content: <CompanyPanel /> }] : []),
    ...(can(user, calls.payments.configure) ? [{ value: "payments", label: "Payments", content: <PaymentsPanel /> }] : []),
    { value: "security", label: "Security", content: <SecurityPanel user={user} /> },
    ...(can(user, calls.webhooks.create) && user.mayManage && !user.isImpersonating
      ? [{ value: "webhooks", label: "Webhooks", content: <WebhooksPanel user={user} /> }]
      : []),
  ];
  return (
    <div className="max-w-180">
      <PageHeader
        title="Settings"
        unchanging
        action={
          <ScreenLinks
            screens={[
              { path: "/referrals", label: "Referrals" },
              { path: "/audit", label: "Audit trail" },
            ]}
          />
        }
      />
      <MailNote className="mb-4" />
      <Tabs
        label="Settings"
        value={tabs.find((tab) => tab.value === address.tab)?.value ?? "profile"}
        onChange={(tab) => change({ tab: tab === "profile" ? "" : tab })}
        tabs={tabs}
      />
    </div>
  );
}
