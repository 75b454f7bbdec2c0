import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Money } from "#client/components/facts/values.tsx";
import { DateField } from "#client/components/form/date-field.tsx";
import { FilterBar } from "#client/components/page/filters.tsx";
import { PageHeader } from "#client/components/page/page-header.tsx";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Field } from "#client/components/ui/control/field.tsx";
import { day, useAddress } from "#client/lib/address.ts";
import { calls } from "#client/lib/api.ts";
import { can, useUser } from "#client/lib/session.ts";
import type { Days } from "#shared/domain/trade/money-periods.ts";

const ADDRESS = { from: day, to: day };

/**
 * The period of a list behind one of the money page's figures:
 * `/money/refunds?from=2026-10-01&to=2026-10-31`.
 */
export function useDays() {
  const { address, change } = useAddress(ADDRESS);
  const { from, to } = address;
  return { from, to, change, query: { ...(from && { from }), ...(to && { to }) } };
}

/** A list without currencies is in pounds. */
type Summed<Name extends string> = Record<Name, number> & { readonly currency?: string };

/**
 * The sum under its column, once all pages have loaded. It equals the figure that linked to the
 * list, so other currencies than pounds are left out.
 */
export function sumOfAll<Name extends string>(
  { data = [], hasNextPage }: UseInfiniteQueryResult<Summed<Name>[]>,
  column: Name,
  label = "payment",
) {
  if (hasNextPage) return undefined;
  const pence = data.reduce((sum, row) => ((row.currency ?? "GBP") === "GBP" ? sum + Math.round(row[column] * 100) : sum), 0);
  return { [label]: "In all", [column]: <Money amount={pence / 100} strong /> };
}

type MoneyListProps = {
  title: string;
  action: ReactNode;
  children: ReactNode;
  /** The days of a list that requires some, until a person chooses others. */
  initial?: Days;
};

export function MoneyList({ title, action, children, initial }: MoneyListProps) {
  const { change, ...chosen } = useDays();
  const [from, to] = [chosen.from ?? initial?.from ?? null, chosen.to ?? initial?.to ?? null];
  return (
    <>
      {can(useUser(), calls.money.read) && (
        <Link href="/money" className={linkClass}>
          Money
        </Link>
      )}
      <PageHeader title={title} action={action} />
      <FilterBar label="Days">
        <Field label="From" className="w-40 max-sm:flex-1">
          {(wiring) => <DateField {...wiring} value={from} max={to ?? undefined} onChange={(value) => change({ from: value })} />}
        </Field>
        <Field label="To" className="w-40 max-sm:flex-1">
          {(wiring) => <DateField {...wiring} value={to} min={from ?? undefined} onChange={(value) => change({ to: value })} />}
        </Field>
      </FilterBar>
      {children}
    </>
  );
}
