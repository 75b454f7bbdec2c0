import { clsx } from "clsx";
import type { MouseEvent, ReactNode } from "react";

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * Lines below the value. They follow the values that moved under the first column, if any did
   * (`apart`), and then are no longer below their value.
   */
  extra?: ((row: Row, apart: boolean) => ReactNode) | undefined;
  /** Money and measures align right, so that their digits line up. */
  align?: "left" | "right";
  /**
   * A name or a sentence shares the spare room and may use several lines. Every other column has
   * the width of its content and one line.
   */
  name?: boolean;
  /**
   * The column's place in a block (see BLOCK). Only the details display a column without a free
   * place. `head`: below the name, for a status; a second one is at the right. `end`: right of the
   * name, for an amount. `line`: the last line at full width, for a sentence. `whole`: full width
   * in the place of `head`, never truncated. `field`: a value that is edited in its place.
   */
  place?: "head" | "end" | "line" | "whole" | "field";
  /** A shorter column name in a block, and for a value that has moved under the first one. */
  short?: string;
  /** Moves under the first column before other columns, where a table is too narrow. */
  rare?: boolean;
  /** True if the row has no value. Blocks and the line under the first column then show no dash. */
  isEmpty?: (row: Row) => boolean;
};

type DataTableRowProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  /** Columns that did not fit: their values are below the first column's value. */
  moved: readonly Column<Row>[];
  wrapsActions: boolean;
  onRowClick?: (row: Row) => void;
  rowLabel?: (row: Row) => string;
  actions?: (row: Row) => ReactNode;
};

const INTERACTIVE = "a, button, input, select, textarea, label, [role=menuitem]";

export function DataTableRow<Row>({ row, columns, moved, wrapsActions, onRowClick, rowLabel, actions }: DataTableRowProps<Row>) {
  const places = placesOf(columns);
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    const target = event.target as Element;
    // A press does not open the row on one of its controls, in a dialog that the row opened, or
    // while text is selected.
    if (!event.currentTarget.contains(target) || target.closest(INTERACTIVE) || window.getSelection()?.toString()) return;
    onRowClick?.(row);
  };

  /* biome-ignore-start lint/a11y/noRedundantRoles: the roles are lost with `display: grid`, see BLOCK */
  return (
    <tr
      role="row"
      onClick={onRowClick && open}
      className={clsx("group/row last:[&>td]:border-b-0 last:border-b-0", BLOCK.row, onRowClick && "cursor-pointer hover:bg-raised/60")}
    >
      {columns.map((column, index) => {
        const first = index === 0;
        const content = <Content row={row} column={column} withExtra={moved.length === 0} />;
        return (
          <td
            key={column.id}
            role="cell"
            data-label={column.short ?? column.header}
            data-field={column.place === "field" || undefined}
            className={clsx(
              cellClass,
              separationClass(columns, index),
              column.align === "right" && "text-right tabular-nums",
              column.isEmpty?.(row) && "stacked:hidden!",
              column.name ? "min-w-32 wrap-anywhere" : "whitespace-nowrap",
              moved.length > 0 && ALIGNED,
              BLOCK.cell,
              places[index],
            )}
          >
            {first && onRowClick ? (
              <button
                type="button"
                data-opener
                aria-label={rowLabel?.(row)}
                onClick={() => onRowClick(row)}
                // The row's other cells align with the first line of a flex box, and with the last
                // line of a plain button.
                className={clsx(openerClass, column.name && "font-medium", BLOCK.opener, moved.length > 0 && "inline-flex items-center")}
              >
                {moved.length > 0 ? <span className="min-w-0">{content}</span> : content}
              </button>
            ) : (
              <span className={clsx("min-w-0", column.name && "block max-w-xl", first && column.name && "font-medium")}>{content}</span>
            )}
            {first && moved.length > 0 && (
              <MovedValues row={row} columns={moved} fitting={columns} wide={isRowWide(columns, wrapsActions)} />
            )}
          </td>
        );
      })}
      {actions && (
        <td role="cell" data-actions className={clsx(cellClass, moved.length > 0 && ALIGNED, BLOCK.cell, BLOCK.actions)}>
          <span
            className={clsx(
              "flex w-full items-center justify-end gap-1 whitespace-nowrap tight:[&>button:has(>span)]:px-1.5 stacked:[&>[aria-haspopup]:last-child]:-mr-3",
              wrapsActions ? "flex-wrap" : "stacked:flex-wrap",
            )}
          >
            {actions(row)}
          </span>
        </td>
      )}
    </tr>
  );
  /* biome-ignore-end lint/a11y/noRedundantRoles: the roles are lost with `display: grid`, see BLOCK */
}

