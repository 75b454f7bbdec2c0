import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { disputeCharge, moveDisputedFunds } from "./disputes.ts";
import { existingPayment } from "./payments.ts";
import { payOut } from "./payouts.ts";
import { refundCharge } from "./refunds.ts";
import type { Context } from "./state.ts";

/** A past move of a demo's money. Times are seconds since 1970. */
export interface PastMove {
  readonly kind: "charge" | "refund" | "dispute";
  /** The demo's own payment intent (payments.ts). */
  readonly intent: string;
  readonly at: number;
  /** The id and amount of a refund, and the id of a dispute that withdrew the money. */
  readonly id?: string;
  readonly amount?: number;
}

/** The path at which a demo hands over its past. Stripe has no such call. */
export const HISTORY_PATH = "/stand-in/history";

const DAY = 24 * 3600;
const WEEK = 7 * DAY;
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;
const mondayAfter = (at: number) => FIRST_MONDAY + (Math.floor((at - FIRST_MONDAY) / WEEK) + 1) * WEEK;

/**
 * Replays a demo's past without events: its charges, refunds and disputes on their days, and a
 * payout each Monday. A stand-in that knows a payment already skips its moves.
 */
export function replay(context: Context, moves: readonly PastMove[]): void {
  const { state } = context;
  const isNew = new Set(moves.map(({ intent }) => intent).filter((intent) => !state.paymentIntents.has(intent)));
  const past = moves.filter(({ intent }) => isNew.has(intent)).toSorted((one, other) => one.at - other.at);
  let monday = mondayAfter(past[0]?.at ?? context.now());
  const then = (at: number): Context => ({ ...context, now: () => at, nextRefund: () => "succeeded", emit: () => {} });
  for (const move of past) {
    for (; monday <= move.at; monday += WEEK) payOut(then(monday));
    make(then(move.at), move);
  }
  if (past.length > 0 && monday <= context.now()) payOut(then(monday));
}

function make(context: Context, { kind, intent, id, amount = 0 }: PastMove): void {
  const { refunds, disputes } = context.state;
  const charge = String(existingPayment(context, intent).latest_charge);
  if (kind === "refund") rename(refunds, refundCharge(context, charge, amount), id);
  if (kind !== "dispute") return;
  disputeCharge(context, charge, "needs_response", "product_not_received");
  rename(disputes, moveDisputedFunds(context, charge, "withdrawn"), id);
}

/** The demo's records name its refunds and disputes by ids of their own. */
function rename<Thing extends { id: string }>(things: Map<string, Thing>, thing: Thing, id = thing.id): void {
  things.delete(thing.id);
  thing.id = id;
  things.set(id, thing);
}

/** Answers the call that hands a demo's past over. */
export async function answerHistory(
  { context, saved }: { readonly context: Context; saved(): Promise<void> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(request, "end");
  replay(context, JSON.parse(Buffer.concat(chunks).toString()) as PastMove[]);
  await saved();
  response.writeHead(204).end();
}
