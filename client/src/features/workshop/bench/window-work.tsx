import { clsx } from "clsx";
import { ChevronRight, PackageCheck } from "lucide-react";
import { memo, useId, useMemo, useState } from "react";
import { Size } from "#client/components/facts/values.tsx";
import { Button } from "#client/components/ui/control/button.tsx";
import { Disclosure } from "#client/components/ui/control/disclosure.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import type { Reply } from "#client/lib/api.ts";
import { inMillimetres } from "#shared/domain/length.ts";
import { panelsInWords } from "#shared/domain/window/fields/panel-names.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { clearancesInWords, USUAL_TABLE } from "#shared/domain/window/saw/clearances.ts";
import { alikeCuts, cutInWords, endsInWords } from "#shared/domain/window/saw/cut-list.ts";
import { madePartLabel } from "#shared/domain/window/saw/make-in-words.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { sectionInWords, tableInWords } from "#shared/domain/window/saw/sections.ts";
import { madeSize } from "#shared/domain/window/text/making-text.ts";
import { windowQuestions } from "#shared/domain/window/text/window-questions.ts";
import type { PieceState } from "./pieces.ts";
import { StepButtons, type WaitOf } from "./press/step-buttons.tsx";
import { type RefusedMark, RefusedMarks, windowPlaceId } from "./refused-marks.tsx";
import type { Shipped } from "./shipped.ts";
import { type ItemAtBench, WindowToWork } from "./window-to-work.tsx";

export type Cut = Reply<"orders", "cutList">["parts"][number];

type Measures = Pick<Reply<"orders", "cutList">, "table" | "tableDate" | "keptAt" | "bars">;

type WindowWorkProps = {
  item: ItemAtBench;
  place: number;
  /** The place that a remake marked on the window. */
  mark?: WindowMark | undefined;
  /** Absent until the pieces load. */
  pieces: readonly PieceState[] | undefined;
  cuts: readonly Cut[];
  /** The workshop whose clearances are deducted; absent until they load. */
  measures?: Measures | undefined;
  /** Absent for people who may only read. */
  onMark?: OnMark | undefined;
  /** Returns why a shutter cannot be packed; absent without one. */
  waitOf?: WaitOf | undefined;
  /** The shutters that left in a parcel. */
  shipped: Shipped;
  /** The refused marks of the window. */
  refused?: readonly RefusedMark[] | undefined;
  /** Records spoiled parts; absent without a shutter that can have any. */
  onRecut?: ((itemId: number) => void) | undefined;
  /** Asks the office, with this question proposed; absent for people who do not ask. */
  onAsk?: ((question: string) => void) | undefined;
  /** Absent if the window can't be folded. */
  onFold?: ((itemId: number) => void) | undefined;
};
export type OnMark = (itemId: number, step: PieceStep, done: boolean, piece?: number) => void;

/** The id of the button that folds and opens a window, which retains the focus. */
export const foldId = (itemId: number): string => `window-${itemId}`;

/**
 * Compares the shutters by identity, so that a mark on another window does not render this one
 * again.
 */
const sameList = (before: readonly unknown[] | undefined, after: readonly unknown[] | undefined): boolean =>
  before === after || (before?.length === after?.length && (before ?? []).every((each, at) => each === after?.[at]));
const sameWindow = (
  { pieces, cuts, ...before }: Partial<WindowWorkProps>,
  { pieces: newPieces, cuts: newCuts, ...after }: Partial<WindowWorkProps>,
): boolean => sameList(pieces, newPieces) && sameList(cuts, newCuts) && sameList(Object.values(before), Object.values(after));

/** The first step that not all shutters have completed, such as `Cut 1 of 2`. */
function howFar(pieces: readonly PieceState[]): string {
  const done = (step: PieceStep) => pieces.filter((piece) => piece[step]).length;
  const step = PIECE_STEPS.find((each) => done(each) < pieces.length);
  return step ? `${PIECE_STEP_LABEL[step]} ${done(step)} of ${pieces.length}` : PIECE_STEP_LABEL.packed;
}