type ContentProps<Row> = { row: Row; column: Column<Row>; withExtra: boolean };

function Content<Row>({ row, column: { cell, extra, align }, withExtra }: ContentProps<Row>) {
  const lines = withExtra && extra?.(row, false);
  if (!lines) return cell(row);
  return (
    <span
      className={clsx(
        "inline-flex",
        align === "right" ? "flex-col items-end" : "flex-col items-start gap-1 stacked:flex-row stacked:flex-wrap stacked:items-center",
      )}
    >
      {cell(row)}
      {lines}
    </span>
  );
}

/** True if no cell beside the first one has more than one line. */
const isLow = (columns: readonly { readonly name?: boolean }[]): boolean => columns.slice(1).every(({ name }) => !name);

/** True if moved values may use the whole width of their row. */
export const isRowWide = (columns: readonly { readonly name?: boolean }[], wrapsActions: boolean): boolean =>
  !wrapsActions && isLow(columns);

/**
 * Below low cells the values use the whole width of the row, and add nothing to the width of their
 * own column.
 */
const WHOLE_WIDTH = "relative z-1 mr-[calc(100%-100cqw+2rem)] [contain:inline-size]";

/** The line of values that moved below the first column's value, or of their sums. */
export const movedClass = (wide: boolean): string =>
  clsx("flex flex-wrap items-center gap-x-2.5 gap-y-1 pt-1 whitespace-normal", wide && WHOLE_WIDTH);

type MovedValuesProps<Row> = {
  row: Row;
  columns: readonly Column<Row>[];
  /** The columns that stay, whose extra lines would overlap the moved values. */
  fitting: readonly Column<Row>[];
  wide: boolean;
};

/** The order under the first column: names on lines of their own, values, then fields. */
const lineOf = ({ name, place }: Pick<Column<never>, "name" | "place">): number => (name ? 0 : place === "field" ? 2 : 1);

/**
 * Names and sentences are first, each on its own line. A status and a number such as `Q-66` need
 * no label. Other values follow their column's name.
 */
function MovedValues<Row>({ row, columns, fitting, wide }: MovedValuesProps<Row>) {
  return (
    <dl className={movedClass(wide)}>
      {columns
        .toSorted((one, other) => lineOf(one) - lineOf(other))
        .map(({ id, header, short, name, place, cell, isEmpty }) => (
          <div
            key={id}
            data-label={header}
            className={isEmpty?.(row) ? "sr-only" : clsx("flex min-w-0 items-baseline gap-1.5", name && "basis-full wrap-anywhere")}
          >
            <dt className={name || place === "head" || header.endsWith("#") ? "sr-only" : "text-xs whitespace-nowrap text-muted"}>
              {short ?? header}
            </dt>
            <dd className={clsx("min-w-0", !name && "whitespace-nowrap")}>{cell(row)}</dd>
          </div>
        ))}
      {[...fitting, ...columns].map(({ id, header, extra }) => {
        const lines = extra?.(row, true);
        return (
          lines && (
            <div key={id} className="flex min-w-0 flex-wrap items-baseline gap-x-3">
              <dt className="sr-only">{header}</dt>
              <dd className="flex flex-wrap gap-x-3">{lines}</dd>
            </div>
          )
        );
      })}
    </dl>
  );
}

/**
 * Moves the focus to the next row's opener (`j`, or the arrow once a row has the focus) or to the
 * previous one (`k`). Enter opens the row, because the opener is a button. Returns false for a key
 * without a meaning.
 */
export function moveInList(key: string): boolean {
  const openers = [...document.querySelectorAll<HTMLElement>("main [data-opener]")];
  const at = openers.indexOf(document.activeElement as HTMLElement);
  const step = { j: 1, k: -1, ...(at >= 0 && { ArrowDown: 1, ArrowUp: -1 }) }[key];
  const target = step === undefined ? undefined : openers[Math.max(0, at + step)];
  target?.focus();
  return target !== undefined;
}

/** Presses the checkbox of the row whose opener has the focus; false without one. */
export function chooseInList(): boolean {
  const opener = document.activeElement?.closest("main [data-opener]");
  const box = opener?.closest("tr, li")?.querySelector<HTMLElement>("input[type=checkbox]");
  box?.click();
  return box !== null && box !== undefined;
}

