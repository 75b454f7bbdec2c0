import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useDelayed } from "#client/components/ui/display/waiting.tsx";
import type { Reply } from "#client/lib/api.ts";
import { formatListed } from "#client/lib/format.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import {
  leftInWords,
  piecesInWords,
  type Stop,
  sawPieceInWords,
  splitByCut,
  stopInWords,
  stopsOf,
} from "#shared/domain/window/saw/saw-work.ts";
import { BarPicture } from "./bar-plan-bars.tsx";

export type KeptPlan = Reply<"workshop", "readPlan">;
export type PlanProfile = KeptPlan["profiles"][number];
export type PlanBar = PlanProfile["bars"][number];
export type Ticked = Reply<"workshop", "sawn">;

export const mm = (length: number): string => inMillimetres(length * 10);

/** The names of the windows, and the orders that have changed since the plan was saved. */
export interface Names {
  readonly windowOf: (itemId: number) => string;
  readonly isChanged: (orderId: number) => boolean;
}

type BarToSawProps = {
  bar: PlanBar;
  profile: PlanProfile;
  names: Names;
  /** Absent for people who may only read. */
  onSawn?: ((bar: number) => void) | undefined;
  pending: boolean;
  /** The reason why the last mark failed. */
  failure: string | null;
  /** The address that plans the orders again. */
  again: string;
};

/** The id of the button that marks a bar as sawn, so that the focus can move to the next bar's. */
export const sawId = (bar: number): string => `saw-${bar}`;

