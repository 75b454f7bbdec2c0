import { BOARD_LISTS } from "#client/device/board-lists.ts";
import { type Input, type Reply, usePages } from "#client/lib/api.ts";
import { addDays, type Day } from "#shared/domain/period.ts";
import { DUE_GROUPS, type DueGroup, dueGroup } from "#shared/domain/trade/due-groups.ts";

export type WorkshopRow = Reply<"workshop", "list">[number];
export type ShutterKind = Pick<WorkshopRow["made"][number], "shutterType" | "louverSize" | "colorSelection">;
export type BoardQuery = Omit<NonNullable<Input<"workshop", "list">["query"]>, "late" | "urgent">;

/**
 * Work on one order outlasts the default cache time. The cache retains the board for a shift, so
 * that returning to it needs no loading.
 */
export const A_SHIFT = 8 * 3_600_000;

const [URGENT, OTHERS] = BOARD_LISTS;

/**
 * The board's rows. Orders to begin and late orders are a separate list: an order needed last week
 * but planned for next month would otherwise appear pages later.
 */
export function useBoard(query: BoardQuery, lateOnly: boolean) {
  const first = lateOnly ? { late: "true" as const } : URGENT;
  const urgent = usePages("workshop", "list", { query: { ...query, ...first } }, { gcTime: A_SHIFT });
  const rest = usePages("workshop", "list", { query: { ...query, ...OTHERS } }, { enabled: !lateOnly, gcTime: A_SHIFT });
  const lists = lateOnly ? [urgent] : [urgent, rest];
  const isWhole = lists.every(({ data }) => data);
  const next = lists.find(({ hasNextPage }) => hasNextPage);
  return {
    data: isWhole ? lists.flatMap(({ data }) => data ?? []) : undefined,
    error: lists.find(({ error }) => error)?.error ?? null,
    isError: lists.some(({ isError }) => isError),
    isFetching: lists.some(({ isFetching }) => isFetching),
    isFetchNextPageError: lists.some(({ isFetchNextPageError }) => isFetchNextPageError),
    isPlaceholderData: lists.some(({ isPlaceholderData }) => isPlaceholderData),
    isFetchingNextPage: lists.some(({ isFetchingNextPage }) => isFetchingNextPage),
    refetch: async () => (await Promise.all(lists.map(({ refetch }) => refetch())))[0] as Awaited<ReturnType<typeof urgent.refetch>>,
    fetchNextPage: async () => next?.fetchNextPage(),
    moreUrgent: urgent.hasNextPage,
    more: !lateOnly && rest.hasNextPage,
  };
}

export interface Group {
  readonly group: DueGroup;
  readonly rows: readonly WorkshopRow[];
  /** True if more rows exist than have loaded. */
  readonly open: boolean;
}

interface More {
  /** True if more urgent rows (to begin, or late) exist than have loaded. */
  readonly moreUrgent: boolean;
  readonly more: boolean;
}

/**
 * The groups that have orders, in order. Rows are sorted by due day, so in the other lists only the
 * last group can have more rows. An order begun on this device moves at once to its day's position.
 */
export function groupRows(rows: readonly WorkshopRow[], today: Day, { moreUrgent, more }: More): Group[] {
  const byDay = rows.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other)) || one.id - other.id);
  const groups = DUE_GROUPS.map((group) => ({ group, rows: byDay.filter((row) => dueGroup(row, today) === group) }));
  const filled = groups.filter((each) => each.rows.length > 0);
  const isOpen = (group: DueGroup, isLast: boolean) => (group === "start" || group === "late" ? moreUrgent : more && isLast);
  return filled.map((each, index) => ({ ...each, open: isOpen(each.group, index === filled.length - 1) }));
}

/** Orders without a due day are last. */
const placeOf = ({ dueOn }: WorkshopRow): string => dueOn ?? "9999";

const squareMetres = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats "100.9 m²": a sum of many windows needs no third decimal. */
export const areaInWords = (areaM2: number): string => `${squareMetres.format(areaM2)} m²`;

/** Formats "18.5 of 15 m²", or "18.5 m²" without a capacity. */
export const loadInWords = ({ areaM2, capacityM2 }: { readonly areaM2: number; readonly capacityM2: number | null }): string =>
  capacityM2 === null ? areaInWords(areaM2) : `${squareMetres.format(areaM2)} of ${capacityM2.toLocaleString("en-GB")} m²`;

export const kindInWords = ({ shutterType, louverSize, colorSelection }: ShutterKind): string =>
  `${shutterType} ${louverSize} ${colorSelection}`;

// A day has no time zone; formatting in UTC prevents a shift to the previous day.
const weekday = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" });

/** Formats "Today", "Tomorrow" or "Thu 26 Nov", with the year if it is not the current one. */
export function dayInWords(day: Day, today: Day): string {
  if (day === today) return "Today";
  if (day === addDays(today, 1)) return "Tomorrow";
  const words = weekday
    .format(new Date(`${day}T00:00:00Z`))
    .replace(",", "")
    .replace("Sept", "Sep");
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words} ${day.slice(0, 4)}`;
}

/** Formats "today", "tomorrow" or "Thu 26 Nov", for a day inside a sentence. */
export function dayInSentence(day: Day, today: Day): string {
  const words = dayInWords(day, today);
  return day === today || day === addDays(today, 1) ? words.toLowerCase() : words;
}

/** Formats "start today", "start by Thu 26 Nov" or "start was Fri 20 Nov". */
export function startInWords(startBy: Day, today: Day): string {
  const day = dayInSentence(startBy, today);
  if (startBy < today) return `start was ${day}`;
  return startBy === today ? "start today" : `start by ${day}`;
}
