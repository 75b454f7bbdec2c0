import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { FileText, Save } from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PaperLink } from "#client/components/page/document-link.tsx";
import { ExportItem } from "#client/components/page/exports.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { text, useAddress } from "#client/lib/address.ts";
import { calls, query, type Reply, useCall, usePages } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import { workshopPaperPath } from "#shared/contract/parts/papers.ts";
import { inMetres } from "#shared/domain/length.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { CUT_LENGTHS, sumKeptRests } from "#shared/domain/window/saw/bars.ts";
import { namesOfWindows, supplyOf, tablesInWords, usualFigures, usualInWords } from "#shared/domain/window/saw/saw-work.ts";
import { WorkshopScanner } from "../station/workshop-scanner.tsx";
import { CannotMake } from "./cannot-make.tsx";
import type { Names } from "./plan-parts.ts";
import { keyOf, ProfileAtSaw } from "./plan-section.tsx";

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
              <ExportItem feature="workshop" name="barPlan" query={{ orders: ids.join() }} />
              <PaperLink
                className={buttonClass(keeps ? "secondary" : "primary")}
                path={workshopPaperPath("barPlan", ids)}
                making={{
                  paper: "barPlan",
                  what: `the bar plan of ${ids.length === 1 && ids[0] ? orderNumber(ids[0]) : `${ids.length} orders`}`,
                  windows: plan.data?.windows.length ?? 0,
                }}
              >
                <FileText aria-hidden className="size-4 max-sm:hidden" />
                Bar plan (PDF)
              </PaperLink>
              {keeps && plan.data && plan.data.profiles.length > 0 && <StorePlanButton orders={ids} plan={plan.data} />}
            </>
          )
        }
      />
      {ids.length > 0 ? (
        <PlanOfOrders plan={plan} orders={ids} again={`/workshop/bar-plan?orders=${ids.join()}`} />
      ) : (
        <EmptyState title="No orders chosen">Choose orders in the workshop to plan their bars.</EmptyState>
      )}
    </>
  );
}

/** Stores exactly the displayed plan, whose bars are then marked at the saw. */
function StorePlanButton({ orders, plan }: { orders: readonly number[]; plan: Plan }) {
  const [, go] = useLocation();
  const store = useCall("workshop", "plan", {
    failure: "Failed to store the plan",
    onSuccess: ({ id }) => go(`/workshop/plans/${id}`),
  });
  return (
    <Button
      variant="primary"
      icon={<Save />}
      needsNetwork
      pending={store.isPending}
      onClick={() => store.mutate({ body: { orders: [...orders], ...(plan.preview && { preview: plan.preview }) } })}
    >
      Store this plan
    </Button>
  );
}

type PlanOfOrdersProps = { plan: UseQueryResult<Plan>; orders: readonly number[]; again: string };

function PlanOfOrders({ plan, orders, again }: PlanOfOrdersProps) {
  return (
    <QueryView
      query={plan}
      failure="Failed to plan the bars"
      awayTitle="A new bar plan needs the network"
      isEmpty={({ profiles, cannotMake }) => profiles.length + cannotMake.length === 0}
      empty={<EmptyState title="Nothing is left to cut">Every shutter of these orders is marked as cut.</EmptyState>}
    >
      {(plan) => <Preview plan={plan} orders={orders} again={again} />}
    </QueryView>
  );
}

type PreviewProps = Omit<PlanOfOrdersProps, "plan"> & { plan: Plan };

function Preview({ plan: { profiles, windows, tables, cannotMake }, orders, again }: PreviewProps) {
  const cut = orders.filter((order) => ![...windows, ...cannotMake].some(({ orderId }) => orderId === order));
  const [closed, setClosed] = useState<readonly string[]>([]);
  const names: Names = { windowOf: namesOfWindows(windows), notMade: [], isChanged: () => false };
  const usual = usualFigures(profiles);
  const toggle = (key: string) => setClosed((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]));
  return (
    <>
      <CannotMake windows={cannotMake} />
      <PlannedBefore orders={orders} />
      {cut.length > 0 && <Alert className="mb-4">Nothing is left to cut of {cut.map(orderNumber).join(", ")}.</Alert>}
      <Totals profiles={profiles} />
      <p className="mt-2 text-sm text-muted tabular-nums">
        {tablesInWords(tables)} {usual && `${usualInWords(usual)}.`} {CUT_LENGTHS}
      </p>
      {profiles.map((profile) => {
        const key = keyOf(profile);
        const open = !closed.includes(key);
        return (
          <ProfileAtSaw key={key} profile={profile} usual={usual} names={names} again={again} open={open} onToggle={() => toggle(key)} />
        );
      })}
    </>
  );
}

/** Warns of stored plans that still have bars to saw for these orders: both have the same parts. */
function PlannedBefore({ orders }: Pick<PlanOfOrdersProps, "orders">) {
  const isKept = can(useUser(), calls.workshop.plans);
  const plans = usePages("workshop", "plans", {}, { enabled: isKept }).data ?? [];
  return plans
    .filter(({ bars, sawn }) => sawn < bars)
    .map(({ id, bars, sawn, orders: planned }) => {
      const both = planned.filter((order) => orders.includes(order));
      return (
        both.length > 0 && (
          <Alert
            key={id}
            tone="warning"
            className="mb-4 items-center!"
            action={
              <Link href={`/workshop/plans/${id}`} className={buttonClass("secondary", "sm")}>
                Open plan {id}
              </Link>
            }
          >
            {both.map(orderNumber).join(", ")} {both.length === 1 ? "is" : "are"} in plan {id} already, which has{" "}
            {countOf(bars - sawn, "bar")} to saw. Store a second plan only if you do not saw that one.
          </Alert>
        )
      );
    });
}

function Totals({ profiles }: Pick<Plan, "profiles">) {
  const sum = (of: (profile: Plan["profiles"][number]) => number) => profiles.reduce((total, profile) => total + of(profile), 0);
  const supplies = profiles.map((profile) => ({ bars: supplyOf({ bars: profile.bars }), all: supplyOf(profile) }));
  const racks = sum(({ bars }) => bars.filter(({ offcutId }) => offcutId === null).length);
  const least = sum(({ lowerBound }) => lowerBound);
  const stock = supplies.reduce((total, { bars }) => total + bars.buyMm + bars.taken.mm, 0);
  const used = sum((profile) => profile.bars.reduce((all, bar) => all + bar.pieces.reduce((mm, { lengthMm }) => mm + lengthMm, 0), 0));
  const tooLong = sum((profile) => profile.tooLong.length);
  const offcuts = supplies.reduce((total, { all }) => total + all.taken.count, 0);
  const metres = supplies.reduce((total, { all }) => total + all.buyMm, 0);
  const kept = sum(sumKeptRests);
  const facts = [
    ["Bars", racks.toLocaleString("en-GB")],
    ["At least", least.toLocaleString("en-GB")],
    ...(offcuts > 0 ? [["Offcuts used", offcuts.toLocaleString("en-GB")] as const] : []),
    ["To buy", `${inMetres(metres * 10)} m`],
    ["Waste", stock === 0 ? "–" : `${(100 * (1 - used / stock)).toFixed(1)} %`],
    ...(kept > 0 ? [["Offcuts kept", `${(kept / 1000).toFixed(1)} m`] as const] : []),
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
      {tooLong > 0 && (
        <Alert tone="warning" className="mt-4">
          {countOf(tooLong, "piece")} longer than a bar: see below.
        </Alert>
      )}
    </>
  );
}
