import { type Input, type Reply, usePages } from "#client/lib/api.ts";
import { addDays, type Day } from "#shared/domain/period.ts";
import { DUE_GROUPS, type DueGroup, dueGroup } from "#shared/domain/trade/due-groups.ts";

export type WorkshopRow = Reply<"workshop", "list">[number];
export type ShutterKind = Pick<WorkshopRow["made"][number], "shutterType" | "louverSize" | "colorSelection">;
export type Asked = Omit<NonNullable<Input<"workshop", "list">["query"]>, "late">;

/** An order is worked at for longer than a list is kept by itself; who comes back finds the pages that were read. */
export const A_SHIFT = 8 * 3_600_000;

/**
 * The board's rows. Late ones are a list of their own: an order needed last week and planned for
 * next month would stand pages further.
 */
export function useBoard(asked: Asked, lateOnly: boolean) {
  const late = usePages("workshop", "list", { query: { ...asked, late: "true" } }, { gcTime: A_SHIFT });
  const others = usePages("workshop", "list", { query: { ...asked, late: "false" } }, { enabled: !lateOnly, gcTime: A_SHIFT });
  const rest = lateOnly ? [] : others.data;
  const asks = lateOnly ? [late] : [late, others];
  const next = asks.find(({ hasNextPage }) => hasNextPage);
  return {
    data: late.data && rest && [...late.data, ...rest],
    error: asks.find(({ error }) => error)?.error ?? null,
    isError: asks.some(({ isError }) => isError),
    isFetching: asks.some(({ isFetching }) => isFetching),
    isFetchNextPageError: asks.some(({ isFetchNextPageError }) => isFetchNextPageError),
    isPlaceholderData: asks.some(({ isPlaceholderData }) => isPlaceholderData),
    isFetchingNextPage: asks.some(({ isFetchingNextPage }) => isFetchingNextPage),
    refetch: async () => (await Promise.all(asks.map(({ refetch }) => refetch())))[0] as Awaited<ReturnType<typeof late.refetch>>,
    fetchNextPage: async () => next?.fetchNextPage(),
    moreLate: late.hasNextPage,
    more: !lateOnly && others.hasNextPage,
  };
}

export interface Group {
  readonly group: DueGroup;
  readonly rows: readonly WorkshopRow[];
  /** There are more of it than were read so far. */
  readonly open: boolean;
}

/**
 * The groups with orders, in their order. Rows come by due day, so only the last group may have
 * more.
 */
export function groupsOf(rows: readonly WorkshopRow[], today: Day, { moreLate, more }: { moreLate: boolean; more: boolean }): Group[] {
  const groups = DUE_GROUPS.map((group) => ({ group, rows: rows.filter((row) => dueGroup(row, today) === group) }));
  const filled = groups.filter((each) => each.rows.length > 0);
  return filled.map((each, index) => ({ ...each, open: each.group === "late" ? moreLate : more && index === filled.length - 1 }));
}

/** "13 windows, 19 shutters" */
export const countInWords = (count: number, one: string): string => `${count.toLocaleString("en-GB")} ${count === 1 ? one : `${one}s`}`;

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** "100.9 m²": a sum of many windows needs no third decimal. */
export const areaInWords = (areaM2: number): string => `${squareMetres.format(areaM2)} m²`;

export const kindInWords = ({ shutterType, louverSize, colorSelection }: ShutterKind): string =>
  `${shutterType} ${louverSize} ${colorSelection}`;

// A day is a day wherever it is read: a zone would turn some into the day before.
const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" });

/** "Today", "Tomorrow", "Thu 26 Nov"; with its year where that is another. */
export function dayInWords(day: Day, today: Day): string {
  if (day === today) return "Today";
  if (day === addDays(today, 1)) return "Tomorrow";
  const words = weekday
    .format(new Date(`${day}T00:00:00Z`))
    .replace(",", "")
    .replace("Sept", "Sep");
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`;
}
