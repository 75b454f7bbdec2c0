import { clsx } from "clsx";
import type { MouseEvent, ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Right for money and measures, so that figures line up. */
  align?: "left" | "right";
  /** A CSS width for a column that must not move, such as "9rem". */
  width?: string;
  /**
   * Its place where rows are blocks (see STACK). `head`: beside the name, for a status. `end`: at the end of that line, for an
   * amount. `line`: across the block, for a sentence. `fact`, the default: after its own name. `field`: last, below its own
   * name, for a value that is changed in its place.
   */
  place?: "head" | "end" | "line" | "fact" | "field";
  /** The text may take several lines; otherwise it keeps to one. */
  wrap?: boolean;
};

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
    // Not for a control of the row, in a dialog that the row opened, or while text is selected.
    if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE) || window.getSelection()?.toString()) return;
    onRowClick?.(row);
  };

  /* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost with `display: flex`, see STACK */
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
                data-opener
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
  /* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost with `display: flex`, see STACK */
}

/**
 * Moves the focus to the next row's opener (`j`, or the arrow once a row has it), or to the one before (`k`). Enter then opens it, as it
 * presses any button. False where the key means nothing here.
 */
export function moveInList(key: string): boolean {
  const openers = [...document.querySelectorAll<HTMLElement>("main [data-opener]")];
  const at = openers.findIndex((opener) => opener === document.activeElement);
  const step = { j: 1, k: -1, ...(at >= 0 && { ArrowDown: 1, ArrowUp: -1 }) }[key];
  const target = step === undefined ? undefined : openers[Math.max(0, at + step)];
  target?.focus();
  return target !== undefined;
}

const cellClass = "h-row border-b px-3 py-1 first:pl-4 last:pr-4 tight:px-1.5 tight:text-xs tight:first:pl-3 tight:last:pr-3";
const openerClass =
  "-mx-1 min-h-8 scroll-my-24 rounded-sm px-1 text-left font-medium text-accent group-hover/row:underline underline-offset-4 pointer-coarse:min-h-control";

/*
 * Where there is too little room for columns (`stacked`, styles.css), a row becomes a block of a few lines: its name, its
 * statuses and at the right its amount; sentences; the other facts, each after its name; the actions, at the right; and last
 * the values that are changed in their place.
 *
 * This is `display: flex` on table elements. Some browsers then drop their roles, so the roles are explicit. A fact's name is
 * drawn from the cell's `data-label` and not read aloud (the `/ ''`), because the column head is. Text that a column would cut
 * off takes another line instead, because a tablet has no pointer to read the title with.
 */
export const STACK = {
  table: "stacked:block",
  head: "stacked:sr-only",
  row: "stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-3 stacked:gap-y-1 stacked:border-b stacked:px-4 stacked:py-2.5",
  /** Ends the line of the name and its statuses. */
  afterHead: "stacked:before:order-2 stacked:before:basis-full stacked:before:content-['']",
  /** Ends the line before the values that are changed in their place. */
  beforeFields: "stacked:after:order-6 stacked:after:basis-full stacked:after:content-['']",
  cell: "stacked:h-auto stacked:w-auto! stacked:max-w-full stacked:min-w-0 stacked:border-0 stacked:p-0! stacked:text-left stacked:wrap-anywhere stacked:whitespace-normal stacked:[&_span.truncate]:w-auto stacked:[&_span.truncate]:max-w-full stacked:[&_span.truncate]:wrap-anywhere stacked:[&_span.truncate]:whitespace-normal",
  /** The dots of a menu line up with the amounts above them. */
  actions: "stacked:flex-wrap stacked:[&>[aria-haspopup]:last-child]:-mr-3",
  /** The whole block can be pressed. The name keeps a press area of 44 px without a line of that height. */
  opener:
    "stacked:relative stacked:min-h-0! stacked:after:absolute stacked:after:inset-x-0 stacked:after:top-1/2 stacked:after:h-11 stacked:after:-translate-y-1/2 stacked:after:content-['']",
} as const;

const NAMED =
  "stacked:flex stacked:before:shrink-0 stacked:before:text-xs stacked:before:text-muted stacked:before:content-[attr(data-label)_/_'']";

const PLACES: Record<NonNullable<Column<never>["place"]>, string> = {
  head: "stacked:order-1",
  end: "stacked:order-1 stacked:ml-auto stacked:font-medium",
  line: "stacked:order-3 stacked:basis-full",
  fact: `stacked:order-4 stacked:flex-wrap stacked:items-baseline stacked:gap-x-1.5 ${NAMED}`,
  field: `stacked:order-7 stacked:flex-[1_1_9rem] stacked:flex-col @max-[28rem]/table:has-[select]:basis-full ${NAMED}`,
};

/** The first column is the row's name and comes first. */
export const placeClass = (place: Column<never>["place"], first: boolean): string => PLACES[first ? "head" : (place ?? "fact")];

export const actionsClass = (besideName: boolean): string =>
  `stacked:ml-auto ${besideName ? "stacked:order-1 stacked:-my-1" : "stacked:order-5 stacked:-my-0.5"}`;

const has = (columns: readonly Pick<Column<never>, "place">[], ...places: Column<never>["place"][]) =>
  columns.some(({ place }) => places.includes(place));

export const breaksOf = (columns: readonly Pick<Column<never>, "place">[]): string =>
  [has(columns, "head", "end") && STACK.afterHead, has(columns, "field") && STACK.beforeFields].filter(Boolean).join(" ");
