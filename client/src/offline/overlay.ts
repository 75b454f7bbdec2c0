import type { QueryClient } from "@tanstack/react-query";
import type { Input, Reply } from "#client/lib/api.ts";
import { londonDay } from "#shared/domain/period.ts";
import { eachStep, markPiece, type PieceStep } from "#shared/domain/window/pieces.ts";
import type { Entry } from "./outbox-store.ts";

/** Of an entry what says how the screens look with it. */
export type Change = Pick<Entry, "feature" | "name" | "input" | "at" | "steps"> & {
  /** How far the order is with it, once the server has made it. */
  readonly progress?: Pieces["progress"] | undefined;
};

type Pieces = Reply<"workshop", "pieces">;
type MarkBody = Input<"workshop", "mark">["body"];
/** What orders and the board's lines have in common, as far as a change touches it. */
type Row = { readonly id: number; readonly progress?: Pieces["progress"]; readonly orderStatus?: string };

const callOf = ({ feature, name }: Change) => `${feature}.${name}`;
const idOf = ({ input }: Change): number => Number((input.params as { id?: unknown } | undefined)?.id);

/** What a change makes of an order's row, wherever the row stands. */
function changed<R extends Row>(row: R, change: Change): R {
  if (idOf(change) !== row.id) return row;
  switch (callOf(change)) {
    case "workshop.ship":
      return { ...row, shippingDate: londonDay(new Date(change.at)), ...(change.input.body as object), orderStatus: "shipped" };
    case "workshop.mark": {
      const progress = change.progress ?? (row.progress && change.steps && sum(row.progress, change.steps));
      return progress ? { ...row, progress } : row;
    }
    case "orders.changeStatus":
      return { ...row, orderStatus: (change.input.body as { status: string }).status };
    default:
      return { ...row, ...(change.input.body as object) };
  }
}

const sum = (progress: Pieces["progress"], steps: Readonly<Record<string, number>>): Pieces["progress"] =>
  eachStep((step) => progress[step] + (steps[step] ?? 0));

function marked({ progress, pieces }: Pieces, change: Change): Pieces {
  const { itemId, piece, step, done } = change.input.body as MarkBody;
  const mark = { at: change.at, by: { companyName: "", contactName: "", role: "supplier" as const } };
  const after = pieces.map((each) =>
    each.itemId === itemId && (piece ?? each.piece) === each.piece ? { ...each, ...markPiece(each, { step, done }, mark) } : each,
  );
  return { progress: sum(progress, difference(pieces, after)), pieces: after };
}

const count = (pieces: Pieces["pieces"], step: PieceStep) => pieces.filter((piece) => piece[step] !== null).length;
const difference = (before: Pieces["pieces"], after: Pieces["pieces"]) => eachStep((step) => count(after, step) - count(before, step));

const TO_MAKE = ["pending", "processing"];

/** A reply as it will be once the changes have reached the server (rule W52). What they do not touch stays the same object. */
export function withChanges(feature: string, name: string, input: unknown, reply: unknown, changes: readonly Change[]): unknown {
  if (changes.length === 0) return reply;
  const withAll = (row: Row) => changes.reduce(changed, row);
  switch (`${feature}.${name}`) {
    case "workshop.list":
      return (reply as Row[]).map(withAll).filter(({ orderStatus = "" }) => TO_MAKE.includes(orderStatus));
    case "orders.list":
      return (reply as Row[]).map(withAll);
    case "orders.read":
      return withAll(reply as Row);
    case "workshop.pieces": {
      const id = Number((input as Input<"workshop", "pieces">).params.id);
      return changes.filter((each) => callOf(each) === "workshop.mark" && idOf(each) === id).reduce(marked, reply as Pieces);
    }
    default:
      return reply;
  }
}

type Pages = { readonly pages: readonly { readonly data: unknown }[] };

/** Lays changes over what the screens show now. */
export function changeShown(client: QueryClient, changes: readonly Change[]): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const [feature, name, ...rest] = queryKey as [string, string, ...unknown[]];
    if (state.data === undefined || (feature !== "workshop" && feature !== "orders")) continue;
    const input = rest.at(-1);
    const over = (data: unknown) => withChanges(feature, name, input, data, changes);
    const paged = rest[0] === "pages";
    client.setQueryData(queryKey, (data: unknown) =>
      paged ? { ...(data as Pages), pages: (data as Pages).pages.map((page) => ({ ...page, data: over(page.data) })) } : over(data),
    );
  }
}

/** How many shutters more a mark brings through each step, where the order's shutters are on the device: lists show only the numbers. */
export function stepsOf(client: QueryClient, change: Omit<Change, "steps">): Change["steps"] {
  if (callOf(change) !== "workshop.mark") return undefined;
  const seen = client
    .getQueryCache()
    .findAll({ queryKey: ["workshop", "pieces"] })
    .filter(({ queryKey }) => Number((queryKey[2] as Input<"workshop", "pieces">).params.id) === idOf(change))
    .map(({ state }) => state.data as Pieces | undefined)
    .find((reply) => reply?.pieces.some(({ itemId }) => itemId === (change.input.body as MarkBody).itemId));
  return seen && difference(seen.pieces, marked(seen, change).pieces);
}
