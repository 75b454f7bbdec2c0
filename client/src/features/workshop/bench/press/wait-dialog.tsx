import { ConfirmDialog } from "#client/components/form/confirm-dialog.tsx";
import { PIECE_STEP_LABEL, type PieceStep } from "#shared/domain/window/saw/pieces.ts";

type WaitDialogProps = {
  step: PieceStep;
  /** The shutters that are not whole: `Kitchen 1 of 2 waits for 1 stile`. */
  waits: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a shutter is marked that lacks a stile or a rail (rule W118). */
export default function WaitDialog({ step, waits, onConfirm, onClose }: WaitDialogProps) {
  const label = PIECE_STEP_LABEL[step].toLowerCase();
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Mark as ${label}?`}
      confirmLabel={`Mark as ${label}`}
      onConfirm={onConfirm}
      pending={false}
    >
      {waits}. A shutter without its stiles and rails is rarely {label}.
    </ConfirmDialog>
  );
}