/** A window at the bench in one line: its name and steps. A press opens it. */
export const FoldedWindow = memo(function FoldedWindow({
  item,
  place,
  pieces,
  onMark,
  refused,
  waitOf,
  shipped,
  onFold,
}: Omit<WindowWorkProps, "cuts" | "measures" | "onRecut" | "mark">) {
  const left = pieces && shipped.areShipped(pieces) ? shipped.inWords(pieces) : null;
  return (
    <li
      id={windowPlaceId(item.id)}
      tabIndex={-1}
      className="grid scroll-mt-20 items-center gap-x-4 gap-y-1 rounded-lg border bg-surface py-1.5 pr-2 pl-1 @2xl:grid-cols-[minmax(0,1fr)_minmax(0,24rem)]"
    >
      <h2 className="min-w-0">
        <button
          type="button"
          id={foldId(item.id)}
          aria-expanded={false}
          onClick={() => onFold?.(item.id)}
          className="flex min-h-12 w-full min-w-0 items-center gap-2 rounded px-2 text-left hover:bg-raised"
        >
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
            <span className="mr-2 font-normal text-muted tabular-nums">{place}.</span>
            {item.name}
          </span>
          <span className="shrink-0 text-right text-sm tabular-nums">
            {madeSize(toDrawable(item)) ?? <Size widthM={item.widthM} heightM={item.heightM} />}
          </span>
          {item.quantity > 1 && <span className="shrink-0 font-semibold tabular-nums">× {item.quantity}</span>}
          {/* A narrow line has no room for the steps. */}
          {pieces && !left && (
            <span className="w-24 shrink-0 text-right text-xs text-muted tabular-nums @2xl:hidden">{howFar(pieces)}</span>
          )}
        </button>
      </h2>
      {refused && (
        <div className="flex flex-col gap-2 py-1 pl-1 @2xl:col-span-2 @2xl:row-start-2">
          <RefusedMarks refused={refused} />
        </div>
      )}
      {left && (
        <p className="flex items-center gap-2 pr-2 pb-1 pl-8 text-sm text-muted wrap-anywhere @2xl:pb-0 @2xl:pl-2">
          <PackageCheck aria-hidden className="size-4 shrink-0" />
          {left}
        </p>
      )}
      <div className={clsx("hidden min-h-12", !left && "@2xl:block")}>
        {pieces && !left && (
          <StepButtons
            label={item.name}
            pieces={pieces}
            waitOf={waitOf}
            nameOf={({ piece }) => `${piece} of ${item.quantity}`}
            onPress={onMark && ((step, done) => onMark(item.id, step, done))}
          />
        )}
      </div>
    </li>
  );
}, sameWindow);

