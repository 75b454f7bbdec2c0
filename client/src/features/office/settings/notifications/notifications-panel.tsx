import { useQuery } from "@tanstack/react-query";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Checkbox, Select } from "#client/components/ui/control/choices.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, type Reply, useCall } from "#client/lib/api.ts";
import type { User } from "#client/lib/session.ts";
import type { MailTime, NoticeKind } from "#shared/domain/notifications.ts";

type Preference = Reply<"notifications", "preferences">[number];

const LABEL = {
  quote_sent: "Quotes that are ready for you",
  quote_changed: "Quotes you placed, changed by us",
  quote_to_place: "Quotes a colleague asks you to place",
  retail: "Your customers' replies to quotations",
  order_created: "New orders",
  order_status: "Status, parcels and days of orders",
  order_changed: "Changes of orders, and replies to requested ones",
  order_message: "Messages about orders",
  remake_status: "Status of remakes",
  remake_reply: "Replies to remakes",
  registration: "Companies that register and wait for approval",
  quote_placed: "Quotes that customers place or take back",
  change_requested: "Changes of orders that customers request",
  order_corrected: "Changes of your orders by the office",
  incoming_message: "Messages about orders",
  incoming_remake: "Requested remakes, and customers' replies",
  invoices_waiting: "Invoices that wait for company details",
  webhook: "Webhooks that are switched off",
} as const satisfies Record<NoticeKind, string>;

const MAIL_OPTIONS: { value: MailTime; label: string }[] = [
  { value: "now", label: "Email at once" },
  { value: "digest", label: "In the 17:00 digest" },
  { value: "none", label: "No email" },
];

const ALWAYS_SENT = "invoices, credit notes, receipts, payment reminders and emails about your account and its security";

/** How a person wants each kind of notice, saved at each change (rule M47). */
export default function NotificationsPanel({ user }: { user: User }) {
  const preferences = useQuery(query("notifications", "preferences", {}));
  // The menu bar of suppliers and admins has no bell.
  const hasBell = user.role === "customer" || user.role === "super_admin";
  const fixed = user.isImpersonating;
  const always = user.role === "supplier" ? "emails about your account and its security" : ALWAYS_SENT;
  return (
    <Panel title="Notifications" description={`Each change is saved at once. The digest is one email a day. Always sent: ${always}.`} flush>
      <QueryView query={preferences} failure="Failed to load your notifications" skeleton={<TableSkeleton rows={8} columns={3} />}>
        {(rows) => (
          <ul aria-label="Notifications" className="divide-y border-t">
            {rows.map((preference) => (
              <li key={preference.kind} className="flex flex-wrap items-center gap-x-4 px-4 py-1.5 text-sm">
                <span className="min-w-0 flex-1 basis-40 font-medium max-sm:basis-64">{LABEL[preference.kind]}</span>
                <span className="flex flex-wrap items-center justify-between gap-x-2 max-sm:w-full sm:gap-x-4">
                  {hasBell && <BellBox preference={preference} fixed={fixed} />}
                  <MailSelect preference={preference} fixed={fixed} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

type ControlProps = { preference: Preference; fixed: boolean };

/** Saves one preference. Until the reply the control displays the new value. */
function useSaved(preference: Preference) {
  const save = useCall("notifications", "savePreferences", { failure: "Failed to save your notifications" });
  const present = (save.isPending && save.variables.body[0]) || preference;
  return { present, change: (changed: Partial<Preference>) => save.mutate({ body: [{ ...present, ...changed }] }) };
}

function BellBox({ preference, fixed }: ControlProps) {
  const { present, change } = useSaved(preference);
  return (
    <Checkbox
      label="In the portal"
      aria-label={`${LABEL[preference.kind]} in the portal`}
      checked={present.bell}
      disabled={fixed}
      onChange={({ target }) => change({ bell: target.checked })}
    />
  );
}

function MailSelect({ preference, fixed }: ControlProps) {
  const { present, change } = useSaved(preference);
  return (
    <Select
      aria-label={`${LABEL[preference.kind]} by email`}
      className="w-44"
      options={MAIL_OPTIONS}
      value={present.mail}
      disabled={fixed}
      onChange={({ target }) => change({ mail: target.value as MailTime })}
    />
  );
}
