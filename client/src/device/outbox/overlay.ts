import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { CallName, Input, Reply } from "#client/lib/api.ts";
import { isUnsent, unsentId } from "#client/lib/unsent-id.ts";
import type { Feature } from "#shared/contract/index.ts";
import { type Day, londonDay } from "#shared/domain/period.ts";
import { dueOf } from "#shared/domain/trade/due.ts";
import { isInWorkshop, type OrderStatus } from "#shared/domain/trade/status.ts";
import { eachStep, type Marks, markPiece, type PieceStep } from "#shared/domain/window/saw/pieces.ts";
import { restOfBar } from "#shared/domain/window/saw/rest-of-bar.ts";
import type { AnyStoredCall, Change, LeavingRow } from "./outbox-store.ts";

type Order = Reply<"orders", "read">;
type Recut = NonNullable<Order["recuts"]>[number];
/** A change with the order's progress after it or its recut, if the server has replied. */
type Made = Change & { readonly progress?: Progress | undefined };
type Pieces = Reply<"workshop", "pieces">;
type Progress = Pieces["progress"];
/** The fields of orders and of the board's rows that a change can affect. */
type Row = { readonly id: number; readonly orderStatus: OrderStatus; readonly progress?: Progress };

type BarsPressed = Extract<Change, { readonly name: "sawn" | "sawnBars" }>;
/** True for a press of a plan's bars, whose id is the plan's. */
export const isOfPlan = (change: AnyStoredCall): change is AnyStoredCall & BarsPressed =>
  change.name === "sawn" || change.name === "sawnBars";
/** The numbers of the pressed bars. */
export const barsPressed = (change: Pick<BarsPressed, "name" | "input">): number[] =>
  change.name === "sawn"
    ? [Number((change.input as Input<"workshop", "sawn">).params.bar)]
    : (change.input as Input<"workshop", "sawnBars">).body.bars.map(({ bar }) => bar);

/** The changed order; null for a change of another thing, whose id may equal an order's. */
export const orderOf = (change: Change): number | null => (isOfPlan(change) ? null : Number(change.input.params?.id));

/** The days of a row. The board's rows have no estimated arrival until a change sets one. */
interface Days {
  readonly shippingDate?: Day | null;
  readonly estimatedArrival?: Day | null;
  readonly requiredBy?: Day | null;
  readonly dueOn?: Day | null;
}

/**
 * Computes again when a changed row is due, and whether it is late (rule O9). The day on which it
 * should be begun follows from the workshop's lead time, which only the server knows.
 */
function withDue<R extends Row & Days>(row: R): R {
  const planned = row.orderStatus === "shipped" ? row.estimatedArrival : row.shippingDate;
  if (row.dueOn === undefined || planned === undefined) return row;
  const { shippingDate = null, estimatedArrival = null, requiredBy = null } = row;
  const due = dueOf({ status: row.orderStatus, shippingDate, estimatedArrival, requiredBy }, londonDay(new Date()), "supplier");
  return { ...row, ...due, ...("startBy" in row && due.dueOn !== row.dueOn && { startBy: null }) };
}

/** Applies a change to an order's row of any list. */
function changed<R extends Row>(row: R, change: Made): R {
  if (orderOf(change) !== row.id) return row;
  switch (change.name) {
    case "ship": {
      const { confirmed: _, ...shipment } = change.input.body;
      return withDue({ ...row, shippingDate: londonDay(new Date(change.at)), ...shipment, orderStatus: "shipped" });
    }
    case "mark": {
      const progress = change.progress ?? (row.progress && change.steps && sum(row.progress, change.steps));
      return progress ? { ...row, progress } : row;
    }
    case "changeStatus":
      return withDue({ ...row, orderStatus: change.input.body.status });
    case "changeDates": {
      const { from: _, ...dates } = change.input.body;
      return withDue({ ...row, ...dates, ...(dates.estimatedArrival === null && "deliverySlot" in row && { deliverySlot: null }) });
    }
    case "changeTracking":
      return { ...row, ...change.input.body };
    // A new quote changes no order. Only the server knows how a sawn bar changes orders. Lists
    // contain only the number of recuts, which is the server's.
    case "recut":
    case "cutRecut":
    case "create":
    case "sawn":
    case "sawnBars":
      return row;
  }
}

