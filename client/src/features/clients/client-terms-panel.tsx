import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { DateText } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { calls, query, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate, formatMoney } from "#client/lib/format.ts";
import { can, useUser } from "#client/lib/session.ts";

const TermsPlanDialog = lazyDialog(() => import("./terms-plan-dialog.tsx"), { tall: true, fields: 4 });

type Client = Reply<"clients", "read">;
type Change = Reply<"clients", "plannedTerms">[number];
type TypeTerms = Change["types"][number];

const percentInWords = (percent: number): string => (percent === 0 ? "None" : `${percent} %`);

/**
 * `Basswood Classic: £250.00 per m²`, `MDF Essential: 12 % off`, or that the general terms apply.
 */
function termsOfType({ pricePerM2, discountPercent }: TypeTerms): string {
  if (pricePerM2 !== undefined) return `${formatMoney(pricePerM2)} per m²`;
  return discountPercent == null ? "general terms" : `${discountPercent} % off`;
}

/** The types with terms of their own today, and the client's terms from later days (rule P18). */
export function ClientTerms({ client }: { client: Client }) {
  const user = useUser();
  const [doing, setDoing] = useState<"plan" | Change | null>(null);
  const ahead = useQuery(query("clients", "plannedTerms", { params: { id: client.id } }));
  const { typeTerms } = client;
  const maySet = can(user, calls.clients.planTerms);
  const types = useQuery({ ...query("products", "list", { query: { limit: "200" } }), enabled: maySet });
  const close = () => setDoing(null);
  return (
    <Panel
      title="Terms by type"
      actions={
        maySet && (
          <Button size="sm" disabled={!types.data} onClick={() => setDoing("plan")}>
            Change from a day
          </Button>
        )
      }
    >
      {typeTerms.length === 0 ? (
        <p className="text-muted">Every shutter type is sold at the discount of the account.</p>
      ) : (
        <TypeTermsList label="Terms of shutter types" types={typeTerms} />
      )}
      <QueryView query={ahead} failure="Failed to load the terms ahead">
        {(changes) => (
          <>
            {changes.map((change) => (
              <section key={change.id} aria-label={`From ${formatDate(change.from)}`} className="mt-4 border-t pt-3">
                <div className="flex flex-wrap items-center justify-between gap-x-3">
                  <h3 className="font-semibold">
                    From <DateText value={change.from} />
                  </h3>
                  {maySet && (
                    <Button size="sm" aria-label={`Remove the terms from ${formatDate(change.from)}`} onClick={() => setDoing(change)}>
                      Remove
                    </Button>
                  )}
                </div>
                {change.discountPercent !== undefined && <p>Discount: {percentInWords(change.discountPercent)}</p>}
                {change.types.length > 0 && <TypeTermsList label={`Shutter types from ${formatDate(change.from)}`} types={change.types} />}
                <p className="mt-1 text-xs text-muted">by {change.createdBy.contactName}</p>
              </section>
            ))}
          </>
        )}
      </QueryView>
      {doing === "plan" && <TermsPlanDialog client={client} types={types.data ?? []} onClose={close} />}
      {doing !== null && typeof doing === "object" && <RemoveDialog clientId={client.id} change={doing} onClose={close} />}
    </Panel>
  );
}

const TypeTermsList = ({ label, types }: { label: string; types: readonly TypeTerms[] }) => (
  <ul aria-label={label} className="mt-3 divide-y">
    {types.map((type) => (
      <li key={type.productId} className="flex flex-wrap justify-between gap-x-4 py-1.5">
        <span className="min-w-0 wrap-anywhere">{type.name}</span>
        <span className="tabular-nums">{termsOfType(type)}</span>
      </li>
    ))}
  </ul>
);

const FAILED = "Failed to remove the terms";

function RemoveDialog({ clientId, change, onClose }: { clientId: number; change: Change; onClose: () => void }) {
  const drop = useCall("clients", "dropPlannedTerms", { success: "The terms were removed", failure: FAILED, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Remove the terms from ${formatDate(change.from)}?`}
      confirmLabel="Remove"
      danger
      onConfirm={() => drop.mutate({ params: { id: clientId, changeId: change.id } })}
      pending={drop.isPending}
      error={drop.error && failureSentence(drop.error, FAILED)}
    >
      The terms before that day will continue.
    </ConfirmDialog>
  );
}
