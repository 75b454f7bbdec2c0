import { clsx } from "clsx";
import { Link } from "wouter";
import { Money as Amount } from "#client/components/facts/values.tsx";
import { Panel } from "#client/components/ui/display/panel.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { AGE_LABEL, AGES, type Age } from "#shared/domain/trade/ledger.ts";
import { LISTS_OF_NOW, listOfAge, type Money } from "./money-view.ts";

/** The ages from not due to most overdue. The table makes each readable without its colour. */
const LOOK = {
  notDue: "bg-positive-soft border-positive",
  days1to30: "bg-warning-soft border-warning",
  days31to60: "bg-warning border-warning",
  days61to90: "bg-danger-soft border-danger",
  over90: "bg-danger border-danger",
  disputed: "bg-info-soft border-info",
} as const satisfies Record<Age, string>;

/** Customers' debt by days overdue: a bar chart, and a table with the same figures. */
export function OwedPanel({ owed: { total, ageing } }: { owed: Money["owed"] }) {
  return (
    <Panel title="Owed by customers">
      {/* An empty bar displays its background alone. */}
      <div aria-hidden className="mb-3 flex h-6 gap-0.5 rounded-sm empty:bg-raised">
        {AGES.map(
          (age) =>
            ageing[age] > 0 && (
              <Link
                key={age}
                href={listOfAge(age)}
                // The table has the same links for the keyboard and for screen readers.
                tabIndex={-1}
                title={AGE_LABEL[age]}
                style={{ flexGrow: ageing[age] }}
                className={clsx("min-w-1.5 basis-0 rounded-sm border", LOOK[age])}
              />
            ),
        )}
      </div>
      <Table>
        <caption className="sr-only">Owed by customers</caption>
        <thead>
          <tr>
            <TableHead>Overdue</TableHead>
            <TableHead className="border-b py-2 pl-3 text-right text-xs font-medium text-muted">Owed</TableHead>
          </tr>
        </thead>
        <tbody>
          {AGES.map((age) => (
            <TableRow key={age} className="relative">
              <TableCell className="border-b py-2 pr-3">
                <span className="flex items-center gap-2.5">
                  <span aria-hidden className={clsx("size-3 shrink-0 rounded-sm border", LOOK[age])} />
                  {ageing[age] > 0 ? (
                    <Link href={listOfAge(age)} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
                      {AGE_LABEL[age]}
                    </Link>
                  ) : (
                    AGE_LABEL[age]
                  )}
                </span>
              </TableCell>
              <TableCell className="border-b py-2 pl-3 text-right tabular-nums">
                <Amount amount={ageing[age]} />
              </TableCell>
            </TableRow>
          ))}
          <TableRow className="relative">
            <TableCell className="pt-2 pr-3 font-semibold">
              <Link href={LISTS_OF_NOW.owed} className="underline-offset-4 after:absolute after:inset-0 hover:underline">
                In all
              </Link>
            </TableCell>
            <TableCell className="pt-2 pl-3 text-right tabular-nums">
              <Amount amount={total} strong />
            </TableCell>
          </TableRow>
        </tbody>
      </Table>
    </Panel>
  );
}
