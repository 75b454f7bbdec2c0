import { clsx } from "clsx";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { LoadMore, type LoadMoreProps } from "#client/components/ui/display/table.tsx";
import { focusHeading, isFocusLost } from "#client/lib/browser/browser.ts";
import { BLOCK, type Column, DataTableRow, isRowWide, movedClass, SIDES, separationClass } from "./data-table-row.tsx";
import { useFirstRows } from "./first-rows.ts";
import { useMovedColumns } from "./fitting-columns.ts";

export type { Column } from "./data-table-row.tsx";

export type DataTableProps<Row> = {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /**
   * Opens the row's details. The first cell becomes a button for the keyboard; a pointer can press
   * the whole row.
   */
  onRowClick?: (row: Row) => void;
  /** Returns the accessible name of the first cell's button, where its text is not sufficient. */
  rowLabel?: (row: Row) => string;
  /** Returns the row's buttons and menu, in the same order for every row. */
  actions?: (row: Row) => ReactNode;
  /** Content that replaces an empty list. */
  empty?: ReactNode;
  more?: Omit<LoadMoreProps, "count">;
  /** The sums over all results of the list, by column id, not only over the loaded rows. */
  sums?: Readonly<Record<string, ReactNode>> | undefined;
  /**
   * Reduces the spacing in narrow places, for rows with controls. Tables of seven or more columns
   * always do so.
   */
  wide?: boolean;
  /** `plain` (in a dialog) and `flush` (in a flush panel) draw no border. */
  frame?: "box" | "flush" | "plain";
};

const FRAME = {
  box: "rounded-lg border bg-surface",
  flush: "border-t stacked:[&_tbody]:px-4 stacked:[&_tr]:-mx-4 stacked:[&_tr]:px-4",
  plain: "[&_:is(th,td):first-child]:pl-0 [&_:is(th,td):last-child]:pr-0 [&_tr]:mx-0! [&_tr]:px-0! [&_tbody]:px-0!",
} as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, onRowClick, rowLabel, actions, empty, more, sums, wide, frame = "box" } = props;
  const isWide = wide ?? columns.length + (actions ? 1 : 0) >= 7;

  const table = useRef<HTMLTableElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const keys = rows.map(rowKey);
  const drawn = useFirstRows(rows);
  const rowFocus = useRowFocus(body, keys);
  const { moved: movedIds, tooWide } = useMovedColumns(table, columns, keys);
  const movedColumns = columns.filter(({ id }) => movedIds.has(id));
  const fitting = columns.filter(({ id }) => !movedIds.has(id));

  if (rows.length === 0 && empty) return empty;
  return (
    <div data-rows={isWide ? "wide" : undefined} className="@container/table min-w-0">
      <div className={FRAME[frame]}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost with `display: grid`, see BLOCK */}
        <table ref={table} role="table" className={clsx("w-full border-separate border-spacing-0 text-sm", BLOCK.table)}>
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className={BLOCK.head}>
            <tr role="row">
              {fitting.map((column, index) => (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  className={clsx(
                    headClass,
                    separationClass(fitting, index),
                    column.align === "right" ? "text-right" : "text-left",
                    // The first column shares the spare room where other columns have moved under
                    // it.
                    !column.name && (index > 0 || movedColumns.length === 0) && "w-px",
                    // "Shipping Date" may use two lines, "Order #" may not.
                    !column.header.endsWith("#") && "tight:whitespace-normal eased:whitespace-nowrap",
                  )}
                >
                  {column.header}
                </th>
              ))}
              {actions && (
                <th role="columnheader" scope="col" className={clsx(headClass, "w-px text-right")}>
                  Actions
                </th>
              )}
            </tr>
          </thead>
          <tbody ref={body} role="rowgroup" className={BLOCK.body} {...rowFocus}>
            {drawn.map((row) => (
              <DataTableRow
                key={rowKey(row)}
                row={row}
                columns={fitting}
                moved={movedColumns}
                wrapsActions={tooWide}
                onRowClick={onRowClick}
                rowLabel={rowLabel}
                actions={actions}
              />
            ))}
          </tbody>
          {sums && rows.length > 0 && (
            <SumsRow
              columns={fitting}
              moved={movedColumns}
              sums={sums}
              hasActions={actions !== undefined}
              wide={isRowWide(fitting, tooWide)}
            />
          )}
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost with `display: grid`, see BLOCK */}
      </div>
      {more && (
        <div className={frame === "plain" ? undefined : clsx("px-4", frame === "box" && "stacked:px-3")}>
          <LoadMore count={rows.length} {...more} />
        </div>
      )}
    </div>
  );
}