const sum = (progress: Progress, steps: Progress): Progress => eachStep((step) => progress[step] + steps[step]);
const count = (pieces: Pieces["pieces"], step: PieceStep) => pieces.filter((piece) => piece[step] !== null).length;
const difference = (before: Pieces["pieces"], after: Pieces["pieces"]) => eachStep((step) => count(after, step) - count(before, step));

type MarkBody = Input<"workshop", "mark">["body"];
type Shutter = Marks<object> & { readonly itemId: number; readonly piece: number };
/** Applies a mark to the shutters. Other shutters remain the same objects. */
const withMark = <Piece extends Shutter>(
  pieces: readonly Piece[],
  { itemId, piece, step, done }: MarkBody,
  mark: NonNullable<Piece["cut"]>,
): Piece[] =>
  pieces.map((each) =>
    each.itemId === itemId && (piece ?? each.piece) === each.piece ? { ...each, ...markPiece<object>(each, { step, done }, mark) } : each,
  );

function marked({ progress, pieces }: Pieces, change: Change): Pieces {
  if (change.name !== "mark") return { progress, pieces };
  const by = { companyName: "", contactName: "", role: "supplier" as const };
  const after = withMark(pieces, change.input.body, { at: change.at, by });
  return { progress: sum(progress, difference(pieces, after)), pieces: after };
}

/** Adds a recorded recut, unless the order has it already: the reply was lost. */
function withNewRecut(recuts: readonly Recut[], { at, input, recut }: Extract<Made, { readonly name: "recut" }>): readonly Recut[] {
  const { itemId, piece, parts, reason, note } = input.body;
  const isKnown = (each: Recut) => (each.createdAt === at && each.itemId === itemId && each.piece === piece) || each.id === recut?.id;
  if (recuts.some(isKnown)) return recuts;
  const by = { companyName: "", contactName: "", role: "supplier" as const };
  const chosen = parts.map((part) => ({ ...part, chosen: part.replaces !== undefined }));
  const id = unsentId(recuts.filter(isUnsent).length);
  return [...recuts, recut ?? { id, itemId, piece, parts: chosen, reason, note: note ?? null, createdAt: at, by }];
}

/**
 * Removes the recuts that a mark of their shutter ends: as cut, if it names the shutter, or as not
 * cut (rule W96).
 */
function withoutEnded(recuts: readonly Recut[], quote: Order["quote"], { at, input: { body } }: MarkChange): readonly Recut[] {
  if (body.step !== "cut") return recuts;
  const isNamed = body.piece !== undefined || quote.items.find(({ id }) => id === body.itemId)?.quantity === 1;
  if (body.done && !isNamed) return recuts;
  const isEnded = ({ itemId, piece, createdAt }: Recut) =>
    itemId === body.itemId && (body.piece ?? piece) === piece && (!body.done || createdAt <= at);
  return recuts.some(isEnded) ? recuts.filter((recut) => !isEnded(recut)) : recuts;
}

/**
 * Applies recuts and their cutting to an order. The last press on a recut decides whether it is
 * cut.
 */
function withRecuts(order: Order, changes: readonly Made[]): Order {
  const own = changes.filter((change) => orderOf(change) === order.id);
  const cut = new Map(own.flatMap((each) => (each.name === "cutRecut" ? [[Number(each.input.params.recutId), each.input.body.cut]] : [])));
  const before = order.recuts ?? [];
  let recuts: readonly Recut[] = cut.size > 0 ? before.filter(({ id }) => cut.get(id) !== true) : before;
  // An order from after the press does not contain the recut whose cutting is taken back.
  const back = own.flatMap(({ name, recut }) => (name === "cutRecut" && recut && cut.get(recut.id) === false ? [recut] : []));
  for (const recut of back) if (!recuts.some(({ id }) => id === recut.id)) recuts = [...recuts, recut];
  for (const change of own) {
    if (change.name === "recut") recuts = withNewRecut(recuts, change);
    if (change.name === "mark") recuts = withoutEnded(recuts, order.quote, change);
  }
  return recuts === before ? order : { ...order, recuts: [...recuts] };
}

type Plan = Reply<"workshop", "readPlan">;

