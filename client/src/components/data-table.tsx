import type { MouseEvent, ReactNode } from "react";
import { type Column, hiddenClass } from "./data-table-column.ts";
import { cx } from "./ui/class-names.ts";
import { LoadMore, type LoadMoreProps } from "./ui/load-more.tsx";

export type { Column } from "./data-table-column.ts";

type DataTableProps<Row> = {
  /** What the table lists; said to screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Opens the row's details. The first cell becomes a real button for the keyboard; the whole row answers the pointer. */
  onRowClick?: (row: Row) => void;
  /** What the first cell's button is called, when its text does not say enough. */
  rowLabel?: (row: Row) => string;
  /** Buttons and a menu, in the same order in every row. */
  actions?: (row: Row) => ReactNode;
  /** Shown in place of the rows when there are none. */
  empty?: ReactNode;
  more?: Omit<LoadMoreProps, "count">;
  /** Stays in blocks up to 60rem of room instead of 46rem: for rows with controls inside. From seven columns on, it does by itself. */
  wide?: boolean;
  /** No box of its own: `plain` in a dialog, where the text lines up with the rest; `flush` in a flush panel, which has the edge. */
  frame?: "box" | "flush" | "plain";
};

const INTERACTIVE = "a, button, input, select, textarea, label, [role=menuitem]";

/*
 * Below 768 px of window, and in any narrow place (a dialog, beside the menu on a tablet), each row is a block of facts.
 * That is `display: grid` on table elements, which costs them their meaning in some browsers: hence the explicit roles.
 */
const STACK = {
  normal: {
    table: "@max-[46rem]/table:block",
    head: "@max-[46rem]/table:sr-only",
    row: "@max-[46rem]/table:grid @max-[46rem]/table:gap-x-4 @max-[46rem]/table:grid-cols-1 @max-[46rem]/table:@min-[30rem]/table:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] @max-[46rem]/table:px-4 @max-[46rem]/table:py-2 @max-[46rem]/table:border-b",
    cell: "@max-[46rem]/table:flex! @max-[46rem]/table:@max-[16rem]/table:flex-col @max-[46rem]/table:@max-[16rem]/table:gap-0! @max-[46rem]/table:h-auto @max-[46rem]/table:w-auto! @max-[46rem]/table:gap-3 @max-[46rem]/table:@min-[30rem]/table:flex-col @max-[46rem]/table:@min-[30rem]/table:gap-0 @max-[46rem]/table:border-0 @max-[46rem]/table:px-0! @max-[46rem]/table:py-1 @max-[46rem]/table:text-left @max-[46rem]/table:whitespace-normal",
    whole: "@max-[46rem]/table:col-span-full",
    label: "hidden @max-[46rem]/table:block",
    actionsCell:
      "@max-[46rem]/table:col-span-full @max-[46rem]/table:@min-[30rem]/table:col-[span_2/-1] @max-[46rem]/table:@min-[30rem]/table:self-end",
    actions: "@max-[46rem]/table:justify-start @max-[46rem]/table:@min-[30rem]/table:justify-end",
  },
  wide: {
    table: "@max-[60rem]/table:block",
    head: "@max-[60rem]/table:sr-only",
    row: "@max-[60rem]/table:grid @max-[60rem]/table:gap-x-4 @max-[60rem]/table:grid-cols-1 @max-[60rem]/table:@min-[30rem]/table:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] @max-[60rem]/table:px-4 @max-[60rem]/table:py-2 @max-[60rem]/table:border-b",
    cell: "@max-[60rem]/table:flex! @max-[60rem]/table:@max-[16rem]/table:flex-col @max-[60rem]/table:@max-[16rem]/table:gap-0! @max-[60rem]/table:h-auto @max-[60rem]/table:w-auto! @max-[60rem]/table:gap-3 @max-[60rem]/table:@min-[30rem]/table:flex-col @max-[60rem]/table:@min-[30rem]/table:gap-0 @max-[60rem]/table:border-0 @max-[60rem]/table:px-0! @max-[60rem]/table:py-1 @max-[60rem]/table:text-left @max-[60rem]/table:whitespace-normal",
    whole: "@max-[60rem]/table:col-span-full",
    label: "hidden @max-[60rem]/table:block",
    actionsCell:
      "@max-[60rem]/table:col-span-full @max-[60rem]/table:@min-[30rem]/table:col-[span_2/-1] @max-[60rem]/table:@min-[30rem]/table:self-end",
    actions: "@max-[60rem]/table:justify-start @max-[60rem]/table:@min-[30rem]/table:justify-end",
  },
} as const;

