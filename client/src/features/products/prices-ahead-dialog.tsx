import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { DateText, Money } from "#client/components/facts/values.tsx";
import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { QueryView } from "#client/components/loading/query-view.tsx";
import { EmptyState } from "#client/components/loading/states.tsx";
import { Button, linkClass } from "#client/components/ui/control/button.tsx";
import { Summary } from "#client/components/ui/display/summary.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { TableSkeleton } from "#client/components/ui/display/waiting.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import { query, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { formatDate, formatMoney } from "#client/lib/format.ts";
import { countOf } from "#shared/domain/text.ts";
import type { Plan } from "./price-plan-dialog.tsx";

const PricePlanDialog = lazyDialog(() => import("./price-plan-dialog.tsx"), { tall: true, fields: 4 });

/** The prices planned for future days (rule P12), to cancel or to extend. */
export default function PricesAheadDialog({ onClose }: { onClose: () => void }) {
  const plans = useQuery(query("products", "plannedPrices", {}));
  const types = useQuery(query("products", "list", { query: { limit: "200" } }));
  const [doing, setDoing] = useState<"plan" | Plan | null>(null);
  return (
    <Dialog
      open
      onCloseRequest={onClose}
      title="Prices ahead"
      description="They apply from midnight of their day. No further action is needed."
    >
      <DialogBody>
        <QueryView
          query={plans}
          failure="Failed to load the prices ahead"
          skeleton={<TableSkeleton rows={3} columns={3} />}
          empty={
            <EmptyState plain title="No prices ahead">
              Today's prices apply until you change them.
            </EmptyState>
          }
        >
          {(list) => (
            <div className="flex flex-col gap-8">
              {list.map((plan) => (
                <PlanAhead key={plan.id} plan={plan} onTakeBack={() => setDoing(plan)} />
              ))}
            </div>
          )}
        </QueryView>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" disabled={!plans.data || !types.data} onClick={() => setDoing("plan")}>
          Change prices from a day
        </Button>
      </DialogFooter>
      {doing === "plan" && <PricePlanDialog plans={plans.data ?? []} types={types.data ?? []} onClose={() => setDoing(null)} />}
      {doing !== null && doing !== "plan" && <TakeBackDialog plan={doing} onClose={() => setDoing(null)} />}
    </Dialog>
  );
}

function PlanAhead({ plan, onTakeBack }: { plan: Plan; onTakeBack: () => void }) {
  const { from, changes, createdBy } = plan;
  return (
    <section aria-label={`From ${formatDate(from)}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">
          From <DateText value={from} />
          <span className="font-normal text-muted"> by {createdBy.contactName}</span>
        </h3>
        <Button size="sm" aria-label={`Withdraw the prices from ${formatDate(from)}`} onClick={onTakeBack}>
          Withdraw
        </Button>
      </div>
      <Table>
        <thead>
          <TableRow>
            <TableHead>Shutter type</TableHead>
            <TableHead className="text-right!">Until then</TableHead>
            <TableHead className="text-right!">From then</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {changes.map(({ productId, name, before, after, costBefore, costAfter }) => (
            <TableRow key={productId}>
              <TableCell className="wrap-anywhere">{name}</TableCell>
              <TableCell className="text-right">
                <PriceAndCost price={before} cost={costAfter === undefined ? undefined : costBefore} />
              </TableCell>
              <TableCell className="text-right">
                <PriceAndCost price={after} cost={costAfter} strong />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <UnmovedPrices plan={plan} />
    </section>
  );
}

type PriceAndCostProps = { price: number | undefined; cost: number | null | undefined; strong?: boolean };

/** A price, a cost, or both; a type that had no cost before has `no cost`. */
const PriceAndCost = ({ price, cost, strong = false }: PriceAndCostProps) => (
  <span className="flex flex-col items-end">
    {price !== undefined && <Money amount={price} strong={strong} />}
    {cost !== undefined && <span className="text-xs text-muted">{cost === null ? "no cost" : `cost ${formatMoney(cost)}`}</span>}
  </span>
);

/** The clients whose fixed prices the change does not move. */
function UnmovedPrices({ plan: { unmoved, changes } }: { plan: Plan }) {
  if (unmoved.length === 0) return null;
  const nameOf = new Map(changes.map(({ productId, name }) => [productId, name]));
  return (
    <details className="mt-2 text-sm">
      <Summary>{countOf(unmoved.length, "fixed price")} of clients will not move</Summary>
      <ul aria-label="Fixed prices that do not move" className="divide-y">
        {unmoved.map(({ companyId, companyName, productId, pricePerM2 }) => (
          <li key={`${companyId} ${productId}`} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <span className="min-w-0 wrap-anywhere">
              <Link href={`/clients/${companyId}`} className={linkClass}>
                {companyName}
              </Link>
              , {nameOf.get(productId)}
            </span>
            <Money amount={pricePerM2} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function TakeBackDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const failure = "Failed to withdraw the prices";
  const drop = useCall("products", "dropPlannedPrices", { success: "The prices were withdrawn", failure, onSuccess: onClose });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Withdraw the prices from ${formatDate(plan.from)}?`}
      confirmLabel="Withdraw"
      danger
      onConfirm={() => drop.mutate({ params: { id: plan.id } })}
      pending={drop.isPending}
      error={drop.error && failureSentence(drop.error, failure)}
    >
      {plan.changes.length === 1 ? plan.changes[0]?.name : `${plan.changes.length} shutter types`} will keep the price before that day.
    </ConfirmDialog>
  );
}
