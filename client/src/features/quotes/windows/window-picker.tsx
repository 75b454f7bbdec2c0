import { clsx } from "clsx";
import { ClipboardPaste, Plus, Table2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { Button } from "#client/components/ui/control/button.tsx";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { WindowRow } from "./window-row.tsx";

const META = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

const BY: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** The quote's windows as a list beside the fields. A phone has the survey's list instead. */
export function WindowPicker({ quote, onPasteRows, onHouse }: { quote: QuoteForm; onPasteRows: () => void; onHouse: () => void }) {
  const { rows, products, selected, preview, select, add, canAdd, mayAdd, isCorrection, move } = quote;
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    const step = BY[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const list = event.currentTarget.closest("ol");
    flushSync(() => (event.altKey ? move(step) : select(Math.min(rows.length - 1, Math.max(0, selected + step)))));
    list?.querySelector<HTMLElement>("[aria-current]")?.focus();
  };
  return (
    <nav aria-label="Windows" onKeyDown={quote.onEnter} className="flex min-h-0 shrink-0 flex-col border-r bg-surface">
      <ol className="flex min-h-0 min-w-0 flex-col gap-1 overflow-x-hidden overflow-y-auto p-2">
        {rows.map((row, index) => (
          <li key={row.key} className="min-w-0 shrink-0">
            <button
              type="button"
              ref={index === selected ? bringIntoView : undefined}
              aria-current={index === selected ? "true" : undefined}
              // The list is one stop of the Tab key; the arrow keys move inside it.
              tabIndex={index === selected ? 0 : -1}
              onKeyDown={onArrow}
              onClick={() => select(index)}
              className={clsx(
                "grid min-h-control w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 rounded px-3 py-1.5 text-left transition-colors duration-150",
                index === selected ? "bg-accent-soft" : "hover:bg-raised",
              )}
            >
              <WindowRow row={row} place={index} products={products} totalPence={preview.lines[index]?.totalPence} />
            </button>
          </li>
        ))}
      </ol>
      <div className="flex shrink-0 flex-col gap-2 border-t p-3">
        {mayAdd && (
          <Button icon={<Plus />} onClick={add} disabled={!canAdd}>
            Add window
          </Button>
        )}
        <div className="flex flex-wrap justify-center">
          {mayAdd && (
            <Button icon={<ClipboardPaste />} variant="ghost" size="sm" onClick={onPasteRows} disabled={!canAdd}>
              Paste rows
            </Button>
          )}
          {rows.length > 1 && (
            <Button icon={<Table2 />} variant="ghost" size="sm" onClick={onHouse}>
              Whole house
            </Button>
          )}
        </div>
        <ul className="flex flex-col gap-1 text-xs text-muted pointer-coarse:hidden">
          <li>
            <Key>Enter</Key> the next field or window
          </li>
          {rows.length > 1 && (
            <li>
              <Key>↑ ↓</Key> another window, in this list
            </li>
          )}
          <li>
            <Key>{`${META} + Enter`}</Key>{" "}
            {isCorrection ? "review the change" : quote.form.getValues("version") === undefined ? "create the quote" : "save the changes"}
          </li>
        </ul>
      </div>
    </nav>
  );
}

const Key = ({ children }: { children: string }) => <kbd className="rounded-sm border px-1 font-sans whitespace-nowrap">{children}</kbd>;

/** Scrolls the list to the current window. jsdom has no scrollIntoView. */
const bringIntoView = (button: HTMLElement | null) => button?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