const FRAME = {
  box: "rounded-lg border bg-surface",
  flush: "border-t",
  plain: "[&_:is(th,td):first-child]:pl-0 [&_:is(th,td):last-child]:pr-0 [&_tr]:px-0!",
} as const;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, onRowClick, rowLabel, actions, empty, more, wide, frame = "box" } = props;
  const stack = STACK[(wide ?? columns.length + (actions ? 1 : 0) >= 7) ? "wide" : "normal"];

  const open = (event: MouseEvent<HTMLTableRowElement>, row: Row) => {
    const target = event.target as Element;
    // Not for a control of the row, for something in a dialog that the row opened, or for text being selected.
    if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE) || window.getSelection()?.toString()) return;
    onRowClick?.(row);
  };

  if (rows.length === 0 && empty) return empty;
  return (
    <div className="@container/table min-w-0">
      <div className={FRAME[frame]}>
        {/* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost with `display: grid`, see STACK */}
        <table role="table" className={cx("w-full border-separate border-spacing-0 text-sm", stack.table)}>
          <caption className="sr-only">{caption}</caption>
          <thead role="rowgroup" className={stack.head}>
            <tr role="row">
              {columns.map((column) => (
                <th
                  key={column.id}
                  role="columnheader"
                  scope="col"
                  className={cx(headClass, column.align === "right" ? "text-right" : "text-left", hiddenClass(column.priority))}
                  style={column.width ? { width: column.width } : undefined}
                >
                  {column.header}
                </th>
              ))}
              {actions && (
                <th role="columnheader" scope="col" className={cx(headClass, "w-px text-right")}>
                  Actions
                </th>
              )}
            </tr>
          </thead>
          <tbody role="rowgroup" className={stack.table}>
            {rows.map((row) => (
              <tr
                key={rowKey(row)}
                role="row"
                onClick={onRowClick && ((event) => open(event, row))}
                className={cx(
                  "group/row last:[&>td]:border-b-0 last:border-b-0",
                  stack.row,
                  onRowClick && "cursor-pointer hover:bg-raised/60",
                )}
              >
                {columns.map((column, index) => {
                  const first = index === 0;
                  const content = column.cell(row);
                  return (
                    <td
                      key={column.id}
                      role="cell"
                      className={cx(
                        cellClass,
                        column.align === "right" && "text-right tabular-nums",
                        !column.wrap && "whitespace-nowrap",
                        hiddenClass(column.priority),
                        stack.cell,
                        first && stack.whole,
                      )}
                    >
                      {!first && (
                        <span
                          aria-hidden
                          className={cx("w-28 shrink-0 text-muted @min-[30rem]/table:w-auto @min-[30rem]/table:text-xs", stack.label)}
                        >
                          {column.header}
                        </span>
                      )}
                      {first && onRowClick ? (
                        <button type="button" aria-label={rowLabel?.(row)} onClick={() => onRowClick(row)} className={openerClass}>
                          {content}
                        </button>
                      ) : (
                        <span className={cx("min-w-0", first && "font-medium")}>{content}</span>
                      )}
                    </td>
                  );
                })}
                {actions && (
                  <td role="cell" className={cx(cellClass, stack.cell, stack.actionsCell)}>
                    <span className={cx("flex w-full items-center justify-end gap-1 whitespace-nowrap", stack.actions)}>
                      {actions(row)}
                    </span>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost with `display: grid`, see STACK */}
      </div>
      {more && (
        <div className={frame === "plain" ? undefined : "px-4"}>
          <LoadMore count={rows.length} {...more} />
        </div>
      )}
    </div>
  );
}

const headClass =
  "sticky top-(--sticky-top) z-sticky border-b bg-surface px-3 py-2.5 text-xs font-medium whitespace-nowrap text-muted first:rounded-tl-lg first:pl-4 last:rounded-tr-lg last:pr-4";
const cellClass = "h-row border-b px-3 py-1 first:pl-4 last:pr-4";
const openerClass =
  "-mx-1 min-h-8 rounded-sm px-1 text-left font-medium text-accent group-hover/row:underline underline-offset-4 pointer-coarse:min-h-control";
