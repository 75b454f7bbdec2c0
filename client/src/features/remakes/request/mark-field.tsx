import { clsx } from "clsx";
import { X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from "react";
import { Button } from "#client/components/ui/control/button.tsx";
import { WindowDrawing } from "#client/components/window/window-drawing.tsx";
import { lengthIn } from "#shared/domain/length.ts";
import { placedIn } from "#shared/domain/window/drawing/view.ts";
import { drawingView } from "#shared/domain/window/drawing/window-shapes.ts";
import { MARK_STEP, MARK_STRIDE, markAt, markInWords, middleOf, type WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";

type MarkFieldProps = {
  name: string;
  window: WindowToDraw;
  mark: WindowMark | null;
  onChange: (mark: WindowMark | null) => void;
  disabled: boolean;
};

const ROOM = { width: 320, height: 300 } as const;
const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Marks a place on the drawing: with a mouse by press or drag, with a finger by tap, or with the
 * arrow keys.
 */
export function MarkField({ name, window, mark, onChange, disabled }: MarkFieldProps) {
  const hintId = useId();
  const surface = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const view = drawingView(window, ROOM);

  const put = ({ clientX, clientY }: { clientX: number; clientY: number }) => {
    const box = surface.current?.getBoundingClientRect();
    if (!box || box.width === 0 || disabled) return;
    const shrunk = view.size.width / box.width;
    const mm = (at: number, edge: number) => (at * shrunk - edge) / view.scale / 10;
    onChange(markAt(mm(clientX - box.left, view.left), mm(clientY - box.top, view.top), window));
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    // A touch beside the mark may be a scroll, so only its click counts. A touch on the mark drags
    // it.
    const onMark = event.target instanceof HTMLElement && event.target.matches("[data-handle]");
    if (event.button !== 0 || (event.pointerType === "touch" && !onMark)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragging(true);
    if (!onMark) put(event);
  };
  const clear = () => {
    onChange(null);
    // The pressed button is no longer rendered.
    surface.current?.focus();
  };
  const release = () => setDragging(false);
  const step = (event: KeyboardEvent) => {
    if (disabled) return;
    const next = moved(event, mark, window);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
  };

  return (
    <div className="flex flex-col items-center gap-3 rounded bg-raised p-4">
      <div
        ref={surface}
        role="slider"
        tabIndex={0}
        aria-label={`Place on ${name}`}
        aria-roledescription="place on a drawing"
        aria-describedby={hintId}
        aria-disabled={disabled || undefined}
        aria-valuemin={0}
        aria-valuemax={Math.floor(lengthIn(window.width, "mm"))}
        aria-valuenow={mark?.xMm ?? 0}
        aria-valuetext={mark ? `Marked ${markInWords(mark)}` : "No place marked"}
        onKeyDown={step}
        onPointerDown={press}
        onPointerMove={(event) => dragging && put(event)}
        onPointerUp={release}
        onPointerCancel={release}
        onClick={(event: MouseEvent) => put(event)}
        className="relative max-w-full cursor-crosshair touch-manipulation rounded-sm outline-offset-4 select-none focus-visible:outline-2 focus-visible:outline-accent"
      >
        <WindowDrawing decorative letters window={window} mark={mark} {...ROOM} />
        {mark && <Handle window={window} mark={mark} />}
      </div>
      <div className="flex min-h-control w-full flex-wrap items-center justify-center gap-x-3 text-center text-sm">
        <p id={hintId} className={clsx("text-balance", !mark && "text-muted")}>
          {mark ? `Marked ${markInWords(mark)}` : "Mark where it is: tap or click the drawing, or use the arrow keys."}
        </p>
        {mark && !disabled && (
          <Button size="sm" variant="ghost" icon={<X />} onClick={clear}>
            Clear the mark
          </Button>
        )}
      </div>
    </div>
  );
}

/** The area that a finger drags: larger than the mark, and excluded from scrolling. */
function Handle({ window, mark }: { window: WindowToDraw; mark: WindowMark }) {
  const view = drawingView(window, ROOM);
  const place = placedIn(view);
  const part = (at: number, whole: number) => `${(at / whole) * 100}%`;
  return (
    <span
      data-handle
      className="absolute size-11 -translate-1/2 cursor-grab touch-none rounded-full"
      style={{ left: part(place.x(mark.xMm * 10), view.size.width), top: part(place.y(mark.yMm * 10), view.size.height) }}
    />
  );
}

/**
 * The mark after a key press: null removes the mark, undefined ignores the key. The first arrow key
 * places the mark in the middle.
 */
function moved({ key, shiftKey }: KeyboardEvent, mark: WindowMark | null, window: WindowToDraw): WindowMark | null | undefined {
  if (key === "Delete" || key === "Backspace") return null;
  const arrow = ARROWS[key];
  if (!arrow && key !== " " && key !== "Enter") return undefined;
  if (!mark) return middleOf(window);
  if (!arrow) return mark;
  const far = shiftKey ? MARK_STRIDE : MARK_STEP;
  return markAt(mark.xMm + arrow[0] * far, mark.yMm + arrow[1] * far, window);
}
