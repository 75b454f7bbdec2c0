import { clsx } from "clsx";
import { ClipboardPaste, Plus, StickyNote, Table2 } from "lucide-react";
import { Button } from "#client/components/ui/control/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#client/components/ui/overlay/dialog.tsx";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { WindowRow } from "../windows/window-row.tsx";

type WindowsDialogProps = {
  quote: QuoteForm;
  onGo: (place: number) => void;
  onJob: () => void;
  onAdd: () => void;
  onPasteRows: () => void;
  onHouse: () => void;
  onClose: () => void;
};

/** Lists all pages of the survey, with the actions on all windows. */
export function WindowsDialog({ quote, onGo, onJob, onAdd, onPasteRows, onHouse, onClose }: WindowsDialogProps) {
  const { rows, products, preview, selected, atJob, canAdd, mayAdd, isCorrection } = quote;
  return (
    <Dialog open onCloseRequest={onClose} title="Windows" size="sm" sheet="bottom">
      <DialogBody className="flex flex-col gap-1 px-2!">
        {!isCorrection && (
          <button type="button" aria-current={atJob ? "page" : undefined} onClick={onJob} className={rowClass(atJob)}>
            <StickyNote aria-hidden className="mx-1.5 size-4 self-center text-muted" />
            <span className="self-center font-medium">The job</span>
          </button>
        )}
        <nav aria-label="Windows">
          <ol className="flex flex-col gap-1">
            {rows.map((row, place) => {
              const isHere = !atJob && place === selected;
              return (
                <li key={row.key}>
                  <button type="button" aria-current={isHere ? "page" : undefined} onClick={() => onGo(place)} className={rowClass(isHere)}>
                    <WindowRow row={row} place={place} products={products} totalPence={preview.lines[place]?.totalPence} />
                  </button>
                </li>
              );
            })}
          </ol>
        </nav>
      </DialogBody>
      <DialogFooter>
        {mayAdd && (
          <Button icon={<ClipboardPaste />} onClick={onPasteRows} disabled={!canAdd}>
            Paste rows
          </Button>
        )}
        {rows.length > 1 && (
          <Button icon={<Table2 />} onClick={onHouse}>
            Whole house
          </Button>
        )}
        {mayAdd && (
          <Button icon={<Plus />} variant="primary" onClick={onAdd} disabled={!canAdd}>
            Add window
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

const rowClass = (isHere: boolean) =>
  clsx(
    "grid min-h-14 w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 rounded px-3 py-2 text-left transition-colors duration-150",
    isHere ? "bg-accent-soft" : "hover:bg-raised",
  );