/** A window at the bench: its drawing, facts, cuts and steps. */
export const WindowWork = memo(function WindowWork(props: WindowWorkProps) {
  const { item, place, mark, pieces, cuts, measures, refused, waitOf, shipped, onRecut, onAsk, onFold } = props;
  const left = pieces ? shipped.inWords(pieces) : null;
  // Marks of a shipped shutter stay as they are.
  const onMark = pieces && shipped.areShipped(pieces) ? undefined : props.onMark;
  const [each, setEach] = useState(false);
  const [cutting, setCutting] = useState(false);
  const id = useId();
  const several = item.quantity > 1;
  const name = (
    <span className="min-w-0 wrap-anywhere">
      <span className="mr-2 font-normal text-muted tabular-nums">{place}.</span>
      {item.name}
    </span>
  );
  return (
    <li id={windowPlaceId(item.id)} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-3 rounded-lg border bg-surface p-4">
      <div className="min-w-0">
        <h2 className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 text-lg font-semibold">
          {onFold ? (
            <button
              type="button"
              id={foldId(item.id)}
              aria-expanded
              onClick={() => onFold(item.id)}
              className="-my-2 -ml-2 flex min-h-12 min-w-0 items-center gap-2 rounded px-2 text-left hover:bg-raised"
            >
              <ChevronRight aria-hidden className="size-4 shrink-0 rotate-90 text-muted" />
              {name}
            </button>
          ) : (
            name
          )}
          {several && <span className="text-xl tabular-nums">× {item.quantity}</span>}
        </h2>
        <WindowToWork item={item} mark={mark} />
      </div>
      <div className="flex flex-col gap-2">
        <Questions item={item} bars={measures?.bars} onAsk={onAsk} />
        <RefusedMarks refused={refused} />
        {left && <p className="text-sm text-muted wrap-anywhere">{left}</p>}
        <div className="min-h-12">
          {pieces && (
            <StepButtons
              label={item.name}
              pieces={pieces}
              waitOf={waitOf}
              nameOf={({ piece }) => `${piece} of ${item.quantity}`}
              onPress={onMark && ((step, done) => onMark(item.id, step, done))}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {several && (
            <Disclosure open={each} controls={`${id}-each`} onPress={() => setEach(!each)}>
              Each shutter
            </Disclosure>
          )}
          <Disclosure open={cutting} controls={`${id}-cuts`} onPress={() => setCutting(!cutting)}>
            Cut list
          </Disclosure>
          {onRecut && (
            <Button variant="ghost" size="sm" onClick={() => onRecut(item.id)}>
              Recut a part
            </Button>
          )}
        </div>
        {each && (
          <ol id={`${id}-each`} className="flex flex-col gap-2">
            {pieces?.map((piece) => (
              <li key={piece.piece} className="flex items-center gap-3">
                <span className="min-w-control text-sm whitespace-nowrap tabular-nums">
                  {piece.piece} of {item.quantity}
                </span>
                <div className="flex-1">
                  <StepButtons
                    label={`${item.name}, ${piece.piece} of ${item.quantity}`}
                    pieces={[piece]}
                    waitOf={waitOf}
                    onPress={onMark && !shipped.isShipped(piece) ? (step, done) => onMark(item.id, step, done, piece.piece) : undefined}
                  />
                </div>
              </li>
            ))}
          </ol>
        )}
        {cutting && (
          <div id={`${id}-cuts`}>
            <CutTable cuts={cuts.filter(({ recut }) => !recut)} make={item.make} quantity={item.quantity} />
            <RecutCuts cuts={cuts.filter(({ recut }) => recut)} />
            <CutBy item={item} measures={measures} />
          </div>
        )}
      </div>
    </li>
  );
}, sameWindow);

type CutTableProps = { cuts: readonly Cut[]; make?: WindowToDraw["make"]; quantity: number };

function CutTable({ cuts, make, quantity }: CutTableProps) {
  return (
    <Table className="text-base tabular-nums">
      <thead>
        <TableRow>
          <TableHead className="w-full">Part</TableHead>
          <TableHead className="text-right">Cut, mm</TableHead>
          <TableHead className="text-right">{quantity > 1 ? `For all ${quantity}` : "Pieces"}</TableHead>
        </TableRow>
      </thead>
      <tbody>
        {alikeCuts(cuts).map(({ part, panels, section, ends, angle, bevelDeg, nominalMm, cutMm, ripMm, ask, count }) => (
          <TableRow key={`${part} ${nominalMm} ${cutMm} ${ripMm} ${ends} ${angle}`}>
            <TableCell>
              {madePartLabel(make, part)} {panels.length > 0 && <span className="text-muted">· {panelsInWords(panels)}</span>}
              <span className="block text-sm text-muted">
                {[sectionInWords(section), ripMm !== null && `rip ${mm(ripMm)}`, endsInWords({ part, ends, bevelDeg })]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
              {ask && <span className="block text-sm font-semibold text-warning">{ask}</span>}
            </TableCell>
            <TableCell className="text-right whitespace-nowrap">
              <CutFigure words={cutInWords({ nominalMm, cutMm })} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap">× {count}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

const mm = (length: number): string => inMillimetres(length * 10);

/** The spoiled parts to cut again, apart from the list of all shutters. */
function RecutCuts({ cuts }: { cuts: readonly Cut[] }) {
  if (cuts.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 font-semibold">To recut</h3>
      <CutTable cuts={cuts} quantity={1} />
    </>
  );
}

/** The cut length is large, its explanation small. */
function CutFigure({ words }: { words: string }) {
  const [cut = "", why] = words.split(" (");
  return (
    <>
      <span className="font-semibold">{cut}</span>
      {why && <span className="text-sm text-muted max-sm:block"> ({why}</span>}
    </>
  );
}

/** The job card's questions about the window, each with a way to ask the office (rule W109). */
function Questions({ item, bars, onAsk }: Pick<WindowWorkProps, "item" | "onAsk"> & Pick<Measures, "bars">) {
  const questions = useMemo(() => windowQuestions(toDrawable(item), bars), [item, bars]);
  return questions.map((sentence) => (
    <Alert
      key={sentence}
      tone="warning"
      className="items-center!"
      action={
        onAsk && (
          <Button needsNetwork onClick={() => onAsk(`${item.name}: ${sentence.replace(/^Ask: /, "")}.`)}>
            Ask
          </Button>
        )
      }
    >
      {sentence}
    </Alert>
  ));
}

/** The deductions from the lengths (rule M15). */
function CutBy({ item, measures }: Pick<WindowWorkProps, "item" | "measures">) {
  if (!measures || !item.clearances) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      Cut by {measures.table === USUAL_TABLE ? measures.table : `the clearances of ${measures.table}`}, in mm:{" "}
      {clearancesInWords(item.clearances)}.{" "}
      {tableInWords({
        tableDate: measures.tableDate,
        keptAt: measures.keptAt === null ? null : new Date(measures.keptAt),
        sections: item.sections ?? [],
      })}
    </p>
  );
}
