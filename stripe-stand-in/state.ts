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
  WebhookEndpoint,
} from "./stripe-objects.ts";

/** A session, with the data that Stripe keeps with it but shows elsewhere. */
export interface StoredSession {
  /**
   * `url` is null here: our address may change with a restart, so it is built when the session is
   * shown.
   */
  session: Session;
  items: LineItem[];
  /**
   * The products' descriptions, which Stripe's items do not carry. A state file of before has none.
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

/** All data of the account. Maps keep the order of creation, in which lists page. */
export interface State {
  sessions: Map<string, StoredSession>;
  paymentIntents: Map<string, PaymentIntent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
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
  "endpoints",
  "events",
  "replies",
] as const satisfies (keyof State)[];

const EVENTS_KEPT_SECONDS = 30 * 24 * 3600;
const REPLIES_KEPT_SECONDS = 24 * 3600;

/**
 * Stripe lists events for 30 days and remembers idempotency keys for 24 hours. Both maps are
 * ordered by time.
 */
export function forgetOld(state: State, now: number): void {
  for (const [id, event] of state.events) {
    if (event.created >= now - EVENTS_KEPT_SECONDS) break;
    state.events.delete(id);
  }
  for (const [key, reply] of state.replies) {
    if (reply.at >= now - REPLIES_KEPT_SECONDS) break;
    state.replies.delete(key);
  }
}

/** @throws where the text is not what `openState` writes */
function readState(text: string): State {
  const stored: Record<string, [string, unknown][]> = JSON.parse(text);
  return Object.fromEntries(MAPS.map((name) => [name, new Map(stored[name])])) as unknown as State;
}

/**
 * An unreadable file is put aside, not deleted, and never stops a development server from starting.
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
 * Keeps the state, and resolves when all of it is on disk. It writes a new file and renames it over
 * the old one: after a kill one of the two is there. Simultaneous saves become one.
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

/** What a call works with: the account's data, the time, and a way to notify the webhooks. */
export interface Context {
  readonly state: State;
  /** Where people's browsers reach the Checkout page, without a slash at the end. */
  readonly baseUrl: string;
  /** How the next refund begins: `succeeded` unless a test says otherwise. */
  nextRefund(): string;
  /** Seconds since 1970, as Stripe counts. */
  now(): number;
  emit(type: EventType, object: StandInEvent["data"]["object"], cause: Cause): void;
}

/** One call of the API: the handler reads its parameters and returns the object to show. */
export interface ApiCall {
  context: Context;
  /** The `{id}` in the path, or "". */
  id: string;
  params: ParamReader;
  cause: Cause;
}

export type ApiHandler = (call: ApiCall) => object;
