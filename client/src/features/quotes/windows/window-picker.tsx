import { clsx } from "clsx";
import { CircleAlert, ClipboardPaste, Plus, TriangleAlert } from "lucide-react";
import { Button, IconButton } from "#client/components/ui/control/button.tsx";
import { formatMillimetres } from "#client/lib/format.ts";
import { lengthToMetres } from "#shared/domain/length.ts";
import { formatPence } from "#shared/domain/money.ts";
import { lengthTyped } from "../form/measure-text.ts";
import type { WindowValues } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";

const META = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

/** The quote's windows as a list beside the fields. On phones it is a strip above them. */
export function WindowPicker({ quote, onPasteRows }: { quote: QuoteForm; onPasteRows: () => void }) {
  const { rows, selected, preview, select, add, canAdd } = quote;
  return (
    <nav
      aria-label="Windows"
      onKeyDown={quote.onEnter}
      className="flex min-h-0 shrink-0 bg-surface max-md:sticky max-md:top-0 max-md:z-sticky max-md:border-b md:flex-col md:border-r"
    >
      <ol className="flex min-h-0 min-w-0 gap-1 overflow-x-auto p-2 max-md:flex-1 md:flex-col md:overflow-x-hidden md:overflow-y-auto">
        {rows.map(({ key, window, wrong, unchecked }, index) => (
          <li key={key} className="min-w-0 shrink-0">
            <button
              type="button"
              ref={index === selected ? bringIntoView : undefined}
              aria-current={index === selected ? "true" : undefined}
              onClick={() => select(index)}
              className={clsx(
                "grid min-h-control w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded px-3 py-1.5 text-left transition-colors duration-150 max-md:max-w-44",
                index === selected ? "bg-accent-soft" : "hover:bg-raised",
              )}
            >
              <span className="flex min-w-0 items-center gap-1.5 font-medium">
                {wrong && <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />}
                {unchecked && !wrong && <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning" />}
                <span className="truncate" title={window.name}>
                  {window.name.trim() || `Window ${index + 1}`}
                </span>
                {wrong && <span className="sr-only">, has errors</span>}
                {unchecked && !wrong && <span className="sr-only">, has a measure to check</span>}
              </span>
              <span className="text-right tabular-nums max-md:hidden">{priceText(preview.lines[index]?.total)}</span>
              <span className="col-span-full truncate text-xs text-muted tabular-nums">{sizeText(window)}</span>
            </button>
          </li>
        ))}
      </ol>
      <div className="flex shrink-0 gap-2 p-2 max-md:gap-1 max-md:border-l md:flex-col md:border-t md:p-3">
        <Button icon={<Plus />} onClick={add} disabled={!canAdd} className="max-md:min-h-full" aria-label="Add window">
          <span className="max-md:hidden">Add window</span>
          <span className="md:hidden">Add</span>
        </Button>
        <Button icon={<ClipboardPaste />} variant="ghost" size="sm" onClick={onPasteRows} disabled={!canAdd} className="max-md:hidden">
          Paste rows
        </Button>
        <IconButton
          label="Paste rows"
          icon={<ClipboardPaste />}
          onClick={onPasteRows}
          disabled={!canAdd}
          className="max-md:min-h-full md:hidden"
        />
        <ul className="flex flex-col gap-1 text-xs text-muted max-md:hidden pointer-coarse:hidden">
          <li>
            <Key>Enter</Key> the next field or window
          </li>
          <li>
            <Key>{`${META} + Enter`}</Key> create the quote
          </li>
        </ul>
      </div>
    </nav>
  );
}

const Key = ({ children }: { children: string }) => <kbd className="rounded-sm border px-1 font-sans whitespace-nowrap">{children}</kbd>;

/** Scrolls the list to the chosen window. The tests' browser has no scrollIntoView. */
const bringIntoView = (button: HTMLElement | null) => button?.scrollIntoView?.({ block: "nearest", inline: "nearest" });

const priceText = (total: Parameters<typeof formatPence>[0] | undefined) => (total === undefined ? "–" : formatPence(total));

/** Always in millimetres, so that a wrong unit is seen at once. */
function sizeText({ width, height, unit, quantity }: WindowValues): string {
  const sides = [width, height].map((side) => lengthTyped(side, unit));
  if (sides.every((side) => side === null)) return "Not measured yet";
  const [across, down] = sides.map((side) => (side === null ? "–" : formatMillimetres(lengthToMetres(side)).replace(" mm", "")));
  return `${across} × ${down} mm${quantity > 1 ? `, ${quantity} of them` : ""}`;
}
