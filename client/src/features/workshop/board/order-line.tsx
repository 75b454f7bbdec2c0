import { clsx } from "clsx";
import { Link, useSearch } from "wouter";
import { StatusBadge } from "#client/components/facts/badge.tsx";
import { Address } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { useUnsent } from "#client/device/use-unsent.ts";
import type { Day } from "#shared/domain/period.ts";
import { countOf } from "#shared/domain/text.ts";
import { lateWords, missedDay } from "#shared/domain/trade/due.ts";
import { shippedInWords } from "#shared/domain/trade/parcels.ts";
import { orderNumber, poNumberInWords, remakeNumber } from "#shared/domain/trade/status.ts";
import { dayInSentence, dayInWords, kindInWords, type ShutterKind, startInWords, type WorkshopRow } from "./board.ts";
import { ProgressSteps } from "./progress-steps.tsx";

type OrderLineProps = {
  order: WorkshopRow;
  today: Day;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  /** Returns true for the kind by which the board is filtered. */
  isShown: (kind: ShutterKind) => boolean;
  onKind: (kind: ShutterKind) => void;
  /** Absent for people who may not ship. */
  onShip?: (() => void) | undefined;
  /** Staff see orders of several suppliers. */
  withSupplier: boolean;
};

const MOST_KINDS = 6;

/** One order's line: job, due day, kinds and progress. A press on it opens the order. */
export function OrderLine({ order, today, chosen, onChoose, isShown, onKind, onShip, withSupplier }: OrderLineProps) {
  const board = useSearch();
  const { id, jobName, poNumber, made, shutters, progress, remakeId } = order;
  const unsent = useUnsent(id);
  // The kind in the filter must be among the visible ones.
  const kinds =
    made.length <= MOST_KINDS ? made : [...made.filter(isShown), ...made.filter((kind) => !isShown(kind))].slice(0, MOST_KINDS - 1);
  const facts = [
    // A board stored by an earlier build has no parts. A remake with one kind has them beside it.
    order.parts ? made.length > 1 && order.parts : `${countOf(order.windows, "window")}, ${countOf(shutters, "shutter")}`,
    order.shipped > 0 && shippedInWords(order),
    order.place,
  ];
  const maker = withSupplier ? (order.supplier?.companyName ?? "Any supplier") : order.supplier === null && "Nobody's yet";
  return (
    <li className="relative grid grid-cols-[2.75rem_minmax(0,1fr)] border-t first:border-t-0 hover:bg-raised/60 @3xl:grid-cols-[2.75rem_minmax(0,1fr)_21rem] break-inside-avoid">
      <label className="relative z-1 grid min-h-12 place-items-center self-start print:hidden">
        <input
          type="checkbox"
          aria-label={`Choose ${orderNumber(id)}`}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
          className="size-5 rounded-sm accent-accent"
        />
      </label>
      <div className="col-start-2 min-w-0 py-3 pr-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 @md:flex-nowrap">
          <h3 className="min-w-0 text-base font-semibold">
            <Link
              href={`/workshop/${id}`}
              state={{ board }}
              data-opener
              className="scroll-my-24 rounded-sm wrap-anywhere after:absolute after:inset-0"
            >
              <span className="mr-1 text-accent tabular-nums">{orderNumber(id)}</span> {jobName}
            </Link>
            {remakeId !== null && (
              <span className="ml-2 inline-flex">
                <StatusBadge tone="warning" word={`Remake ${remakeNumber(remakeId)}`} />
              </span>
            )}
            {order.openRecuts ? (
              <span className="ml-2 inline-flex">
                <StatusBadge tone="warning" word={countOf(order.openRecuts, "recut")} />
              </span>
            ) : null}
          </h3>
          <Due order={order} today={today} />
        </div>
        <p className="text-sm text-muted">
          <Address text={facts.filter(Boolean).join(" · ")} />
          {poNumber && (
            <>
              {" · "}
              <span className="inline-block max-w-full wrap-anywhere">{poNumberInWords(poNumber)}</span>
            </>
          )}
          {maker && ` · ${maker}`}
        </p>
        {unsent > 0 && <p className="mt-1 text-sm font-medium text-warning">{countOf(unsent, "change")} not sent yet</p>}
        {order.ask && <p className="mt-1 text-sm font-semibold text-danger wrap-anywhere tabular-nums">{order.ask}</p>}
        <ul aria-label="What is made" className="mt-2 flex flex-col gap-y-3">
          {[...new Set(kinds.map(({ shutterType }) => shutterType))].map((type) => (
            <li key={type} className="flex flex-wrap items-center gap-x-2 gap-y-3 text-sm">
              <span className="wrap-anywhere">{type}</span>
              {kinds
                .filter(({ shutterType }) => shutterType === type)
                .map((kind) => (
                  <KindButton
                    key={kindInWords(kind)}
                    kind={kind}
                    amount={order.parts ? made.length === 1 && order.parts : `${kind.shutters} ×`}
                    isActive={isShown(kind)}
                    onPress={() => onKind(kind)}
                  />
                ))}
            </li>
          ))}
          {kinds.length < made.length && <li className="text-sm text-muted">and {countOf(made.length - kinds.length, "kind")} more</li>}
        </ul>
      </div>
      <div className="col-start-2 pr-4 pb-3 @3xl:col-start-3 @3xl:py-3">
        <ProgressSteps progress={progress} of={shutters} />
        {onShip && progress.packed === shutters && !order.openRecuts && (
          <Button variant="primary" className="relative z-1 mt-3 w-full print:hidden" onClick={onShip}>
            Mark as shipped
          </Button>
        )}
      </div>
    </li>
  );
}

function Due({ order, today }: { order: WorkshopRow; today: Day }) {
  const late = lateWords(order, today);
  const missed = missedDay(order);
  if (late && missed)
    return (
      <p className="whitespace-nowrap">
        <strong className="font-semibold text-danger">{late}</strong>
        <span className="ml-2 text-sm text-muted">due {dayInSentence(missed, today)}</span>
      </p>
    );
  const isPending = order.orderStatus === "pending";
  const replaces = order.replacesLate && "makes good a late order";
  return (
    <p className={clsx("whitespace-nowrap", order.dueOn ? "font-medium" : "text-muted")}>
      {order.dueOn ? dayInWords(order.dueOn, today) : "No date"}
      {replaces && <strong className="ml-2 font-semibold text-danger">{replaces}</strong>}
      {!replaces && isPending && order.startBy && (
        <span className="ml-2 text-sm font-normal text-muted">{startInWords(order.startBy, today)}</span>
      )}
    </p>
  );
}

type KindButtonProps = {
  kind: ShutterKind;
  /** False for one of several kinds of a remake of parts. */
  amount: string | false;
  isActive: boolean;
  onPress: () => void;
};

/**
 * One kind of shutter. A press filters the board by it; the button's hit area is as high as a thumb
 * needs.
 */
function KindButton({ kind, amount, isActive, onPress }: KindButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onPress}
      className={clsx(
        "relative z-1 min-h-8 rounded border px-2 py-1 text-left wrap-anywhere after:absolute after:inset-x-0 after:-inset-y-[7px]",
        isActive ? "border-accent bg-accent-soft" : "bg-surface hover:border-border-strong",
      )}
    >
      {amount && <span className="font-medium tabular-nums">{amount}</span>} <span className="sr-only">{kind.shutterType}</span>{" "}
      {kind.louverSize} {kind.colorSelection}
    </button>
  );
}
