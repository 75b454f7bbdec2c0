import { drawable } from "#client/components/window/drawable-window.ts";
import { MarkedWindow } from "#client/components/window/marked-window.tsx";
import { WindowFacts } from "#client/components/window/window-facts.tsx";
import type { RemakeFacts } from "./remake-details.tsx";

/** The window that a remake is about, and what it was made of. */
export function RemakeWindow({ window }: { window: NonNullable<RemakeFacts["window"]> }) {
  return (
    <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <MarkedWindow name={window.name} window={drawable(window)} mark={window.mark} />
      <div className="min-w-0">
        <h4 className="mb-2 text-base font-semibold break-words">{window.name}</h4>
        <WindowFacts item={window} />
      </div>
    </div>
  );
}
