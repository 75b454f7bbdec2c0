import { clsx } from "clsx";
import { Check } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { useDelayed } from "#client/components/ui/display/waiting.tsx";
import { formatListed } from "#client/lib/format.ts";
import { upperFirst } from "#shared/domain/text.ts";
import { orderNumber } from "#shared/domain/trade/status.ts";
import { restOfBar } from "#shared/domain/window/saw/rest-of-bar.ts";
import {
  aBarInWords,
  barsInNumbers,
  leftInWords,
  piecesInWords,
  type Stop,
  sawPieceInWords,
  splitByCut,
  stopInWords,
  stopsOfRun,
} from "#shared/domain/window/saw/saw-work.ts";
import { BarPicture } from "./bar-picture.tsx";
import { mm, type Names, type PlanBar, type PlanProfile, sawId, sawOneId, type Ticked } from "./plan-parts.ts";
import type { Sawing } from "./use-sawing.ts";

type RunToSawProps = {
  /** Bars with equal lengths left to cut, which are sawn together. */
  run: readonly PlanBar[];
  profile: PlanProfile;
  names: Names;
  /** Absent on a preview, which has nothing to press. */
  sawing?: Sawing | undefined;
  /** The address that plans the orders again. */
  again: string;
};

/** Bars to saw: their stops are large, and one press marks the next one or all of them. */
export function RunToSaw({ run, profile, names, sawing, again }: RunToSawProps) {
  const { stockMm, kerfMm, trimMm } = profile;
  const [first] = run;
  if (!first) return null;
  const { bar, lengthMm } = first;
  const isOffcut = first.offcutId !== null;
  const numbers = run.map((each) => each.bar);
  const parted = run.map((each) => ({ bar: each.bar, ...splitByCut(each.pieces, names.notMade) }));
  const lefts = parted.map(({ bar: number, left }) => ({ bar: number, pieces: left }));
  const cut = parted.flatMap((each) => each.cut);
  const isRun = run.length > 1;
  const which = barsInNumbers(numbers);
  return (
    <li className="scroll-mt-4 scroll-mb-4 rounded-lg border bg-surface p-4">
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-[minmax(0,1fr)_auto] lg:grid-cols-[6rem_minmax(0,1fr)_auto]">
        <p className="max-sm:flex max-sm:items-baseline max-sm:gap-2">
          <span className="text-lg font-semibold whitespace-nowrap tabular-nums">{isRun ? `${run.length} alike` : `Bar ${bar}`}</span>{" "}
          {isRun && <span className="block text-sm tabular-nums">{upperFirst(which)}</span>}
          {(isOffcut || lengthMm !== stockMm) && (
            <span className={clsx("block text-sm tabular-nums", isOffcut && "font-medium text-info")}>
              {isOffcut && "offcut "}
              <span className="whitespace-nowrap">{mm(lengthMm)} mm</span>
            </span>
          )}
        </p>
        <ol aria-label={`Stops of ${which}`} className="grid content-start gap-2 sm:max-lg:order-1 sm:max-lg:col-span-full">
          {stopsOfRun(lefts).map((stop) => (
            <li key={stop.stopMm} className="items-baseline gap-x-4 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)]">
              <StopFigure words={stopInWords(stop)} each={aBarInWords(stop, run.length)} />
              <ul className="grid min-w-0 gap-y-1">
                {stop.pieces.map((piece) => (
                  <li
                    key={[
                      piece.orderId,
                      piece.itemId,
                      piece.panel,
                      piece.part,
                      piece.ripMm,
                      piece.ends,
                      piece.bevelDeg,
                      piece.recutFor,
                    ].join()}
                  >
                    <PieceInWords piece={piece} several={stop.pieces.length > 1} names={names} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {sawing?.press && (
          <div className="flex flex-wrap gap-2 self-start max-sm:order-last lg:w-36 lg:flex-col">
            <Button
              id={sawId(bar)}
              size="lg"
              icon={<Check />}
              aria-label={isRun ? `All ${run.length} sawn: ${which}` : `Bar ${bar} is sawn`}
              onClick={() => sawing.press?.(numbers)}
              className="max-sm:flex-1"
            >
              {isRun ? `All ${run.length} sawn` : "Sawn"}
            </Button>
            {isRun && (
              <Button id={sawOneId(bar)} onClick={() => sawing.press?.([bar], true)} className="whitespace-nowrap">
                Bar {bar} is sawn
              </Button>
            )}
          </div>
        )}
        <div className="sm:order-2 sm:col-span-full">
          <BarPicture bar={{ pieces: lefts[0]?.pieces ?? [] }} stockMm={lengthMm} kerfMm={kerfMm} trimMm={isOffcut ? 0 : trimMm} />
          <p className="mt-1 text-sm text-muted tabular-nums">
            {isRun && "Each: "}
            {leftInWords({ offcutMm: restOfBar(first, lefts[0]?.pieces ?? [], profile) }, profile)}
          </p>
          {cut.length > 0 && <CutAlready pieces={cut} names={names} isSeveral={isRun} />}
        </div>
      </div>
      <Failures bars={numbers} sawing={sawing} again={again} />
    </li>
  );
}

type FailuresProps = {
  bars: readonly number[];
  sawing: Sawing | undefined;
  again?: string;
  /** True for bars that are sawn: a press that changed nothing has only its sentence. */
  areSawn?: boolean;
};

/** The reasons why marks of these bars, or their undos, were refused. */
function Failures({ bars, sawing, again, areSawn = false }: FailuresProps) {
  return bars.map((bar) => {
    const failure = sawing?.failureOf(bar);
    if (failure && areSawn && !failure.isUndo)
      return (
        <Alert key={bar} tone="warning" className="mt-3">
          {failure.sentence}.
        </Alert>
      );
    return (
      failure && (
        <Alert
          key={bar}
          tone="danger"
          className="mt-3 items-center! flex-wrap"
          action={
            again && (
              <Link href={again} className={buttonClass("secondary", "sm")}>
                Plan them again
              </Link>
            )
          }
        >
          {upperFirst(barsInNumbers(failure.bars))}{" "}
          {failure.bars.length === 1
            ? failure.isUndo
              ? "stays sawn"
              : "is not ticked off"
            : failure.isUndo
              ? "stay sawn"
              : "are not ticked off"}
          . {failure.sentence}.
        </Alert>
      )
    );
  });
}

/** The pieces that the plan no longer needs from this bar, because such parts are cut already. */
const CutAlready = ({ pieces, names, isSeveral }: { pieces: PlanBar["pieces"]; names: Names; isSeveral: boolean }) => (
  <p className="mt-1 text-sm wrap-anywhere tabular-nums">
    <span className="font-medium text-warning">Cut already, not {isSeveral ? "from these bars" : "from this bar"}:</span>{" "}
    {piecesInWords(pieces, names.windowOf).join(" · ")}
  </p>
);

/** Consecutive bars with nothing to saw: their pieces are cut, or the orders are not made here. */
export const CutBars = ({ run, names, sawing }: { run: readonly PlanBar[]; names: Names; sawing: Sawing | undefined }) => {
  const bars = run.map(({ bar }) => bar);
  const { cut } = splitByCut(
    run.flatMap(({ pieces }) => pieces),
    names.notMade,
  );
  return (
    <li className="rounded-lg border border-transparent bg-raised px-4 py-2 text-sm">
      <p className="font-medium tabular-nums">{upperFirst(barsInNumbers(bars))}: nothing left to saw</p>
      {cut.length > 0 && <CutAlready pieces={cut} names={names} isSeveral={bars.length > 1} />}
      <Failures bars={bars} sawing={sawing} />
    </li>
  );
};

/** The count and length are large, the stop's position small. */
function StopFigure({ words, each }: { words: string; each: string }) {
  const [large = "", stop] = words.split(", ");
  return (
    <span className="tabular-nums max-sm:flex max-sm:items-baseline max-sm:gap-x-2">
      <span className="text-xl font-semibold whitespace-nowrap">{large}</span>
      {stop && (
        <>
          <span className="sr-only">, </span>
          <span className="block text-sm text-muted">
            <span className="whitespace-nowrap">{stop}</span>
            {each && (
              <>
                , <span className="whitespace-nowrap">{each}</span>
              </>
            )}
          </span>
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
      {piece.bars && (
        <>
          {" "}
          <span className="inline-block text-sm text-muted tabular-nums">{barsInNumbers(piece.bars)}</span>
        </>
      )}
      {changed && <span className="font-medium text-warning"> changed, not counted</span>}
    </>
  );
}

type SawnRunProps = {
  /** Consecutive sawn bars with equal lengths. */
  run: readonly PlanBar[];
  names: Names;
  sawing?: Sawing | undefined;
};

/** For this long the button says `Undo`, as after every press; later it names what it undoes. */
export const JUST_SAWN_MS = 10_000;

/** Sawn bars in one line, and below it the outcome of their marks. */
export function SawnRun({ run, names, sawing }: SawnRunProps) {
  const [isListed, setListed] = useState(false);
  const numbers = run.map(({ bar }) => bar);
  const pressed = sawing?.lastPress.filter((bar) => numbers.includes(bar)) ?? [];
  const isLater = useDelayed(pressed.length > 0, JUST_SAWN_MS);
  const [first] = run;
  if (!first) return null;
  const { sawn } = run.at(-1) ?? first;
  const isFresh = pressed.length > 0 && !isLater;
  const isRun = run.length > 1;
  const outcomes = numbers.flatMap((bar) => sawing?.outcomeOf(bar) ?? []);
  const undo = sawing?.undo;
  const undoButton = (bars: readonly number[], words: string) => (
    <Button size="sm" aria-label={`${words}, ${barsInNumbers(bars)}`} onClick={() => undo?.(bars)} className="print:hidden">
      {words}
    </Button>
  );
  return (
    <li className="scroll-mt-4 rounded-lg border border-transparent bg-raised px-4 py-2 text-sm">
      <div className="flex items-center gap-x-2 gap-y-1 max-sm:flex-wrap">
        <Check aria-hidden className="size-4 shrink-0 text-positive" />
        {/* A tablet has room for two short lines beside both buttons. */}
        <div className="flex min-w-0 grow flex-wrap gap-x-2 max-xl:flex-col max-sm:basis-4/5">
          <span className="flex flex-wrap gap-x-2 tabular-nums">
            <span className="font-medium">{upperFirst(barsInNumbers(numbers))}</span>{" "}
            {isRun && <span className="text-muted max-xl:sr-only">{run.length} alike</span>}{" "}
            {outcomes.length === 0 && <span className="text-muted">offcut {mm(first.offcutMm)} mm</span>}
          </span>{" "}
          <span>
            <span className="max-xl:sr-only">sawn </span>
            <span className="text-muted">
              {sawn && [formatListed(sawn.at, { time: true }), sawn.by.contactName].filter(Boolean).join(", ")}
            </span>
          </span>{" "}
          {!isFresh && numbers.some((bar) => sawing?.waits(bar)) && <span className="text-warning">on this device, not sent yet</span>}
        </div>
        {undo && (
          <span className="ml-auto flex shrink-0 gap-2">
            {isRun && !isFresh && (
              <Button size="sm" variant="ghost" aria-expanded={isListed} onClick={() => setListed(!isListed)} className="print:hidden">
                Bar by bar
              </Button>
            )}
            {undoButton(isFresh ? pressed : numbers, isFresh ? "Undo" : "Undo sawn")}
          </span>
        )}
      </div>
      {isRun && isListed && !isFresh && undo && (
        <ul className="mt-1 flex flex-wrap gap-x-6 gap-y-1 pl-6">
          {numbers.map((bar) => (
            <li key={bar} className="flex items-center gap-2">
              <span className="tabular-nums">Bar {bar}</span>
              {undoButton([bar], "Undo sawn")}
            </li>
          ))}
        </ul>
      )}
      <Failures bars={numbers} sawing={sawing} areSawn />
      {outcomes.length > 0 && (
        <div role="status" className="mt-1 pl-6">
          {broughtAbout(outcomes, names).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
    </li>
  );
}

/** The outcome of marks, in sentences. */
function broughtAbout(ticked: readonly Pick<Ticked, "cut" | "offcut" | "leftOut">[], { windowOf }: Names): string[] {
  const shutters = new Map<string, number[]>();
  for (const { orderId, itemId, piece } of ticked.flatMap(({ cut }) => cut)) {
    const name = `${orderNumber(orderId)} ${windowOf(itemId)}`;
    shutters.set(name, [...(shutters.get(name) ?? []), piece]);
  }
  const offcuts = new Map<number, number>();
  for (const { offcut } of ticked) if (offcut) offcuts.set(offcut.lengthMm, (offcuts.get(offcut.lengthMm) ?? 0) + 1);
  return [
    ...[...shutters].map(([name, pieces]) => `${name} is marked as cut: shutter ${pieces.join(", ")}.`),
    ...[...offcuts].map(([lengthMm, count]) =>
      count === 1 ? `1 offcut of ${mm(lengthMm)} mm is in stock now.` : `${count} offcuts of ${mm(lengthMm)} mm are in stock now.`,
    ),
    ...[...new Set(ticked.flatMap(({ leftOut }) => leftOut.map(({ orderId }) => orderId)))].map(
      (orderId) => `${orderNumber(orderId)} has changed: its pieces count as not sawn.`,
    ),
  ];
}