/** Applies marks of bars. Other sections and bars remain the same objects. */
function withSawnBar(plan: Plan, change: Change): Plan {
  if (!isOfPlan(change) || Number(change.input.params.id) !== plan.id) return plan;
  const numbers = new Set(barsPressed(change));
  const isSawn = change.input.body?.sawn !== false;
  const by = { companyName: "", contactName: "", role: "supplier" as const };
  return {
    ...plan,
    profiles: plan.profiles.map((profile) => {
      if (!profile.bars.some(({ bar }) => numbers.has(bar))) return profile;
      const bars = profile.bars.map((before) => {
        if (!numbers.has(before.bar)) return before;
        if (isSawn && before.sawn) return before;
        const pieces = before.pieces.map((piece) => ({ ...piece, cut: isSawn }));
        const left = isSawn ? before.pieces.filter(({ cut, orderId }) => !cut && !plan.changed.includes(orderId)) : pieces;
        return { ...before, pieces, offcutMm: restOfBar(before, left, profile), sawn: isSawn ? { at: change.at, by } : null };
      });
      return { ...profile, bars };
    }),
  };
}

type MarkChange = Extract<Change, { readonly name: "mark" }>;
/**
 * True for a mark that can change which shutters are cut. A step after the cut of a cut shutter
 * does not.
 */
export const affectsCut = (change: Change): change is MarkChange => {
  if (change.name !== "mark") return false;
  const { step, done } = change.input.body;
  return done ? change.steps?.cut !== 0 : step === "cut";
};

/**
 * Marks the pieces of shutters as cut whose last mark here says so, because timber must not be cut
 * twice (rule W52). An undone mark leaves the pieces as the server knows them: another plan's bar
 * may contain them. Bars without such pieces remain the same objects.
 */
function withCutShutters(plan: Plan, changes: readonly Change[]): Plan {
  const marks = changes.filter(affectsCut).filter((change) => plan.orders.includes(Number(change.input.params.id)));
  if (marks.length === 0) return plan;
  const isCutHere = ({ orderId, itemId, piece }: Plan["profiles"][number]["bars"][number]["pieces"][number]): boolean =>
    marks.findLast(
      ({ input: { params, body } }) => Number(params.id) === orderId && body.itemId === itemId && (body.piece ?? piece) === piece,
    )?.input.body.done === true;
  return {
    ...plan,
    profiles: plan.profiles.map((profile) => {
      const bars = profile.bars.map((bar) => {
        if (bar.sawn || bar.pieces.every((piece) => piece.cut || !isCutHere(piece))) return bar;
        return { ...bar, pieces: bar.pieces.map((piece) => (isCutHere(piece) ? { ...piece, cut: true } : piece)) };
      });
      return bars.every((bar, at) => bar === profile.bars[at]) ? profile : { ...profile, bars };
    }),
  };
}

type Totals = Reply<"workshop", "totals">;
type TotalsQuery = NonNullable<Input<"workshop", "totals">["query"]>;

/** True for a change after which the board no longer has its order. */
const leavesBoard = (change: Change): boolean =>
  change.name === "ship" || (change.name === "changeStatus" && !isInWorkshop(change.input.body.status));

/** True if the order is counted by these filters but for the view. A search's matches are unknown. */
function matches({ late, made }: LeavingRow, filters: TotalsQuery): boolean {
  const { search, shutterType, louverSize, colorSelection } = filters;
  if (search || (filters.late && (filters.late === "true") !== (late !== null))) return false;
  if (!shutterType && !louverSize && !colorSelection) return true;
  return (made ?? []).some(
    (kind) =>
      (!shutterType || kind.shutterType === shutterType) &&
      (!louverSize || String(kind.louverSize) === louverSize) &&
      (!colorSelection || kind.colorSelection === colorSelection),
  );
}

/**
 * Subtracts orders that left the board on this device. A sum of which the device does not know the
 * order's share becomes NaN, which the board does not display.
 */