/** Headings, cells and sums share this padding, so that they align. */
export const SIDES = "px-3 first:pl-4 last:pr-4 tight:px-1 tight:first:pl-3 tight:last:pr-3 eased:not-first:pl-2 eased:not-last:pr-2";

/** The first lines of all cells of a tall row share a baseline. */
const ALIGNED = "py-2 align-baseline";

/**
 * Adds space between a right-aligned column and a left-aligned one, because a figure and the next
 * column's words would otherwise read as one.
 */
export const separationClass = (columns: readonly Pick<Column<never>, "align">[], index: number): string | false =>
  columns[index - 1]?.align === "right" && columns[index]?.align !== "right" && "pl-6 tight:pl-4 eased:not-first:pl-5";

export const cellClass = `h-row border-b py-1 tight:text-xs ${SIDES}`;
export const openerClass =
  "-mx-1 min-h-8 scroll-my-24 rounded-sm px-1 text-left text-accent group-hover/row:underline underline-offset-4 pointer-coarse:min-h-control";

/*
 * On phones (`stacked`, styles.css) a row becomes a block. The first line holds the name, and an
 * amount at its right. The second line holds statuses, or the values that a person edits there. A
 * sentence is below, or above values beside the name. A job precedes the number. Actions with words
 * have the last line; a menu without buttons is at the right edge of the first two lines. The list
 * is one grid and its rows are subgrids, so columns align. The details hold the rest, and a press
 * on the block opens them. Four controls leave no room for a number on their line, so they follow
 * it.
 *
 * `display: grid` makes some browsers drop the roles of table elements, so the roles are explicit.
 */
export const BLOCK = {
  table: "stacked:block",
  head: "stacked:sr-only",
  body: "stacked:grid stacked:grid-cols-[minmax(6.5rem,1fr)_fit-content(50%)_auto] stacked:px-3 stacked:not-has-[[data-field]]:has-[[data-actions]_:is(a,button):not([title])]:grid-cols-[minmax(6.5rem,1fr)_fit-content(50%)]! stacked:has-[[data-field]]:grid-cols-[minmax(0,1.25fr)_repeat(2,minmax(0,1fr))]!",
  row: "stacked:relative stacked:grid stacked:col-span-full stacked:grid-cols-subgrid stacked:min-h-15 stacked:content-center stacked:items-center stacked:gap-x-2 stacked:border-b stacked:-mx-3 stacked:px-3 stacked:py-3 stacked:has-[[data-field]]:pt-0 stacked:has-[[data-field]]:pb-[3px]",
  cell: "stacked:h-auto stacked:w-auto! stacked:min-w-0 stacked:border-0 stacked:p-0! stacked:text-left stacked:leading-5",
  actions:
    "stacked:relative stacked:col-start-[-2] stacked:row-start-1 stacked:row-end-3 stacked:has-[:is(a,button):not([title])]:col-[1/-1]! stacked:has-[:is(a,button):not([title])]:row-[4]! stacked:[[data-field]~&]:col-[1/-1]! stacked:[[data-field]~&]:row-[4]! @max-xs/table:stacked:has-[:is(a,button):not([title])]:row-[5]! @max-md/table:stacked:has-[>span>:nth-child(4)]:row-[5]!",
  /** The opener's press area covers the whole block, and other controls are above it. */
  opener: "stacked:min-h-6! stacked:max-w-full stacked:leading-5 stacked:after:absolute stacked:after:inset-0",
} as const;

/** The cell's parts become one line of text. Skeleton bars remain bars. */
const RUN_ON = "stacked:[&_span:not([aria-hidden])]:inline stacked:[&_wbr]:hidden stacked:[&_span+span]:before:content-['_·_']";
/** The text ends with an ellipsis. */
const ONE_LINE = `stacked:overflow-hidden stacked:text-ellipsis stacked:whitespace-nowrap! ${RUN_ON}`;
const TWO_LINES = `stacked:line-clamp-2! stacked:wrap-anywhere stacked:[&_span]:[word-break:normal] ${RUN_ON}`;

/**
 * The job limits its own lines, so that a note below it, such as `3 days late`, is never truncated.
 */
const JOB_LINES = `stacked:wrap-anywhere stacked:[&_span]:[word-break:normal] ${RUN_ON}`;

