import { clsx } from "clsx";
import type { MouseEvent, ReactNode } from "react";
import type { Column } from "./data-table-column.ts";
import { actionsClass, breaksOf, placeClass, STACK } from "./data-table-stack.ts";

type DataTableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  onRowClick?: (row: Row) => void;
  rowLabel?: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
  actionsBesideName?: boolean;
};

const INTERACTIVE = "a, button, input, select, textarea, label, [role=menuitem]";

export function DataTableRow<Row>({ row, columns, onRowClick, rowLabel, actions, actionsBesideName = false }: DataTableRowProps<Row>) {
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target as Element;
    // Not for a control of the row, for something in a dialog that the row opened, or for text being selected.
    if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE) || window.getSelection()?.toString()) return;
    onRowClick?.(row);
  };

  /* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost with `display: flex`, see data-table-stack.ts */
  return (
    <tr
      role="row"
      onClick={onRowClick && open}
      className={clsx(
        "group/row last:[&>td]:border-b-0 last:border-b-0",
        STACK.row,
        breaksOf(columns),
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
            data-label={column.header}
            className={clsx(
              cellClass,
              column.align === "right" && "text-right tabular-nums",
              column.wrap ? "min-w-32 wrap-anywhere tight:min-w-22" : "whitespace-nowrap",
              STACK.cell,
              placeClass(column.place, first),
            )}
          >
            {first && onRowClick ? (
              <button
                type="button"
                aria-label={rowLabel?.(row)}
                onClick={() => onRowClick(row)}
                className={clsx(openerClass, STACK.opener)}
              >
                {content}
              </button>
            ) : (
              <span className={clsx("min-w-0", first && "font-medium")}>{content}</span>
            )}
          </td>
        );
      })}
      {actions && (
        <td role="cell" className={clsx(cellClass, STACK.cell, actionsClass(actionsBesideName))}>
          <span
            className={clsx("flex w-full items-center justify-end gap-1 whitespace-nowrap tight:[&>button:has(>span)]:px-2", STACK.actions)}
          >
            {actions(row)}
          </span>
        </td>
      )}
    </tr>
  );
  /* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost with `display: flex`, see data-table-stack.ts */
}

const cellClass = "h-row border-b px-3 py-1 first:pl-4 last:pr-4 tight:px-1.5 tight:text-xs tight:first:pl-3 tight:last:pr-3";
const openerClass =
  "-mx-1 min-h-8 rounded-sm px-1 text-left font-medium text-accent group-hover/row:underline underline-offset-4 pointer-coarse:min-h-control";
