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

interface TypedTable {
  readonly table: Table;
  /** The measures that are far from the present ones, as sentences. */
  readonly jumps: readonly string[];
}

interface TableSaving {
  readonly failure: string;
  /** The table in the fields now; null while a field is wrong. */
  readonly typed: TypedTable | null;
  readonly onSaved: (saved: SavedTable) => void;
}

/**
 * Saves a workshop's sections or clearances. Orders that the new table would make unmakeable, and
 * measures that are far from the present ones, are displayed first, and a second press saves them
 * (rules W107 and W121). A table that the server has not checked is checked before each save.
 * @returns how to save, and what the form's dialog displays meanwhile
 */
export function useTableSaving({ failure, typed, onSaved }: TableSaving) {
  const [problems, setProblems] = useState<{ readonly checked: string; readonly found: Checked; readonly jumps: readonly string[] } | null>(
    null,
  );
  const check = useCall("settings", "checkWorkshop", { failure });
  const save = useCall("settings", "saveWorkshop", { failure, onSuccess: onSaved });
  const found = problems?.found.orders.length ? problems.found : null;
  // A corrected measure is no longer in question.
  const jumps = problems?.jumps.filter((sentence) => !typed || typed.jumps.includes(sentence)) ?? [];
  const isChecked = typed !== null && problems?.checked === JSON.stringify(typed.table);
  const send = ({ table, jumps: all }: TypedTable) => {
    const checked = JSON.stringify(table);
    if (problems?.checked === checked && problems.found.orders.length + problems.jumps.length > 0) return save.mutate({ body: table });
    check.mutate(
      { body: table },
      {
        onSuccess: (reply) => {
          setProblems({ checked, found: reply, jumps: all });
          if (reply.orders.length === 0 && all.every((sentence) => jumps.includes(sentence))) save.mutate({ body: table });
        },
      },
    );
  };
  const error = check.error ?? save.error;
  const isAsking = jumps.length > 0 || (found !== null && isChecked);
  const dialog = {
    submitLabel: isAsking ? "Save anyway" : "Save",
    danger: isAsking,
    head: (found || jumps.length > 0) && (
      <>
        {jumps.length > 0 && <FarMeasures jumps={jumps} />}
        {found && <TableProblems {...found} isChecked={isChecked} />}
      </>
    ),
    pending: check.isPending || save.isPending,
    error: error && failureSentence(error, failure),
  };
  return { send, dialog };
}

const MOST_SHOWN = 8;
/** A house of two hundred windows has as many sentences. */
const MOST_ASKS = 2;

/**
 * The open orders with a part that the checked table cannot make, each with the cut list's
 * sentence.
 */
function TableProblems({ checked, of, orders, isChecked }: Checked & { isChecked: boolean }) {
  return (
    <Alert
      tone="warning"
      title={`${countOf(orders.length, "order")} could not be made with ${isChecked ? "these" : "the former"} figures`}
      className="mx-page mt-3 max-h-[35dvh] shrink-0 overflow-y-auto"
    >
      <ul className="flex flex-col gap-1">
        {orders.slice(0, MOST_SHOWN).map(({ id, jobName, asks, isOpen, already }) => (
          <li key={id}>
            <Link href={`/workshop/${id}`} className={linkClass}>
              {orderNumber(id)}
            </Link>{" "}
            {jobName}
            {isOpen && " (open, no workshop's yet)"}
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

/** The measures that are far from the present ones, which are probably slips of the keyboard. */
function FarMeasures({ jumps }: { jumps: readonly string[] }) {
  return (
    <Alert tone="warning" title="Is this right?" className="mx-page mt-3 max-h-[35dvh] shrink-0 overflow-y-auto">
      {jumps.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  );
}