const AT_NAME = "stacked:row-start-1 stacked:col-start-1";
const NUMBER = `${AT_NAME} stacked:[&_button]:truncate ${ONE_LINE}`;
/** A person's or company's name is not truncated where it fits on two lines. */
const NAME = `${AT_NAME} stacked:[&_button]:line-clamp-2 ${TWO_LINES}`;

/**
 * The name uses the width of both columns. A menu alone is in the second one, where other rows have
 * buttons, and needs its room there.
 */
const NAME_ALONE =
  "stacked:col-end-3 stacked:[tbody:has([data-actions]_:is(a,button):not([title]))_tr:not(:has([data-actions]_:is(a,button):not([title])))>&]:pr-9!";

const PLACES = {
  head: ["stacked:row-start-2 stacked:col-start-1", "stacked:row-start-2 stacked:col-start-2 stacked:justify-self-end"],
  whole: ["stacked:row-start-2 stacked:col-start-1 stacked:col-end-3"],
  end: ["stacked:row-start-1 stacked:col-start-2 stacked:self-start stacked:justify-self-end stacked:font-medium"],
  line: [`stacked:row-start-3 stacked:col-span-full stacked:text-muted ${TWO_LINES}`],
} as const;

/**
 * The column's name is inside the field, above the value. Screen readers skip it (the `/ ''`),
 * because the column head has the name.
 */
const FIELD =
  "stacked:relative stacked:row-start-2 stacked:before:absolute stacked:before:top-1 stacked:before:left-2 stacked:before:z-sticky stacked:before:text-xs stacked:before:leading-4 stacked:before:text-muted stacked:before:content-[attr(data-label)_/_'']";
const LINE_ABOVE_FIELDS = `stacked:row-start-1 stacked:col-start-1 stacked:col-end-3 @xl/table:stacked:col-end-2 stacked:self-start stacked:pt-1! ${JOB_LINES}`;
const NUMBER_ABOVE_FIELDS = `stacked:row-start-1 stacked:col-start-3 stacked:self-start stacked:justify-self-end stacked:pt-0.5! stacked:[&_button]:text-muted ${ONE_LINE}`;
/** The amount is at the right of the number where a tablet has room for both. */
const END_ABOVE_FIELDS =
  "stacked:row-start-1 stacked:col-start-2 stacked:self-start stacked:justify-self-end stacked:pt-0.5! stacked:font-medium @max-xl/table:hidden";

/**
 * In rows with a job the job is first. The number is at the right, or, below an amount, beside the
 * actions.
 */
const JOB_FIRST = `stacked:row-start-1 stacked:col-start-1 ${JOB_LINES}`;
const NUMBER_LAST = `stacked:row-start-4 stacked:col-start-1 stacked:[&_button]:text-muted ${ONE_LINE}`;
const NUMBER_AT_END = `stacked:row-start-1 stacked:col-start-2 stacked:self-start stacked:justify-self-end stacked:[&_button]:text-muted ${ONE_LINE}`;
const JOB = "job";

/**
 * Returns the classes of each column's place in a block. The first column is the row's name, unless
 * the row has a job.
 */
function placesOf(columns: readonly Pick<Column<never>, "id" | "name" | "place">[]): readonly string[] {
  const job = columns[0]?.name ? -1 : columns.findIndex(({ id, name, place }) => id === JOB && name && place === "line");
  const hasFields = columns.some(({ place }) => place === "field");
  const free = { head: [...PLACES.head], end: [...PLACES.end], line: [...PLACES.line], whole: [...PLACES.whole] };
  const findClass = (place: Column<never>["place"]): string | undefined => {
    if (place === undefined) return undefined;
    if (place === "field") return FIELD;
    if (hasFields) return place === "line" ? LINE_ABOVE_FIELDS : place === "end" ? END_ABOVE_FIELDS : undefined;
    return free[place].shift();
  };
  const known = `${columns[0]?.name ? NAME : NUMBER} ${hasFields ? "stacked:self-start" : ""}`;
  const name = columns.some(({ place }) => place === "end" || place === "field") ? known : `${known} ${NAME_ALONE}`;
  const ends = columns.some(({ place }) => place === "end");
  return columns.map(({ place }, index) => {
    if (job < 0) return index === 0 ? name : (findClass(place) ?? "stacked:hidden");
    if (index === 0) return hasFields ? NUMBER_ABOVE_FIELDS : ends ? NUMBER_LAST : NUMBER_AT_END;
    if (index === job) return hasFields ? LINE_ABOVE_FIELDS : JOB_FIRST;
    return findClass(place) ?? "stacked:hidden";
  });
}
