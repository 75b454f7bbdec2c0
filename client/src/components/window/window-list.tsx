import { Money } from "#client/components/facts/money.tsx";
import { drawable } from "./drawable-window.ts";
import { WindowFacts, type WindowItem } from "./window-facts.tsx";
import { WindowThumbnail } from "./window-thumbnail.tsx";

export type { WindowItem };

/** The windows of a quote or an order, read-only. */
export function WindowList({ items }: { items: readonly WindowItem[] }) {
  return (
    <ol className="divide-y border-y">
      {items.map((item, index) => (
        <li key={item.id} className="grid gap-x-4 gap-y-2 py-4 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
          <WindowThumbnail name={item.name} window={drawable(item)} />
          <div className="min-w-0">
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
              <h4 className="min-w-0 text-base font-semibold">
                <span className="mr-2 font-normal text-muted tabular-nums">{index + 1}.</span>
                {item.name}
              </h4>
              {item.itemTotalPrice !== undefined && <Money amount={item.itemTotalPrice} strong />}
            </div>
            <WindowFacts item={item} />
          </div>
        </li>
      ))}
    </ol>
  );
}
