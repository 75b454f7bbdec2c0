import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { WindowDrawing } from "#client/components/window/window-drawing.tsx";
import type { WindowToDraw } from "#shared/domain/window-layout.ts";

type LiveDrawingProps = { window: WindowToDraw | null; className?: string };

/** The window as it is typed: beside the fields where there is room, else small, below the measures, and folded away if one wishes. */
export function LiveDrawing({ window, className }: LiveDrawingProps) {
  const id = useId();
  const [open, setOpen] = useState(true);
  return (
    <div className={className}>
      <p className="text-sm font-medium text-muted max-lg:hidden">Seen from inside</p>
      {/* Only where it is below the measures: beside them it would be one more stop for the Tab key. */}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-control w-full items-center justify-between text-sm font-medium text-muted lg:hidden"
      >
        Drawing, seen from inside
        <ChevronDown aria-hidden className={clsx("size-4 transition-transform duration-150", open && "rotate-180")} />
      </button>
      <div id={id} className={clsx("lg:mt-2", !open && "max-lg:hidden")}>
        {window ? (
          <WindowDrawing window={window} width={256} height={300} detail="making" className="mx-auto max-lg:max-h-44 max-lg:w-auto" />
        ) : (
          <p className="grid min-h-24 place-items-center rounded bg-raised p-4 text-center text-xs text-muted lg:min-h-60">
            Width and height give the drawing
          </p>
        )}
      </div>
    </div>
  );
}
