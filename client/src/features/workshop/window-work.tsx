import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Table, TableCell, TableHead, TableRow } from "#client/components/ui/display/table.tsx";
import { drawable } from "#client/components/window/window-drawing.tsx";
import { WindowFacts, type WindowItem } from "#client/components/window/window-list.tsx";
import { WindowThumbnail } from "#client/components/window/window-thumbnail.tsx";
import type { Reply } from "#client/lib/api.ts";
import { CUT_PART_LABEL } from "#shared/domain/cut-list.ts";
import type { PieceStep } from "#shared/domain/pieces.ts";
import type { PieceState } from "./pieces.ts";
import { StepButtons } from "./step-buttons.tsx";

export type Cut = Reply<"orders", "cutList">["parts"][number];

type WindowWorkProps = {
  item: WindowItem;
  place: number;
  /** Absent until they are read. */
  pieces: readonly PieceState[] | undefined;
  cuts: readonly Cut[];
  /** Absent for those who only read. */
  onMark?: ((step: PieceStep, done: boolean, piece?: number) => void) | undefined;
};

/** A window at the bench: its drawing and facts, what is cut for it, and its steps. */
export function WindowWork({ item, place, pieces, cuts, onMark }: WindowWorkProps) {
  const [each, setEach] = useState(false);
  const [cutting, setCutting] = useState(false);
  const id = useId();
  const several = item.quantity > 1;
  return (
    <li className="grid gap-x-4 gap-y-3 rounded-lg border bg-surface p-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
      <WindowThumbnail name={item.name} window={drawable(item)} />
      <div className="min-w-0">
        <h2 className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-lg font-semibold">
          <span className="min-w-0 wrap-anywhere">
            <span className="mr-2 font-normal text-muted tabular-nums">{place}.</span>
            {item.name}
          </span>
          {several && <span className="text-xl tabular-nums">× {item.quantity}</span>}
        </h2>
        <WindowFacts flowing item={withoutMoney(item)} />
      </div>
      <div className="flex flex-col gap-2 sm:col-span-2">
        <div className="min-h-12">
          {pieces && <StepButtons label={item.name} pieces={pieces} onPress={onMark && ((step, done) => onMark(step, done))} />}
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
                    onPress={onMark && ((step, done) => onMark(step, done, piece.piece))}
                  />
                </div>
              </li>
            ))}
          </ol>
        )}
        {cutting && (
          <div id={`${id}-cuts`}>
            <CutTable cuts={cuts} quantity={item.quantity} />
          </div>
        )}
      </div>
    </li>
  );
}

/** On the bench there is no money, whoever looks. */
export const withoutMoney = ({ pricePerM2: _, itemTotalPrice: __, ...item }: WindowItem): WindowItem => item;

type DisclosureProps = { open: boolean; controls: string; onPress: () => void; children: string };

const Disclosure = ({ open, controls, onPress, children }: DisclosureProps) => (
  <Button
    variant="ghost"
    size="sm"
    aria-expanded={open}
    aria-controls={open ? controls : undefined}
    icon={<ChevronRight className={open ? "rotate-90" : undefined} />}
    onClick={onPress}
  >
    {children}
  </Button>
);

export function CutTable({ cuts, quantity }: { cuts: readonly Cut[]; quantity: number }) {
  return (
    <Table className="text-base tabular-nums">
      <thead>
        <TableRow>
          <TableHead>Part</TableHead>
          <TableHead>Profile</TableHead>
          <TableHead className="text-right">Length</TableHead>
          <TableHead className="text-right">{quantity > 1 ? `For all ${quantity}` : "Pieces"}</TableHead>
        </TableRow>
      </thead>
      <tbody>
        {cuts.map(({ part, profile, lengthMm, count }) => (
          <TableRow key={`${part} ${lengthMm}`}>
            <TableCell>{CUT_PART_LABEL[part]}</TableCell>
            <TableCell className="text-muted">{profile}</TableCell>
            <TableCell className="text-right font-semibold whitespace-nowrap">{lengthMm.toLocaleString("en-GB")} mm</TableCell>
            <TableCell className="text-right whitespace-nowrap">× {count}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
