import { useState } from "react";
import { Link } from "wouter";
import { linkClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { type Input, type Reply, useCall } from "#client/lib/api.ts";
import { failureSentence } from "#client/lib/api-error.ts";
import { countOf } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";

type Table = Input<"settings", "checkWorkshop">["body"];
type Checked = Reply<"settings", "checkWorkshop">;
export type SavedTable = Reply<"settings", "saveWorkshop">;

interface TableSaving {
  readonly success: string;
  readonly failure: string;
  readonly onSaved: (saved: SavedTable) => void;
}

/**
 * Saves a workshop's sections or clearances. Orders that the new table would make unmakeable are
 * displayed first, and a second press of the same table saves it (rule W107).
 */
export function useTableSaving({ success, failure, onSaved }: TableSaving) {
  const [problems, setProblems] = useState<{ readonly typed: string; readonly found: Checked } | null>(null);
  const check = useCall("settings", "checkWorkshop", { failure });
  const save = useCall("settings", "saveWorkshop", { success, failure, onSuccess: onSaved });
  const send = (table: Table) => {
    const typed = JSON.stringify(table);
    if (problems?.typed === typed && problems.found.orders.length > 0) return save.mutate({ body: table });
    check.mutate(
      { body: table },
      {
        onSuccess: (found) => {
          setProblems({ typed, found });
          if (found.orders.length === 0) save.mutate({ body: table });
        },
      },
    );
  };
  const error = check.error ?? save.error;
  const found = problems?.found.orders.length ? problems.found : null;
  return {
    send,
    found,
    submitLabel: found ? "Save anyway" : "Save",
    pending: check.isPending || save.isPending,
    error: error && failureSentence(error, failure),
  };
}

const MOST_SHOWN = 8;
/** A house of two hundred windows has as many sentences. */
const MOST_ASKS = 2;

/**
 * The open orders with a part that the new table cannot make, each with the cut list's sentence.
 */
export function TableProblems({ checked, of, orders }: Checked) {
  return (
    <Alert
      tone="warning"
      title={`${countOf(orders.length, "order")} could not be made with these figures`}
      className="mx-page mt-3 max-h-[35dvh] shrink-0 overflow-y-auto"
    >
      <ul className="flex flex-col gap-1">
        {orders.slice(0, MOST_SHOWN).map(({ id, jobName, asks, already }) => (
          <li key={id}>
            <Link href={`/workshop/${id}`} className={linkClass}>
              {orderNumber(id)}
            </Link>{" "}
            {jobName}
            {already && " (with the present figures, too)"}
            {asks.slice(0, MOST_ASKS).map((sentence) => (
              <span key={sentence} className="block text-muted">
                {sentence}
              </span>
            ))}
            {asks.length > MOST_ASKS && <span className="block text-muted">and {asks.length - MOST_ASKS} more</span>}
          </li>
        ))}
      </ul>
      {orders.length > MOST_SHOWN && <p>and {countOf(orders.length - MOST_SHOWN, "more order", "more orders")}</p>}
      <p className="mt-1 text-muted">
        {checked < of && `${checked} of `}
        {countOf(of, "order")} without a cut part {of === 1 ? "was" : "were"} checked.
      </p>
    </Alert>
  );
}
