import { Link } from "wouter";
import { Button, buttonClass } from "#client/components/ui/control/button.tsx";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { piecePath } from "#shared/contract/parts/papers.ts";
import type { WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import { PIECE_STEP_LABEL, PIECE_STEPS, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import type { PieceState } from "./pieces.ts";
import { StepButtons } from "./press/step-buttons.tsx";
import { type ItemAtBench, WindowToWork } from "./window-to-work.tsx";

type PieceCardProps = {
  orderId: number;
  item: ItemAtBench;
  /** The place that a remake marked on the window. */
  mark?: WindowMark | undefined;
  piece: PieceState;
  /** The next shutter to work on. */
  next: PieceState | undefined;
  /** Why the shutter cannot be packed: `waits for 1 louvre`. */
  wait: string | undefined;
  /** The parcel in which it left: `Shipped, parcel 1 · DPD 1234`. */
  shipped: string | null;
  onMark?: ((step: PieceStep, done: boolean) => void) | undefined;
  onRecut?: (() => void) | undefined;
};

/**
 * The shutter of the scanned label. The next step is one large button at the top, within a thumb's
 * reach.
 */
export function PieceCard({ orderId, item, mark, piece, next, wait, shipped, onMark, onRecut }: PieceCardProps) {
  const step = PIECE_STEPS.find((each) => !piece[each]);
  return (
    <section aria-labelledby="piece" className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
      <h2 id="piece" className="text-lg font-semibold wrap-anywhere">
        {item.name}{" "}
        {item.quantity > 1 && (
          <span className="ml-1 font-normal whitespace-nowrap text-muted tabular-nums">
            {piece.piece} of {item.quantity}
          </span>
        )}
      </h2>
      {step && onMark && !(step === "packed" && wait) && (
        <Button variant="primary" size="lg" className="w-full py-10 text-xl" onClick={() => onMark(step, true)}>
          Mark as {PIECE_STEP_LABEL[step].toLowerCase()}
        </Button>
      )}
      {!step && !wait && <Alert>{shipped ?? "This shutter is packed"}.</Alert>}
      {next && (
        <Link href={piecePath(orderId, next.itemId, next.piece)} className={buttonClass("secondary", "lg")}>
          Next shutter
        </Link>
      )}
      <StepButtons label="Steps" pieces={[piece]} waitOf={() => wait} onPress={onMark} />
      {onRecut && (
        <Button className="self-start" onClick={onRecut}>
          Recut a part
        </Button>
      )}
      <WindowToWork item={item} mark={mark} />
    </section>
  );
}
