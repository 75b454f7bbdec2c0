import { clsx } from "clsx";
import { ClipboardPaste, Plus, Table2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { useMedia } from "#client/lib/browser.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { WindowRow } from "./window-row.tsx";

const META = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** In the column of windows, and in the strip of phones. */
const BY: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 };

/** The quote's windows as a list beside the fields. On phones it is a strip above them. */
export function WindowPicker({ quote, onPasteRows, onHouse }: { quote: QuoteForm; onPasteRows: () => void; onHouse: () => void }) {
  const { rows, products, selected, preview, select, add, canAdd, move } = quote;
  const isPhone = useMedia("(width < 48rem)");
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    const by = BY[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const list = event.currentTarget.closest("ol");
    flushSync(() => (event.altKey ? move(by) : select(Math.min(rows.length - 1, Math.max(0, selected + by)))));
    list?.querySelector<HTMLElement>("[aria-current]")?.focus();
  };
  return (
    <nav
      aria-label="Windows"
      onKeyDown={quote.onEnter}
      className="flex min-h-0 shrink-0 bg-surface max-md:sticky max-md:top-0 max-md:z-sticky max-md:border-b md:flex-col md:border-r"
    >
      {/* `relative` keeps what is only heard inside: it would widen the form on a phone. */}
      <ol className="relative flex min-h-0 min-w-0 gap-1 overflow-x-auto p-2 max-md:flex-1 md:flex-col md:overflow-x-hidden md:overflow-y-auto">
        {rows.map((row, index) => (
          <li key={row.key} className="min-w-0 shrink-0">
            <button
              type="button"
              ref={index === selected ? bringIntoView : undefined}
              aria-current={index === selected ? "true" : undefined}
              // One stop of the Tab key for the whole list: the arrow keys go through it.
              tabIndex={index === selected ? 0 : -1}
              onKeyDown={onArrow}
              onClick={() => select(index)}
              className={clsx(
                "grid min-h-control w-full grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 rounded px-3 py-1.5 text-left transition-colors duration-150 max-md:max-w-48",
                index === selected ? "bg-accent-soft" : "hover:bg-raised",
              )}
            >
              <WindowRow row={row} place={index} products={products} totalPence={preview.lines[index]?.totalPence} />
            </button>
          </li>
        ))}
      </ol>
      <div className="flex shrink-0 gap-2 p-2 max-md:gap-0 max-md:border-l max-md:px-1 md:flex-col md:border-t md:p-3">
        <Button
          icon={<Plus />}
          variant={isPhone ? "ghost" : "secondary"}
          onClick={add}
          disabled={!canAdd}
          aria-label="Add window"
          title={isPhone ? "Add window" : undefined}
          className="max-md:min-h-full max-md:min-w-control max-md:px-0!"
        >
          <span className="max-md:hidden">Add window</span>
        </Button>
        <div className="flex flex-wrap justify-center max-md:hidden">
          <Button icon={<ClipboardPaste />} variant="ghost" size="sm" onClick={onPasteRows} disabled={!canAdd}>
            Paste rows
          </Button>
          {rows.length > 1 && (
            <Button icon={<Table2 />} variant="ghost" size="sm" onClick={onHouse}>
              Whole house
            </Button>
          )}
        </div>
        {/* A phone has room for one of them. */}
        {rows.length > 1 ? (
          <IconButton label="Whole house" icon={<Table2 />} onClick={onHouse} className="max-md:min-h-full md:hidden" />
        ) : (
          <IconButton
            label="Paste rows"
            icon={<ClipboardPaste />}
            onClick={onPasteRows}
            disabled={!canAdd}
            className="max-md:min-h-full md:hidden"
          />
        )}
        <ul className="flex flex-col gap-1 text-xs text-muted max-md:hidden pointer-coarse:hidden">
          <li>
            <Key>Enter</Key> the next field or window
          </li>
          {rows.length > 1 && (
            <li>
              <Key>↑ ↓</Key> another window, in this list
            </li>
          )}
          <li>
            <Key>{`${META} + Enter`}</Key> {quote.form.getValues("version") === undefined ? "create the quote" : "save the changes"}
          </li>
        </ul>
      </div>
    </nav>
  );
}

const Key = ({ children }: { children: string }) => <kbd className="rounded-sm border px-1 font-sans whitespace-nowrap">{children}</kbd>;

/** Scrolls the list to the chosen window. The tests' browser has no scrollIntoView. */
const bringIntoView = (button: HTMLElement | null) => button?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
