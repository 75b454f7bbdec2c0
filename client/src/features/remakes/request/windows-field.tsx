import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { Size } from "#client/components/facts/values.tsx";
import { type Make, PartsField } from "#client/components/make/parts-field.tsx";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { toDrawable, WindowDrawing } from "#client/components/window/window-drawing.tsx";
import type { Reply } from "#client/lib/api.ts";
import { countOf } from "#shared/domain/text.ts";
import { markInWords, type WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { makeInWords, panelsAt } from "#shared/domain/window/saw/make-in-words.ts";
import { MarkField } from "./mark-field.tsx";

/** A window of the request, with its pieces and the fault's place. */
export interface AskedWindow extends Make {
  readonly quoteItemId: number;
  readonly pieces: number;
  readonly mark: WindowMark | null;
}

const WHOLE = { panels: [], parts: [] } as const;

type Item = Reply<"orders", "read">["quote"]["items"][number];

/** A button expands the others. */
const VISIBLE_AT_FIRST = 8;

type WindowsFieldProps = {
  items: readonly Item[];
  wishes: readonly AskedWindow[];
  onChange: (wishes: readonly AskedWindow[]) => void;
  disabled: boolean;
};

/**
 * The windows of the order as pictures, which people recognise. A ticked window asks for its pieces
 * and for the fault's place.
 */
export function WindowsField({ items, wishes, onChange, disabled }: WindowsFieldProps) {
  const [all, setAll] = useState(items.length <= VISIBLE_AT_FIRST);
  const isAsked = (item: Item) => wishes.some(({ quoteItemId }) => quoteItemId === item.id);
  const visible = all ? items : items.filter((item, index) => index < VISIBLE_AT_FIRST || isAsked(item));
  const tick = (item: Item) =>
    onChange(
      isAsked(item)
        ? wishes.filter(({ quoteItemId }) => quoteItemId !== item.id)
        : [...wishes, { quoteItemId: item.id, pieces: 1, mark: null, ...WHOLE }],
    );
  const change = (to: AskedWindow) => onChange(wishes.map((each) => (each.quoteItemId === to.quoteItemId ? to : each)));
  const everyPiece = items.map((item) => ({
    ...(wishes.find(({ quoteItemId }) => quoteItemId === item.id) ?? { quoteItemId: item.id, mark: null, ...WHOLE }),
    pieces: item.quantity,
  }));
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className="text-sm font-medium">
        Windows <span className="font-normal text-muted">(optional)</span>
      </legend>
      <div className="mb-1 flex min-h-control flex-wrap items-center justify-between gap-x-4">
        <p role="status" className="text-xs text-muted">
          {inWords(wishes)}
        </p>
        {items.length > 1 && (
          <Button size="sm" variant="ghost" onClick={() => onChange(wishes.length > 0 ? [] : everyPiece)}>
            {wishes.length > 0 ? "Choose none" : "Choose all"}
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-2">
        {visible.map((item) => (
          <WindowChoice
            key={item.id}
            item={item}
            wish={wishes.find(({ quoteItemId }) => quoteItemId === item.id)}
            onTick={() => tick(item)}
            onChange={change}
            disabled={disabled}
          />
        ))}
      </ul>
      {visible.length < items.length && (
        <Button className="mt-2 w-full" onClick={() => setAll(true)}>
          Show all {items.length} windows
        </Button>
      )}
    </fieldset>
  );
}

function inWords(wishes: readonly AskedWindow[]): string {
  const pieces = wishes.reduce((sum, each) => sum + each.pieces, 0);
  if (pieces === 0) return "Tick the windows that have to be made again. If you tick none, the request covers the whole order.";
  const windows = countOf(wishes.length, "window");
  return `${windows}, ${countOf(pieces, "piece")}`;
}

type WindowChoiceProps = {
  item: Item;
  /** Undefined if the window is not ticked. */
  wish: AskedWindow | undefined;
  onTick: () => void;
  onChange: (wish: AskedWindow) => void;
  disabled: boolean;
};

function WindowChoice({ item, wish, onTick, onChange, disabled }: WindowChoiceProps) {
  // A button opens the drawing and the drawing stays open: a drawing that opened or closed by
  // itself would move the next window away from the finger.
  const [marking, setMarking] = useState(false);
  const [choosing, setChoosing] = useState(false);
  return (
    <li className="min-w-0 rounded border transition-colors duration-150 has-checked:border-accent">
      <label className="flex min-h-16 items-center gap-3 rounded px-3 py-2 transition-colors duration-150 hover:bg-raised has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
        <input
          type="checkbox"
          checked={wish !== undefined}
          onChange={onTick}
          className="size-5 shrink-0 accent-accent outline-none pointer-coarse:size-6"
        />
        <span className="grid size-12 shrink-0 place-items-center">
          <WindowDrawing decorative window={toDrawable(item)} width={48} height={48} detail="thumbnail" />
        </span>
        <span className="min-w-0">
          <span className="line-clamp-2 font-medium wrap-anywhere" title={item.name}>
            {item.name}
          </span>
          <span className="sr-only">, </span>
          <span className="block text-xs text-muted">
            <Size widthM={item.widthM} heightM={item.heightM} />
          </span>
        </span>
      </label>
      {wish && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2">
          {item.quantity > 1 && <Pieces item={item} wish={wish} onChange={onChange} disabled={disabled} />}
          <Button
            size="sm"
            aria-label={`${markButton(marking, wish.mark)} on ${item.name}`}
            aria-expanded={marking}
            onClick={() => setMarking(!marking)}
          >
            {markButton(marking, wish.mark)}
          </Button>
          {!marking && wish.mark && <span className="text-xs text-muted">Marked {markInWords(wish.mark)}</span>}
          <Button size="sm" aria-label={`Choose the parts of ${item.name}`} aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
            {choosing ? "Close the parts" : "Choose the parts"}
          </Button>
          {!choosing && <span className="text-xs text-muted">To make: {makeInWords(toDrawable(item), wish)}</span>}
          <p role="status" className="w-full text-sm text-warning empty:hidden">
            {markElsewhere(toDrawable(item), wish)}
          </p>
        </div>
      )}
      {wish && marking && (
        <div className="px-3 pb-3">
          <MarkField
            name={item.name}
            window={toDrawable(item)}
            mark={wish.mark}
            onChange={(mark) => onChange(moveMark(toDrawable(item), wish, mark))}
            disabled={disabled}
          />
        </div>
      )}
      {wish && choosing && (
        <div className="px-3 pb-3">
          <PartsField
            name={item.name}
            window={toDrawable(item)}
            make={wish}
            onChange={(make) => onChange({ ...wish, ...make })}
            disabled={disabled}
          />
        </div>
      )}
    </li>
  );
}

/** Moves the mark, and with it the panel to make unless the person has chosen other panels. */
function moveMark(window: WindowToDraw, wish: AskedWindow, mark: WindowMark | null): AskedWindow {
  const isChosen = wish.panels.length > 0 && wish.panels.join() !== markedPanels(window, wish).join();
  return { ...wish, mark, ...(!isChosen && { panels: markedPanels(window, { mark }) }) };
}

const markedPanels = (window: WindowToDraw, { mark }: Pick<AskedWindow, "mark">): readonly string[] => (mark ? panelsAt(window, mark) : []);

/** Points out a mark on a panel of which nothing is asked for; null without one. */
function markElsewhere(window: WindowToDraw, wish: AskedWindow): string | null {
  const [marked] = markedPanels(window, wish);
  if (marked === undefined || wish.panels.length === 0 || wish.panels.includes(marked)) return null;
  const asked = wish.panels.length === 1 ? "panel" : "panels";
  return `The mark is on panel ${marked}, and the request is for ${asked} ${wish.panels.join(", ")}.`;
}

const markButton = (marking: boolean, mark: WindowMark | null): string => {
  if (marking) return "Close the drawing";
  return mark ? "Move the mark" : "Mark the place";
};

type PiecesProps = { item: Item; wish: AskedWindow; onChange: (wish: AskedWindow) => void; disabled: boolean };

/** A stepper of two buttons that are large enough for a finger. */
function Pieces({ item, wish, onChange, disabled }: PiecesProps) {
  const step = (by: 1 | -1) => onChange({ ...wish, pieces: wish.pieces + by });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside the windows' own would be read out twice
    <span role="group" aria-label={`Pieces of ${item.name}`} className="flex items-center gap-2">
      <IconButton
        label={`One piece less of ${item.name}`}
        icon={<Minus />}
        variant="secondary"
        disabled={disabled || wish.pieces <= 1}
        onClick={() => step(-1)}
      />
      <span role="status" className="min-w-14 text-center text-sm tabular-nums">
        <span className="font-semibold">{wish.pieces}</span> of {item.quantity}
      </span>
      <IconButton
        label={`One piece more of ${item.name}`}
        icon={<Plus />}
        variant="secondary"
        disabled={disabled || wish.pieces >= item.quantity}
        onClick={() => step(1)}
      />
    </span>
  );
}
