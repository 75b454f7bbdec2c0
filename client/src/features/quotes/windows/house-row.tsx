import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { TableCell, TableRow } from "#client/components/ui/display/table.tsx";
import type { Pence } from "#shared/domain/money.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { sizeText } from "../form/window-text.ts";
import { useShownPrice } from "../survey/shown-prices.ts";
import { WindowName } from "./window-name.tsx";

type HouseRowProps = {
  id: string;
  row: QuoteForm["rows"][number];
  place: number;
  type: string;
  /** The values in which the window differs from most others. */
  differing: readonly string[];
  totalPence: Pence | undefined;
  chosen: boolean;
  isStop: boolean;
  onStop: () => void;
  /** @param upTo extends the selection from the last pressed window to this one */
  onToggle: (upTo: boolean) => void;
  onOpen: () => void;
};

/** A window's row in the grid: its type, differences, errors and price. */
export function HouseRow({ id, row, place, type, differing, totalPence, chosen, isStop, onStop, onToggle, onOpen }: HouseRowProps) {
  const { window, wrong } = row;
  const color = window.colorSelection;
  return (
    <TableRow className={clsx(chosen && "bg-accent-soft")}>
      <TableCell>
        <ChooseBox
          id={id}
          label={`Choose ${window.name}`}
          checked={chosen}
          tabIndex={isStop ? 0 : -1}
          onFocus={onStop}
          onChange={(event) => onToggle((event.nativeEvent as MouseEvent).shiftKey)}
          className="max-md:scroll-mb-44 md:scroll-my-12"
        />
      </TableCell>
      <TableCell className="lg:max-w-72">
        <button
          type="button"
          tabIndex={-1}
          onClick={onOpen}
          // The button's hit area is as high as a thumb needs and extends over the line below.
          className="relative max-w-full text-left hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-top-2 pointer-coarse:after:h-11"
        >
          <WindowName row={row} place={place} />
        </button>
        {wrong && <p className="text-xs text-danger lg:hidden">{wrong}</p>}
        <p className="truncate text-xs text-muted lg:hidden">{inWords([sizeText(window), ...differing])}</p>
      </TableCell>
      <TableCell className="text-right whitespace-nowrap tabular-nums max-lg:hidden">{sizeText(window)}</TableCell>
      <TableCell className="max-w-60 truncate max-lg:hidden">
        <span title={type}>{type || "–"}</span>
      </TableCell>
      <TableCell className="whitespace-nowrap max-lg:hidden">{color || "–"}</TableCell>
      <TableCell className="max-lg:hidden">
        {wrong && <p className="font-medium text-danger">{wrong}</p>}
        {inWords(differing.filter((words) => words !== type && words !== color))}
      </TableCell>
      <TableCell className="text-right tabular-nums">{useShownPrice(place, totalPence)}</TableCell>
    </TableRow>
  );
}

const inWords = (words: readonly string[]) => words.filter((word) => word !== "").join(", ");

type ChooseBoxProps = Omit<ComponentProps<"input">, "type" | "aria-label"> & { label: string };

/** On touch screens the label is as large as a thumb needs. */
export const ChooseBox = ({ label, className, ...input }: ChooseBoxProps) => (
  <label className="flex items-start pointer-coarse:-my-2 pointer-coarse:-ml-2 pointer-coarse:min-h-11 pointer-coarse:w-11 pointer-coarse:pt-2 pointer-coarse:pl-2">
    <input
      type="checkbox"
      aria-label={label}
      className={clsx("mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-5", className)}
      {...input}
    />
  </label>
);
