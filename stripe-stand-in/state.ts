import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { ParamReader } from "./params.ts";
import type {
  Cause,
  Charge,
  Dispute,
  EventType,
  LineItem,
  PaymentIntent,
  Refund,
  Session,
  StandInEvent,
  StoredPayout,
  WebhookEndpoint,
} from "./stripe-objects.ts";

/** A session with the data that Stripe stores with it but returns elsewhere. */
export interface StoredSession {
  /**
   * The stored `url` is null: the address may change with a restart, so it is built for each reply.
   */
  session: Session;
  items: LineItem[];
  /**
   * The products' descriptions, which Stripe's items do not contain. An old state file has none.
   */
  itemDetails?: (string | null)[];
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
}

export interface IdempotentReply {
  key: string;
  endpoint: string;
  params: string;
  at: number;
  requestId: string;
  status: number;
  body: string;
}

/** All data of the account. Maps preserve the order of creation, by which lists are paged. */
export interface State {
  sessions: Map<string, StoredSession>;
  paymentIntents: Map<string, PaymentIntent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  /** An old state file has none. */
  payouts: Map<string, StoredPayout>;
  endpoints: Map<string, WebhookEndpoint>;
  events: Map<string, StandInEvent>;
  replies: Map<string, IdempotentReply>;
}

const MAPS = [
  "sessions",
  "paymentIntents",
  "charges",
  "refunds",
  "disputes",
  "payouts",
  "endpoints",
  "events",
  "replies",
] as const satisfies (keyof State)[];

const EVENTS_KEPT_SECONDS = 30 * 24 * 3600;
const REPLIES_KEPT_SECONDS = 24 * 3600;

/**
 * Deletes events after 30 days and idempotency keys after 24 hours, like Stripe. Both maps are
 * ordered by time.
 */
export function deleteExpired(state: State, now: number): void {
  for (const [id, event] of state.events) {
    if (event.created >= now - EVENTS_KEPT_SECONDS) break;
    state.events.delete(id);
  }
  for (const [key, reply] of state.replies) {
    if (reply.at >= now - REPLIES_KEPT_SECONDS) break;
    state.replies.delete(key);
  }
}

/** @throws if the text was not written by `openState` */
function readState(text: string): State {
  const stored: Record<string, [string, unknown][]> = JSON.parse(text);
  return Object.fromEntries(MAPS.map((name) => [name, new Map(stored[name])])) as unknown as State;
}

/**
 * Loads the state. An unreadable file is moved aside instead of deleted, and never stops a
 * development server from starting.
 */
async function loadState(path: string, log: (line: string) => void): Promise<State> {
  const text = await readFile(path, "utf8").catch(() => "{}");
  try {
    return readState(text);
  } catch {
    await rename(path, `${path}.unreadable`);
    log(`The Stripe stand-in could not read its state, put it aside as ${path}.unreadable, and begins empty.`);
    return readState("{}");
  }
}

/**
 * Opens the state file. `save` resolves when all data are on disk. It writes a new file and renames
 * it over the old one, so that one of the two exists after a kill. Simultaneous saves are combined.
 */
export async function openState(path: string | undefined, log: (line: string) => void): Promise<{ state: State; save(): Promise<void> }> {
  if (path === undefined) return { state: readState("{}"), save: async () => {} };
  const state = await loadState(path, log);
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const write = async () => {
    next = undefined;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(`${path}.new`, JSON.stringify(Object.fromEntries(MAPS.map((name) => [name, [...state[name]]]))), { mode: 0o600 });
    await rename(`${path}.new`, path);
  };
  const save = () => {
    if (!next) {
      next = running.then(write);
      running = next.catch(() => {});
    }
    return next;
  };
  return { state, save };
}

/** The environment of a call: the account's data, the time, and a way to notify the webhooks. */
export interface Context {
  readonly state: State;
  /** The base address of the Checkout page for browsers, without a trailing slash. */
  readonly baseUrl: string;
  /** Returns the first status of the next refund: `succeeded` unless a test sets another. */
  nextRefund(): string;
  /** Returns seconds since 1970, Stripe's unit. */
  now(): number;
  emit(type: EventType, object: StandInEvent["data"]["object"], cause: Cause): void;
}

/** One call of the API; the handler reads its parameters and returns the object of the reply. */
export interface ApiCall {
  context: Context;
  /** The `{id}` in the path, or "". */
  id: string;
  params: ParamReader;
  cause: Cause;
}

export type ApiHandler = (call: ApiCall) => object;
