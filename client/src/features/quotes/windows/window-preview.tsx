import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, use, useId, useState } from "react";
import { Area, Money } from "#client/components/facts/values.tsx";
import { WindowDrawing } from "#client/components/window/window-drawing.tsx";
import { milliM2ToM2 } from "#shared/domain/length.ts";
import { formatPence, penceToPounds } from "#shared/domain/money.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { toDrawable } from "../form/window-checks.ts";
import { ShownPrices } from "../survey/shown-prices.ts";

type PreviewProps = { quote: QuoteForm };

/**
 * The drawing of the window on screen, with its checks. It is beside the fields or, without room, below the
 * measures, and can be folded.
 */
export function LiveDrawing({ quote, className, children }: PreviewProps & { className: string; children: ReactNode }) {
  const id = useId();
  const [open, setOpen] = useState(true);
  const drawn = toDrawable(quote.window, quote.product);
  return (
    <div className={className}>
      {children}
      <p className="text-sm font-medium text-muted max-lg:hidden">Seen from inside</p>
      {/* The fold button is absent beside the fields, where it would be a further stop of the Tab
          key. */}
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-control w-full items-center justify-between text-sm font-medium text-muted lg:hidden"
      >
        Drawing, seen from inside
        <ChevronDown aria-hidden className={clsx("size-4 transition-transform duration-150", open && "rotate-180")} />
      </button>
      <div id={id} className={clsx("lg:mt-2", !open && "max-lg:hidden")}>
        {drawn ? (
          <WindowDrawing window={drawn} width={256} height={300} detail="making" className="mx-auto max-lg:max-h-44 max-lg:w-auto" />
        ) : (
          <p className="grid min-h-24 place-items-center rounded bg-raised p-4 text-center text-xs text-muted lg:min-h-60">
            Enter width and height for the drawing
          </p>
        )}
      </div>
    </div>
  );
}

/** The calculation of the current window's price. */
export function WindowPrice({ quote }: PreviewProps) {
  const { product, preview, selected } = quote;
  const { quantity } = quote.window;
  const line = preview.lines[selected];
  const prices = use(ShownPrices);
  if (prices === "hidden") return null;
  if (prices !== "mine") {
    const price = prices.windows[selected];
    return (
      <p className="mt-5 flex min-h-control items-center justify-between gap-x-4 rounded bg-raised px-3 py-2">
        <span className="text-muted">Homeowner pays for this window</span>
        <Money amount={price === undefined ? null : penceToPounds(price)} strong />
      </p>
    );
  }
  return (
    <p className="mt-5 flex min-h-control flex-wrap items-center justify-between gap-x-4 rounded bg-raised px-3 py-2">
      <span className="min-w-0 text-muted">
        {line && product ? (
          <>
            <Area squareMetres={milliM2ToM2(line.areaMilliM2)} />
            {line.chargedAreaMilliM2 !== line.areaMilliM2 && (
              <>
                {" "}
                charged as <Area squareMetres={milliM2ToM2(line.chargedAreaMilliM2)} />
              </>
            )}{" "}
            × <Money amount={product.pricePerM2} /> per m²
            {product.pricePerM2 !== product.basePricePerM2 && (
              <>
                {" "}
                (list <Money amount={product.basePricePerM2} />)
              </>
            )}
            {quantity > 1 && ` × ${quantity}`}
            {line.surcharges.map(({ text, amountPence }) => (
              <span key={text} className="block text-xs tabular-nums">
                + {text}: {formatPence(amountPence)}
              </span>
            ))}
          </>
        ) : (
          "Enter type, width and height for the price"
        )}
      </span>
      <Money amount={line ? penceToPounds(line.totalPence) : null} strong />
    </p>
  );
}