function withoutLeaving(totals: Totals, changes: readonly Made[], filters: TotalsQuery): Totals {
  const leaving = new Map(changes.filter(leavesBoard).flatMap((change) => (change.leaving ? [[orderOf(change), change.leaving]] : [])));
  const byKind = Boolean(filters.shutterType || filters.louverSize || filters.colorSelection);
  let after = totals;
  for (const row of leaving.values()) {
    if (!matches(row, filters)) continue;
    const view = row.supplier === null ? "open" : "mine";
    after = { ...after, views: { ...after.views, [view]: Math.max(0, after.views[view] - 1) } };
    if (filters.view && filters.view !== view) continue;
    after = {
      ...after,
      orders: Math.max(0, after.orders - 1),
      late: Math.max(0, after.late - (row.late === null ? 0 : 1)),
      windows: byKind ? Number.NaN : after.windows - row.windows,
      shutters: byKind ? Number.NaN : after.shutters - row.shutters,
      ...{ louvres: Number.NaN, frames: Number.NaN, areaM2: Number.NaN },
    };
  }
  return after;
}

type Overlay<F extends Feature, N extends CallName<F>> = (reply: Reply<F, N>, changes: readonly Made[], input: Input<F, N>) => Reply<F, N>;

/** The replies that a change affects. */
export const OVERLAYS = {
  orders: {
    list: (rows, changes) => rows.map((row) => changes.reduce(changed, row)),
    read: (order, changes) => withRecuts(changes.reduce(changed, order), changes),
  },
  workshop: {
    list: (rows, changes) => rows.map((row) => changes.reduce(changed, row)).filter(({ orderStatus }) => isInWorkshop(orderStatus)),
    pieces: (reply, changes, { params }) =>
      changes.filter((change) => change.name === "mark" && orderOf(change) === Number(params.id)).reduce(marked, reply),
    totals: (totals, changes, { query = {} }) => withoutLeaving(totals, changes, query),
    readPlan: (plan, changes) => withCutShutters(changes.reduce(withSawnBar, plan), changes),
  },
} satisfies { readonly [F in Feature]?: { readonly [N in CallName<F>]?: Overlay<F, N> } };

export type AnyOverlay = (reply: unknown, changes: readonly Made[], input: unknown) => unknown;
const overlayOf = (feature: string, name: string) => (OVERLAYS as Record<string, Record<string, AnyOverlay>>)[feature]?.[name];

/**
 * Returns a query's reply as it will be once the changes have reached the server (rule W52).
 * Unaffected rows remain the same objects.
 */
export function withChanges(queryKey: QueryKey, reply: unknown, changes: readonly Made[]): unknown {
  const [feature, name, ...rest] = queryKey;
  const lay = changes.length > 0 && overlayOf(String(feature), String(name));
  return lay ? lay(reply, changes, rest.at(-1)) : reply;
}

/** Returns true for queries whose replies changes can affect. */
export const isAffectedByChanges = ([feature, name]: QueryKey): boolean => overlayOf(String(feature), String(name)) !== undefined;

/**
 * Counts how many shutters a mark adds to each step, for orders whose shutters are on the device.
 */
export function stepsOf(client: QueryClient, change: Change): Change["steps"] {
  if (change.name !== "mark") return undefined;
  const { itemId } = change.input.body;
  const seen = client
    .getQueryCache()
    .findAll({ queryKey: ["workshop", "pieces"] })
    .filter(({ queryKey }) => Number((queryKey[2] as Input<"workshop", "pieces">).params.id) === orderOf(change))
    .map(({ state }) => state.data as Pieces | undefined)
    .find((reply) => reply?.pieces.some((piece) => piece.itemId === itemId));
  return seen && difference(seen.pieces, marked(seen, change).pieces);
}

/** The order that leaves the board with the change, from the lists or the order on the screen. */
export function leavingOf(client: QueryClient, change: Change): Change["leaving"] {
  if (!leavesBoard(change)) return undefined;
  const find = (name: "workshop list" | "orders read") =>
    client
      .getQueryCache()
      .findAll({ queryKey: name.split(" ") })
      .flatMap(({ state }) => rowsOf(state.data))
      .find((row) => row.id === orderOf(change));
  const row = find("workshop list") ?? find("orders read");
  if (!row) return undefined;
  const { windows, shutters, late, supplier, made } = row;
  return { windows, shutters, late, supplier, made };
}

type CachedRow = LeavingRow & { readonly id: number };
/** The rows of a cached reply: a list in pages, a list, or one thing. */
function rowsOf(data: unknown): readonly CachedRow[] {
  if (Array.isArray(data)) return data;
  const { pages } = (data ?? {}) as { readonly pages?: readonly { readonly data: unknown }[] };
  return pages ? pages.flatMap((page) => rowsOf(page.data)) : data ? [data as CachedRow] : [];
}
