import { Layers } from "lucide-react";
import { Link, useLocation } from "wouter";
import { ListedDate } from "#client/components/facts/values.tsx";
import { lazyPanel } from "#client/components/loading/lazy-part.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { PageHeader, ScreenLinks } from "#client/components/page/page-header.tsx";
import type { Column } from "#client/components/table/data-table.tsx";
import { PagedTable } from "#client/components/table/paged-table.tsx";
import { buttonClass } from "#client/components/ui/control/button.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { type Reply, usePages } from "#client/lib/api.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

const KeptPlan = lazyPanel(() => import("./kept-plan.tsx"), <TableSkeleton />);

type ListedPlan = Reply<"workshop", "plans">[number];

/** The plans that are kept, or one of them at an address of its own. */
export default function PlansPage() {
  const [path] = useLocation();
  const id = /^\/workshop\/plans\/(\d+)$/.exec(path)?.[1];
  return id === undefined ? <Plans /> : <KeptPlan id={Number(id)} />;
}

/** Which plan was I sawing, and how far am I? */
function Plans() {
  const plans = usePages("workshop", "plans", {});
  const [, go] = useLocation();
  return (
    <>
      <PageHeader
        title="Bar plans"
        description="Plans that were kept, to be ticked off bar by bar."
        action={<ScreenLinks screens={[{ path: "/workshop/offcuts", label: "Offcuts" }]} />}
      />
      <PagedTable
        query={plans}
        noun={["plan", "plans"]}
        failure="Failed to fetch the bar plans"
        caption="Bar plans"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        onRowClick={({ id }) => go(`/workshop/plans/${id}`)}
        rowLabel={({ id }) => `Bar plan ${id}`}
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
            Choose orders, open their bar plan and keep it. It stands here then.
          </EmptyState>
        }
      />
    </>
  );
}

const MOST_NAMED = 4;
const someOf = (names: readonly string[]): string => {
  const named = names.slice(0, MOST_NAMED).join(", ");
  return names.length > MOST_NAMED ? `${named} and ${names.length - MOST_NAMED} more` : named;
};

/** The jobs' names, by which one looks for a plan, before the numbers. */
const OrdersOfPlan = ({ jobNames, orders }: Pick<ListedPlan, "jobNames" | "orders">) => (
  <>
    {jobNames.length > 0 && <span className="text-text">{someOf(jobNames)} · </span>}
    <span className="text-muted">{someOf(orders.map(orderNumber))}</span>
  </>
);

const COLUMNS: readonly Column<ListedPlan>[] = [
  { id: "plan", header: "Plan", cell: ({ id }) => `Plan ${id}` },
  { id: "orders", header: "Orders", name: true, place: "line", cell: OrdersOfPlan },
  { id: "made", header: "Made", place: "head", cell: ({ createdAt }) => <ListedDate value={createdAt} time /> },
  { id: "by", header: "By", rare: true, cell: ({ by }) => by.contactName },
  {
    id: "sawn",
    header: "Bars",
    align: "right",
    place: "end",
    cell: ({ bars, sawn }) => (sawn === bars ? <span className="text-muted">all {bars} sawn</span> : `${sawn} of ${bars} sawn`),
  },
];
