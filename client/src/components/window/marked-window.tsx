import type { WindowToDraw } from "#shared/domain/window-layout.ts";
import { markInWords, type WindowMark } from "#shared/domain/window-mark.ts";
import { WindowThumbnail } from "./window-thumbnail.tsx";

type MarkedWindowProps = { name: string; window: WindowToDraw; mark: WindowMark | null };

/** The window that a remake is about, with its marked place, for the person who makes it again. */
export function MarkedWindow({ name, window, mark }: MarkedWindowProps) {
  return (
    <div className="flex flex-col items-start gap-2">
      <WindowThumbnail name={name} window={window} mark={mark} size={212} />
      <p className="text-sm">
        {mark ? (
          <>
            <span className="font-medium">Marked</span> {markInWords(mark)}
          </>
        ) : (
          <span className="text-muted">No place was marked on it.</span>
        )}
      </p>
    </div>
  );
}
