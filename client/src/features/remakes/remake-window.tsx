import { drawable } from "#client/components/drawable-window.ts";
import { WindowFacts } from "#client/components/window-facts.tsx";
import { WindowThumbnail } from "#client/components/window-thumbnail.tsx";
import { markInWords } from "#shared/domain/window-mark.ts";
import type { RemakeFacts } from "./remake-details.tsx";

/** The window that a remake is about, with the place that was marked on it, as whoever makes it again wants to see it. */
export function RemakeWindow({ window }: { window: NonNullable<RemakeFacts["window"]> }) {
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <div className="flex flex-col items-start gap-2">
        <WindowThumbnail name={window.name} window={drawable(window)} mark={window.mark} size={212} />
        <p className="text-sm">
          {window.mark ? (
            <>
              <span className="font-medium">Marked</span> {markInWords(window.mark)}
            </>
          ) : (
            <span className="text-muted">No place was marked on it.</span>
          )}
        </p>
      </div>
      <div className="min-w-0">
        <h4 className="mb-2 text-base font-semibold break-words">{window.name}</h4>
        <WindowFacts item={window} />
      </div>
    </div>
  );
}
