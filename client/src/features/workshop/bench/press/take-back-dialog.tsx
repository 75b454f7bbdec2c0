import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { countOf } from "#shared/domain/text.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import type { PieceState } from "../pieces.ts";

interface Person {
  readonly contactName: string;
  readonly companyName: string;
}
/** The marks that a press would remove: of a step and of each later one. */
export interface TakeBack {
  readonly step: PieceStep;
  readonly pieces: readonly PieceState[];
  /** The shutter's name if the press is about a single one. */
  readonly name: string | null;
  /** `Kitchen 1 of 2 waits for 1 louvre`: the parts to recut that go too; empty without any. */
  readonly recuts: string;
}

const removedSteps = (step: PieceStep) => PIECE_STEPS.slice(PIECE_STEPS.indexOf(step));

/** Counts the marks that go. */
export const countRemoved = ({ step, pieces }: TakeBack): number =>
  pieces.reduce((sum, piece) => sum + removedSteps(step).filter((each) => piece[each]).length, 0);

/** `8 Cut, 8 Finished (6 by Morgan Whitlock)`: the removed marks, with those of other people. */
export function removedInWords({ step, pieces }: TakeBack, person: Person): string {
  const lines = removedSteps(step).flatMap((each) => {
    const marks = pieces.flatMap((piece) => piece[each] ?? []);
    const byOthers = new Map<string, number>();
    for (const { by } of marks) {
      // A press that the server does not know yet has no company.
      const isOwn = by.companyName === "" || (by.contactName === person.contactName && by.companyName === person.companyName);
      if (!isOwn) byOthers.set(by.contactName, (byOthers.get(by.contactName) ?? 0) + 1);
    }
    const others = [...byOthers].map(([name, count]) => (marks.length === 1 ? `by ${name}` : `${count} by ${name}`)).join(", ");
    return marks.length > 0 ? [`${marks.length} ${PIECE_STEP_LABEL[each]}${others && ` (${others})`}`] : [];
  });
  return lines.join(", ");
}

type TakeBackDialogProps = { taking: TakeBack; person: Person; onConfirm: () => void; onClose: () => void };

/** Asks before marks are removed, and names how many of which steps and by whom (rule W116). */
export default function TakeBackDialog({ taking, person, onConfirm, onClose }: TakeBackDialogProps) {
  const count = countRemoved(taking);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Take back ${PIECE_STEP_LABEL[taking.step]} of ${taking.name ?? countOf(taking.pieces.length, "shutter")}?`}
      confirmLabel={`Take back ${countOf(count, "mark")}`}
      cancelLabel="Keep"
      onConfirm={onConfirm}
      pending={false}
      danger
    >
      {countOf(count, "mark")} {count === 1 ? "goes" : "go"}: {removedInWords(taking, person)}.
      {taking.step === "cut" && " All their parts then count as not cut, also those that were sawn from a bar plan."}
      {taking.recuts && ` What is to recut is then no longer listed, because all of it is cut again: ${taking.recuts}. The scrap stays.`}
    </ConfirmDialog>
  );
}
