import { clsx } from "clsx";
import { Camera as CameraIcon, ChevronDown, Eye, EyeOff, House, Plus } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { FileButton } from "#client/components/photos/file-button.tsx";
import { IconButton } from "#client/components/ui/control/button.tsx";
import { countOf } from "#shared/domain/text.ts";
import { isOwnName } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import type { useSurveyPrices } from "./shown-prices.ts";
import { WindowsDialog } from "./windows-dialog.tsx";

/** Photos of the window on screen. */
export interface Camera {
  readonly count: number;
  readonly isFull: boolean;
  readonly onChosen: (files: readonly File[]) => void;
}

type SurveyBarProps = {
  quote: QuoteForm;
  prices: ReturnType<typeof useSurveyPrices>;
  camera: Camera | undefined;
  onPasteRows: () => void;
  onHouse: () => void;
};

/** The survey's current page, above its pages on a phone. A press lists all windows. */
export function SurveyBar({ quote, prices, camera, onPasteRows, onHouse }: SurveyBarProps) {
  const { rows, selected, atJob, window } = quote;
  const [listed, setListed] = useState(false);
  /** The list closes first, so that it can return the focus. */
  const closeAndRun = (act: () => void) => {
    flushSync(() => setListed(false));
    setTimeout(act);
  };
  const marked = rows.some(({ wrong }) => wrong) ? "bg-danger" : "bg-accent";
  return (
    <div className="shrink-0 border-b">
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setListed(true)}
          className="flex min-h-control min-w-0 flex-1 items-center gap-2 px-page text-left"
        >
          <span aria-live="polite" className="shrink-0 font-semibold tabular-nums">
            {atJob ? "The job" : `Window ${selected + 1} of ${rows.length}`}
          </span>{" "}
          <span className="min-w-0 truncate text-sm text-muted">
            {atJob ? countOf(rows.length, "window") : isOwnName(window) ? window.name : ""}
          </span>
          <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 text-muted" />
        </button>
        {/* The photo is one tap after the measures, also above the keypad. */}
        {camera && !atJob && (
          <FileButton
            icon={<CameraIcon aria-hidden />}
            capture="environment"
            accept="image/*"
            aria-label={`Photograph ${window.name}`}
            disabled={camera.isFull}
            onChosen={camera.onChosen}
            className="[&>label]:border-transparent! [&>label]:bg-transparent! [&>label]:px-3!"
          >
            {camera.count > 0 && camera.count}
          </FileButton>
        )}
        <IconButton
          label={prices.label}
          icon={prices.displayed === "mine" ? <Eye /> : prices.displayed === "hidden" ? <EyeOff /> : <House />}
          onClick={prices.toggle}
        />
        {quote.mayAdd && <IconButton label="Add window" icon={<Plus />} onClick={quote.add} disabled={!quote.canAdd} />}
      </div>
      <div aria-hidden className="flex h-1 gap-px bg-raised">
        {rows.map(({ key }, place) => (
          <span key={key} className={clsx("flex-1", !atJob && place <= selected && marked)} />
        ))}
      </div>
      {listed && (
        <WindowsDialog
          quote={quote}
          onGo={(place) => closeAndRun(() => quote.select(place))}
          onJob={() => closeAndRun(quote.showJob)}
          onAdd={() => closeAndRun(quote.add)}
          onPasteRows={() => closeAndRun(onPasteRows)}
          onHouse={() => closeAndRun(onHouse)}
          onClose={() => setListed(false)}
        />
      )}
    </div>
  );
}
