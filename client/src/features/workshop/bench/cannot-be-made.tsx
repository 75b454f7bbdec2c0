import { useMemo } from "react";
import { Alert } from "#client/components/ui/display/alert.tsx";
import { toDrawable } from "#client/components/window/window-drawing.tsx";
import { unmakeablePanels } from "#shared/domain/window/saw/cut-list.ts";
import type { ItemAtBench } from "./window-to-work.tsx";

const MOST_NAMED = 8;

/** Names the panels that have no room between their stiles, at the head of the order (rule M44). */
export function CannotBeMade({ items }: { items: readonly ItemAtBench[] }) {
  const sentences = useMemo(
    () => items.flatMap((item) => unmakeablePanels(toDrawable(item)).map(({ ask }) => `${item.name}: ${ask}.`)),
    [items],
  );
  if (sentences.length === 0) return null;
  return (
    <Alert tone="danger" title={sentences.length === 1 ? "A panel cannot be made" : `${sentences.length} panels cannot be made`}>
      {sentences.slice(0, MOST_NAMED).map((sentence) => (
        <p key={sentence} className="wrap-anywhere tabular-nums">
          {sentence}
        </p>
      ))}
      {sentences.length > MOST_NAMED && <p>and {sentences.length - MOST_NAMED} more</p>}
    </Alert>
  );
}