type SumsRowProps<Row> = Pick<DataTableProps<Row>, "columns"> & {
  moved: readonly Column<Row>[];
  sums: Readonly<Record<string, ReactNode>>;
  hasActions: boolean;
  wide: boolean;
};

/** In blocks each amount follows its column's name, because no column head is above it. */
const NAMED_SUM =
  "text-right stacked:text-left stacked:before:mr-1.5 stacked:before:font-normal stacked:before:text-muted stacked:before:content-[attr(data-label)]";

/** Displays the list's footer with the sum of each amount column. */
function SumsRow<Row>({ columns, moved: movedColumns, sums, hasActions, wide }: SumsRowProps<Row>) {
  const moved = movedColumns.filter(({ id }) => sums[id] !== undefined);
  return (
    <tfoot className="stacked:block stacked:px-3">
      <tr className="font-semibold stacked:grid stacked:grid-cols-[auto_1fr] stacked:gap-x-6 stacked:gap-y-1 stacked:py-3">
        {columns.map(({ id, align, header }, index) => (
          <td
            key={id}
            data-label={header}
            className={clsx(
              SIDES,
              separationClass(columns, index),
              "border-t py-2.5 align-baseline tabular-nums tight:text-xs stacked:border-0 stacked:p-0! stacked:empty:hidden",
              align === "right" ? NAMED_SUM : "stacked:col-span-2",
            )}
          >
            {sums[id]}
            {index === 0 && moved.length > 0 && (
              <span className={movedClass(wide)}>
                {moved.map((column) => (
                  <span key={column.id} className="whitespace-nowrap">
                    {column.align === "right" && <span className="font-normal text-muted">{column.short ?? column.header} </span>}
                    {sums[column.id]}
                  </span>
                ))}
              </span>
            )}
          </td>
        ))}
        {hasActions && <td className="border-t stacked:hidden" />}
      </tr>
    </tfoot>
  );
}

export const headClass = `sticky top-(--sticky-top) z-sticky border-b bg-surface py-2.5 text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-lg last:rounded-tr-lg ${SIDES}`;

type Key = string | number;

/**
 * When the focused row disappears, the row in its place receives the focus, or the heading of an
 * empty list.
 */
function useRowFocus(body: RefObject<HTMLElement | null>, keys: readonly Key[]) {
  const at = useRef<{ key: Key | undefined; index: number } | null>(null);

  // The effect runs after every render, because rows appear and disappear for many reasons.
  useEffect(() => {
    const last = at.current;
    if (!last || keys.some((key) => key === last.key) || !isFocusLost()) return;
    at.current = null;
    const row = body.current?.children[Math.min(last.index, keys.length - 1)];
    const control = row?.querySelector<HTMLElement>("button, a[href]");
    if (control) control.focus();
    else focusHeading();
  });
  useEffect(
    () => () => {
      if (at.current && isFocusLost()) focusHeading();
    },
    [],
  );

  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = body.current?.contains(target) ? target.closest("tr") : null;
      const index = row && body.current ? [...body.current.children].indexOf(row) : -1;
      if (index >= 0) at.current = { key: keys[index], index };
    },
    // A removed element has no `relatedTarget`.
    onBlur: ({ relatedTarget }: FocusEvent<HTMLElement>) => {
      if (relatedTarget) at.current = null;
    },
  };
}
