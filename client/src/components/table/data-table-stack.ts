import type { Column } from "./data-table-column.ts";

/*
 * Where a row has too little room for columns (`stacked`, styles.css) it becomes a block of a few lines: what it is called, its statuses and
 * at the right its amount; sentences; the other facts, each after its name; what can be done, at the right; and last what is changed in its
 * place. That is `display: flex` on table elements, which costs them their meaning in some browsers: hence the explicit roles. The facts'
 * names are drawn from the cell's `data-label`, and not said (the `/ ''`): the column head is still there to be heard. A text that a column
 * would cut off takes another line instead: no pointer hovers over a tablet to read the rest.
 */
export const STACK = {
  table: "stacked:block",
  head: "stacked:sr-only",
  row: "stacked:flex stacked:flex-wrap stacked:items-center stacked:gap-x-3 stacked:gap-y-1 stacked:border-b stacked:px-4 stacked:py-2.5",
  /** Ends the line of the name and its statuses. */
  afterHead: "stacked:before:order-2 stacked:before:basis-full stacked:before:content-['']",
  /** Ends the line before what is changed in its place. */
  beforeFields: "stacked:after:order-6 stacked:after:basis-full stacked:after:content-['']",
  cell: "stacked:h-auto stacked:w-auto! stacked:max-w-full stacked:min-w-0 stacked:border-0 stacked:p-0! stacked:text-left stacked:wrap-anywhere stacked:whitespace-normal stacked:[&_span.truncate]:w-auto stacked:[&_span.truncate]:max-w-full stacked:[&_span.truncate]:wrap-anywhere stacked:[&_span.truncate]:whitespace-normal",
  /** A menu's dots, without an edge, end where the amounts above them end. */
  actions: "stacked:flex-wrap stacked:[&>span:last-child:has(>[aria-haspopup])]:-mr-3",
  /** The whole block answers the thumb, and the name in it keeps 44 px of its own without making the line as high. */
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

/** The first column is what the row is called, and stands first. */
export const placeClass = (place: Column<never>["place"], first: boolean): string => PLACES[first ? "head" : (place ?? "fact")];

export const actionsClass = (besideName: boolean): string =>
  `stacked:ml-auto ${besideName ? "stacked:order-1 stacked:-my-1" : "stacked:order-5 stacked:-my-0.5"}`;

const has = (columns: readonly Pick<Column<never>, "place">[], ...places: Column<never>["place"][]) =>
  columns.some(({ place }) => places.includes(place));

export const breaksOf = (columns: readonly Pick<Column<never>, "place">[]): string =>
  [has(columns, "head", "end") && STACK.afterHead, has(columns, "field") && STACK.beforeFields].filter(Boolean).join(" ");
