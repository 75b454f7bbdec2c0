import { useQuery } from "@tanstack/react-query";
import { DefinitionList } from "#client/components/definition-list.tsx";
import { QueryView } from "#client/components/query-view.tsx";
import { StatusBadge } from "#client/components/status-badge.tsx";
import { Panel } from "#client/components/ui/panel.tsx";
import { FactsSkeleton } from "#client/components/ui/skeleton.tsx";
import { query } from "#client/lib/api.ts";
import { StripeKeysForm } from "./stripe-keys-form.tsx";

/** The card payment provider's keys (§2 Settings, decisions §6). */
export function PaymentsPanel() {
  const config = useQuery(query("payments", "config", {}));
  return (
    <Panel title="Stripe" description="Customers pay their quotes by card through your own Stripe account.">
      <QueryView query={config} failure="Failed to load Stripe configuration" skeleton={<FactsSkeleton facts={2} />}>
        {({ configured, publicKey }) => (
          <div className="flex flex-col gap-6">
            <DefinitionList
              facts={[
                {
                  term: "Card payments",
                  value: <StatusBadge word={configured ? "Set up" : "Not set up yet"} tone={configured ? "positive" : "warning"} />,
                },
                { term: "Public key in use", value: publicKey ? <span className="break-all">{publicKey}</span> : "None" },
              ]}
            />
            <StripeKeysForm configured={configured} publicKey={publicKey ?? ""} />
          </div>
        )}
      </QueryView>
    </Panel>
  );
}
