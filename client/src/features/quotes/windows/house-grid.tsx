import { Fragment, type KeyboardEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "#client/components/ui/control/button.tsx";
import { Table, TableHead } from "#client/components/ui/display/table.tsx";
import { findWindowDifferences } from "#client/components/window/window-differences.ts";
import { requestedInWords } from "#shared/domain/window/text/making-text.ts";
import { productOf, type WindowValues } from "../form/quote-values.ts";
import type { QuoteForm } from "../form/use-quote-form.ts";
import { BulkFields } from "./bulk-fields.tsx";
import { ChooseBox, HouseRow } from "./house-row.tsx";

type HouseGridProps = { quote: QuoteForm; onOpen: (place: number) => void };

/**
 * All windows of the house: each window's values, its differences from the others, and its price.
 * Several can be changed together.
 */
export function HouseGrid({ quote, onOpen }: HouseGridProps) {
  const { rows, products, preview, selected } = quote;
  const { chosen, all, toggle, toggleAll, set } = useChosen(rows.length);
  const typeOf = (window: WindowValues) => productOf(window, products)?.name ?? "";
  const { usual, differing } = findWindowDifferences(
    rows.map(({ window }) => ({ ...window, shutterType: typeOf(window) })),
    requestedInWords,
  );
  const [stop, setStop] = useState(selected);

  // The focus moves to the grid, because the button that opened it is no longer rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the grid mounts
  useEffect(() => focusRow(selected), []);
  const some = chosen.size > 0;
  // The fields that appear with the first selection must not cover the selected window.
  useEffect(() => {
    if (some && placeOf(document.activeElement) !== null) document.activeElement?.scrollIntoView({ block: "nearest" });
  }, [some]);
  const move = (by: -1 | 1, places: ReadonlySet<number>) => flushSync(() => set(quote.moveAll(places, by)));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const place = placeOf(event.target as Element);
    if (event.ctrlKey || event.metaKey) {
      if (event.key === "Enter") quote.onEnter(event);
      if (event.key !== "a" || place === null) return;
      toggleAll();
    } else if (place === null) {
      // Enter clears the selection and returns to the list, so that the next change does not affect
      // the same windows.
      if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
      flushSync(() => set(new Set()));
      focusRow(Math.min(stop, rows.length - 1));
    } else if (event.key === "Enter") onOpen(place);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const by = event.key === "ArrowUp" ? -1 : 1;
      const to = Math.min(rows.length - 1, Math.max(0, place + by));
      if (event.altKey) move(by, chosen.has(place) ? chosen : new Set([place]));
      else if (event.shiftKey) flushSync(() => set(new Set([...chosen, place, to])));
      focusRow(to);
    } else return;
    event.preventDefault();
  };

  return (
    <section
      aria-label="Whole house"
      onKeyDown={onKeyDown}
      className="flex shrink-0 flex-col max-md:min-h-full md:min-h-0 md:flex-1 md:shrink md:border-y"
    >
      <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 px-page py-3 md:py-1.5">
        <h3 className="text-base font-semibold max-sm:flex-1">Whole house</h3>
        <p className="min-w-0 flex-1 text-sm text-muted max-sm:order-last max-sm:basis-full">
          {usual.length > 0 && "Mostly: "}
          {usual
            .filter((words) => words !== "")
            .map((words, at, { length }) => (
              <Fragment key={words}>
                <span className="whitespace-nowrap">{at < length - 1 ? `${words},` : words}</span>{" "}
              </Fragment>
            ))}
        </p>
        <Button size="sm" onClick={() => onOpen(selected)}>
          One window
        </Button>
      </header>
      <div className="flex-1 px-page pb-3 md:min-h-0 md:overflow-y-auto">
        <Table className="max-lg:table-fixed">
          <caption className="sr-only">All windows</caption>
          <thead>
            <tr className="md:*:sticky md:*:top-0 md:*:z-sticky md:*:bg-surface">
              <TableHead className="w-8">
                <ChooseBox label="Choose all windows" checked={all} onChange={toggleAll} />
              </TableHead>
              <TableHead>Window</TableHead>
              <TableHead className="text-right max-lg:hidden">Size</TableHead>
              <TableHead className="max-lg:hidden">Type</TableHead>
              <TableHead className="max-lg:hidden">Colour</TableHead>
              <TableHead className="w-full max-lg:hidden">What differs</TableHead>
              <TableHead className="text-right max-lg:w-24">Price</TableHead>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <HouseRow
                // biome-ignore lint/suspicious/noArrayIndexKey: a window that moves must not take the focus with it
                key={place}
                id={idOf(place)}
                row={row}
                place={place}
                type={typeOf(row.window)}
                differing={differing[place] ?? []}
                totalPence={preview.lines[place]?.totalPence}
                chosen={chosen.has(place)}
                // The list is one stop of the Tab key; the arrow keys move inside it.
                isStop={place === Math.min(stop, rows.length - 1)}
                onStop={() => setStop(place)}
                onToggle={(upTo) => toggle(place, upTo)}
                onOpen={() => onOpen(place)}
              />
            ))}
          </tbody>
        </Table>
      </div>
      <BulkFields
        quote={quote}
        chosen={chosen}
        onMove={(by) => move(by, chosen)}
        className="shrink-0 max-md:sticky max-md:bottom-0 max-md:z-sticky"
      />
    </section>
  );
}

const focusRow = (place: number) => document.getElementById(idOf(place))?.focus();
const idOf = (place: number) => `window-${place}`;
const placeOf = (element: Element | null): number | null => {
  const place = /^window-(\d+)$/.exec(element?.id ?? "")?.[1];
  return place === undefined ? null : Number(place);
};

const NONE: ReadonlySet<number> = new Set();

/**
 * The indexes of the selected windows. Shift extends the selection from the last pressed window to
 * this one.
 */
function useChosen(count: number) {
  const [chosen, setChosen] = useState(NONE);
  const [last, setLast] = useState(0);
  // A restored window shifts the indexes of the others.
  const [counted, setCounted] = useState(count);
  if (counted !== count) {
    setCounted(count);
    setChosen(NONE);
  }
  return {
    chosen,
    all: chosen.size === count,
    toggle: (place: number, upTo: boolean) => {
      const next = new Set(chosen);
      const on = !chosen.has(place);
      const [from, to] = upTo ? [Math.min(last, place), Math.max(last, place)] : [place, place];
      for (let each = from; each <= to; each += 1) on ? next.add(each) : next.delete(each);
      setChosen(next);
      setLast(place);
    },
    toggleAll: () => setChosen(chosen.size === count ? NONE : new Set(Array.from({ length: count }, (_, place) => place))),
    set: setChosen,
  };
}
