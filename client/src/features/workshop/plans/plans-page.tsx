import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Layers } from "lucide-react";
import { Link, useLocation } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PageHeader, ScreenLinks } from "#client/components/page/page-header.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { buttonClass, linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { query, type Reply, usePages } from "#client/lib/api.ts";
import { formatCount } from "#client/lib/format.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { ShareBar } from "../board/progress-steps.tsx";
import { WorkshopScanner } from "../station/workshop-scanner.tsx";
import { planPath } from "./plan-parts.ts";

const KeptPlan = lazyPanel(() => import("./saved-plan.tsx"), <TableSkeleton />);

type ListedPlan = Reply<"workshop", "plans">[number];

/** Renders the list of saved plans, or one plan at its own address. */
export default function PlansPage() {
  const [path] = useLocation();
  const id = /^\/workshop\/plans\/(\d+)$/.exec(path)?.[1];
  return (
    <>
      {id === undefined ? <Plans /> : <KeptPlan id={Number(id)} />}
      <WorkshopScanner />
    </>
  );
}

/** The list of saved plans, with each plan's progress. */
function Plans() {
  const plans = usePages("workshop", "plans", {});
  const [, go] = useLocation();
  return (
    <>
      <Link href="/workshop" className={`${linkClass} mb-2 inline-flex min-h-control items-center gap-2 print:hidden`}>
        <ArrowLeft aria-hidden className="size-4" />
        Workshop
      </Link>
      <PageHeader
        title="Bar plans"
        description="Kept plans, to be ticked off bar by bar."
        action={
          <>
            <ScreenLinks
              screens={[
                { path: "/workshop/offcuts", label: "Offcuts" },
                { path: "/workshop/scrap", label: "Scrap" },
              ]}
            />
            {plans.data && plans.data.length > 0 && (
              <Link href="/workshop" data-look="primary" className={buttonClass("primary")}>
                Choose orders to plan
              </Link>
            )}
          </>
        }
      />
      <ToRecut />
      <PagedTable
        query={plans}
        noun={["plan", "plans"]}
        failure="Failed to fetch the bar plans"
        caption="Bar plans"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => go(`/workshop/plans/${id}`)}
        rowLabel={({ id }) => `Bar plan ${id}`}
        actions={(plan) => <NextStep plan={plan} />}
        empty={
          <EmptyState
            title="No plan is kept"
            icon={<Layers />}
            action={
              <Link href="/workshop" className={buttonClass()}>
                Choose orders in the workshop
              </Link>
            }
          >
            Choose orders, open their bar plan and keep it. It then appears here.
          </EmptyState>
        }
      />
    </>
  );
}

/** Proposes a plan for the parts to recut that are in no plan yet. */
function ToRecut() {
  const orders = useQuery(query("workshop", "toRecut", {})).data ?? [];
  if (orders.length === 0) return null;
  const parts = orders.reduce((sum, order) => sum + order.parts, 0);
  return (
    <Alert
      tone="warning"
      className="mb-4 items-center!"
      title={`${countOf(parts, "part")} to recut ${parts === 1 ? "is" : "are"} in no plan`}
      action={
        <Link href={planPath(orders.map(({ orderId }) => orderId))} className={buttonClass("secondary", "sm")}>
          Plan {orders.length === 1 ? "this order" : "these orders"}
        </Link>
      }
    >
      {someOf(orders.map(({ orderId, jobName, parts: each }) => `${orderNumber(orderId)}${jobName ? `, ${jobName}` : ""} (${each})`))}
    </Alert>
  );
}

const MOST_NAMED = 4;
const someOf = (names: readonly string[]): string => {
  const named = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named;
};

/** The jobs' names come before the numbers, because people recognise a plan by them. */
const OrdersOfPlan = ({ jobNames, orders }: Pick<ListedPlan, "jobNames" | "orders">) => (
  <>
    {jobNames.length > 0 && <span className="block font-medium text-text">{someOf(jobNames)}</span>}
    <span className={jobNames.length > 0 ? "block text-xs text-muted" : "text-text"}>{someOf(orders.map(orderNumber))}</span>
  </>
);

const isSawn = ({ bars, sawn }: Pick<ListedPlan, "bars" | "sawn">): boolean => sawn === bars;

/** The plan's next step, as a link in its row. */
function NextStep({ plan }: { plan: ListedPlan }) {
  const words = isSawn(plan) ? "View" : plan.sawn > 0 ? "Carry on" : "Start";
  return (
    <Link
      href={`/workshop/plans/${plan.id}`}
      aria-label={`${words}, plan ${plan.id}`}
      className={buttonClass(isSawn(plan) ? "ghost" : "secondary", "sm")}
    >
      {words}
    </Link>
  );
}

function HowFar({ bars, sawn }: Pick<ListedPlan, "bars" | "sawn">) {
  if (bars === 0) return <span className="text-muted">nothing left to saw</span>;
  const done = isSawn({ bars, sawn });
  return (
    <span className="inline-flex flex-col gap-1 stacked:text-right">
      <span className={done ? "text-muted" : undefined}>
        {done ? `all ${formatCount(bars)} sawn` : `${formatCount(sawn)} of ${formatCount(bars)} sawn`}
      </span>
      {!done && <ShareBar done={sawn} of={bars} className="h-1 w-full min-w-28 stacked:min-w-0" />}
    </span>
  );
}

const By = ({ by: { contactName } }: Pick<ListedPlan, "by">) => (
  <span title={contactName} className="block max-w-40 truncate">
    {contactName}
  </span>
);

const COLUMNS: readonly Column<ListedPlan>[] = [
  { id: "plan", header: "Plan", cell: ({ id }) => `Plan ${id}` },
  { id: "orders", header: "Orders", name: true, place: "line", cell: OrdersOfPlan },
  { id: "made", header: "Made", place: "head", cell: ({ createdAt }) => <ListedDate value={createdAt} time /> },
  { id: "by", header: "By", rare: true, cell: By },
  {
    id: "sawn",
    header: "Bars",
    align: "right",
    place: "end",
    cell: HowFar,
  },
];
