import { memo } from "react";
import { WindowDrawing } from "#client/components/window/window-drawing.tsx";
import type { Pence } from "#shared/domain/money.ts";
import type { WindowToDraw } from "#shared/domain/window/geometry/window-layout.ts";
import { choicesInShort, foldedInWords } from "#shared/domain/window/text/making-text.ts";
import { productOf } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { toDrawable } from "../form/window-checks.ts";
import { sizeText } from "../form/window-text.ts";
import { useShownPrice } from "../survey/shown-prices.ts";
import { WindowName } from "./window-name.tsx";

type WindowRowProps = { row: QuoteForm["rows"][number]; place: number; products: QuoteForm["products"]; totalPence: Pence | undefined };

/**
 * A window's entry in the list of windows: drawing, name, price, size, type, and its differences
 * from most others.
 */
export function WindowRow({ row, place, products, totalPence }: WindowRowProps) {
  const { window } = row;
  const price = useShownPrice(place, totalPence);
  const product = productOf(window, products);
  const short = choicesInShort(window, product?.deductionMm);
  return (
    <>
      <span className="flex h-9 w-7 items-center justify-center self-start">
        <SmallDrawing window={toDrawable(window, product)} />
      </span>
      <span className="min-w-0">
        <span className="flex items-center justify-between gap-3">
          <WindowName row={row} place={place} />
          {price !== null && <span className="shrink-0 tabular-nums">{price}</span>}
        </span>
        <span className="block truncate text-xs text-muted tabular-nums">{sizeText(window)}</span>
        <span className="flex flex-wrap items-center gap-x-1 text-xs text-muted">
          {product && (
            <span title={product.name} className="max-w-full truncate">
              {product.name}
              {short.length > 0 && " ·"}
            </span>
          )}
          {short.map((words, index) => (
            <span key={words} className="whitespace-nowrap">
              {words}
              {index < short.length - 1 && " ·"}
            </span>
          ))}
          {foldedInWords(window).map((words) => (
            <span key={words} title={words} className="my-0.5 max-w-full truncate rounded-sm border bg-surface px-1.5 leading-4.5">
              {words}
            </span>
          ))}
        </span>
      </span>
    </>
  );
}

/**
 * The drawing renders only if its window changes: typing in one of 200 windows renders one drawing.
 */
const SmallDrawing = memo(
  ({ window }: { window: WindowToDraw | null }) =>
    window ? (
      <WindowDrawing decorative window={window} width={28} height={36} detail="thumbnail" />
    ) : (
      <span aria-hidden className="h-full w-full rounded-sm border border-dashed" />
    ),
  (before, after) => JSON.stringify(before.window) === JSON.stringify(after.window),
);
