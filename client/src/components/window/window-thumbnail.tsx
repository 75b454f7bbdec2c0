import { useState } from "react";
import { Dialog, DialogBody } from "#client/components/ui/overlay/dialog.tsx";
import { markInWords, type WindowMark } from "#shared/domain/window/fields/window-mark.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { describeWindow } from "#shared/domain/window/text/describe-window.ts";
import { WindowDrawing } from "./window-drawing.tsx";

type WindowThumbnailProps = {
  name: string;
  window: WindowToDraw;
  mark?: WindowMark | null;
  /** Adds each panel's letter. */
  letters?: boolean;
  /** The largest width and height of the small drawing, in pixels. */
  size?: number;
};

/**
 * A small drawing. A press opens a large one with the widths of the panels and the heights of the
 * rails.
 */
export function WindowThumbnail({ name, window, mark, letters = false, size = 112 }: WindowThumbnailProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <span className="relative grid min-h-control min-w-control place-items-center self-start rounded p-1 transition-colors duration-150 hover:bg-raised">
        <WindowDrawing decorative window={window} mark={mark} letters={letters} width={size} height={size} detail="thumbnail" />
        {/* The button lies over the drawing, whose letters would be words of its label. */}
        <button
          type="button"
          aria-label={`Enlarge the drawing of ${name}`}
          onClick={() => setOpen(true)}
          className="absolute inset-0 rounded"
        />
      </span>
      {open && (
        <Dialog open onCloseRequest={() => setOpen(false)} title={name} description="Seen from inside the room, to scale" size="lg">
          <DialogBody className="flex flex-col items-center gap-4">
            <WindowDrawing window={window} mark={mark} letters={letters} width={700} height={560} detail="making" textSize={13} />
            {/* Screen readers skip this text, because the drawing's label has the same words. */}
            <p aria-hidden className="max-w-prose text-sm text-muted">
              {describeWindow(window)}
              {mark && ` Marked ${markInWords(mark)}.`}
            </p>
          </DialogBody>
        </Dialog>
      )}
    </>
  );
}

type MarkedWindowProps = { name: string; window: WindowToDraw; mark: WindowMark | null };

/** Displays the window of a remake with its marked place. */
export function MarkedWindow({ name, window, mark }: MarkedWindowProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <WindowThumbnail name={name} window={window} mark={mark} letters size={212} />
      <p className="text-sm">
        {mark ? (
          <>
            <span className="font-medium">Marked</span> {markInWords(mark)}
          </>
        ) : (
          <span className="text-muted">No place was marked.</span>
        )}
      </p>
    </div>
  );
}
