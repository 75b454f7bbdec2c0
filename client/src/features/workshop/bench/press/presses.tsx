import { useRef, useState } from "react";
import { lazyDialog } from "#client/components/loading/lazy-dialog.tsx";
import { countOf } from "#shared/domain/text.ts";
import { PIECE_STEP_LABEL, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { formatPieceAddress, type PieceState } from "../pieces.ts";
import type { Mark, useWorkshopCall } from "../use-workshop-call.ts";
import { type WaitOf, waitsInWords } from "./step-buttons.tsx";
import { countRemoved, type TakeBack } from "./take-back-dialog.tsx";

const TakeBackDialog = lazyDialog(() => import("./take-back-dialog.tsx"), { size: "sm", fields: 0 });
const WaitDialog = lazyDialog(() => import("./wait-dialog.tsx"), { size: "sm", fields: 0 });

/** A press on a step of a shutter, of a window's shutters, or of several windows' shutters. */
interface Press {
  readonly itemIds: readonly number[];
  readonly step: PieceStep;
  readonly done: boolean;
  /** The one shutter of a window; absent: all of them. */
  readonly piece?: number | undefined;
}

interface PressesProps {
  readonly orderId: number;
  readonly pieces: readonly PieceState[];
  /** `Kitchen 1 of 2`: a shutter by its window. */
  readonly nameOf: (piece: PieceState) => string;
  /** Why a shutter cannot be packed yet. */
  readonly waitOf: WaitOf;
  /** The shutters that lack a stile or a rail, by address, each with what it waits for. */
  readonly unwhole: ReadonlyMap<string, string>;
  readonly sending: Pick<ReturnType<typeof useWorkshopCall>, "mark" | "hold" | "withSeen">;
}

/**
 * Turns presses at the bench into marks. A press that removes marks is asked about first (rule
 * W116), and so is one on a shutter that lacks a stile or a rail (rule W118). Marks on several
 * shutters can be undone. Shutters that wait for a recut are not packed.
 */
export function usePresses({ orderId, pieces, nameOf, waitOf, unwhole, sending: { mark, hold, withSeen } }: PressesProps) {
  /** The marks that a press would remove, until that is confirmed. */
  const [taking, setTaking] = useState<(TakeBack & { readonly marks: readonly Mark[] }) | null>(null);
  /** A press on shutters that are not whole, until it is confirmed. */
  const [doubted, setDoubted] = useState<(Press & { readonly shutters: readonly PieceState[] }) | null>(null);
  const confirmed = useRef<ReadonlySet<string>>(new Set());
  const shuttersOf = ({ itemIds, piece }: Press) =>
    pieces.filter((each) => itemIds.includes(each.itemId) && (piece ?? each.piece) === each.piece);

  const markNow = (press: Press) => {
    const { itemIds, step, done, piece } = press;
    const about = shuttersOf(press);
    const isKept = (each: PieceState) => done && step === "packed" && waitOf(each) !== undefined;
    const changed = about.filter((each) => Boolean(each[step]) !== done && !isKept(each));
    const kept = about.filter((each) => !each[step] && isKept(each));
    // A window that is already in this state needs no call.
    const changing = itemIds.filter((itemId) => changed.some((each) => each.itemId === itemId));
    const marks = changing.flatMap((itemId): Mark[] => {
      const shared = { orderId, itemId, step, done };
      if (piece !== undefined) return [{ ...shared, piece }];
      // A window with a shutter that waits is packed shutter by shutter.
      if (!kept.some((each) => each.itemId === itemId)) return [shared];
      return changed.filter((each) => each.itemId === itemId).map((each) => ({ ...shared, piece: each.piece }));
    });
    const [only] = changed.length === 1 ? changed : [];
    if (!done) {
      const recuts = step === "cut" ? waitsInWords(changed, waitOf, nameOf) : "";
      setTaking({ step, pieces: changed, name: only ? nameOf(only) : null, recuts, marks: withSeen(marks) });
    } else if (kept.length > 0) {
      const packed = about.filter((each) => each.packed).length + changed.length;
      hold(marks, `${packed} of ${about.length} packed: ${waitsInWords(kept, waitOf, nameOf)}`);
    } else if (changed.length > 1) hold(marks, `${countOf(changed.length, "shutter")} marked as ${PIECE_STEP_LABEL[step].toLowerCase()}`);
    else mark(marks);
  };

  return {
    press: (itemIds: readonly number[], step: PieceStep, done: boolean, piece?: number) => {
      const press = { itemIds, step, done, piece };
      const isDoubted = (each: PieceState) => {
        const address = formatPieceAddress(each);
        return !each[step] && unwhole.has(address) && !confirmed.current.has(address);
      };
      const shutters = done && (step === "assembled" || step === "finished") ? shuttersOf(press).filter(isDoubted) : [];
      if (shutters.length > 0) setDoubted({ ...press, shutters });
      else markNow(press);
    },
    taking,
    takeBack: ({ marks, ...removed }: NonNullable<typeof taking>) => {
      setTaking(null);
      hold(marks, `${countOf(countRemoved(removed), "mark")} of ${removed.name ?? countOf(removed.pieces.length, "shutter")} taken back`);
    },
    leaveTaken: () => setTaking(null),
    doubted: doubted && {
      step: doubted.step,
      waits: waitsInWords(doubted.shutters, (piece) => unwhole.get(formatPieceAddress(piece)), nameOf),
      confirm: () => {
        confirmed.current = new Set([...confirmed.current, ...doubted.shutters.map(formatPieceAddress)]);
        setDoubted(null);
        markNow(doubted);
      },
      leave: () => setDoubted(null),
    },
  };
}

type PressQuestionsProps = Omit<ReturnType<typeof usePresses>, "press"> & {
  person: { readonly contactName: string; readonly companyName: string };
};

/** The questions that a press waits for. */
export const PressQuestions = ({ taking, takeBack, leaveTaken, doubted, person }: PressQuestionsProps) => (
  <>
    {doubted && <WaitDialog step={doubted.step} waits={doubted.waits} onConfirm={doubted.confirm} onClose={doubted.leave} />}
    {taking && <TakeBackDialog taking={taking} person={person} onConfirm={() => takeBack(taking)} onClose={leaveTaken} />}
  </>
);
