import { useQuery } from "@tanstack/react-query";
import { StatusBadge } from "#client/components/facts/status-badge.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { FactsSkeleton } from "#client/components/ui/display/skeleton.tsx";
import { query } from "#client/lib/api.ts";
import { StripeKeysForm } from "./stripe-keys-form.tsx";

/** The card payment provider's keys (rule Y10). */
export function PaymentsPanel() {
  const config = useQuery(query("payments", "config", {}));
  return (
    <Panel
      title="Stripe"
      description="Customers pay their quotes by card through your own Stripe account."
      actions={config.data && <ConfiguredBadge configured={config.data.configured} />}
    >
      <QueryView query={config} failure="Failed to load Stripe configuration" skeleton={<FactsSkeleton facts={2} />}>
        {({ configured, publicKey }) => <StripeKeysForm configured={configured} publicKey={publicKey ?? ""} />}
      </QueryView>
    </Panel>
  );
}

function ConfiguredBadge({ configured }: { configured: boolean }) {
  return configured ? <StatusBadge word="Set up" tone="positive" /> : <StatusBadge word="Not set up yet" tone="warning" />;
}
