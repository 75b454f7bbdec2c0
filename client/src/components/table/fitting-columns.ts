import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from "react";
import type { Column } from "./data-table-row.tsx";

type Measured = Pick<Column<never>, "id" | "name" | "place" | "rare">;

/** Columns with a higher rank move under the first column sooner. */
function rankOf({ rare, place }: Measured): number {
  if (rare) return 3;
  if (place === undefined) return 2;
  return place === "end" || place === "field" ? 0 : 1;
}

/**
 * A name that moves under the first column receives at least this width, so that it does not break
 * at each word.
 */
const LEAST_NAME_PX = 200;

/**
 * Beside a name the moved values have only the first column's width, so that each needs a line.
 * With more values than these the names move as well, and all of them use the row's width.
 */
const MOST_BESIDE_NAME = 2;

function withNames(columns: readonly Measured[], moved: ReadonlySet<string>): ReadonlySet<string> {
  if (moved.size <= MOST_BESIDE_NAME) return moved;
  return new Set([...moved, ...columns.slice(1).flatMap(({ id, name }) => (name ? [id] : []))]);
}

/** Returns all columns except the first, in the order in which they move under it. */
const moveOrder = (columns: readonly Measured[]): readonly Measured[] =>
  columns
    .map((column, index) => ({ column, index }))
    .slice(1)
    .toSorted((a, b) => rankOf(b.column) - rankOf(a.column) || b.index - a.index)
    .map(({ column }) => column);

/**
 * Chooses the columns that move under the first one, so that the others fit into the room.
 * @param widths the least width of each column in pixels, in the order of `columns`
 * @param room pixels for all columns
 */
export function columnsToMove(columns: readonly Measured[], widths: readonly number[], room: number): ReadonlySet<string> {
  const widthOf = new Map(columns.map(({ id }, index) => [id, widths[index] ?? 0]));
  const names = new Set(columns.filter(({ name }) => name).map(({ id }) => id));
  const movedIds = new Set<string>();
  let first = widths[0] ?? 0;
  let sum = widths.reduce((total, width) => total + width, 0);
  for (const { id } of moveOrder(columns)) {
    if (sum <= room) break;
    movedIds.add(id);
    const width = widthOf.get(id) ?? 0;
    // The first column becomes as wide as the widest value under it.
    const wider = Math.max(first, width, names.has(id) ? LEAST_NAME_PX : 0);
    sum += wider - first - width;
    first = wider;
  }
  return withNames(columns, movedIds);
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the columns that do not fit, and `tooWide` where the table is still too wide without
 * them. It measures after each change of the table's width, rows and columns, before the browser
 * paints. Blocks on phones (`display: block`) move no column.
 */
export function useMovedColumns(table: RefObject<HTMLTableElement | null>, columns: readonly Measured[], keys: readonly unknown[]) {
  const width = useWidthOf(table);
  const inputs = `${width} ${columns.map(({ id }) => id).join()} ${keys.join()}`;
  const [measured, setMeasured] = useState({ inputs: "", moved: NONE, tooWide: false });
  const { moved: movedIds, tooWide } = measured.inputs === inputs ? measured : { moved: NONE, tooWide: false };
  useLayoutEffect(() => {
    const element = table.current;
    if (tooWide || !element || getComputedStyle(element).display !== "table") return;
    const room = element.parentElement?.clientWidth ?? 0;
    if (element.offsetWidth <= room) return;
    if (movedIds.size > 0) {
      // A label beside its value was wider than its column, so one more column moves.
      const next = moveOrder(columns).find(({ id }) => !movedIds.has(id));
      return setMeasured(
        next ? { inputs, moved: withNames(columns, new Set([...movedIds, next.id])), tooWide } : { inputs, moved: movedIds, tooWide: true },
      );
    }
    const heads = [...element.querySelectorAll<HTMLElement>("thead th")].map((head) => head.offsetWidth);
    const actions = heads.slice(columns.length).reduce((total, head) => total + head, 0);
    setMeasured({ inputs, moved: columnsToMove(columns, heads.slice(0, columns.length), room - actions), tooWide });
  });
  return { moved: movedIds, tooWide };
}

/** Observes the width of the table's box in pixels. */
function useWidthOf(table: RefObject<HTMLTableElement | null>): number {
  const subscribe = (onChange: () => void) => {
    const box = table.current?.parentElement;
    if (!box || typeof ResizeObserver === "undefined") return () => {};
    const observer = new ResizeObserver(onChange);
    observer.observe(box);
    return () => observer.disconnect();
  };
  return useSyncExternalStore(subscribe, () => table.current?.parentElement?.clientWidth ?? 0);
}
