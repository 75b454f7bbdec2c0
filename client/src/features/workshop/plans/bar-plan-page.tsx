import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { FileText, Save } from "lucide-react";
import { useLocation } from "wouter";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PaperLink } from "#client/components/page/document-link.tsx";
import { ExportButton } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { calls, query, type Reply, useCall } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { CUT_LENGTHS } from "#shared/domain/window/saw/bars.ts";
import { WorkshopScanner } from "../station/workshop-scanner.tsx";
import { BarsOfProfile, type Called } from "./bar-plan-bars.tsx";

type Plan = Reply<"workshop", "barPlan">;

/** Plans the bars for the orders in the address: `/workshop/bar-plan?orders=12,15`. */
export default function BarPlanPage() {
  const { orders } = useAddress({ orders: text }).address;
  const ids = [...new Set(orders.split(",").map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0);
  const keeps = can(useUser(), calls.workshop.plan);
  const plan = useQuery({ ...query("workshop", "barPlan", { query: { orders: ids.join() } }), enabled: ids.length > 0 });
  return (
    <>
      <WorkshopScanner />
      <PageHeader
        title="Bar plan"
        description={
          ids.length > 0 &&
          ids.map((id) => (
            <span key={id} className="mr-2 inline-block">
              {orderNumber(id)}
            </span>
          ))
        }
        action={
          ids.length > 0 && (
            <>
              <ExportButton feature="workshop" name="barPlan" query={{ orders: ids.join() }} />
              <PaperLink
                className={buttonClass(keeps ? "secondary" : "primary")}
                path={workshopPaperPath("barPlan", ids)}
                making={{
                  paper: "barPlan",
                  what: `the bar plan of ${ids.length === 1 && ids[0] ? orderNumber(ids[0]) : `${ids.length} orders`}`,
                  windows: plan.data?.windows.length ?? 0,
                }}
              >
                <FileText aria-hidden className="size-4" />
                Bar plan (PDF)
              </PaperLink>
              {keeps && plan.data && plan.data.profiles.length > 0 && <SavePlanButton orders={ids} />}
            </>
          )
        }
      />
      {ids.length > 0 ? (
        <PlanOfOrders plan={plan} />
      ) : (
        <EmptyState title="No orders chosen">Choose orders in the workshop to plan their bars.</EmptyState>
      )}
    </>
  );
}

/** Saves the plan of these orders, whose bars are then marked at the saw. */
function SavePlanButton({ orders }: { orders: readonly number[] }) {
  const [, go] = useLocation();
  const savePlan = useCall("workshop", "plan", {
    failure: "Failed to keep the plan",
    onSuccess: ({ id }) => go(`/workshop/plans/${id}`),
  });
  return (
    <Button
      variant="primary"
      icon={<Save />}
      pending={savePlan.isPending}
      title="Includes the trim, and uses offcuts where that saves a bar"
      onClick={() => savePlan.mutate({ body: { orders: [...orders] } })}
    >
      Keep this plan
    </Button>
  );
}

function PlanOfOrders({ plan }: { plan: UseQueryResult<Plan> }) {
  return (
    <QueryView
      query={plan}
      failure="Failed to plan the bars"
      isEmpty={({ profiles }) => profiles.length === 0}
      empty={<EmptyState title="Nothing is left to cut">Every shutter of these orders is marked as cut.</EmptyState>}
    >
      {(plan) => {
        const names = new Map(plan.windows.map(({ itemId, window }) => [itemId, window]));
        const called: Called = ({ orderId, itemId }) => `${orderNumber(orderId)} ${names.get(itemId) ?? ""}`;
        return (
          <>
            <Totals plan={plan} />
            {plan.profiles.map((profile) => (
              <BarsOfProfile key={[profile.profile, profile.material, profile.color].join("\n")} plan={profile} called={called} />
            ))}
          </>
        );
      }}
    </QueryView>
  );
}

function Totals({ plan: { profiles } }: { plan: Plan }) {
  const sum = (of: (profile: Plan["profiles"][number]) => number) => profiles.reduce((total, profile) => total + of(profile), 0);
  const bars = sum((profile) => profile.bars.length);
  const least = sum(({ lowerBound }) => lowerBound);
  const stock = sum((profile) => profile.bars.length * profile.stockMm);
  const used = sum((profile) => profile.bars.reduce((all, bar) => all + bar.pieces.reduce((mm, { lengthMm }) => mm + lengthMm, 0), 0));
  const tooLong = sum((profile) => profile.tooLong.length);
  const facts = [
    ["Bars", bars.toLocaleString("en-GB")],
    ["At least", least.toLocaleString("en-GB")],
    ["Waste", stock === 0 ? "–" : `${(100 * (1 - used / stock)).toFixed(1)} %`],
  ] as const;
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 rounded-lg border bg-surface px-4 py-3">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-muted">{CUT_LENGTHS}</p>
      {tooLong > 0 && (
        <Alert tone="warning" className="mt-4">
          {countOf(tooLong, "piece")} longer than a bar: see below.
        </Alert>
      )}
    </>
  );
}
