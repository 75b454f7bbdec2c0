import { useState } from "react";
import { WindowDrawing } from "#client/components/window-drawing.tsx";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";

type LiveDrawingProps = { window: WindowToDraw | null; className?: string };

/** The window as it is typed: beside the fields where there is room, else small, below the measures, and out of the way if one wishes. */
export function LiveDrawing({ window, className }: LiveDrawingProps) {
  const [open, setOpen] = useState(true);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} className={className}>
      <summary className="flex min-h-control items-center text-sm font-medium text-muted lg:min-h-0">Drawing, seen from inside</summary>
      {window ? (
        <WindowDrawing window={window} width={256} height={300} className="mx-auto max-lg:max-h-44 max-lg:w-auto lg:mt-2" />
      ) : (
        <p className="grid min-h-24 place-items-center rounded bg-raised p-4 text-center text-xs text-muted lg:mt-2 lg:min-h-60">
          Width and height give the drawing
        </p>
      )}
    </details>
  );
}