/** A bar that is still to be sawn: its stops are large, and one press marks it as sawn. */
export function BarToSaw({ bar, profile, names, onSawn, pending, failure, again }: BarToSawProps) {
  const { stockMm, kerfMm, trimMm } = profile;
  const isOffcut = bar.offcutId !== null;
  const { left: remaining, cut } = splitByCut(bar.pieces);
  return (
    <li className="rounded-lg border bg-surface p-4">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[5.5rem_minmax(0,1fr)_auto]">
        <p className="max-sm:flex max-sm:items-baseline max-sm:gap-2">
          <span className="text-lg font-semibold tabular-nums">Bar {bar.bar}</span>{" "}
          {(isOffcut || bar.lengthMm !== stockMm) && (
            <span className={clsx("block text-sm tabular-nums", isOffcut && "font-medium text-info")}>
              {isOffcut && "offcut "}
              <span className="whitespace-nowrap">{mm(bar.lengthMm)} mm</span>
            </span>
          )}
        </p>
        <ol aria-label={`Stops of bar ${bar.bar}`} className="grid content-start gap-2">
          {stopsOf(remaining).map((stop) => (
            <li
              key={stop.stopMm}
              className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-baseline gap-x-4 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <StopFigure words={stopInWords(stop)} />
              <ul className="min-w-0">
                {stop.pieces.map((piece) => (
                  <li key={[piece.orderId, piece.itemId, piece.panel, piece.part, piece.ripMm, piece.ends, piece.bevelDeg].join()}>
                    <PieceInWords piece={piece} several={stop.pieces.length > 1} names={names} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {onSawn && (
          <Button
            id={sawId(bar.bar)}
            size="lg"
            icon={<Check />}
            aria-label={`Bar ${bar.bar} is sawn`}
            pending={pending}
            onClick={() => onSawn(bar.bar)}
            className="self-start max-sm:order-last sm:min-w-32"
          >
            Sawn
          </Button>
        )}
        <div className="sm:col-span-full">
          <BarPicture bar={{ pieces: remaining }} stockMm={bar.lengthMm} kerfMm={kerfMm} trimMm={isOffcut ? 0 : trimMm} />
          <p className="mt-1 text-sm text-muted tabular-nums">{leftInWords(bar, profile)}</p>
          {cut.length > 0 && <CutAlready pieces={cut} names={names} />}
        </div>
      </div>
      {failure && (
        <Alert
          tone="danger"
          className="mt-3 items-center! flex-wrap"
          action={
            <Link href={again} className={buttonClass("secondary", "sm")}>
              Plan them again
            </Link>
          }
        >
          Bar {bar.bar} is not ticked off. {failure}.
        </Alert>
      )}
    </li>
  );
}

/** The pieces that the plan no longer needs from this bar, because such parts are cut already. */
const CutAlready = ({ pieces, names }: { pieces: PlanBar["pieces"]; names: Names }) => (
  <p className="mt-1 text-sm wrap-anywhere tabular-nums">
    <span className="font-medium text-warning">Cut already, not from this bar:</span> {piecesInWords(pieces, names.windowOf).join(" · ")}
  </p>
);

/** A bar that need not be sawn, because all of its planned pieces are cut already. */
export const CutBar = ({ bar, names }: { bar: PlanBar; names: Names }) => (
  <li className="rounded-lg border border-transparent bg-raised px-4 py-2 text-sm">
    <p className="font-medium tabular-nums">Bar {bar.bar}: nothing left to saw</p>
    <CutAlready pieces={bar.pieces} names={names} />
  </li>
);

/** The count and length are large, the stop's position small. */
function StopFigure({ words }: { words: string }) {
  const [large = "", stop] = words.split(", ");
  return (
    <span className="tabular-nums">
      <span className="text-xl font-semibold whitespace-nowrap">{large}</span>
      {stop && (
        <>
          <span className="sr-only">, </span>
          <span className="block text-sm whitespace-nowrap text-muted">{stop}</span>
        </>
      )}
    </span>
  );
}

type PieceInWordsProps = { piece: Stop["pieces"][number]; several: boolean; names: Names };

function PieceInWords({ piece, several, names }: PieceInWordsProps) {
  const changed = names.isChanged(piece.orderId);
  return (
    <>
      <span className={clsx("wrap-anywhere tabular-nums", changed && "line-through")}>
        {several && `${piece.count} × `}
        {sawPieceInWords(piece, names.windowOf(piece.itemId))}
      </span>
      {changed && <span className="font-medium text-warning"> changed, not counted</span>}
    </>
  );
}

type SawnBarProps = {
  bar: PlanBar;
  profile: PlanProfile;
  ticked: Ticked | undefined;
  names: Names;
  /** Absent for people who may only read. */
  onUndo: ((bar: number) => void) | undefined;
  pending: boolean;
  /** The reason why the undo failed. */
  failure: string | null;
};

/** For this long the button says `Undo`, as after every press; later it names what it undoes. */
const JUST_SAWN_MS = 10_000;

/** A sawn bar in one line, and below it the mark's outcome. */
export function SawnBar({ bar, profile, ticked, names, onUndo, pending, failure }: SawnBarProps) {
  const { sawn } = bar;
  const isLater = useDelayed(ticked !== undefined, JUST_SAWN_MS) || ticked === undefined;
  return (
    <li className="rounded-lg border border-transparent bg-raised px-4 py-2 text-sm">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Check aria-hidden className="size-4 shrink-0 self-center text-positive" />
        <span className="font-medium tabular-nums">Bar {bar.bar}</span>
        <span>
          sawn{" "}
          <span className="text-muted">
            {sawn && (
              <>
                {formatListed(sawn.at, { time: true })}, {sawn.by.contactName}
              </>
            )}
          </span>
        </span>
        {!ticked && <span className="text-muted tabular-nums">{leftInWords(bar, profile)}</span>}
        {onUndo && (
          <Button
            size="sm"
            aria-label={isLater ? `Undo sawn, bar ${bar.bar}` : `Undo, bar ${bar.bar}`}
            pending={pending}
            onClick={() => onUndo(bar.bar)}
            className="ml-auto print:hidden"
          >
            {isLater ? "Undo sawn" : "Undo"}
          </Button>
        )}
      </p>
      {failure && (
        <Alert tone="danger" className="mt-2">
          Bar {bar.bar} stays sawn. {failure}.
        </Alert>
      )}
      {ticked && (
        <div role="status" className="mt-1 pl-6">
          {broughtAbout(ticked, names).map((sentence) => (
            <p key={String(sentence)}>{sentence}</p>
          ))}
        </div>
      )}
    </li>
  );
}

/** The outcome of a mark, in sentences. */
function broughtAbout({ cut, leftOut, offcut }: Ticked, { windowOf }: Names): ReactNode[] {
  const shutters = new Map<string, number[]>();
  for (const { orderId, itemId, piece } of cut) {
    const name = `${orderNumber(orderId)} ${windowOf(itemId)}`;
    shutters.set(name, [...(shutters.get(name) ?? []), piece]);
  }
  return [
    ...[...shutters].map(([name, pieces]) => `${name} is marked as cut: shutter ${pieces.join(", ")}.`),
    ...(offcut ? [`${mm(offcut.lengthMm)} mm of it is in stock now.`] : []),
    ...[...new Set(leftOut.map(({ orderId }) => orderId))].map(
      (orderId) => `${orderNumber(orderId)} has changed: its pieces count as not sawn.`,
    ),
  ];
}
