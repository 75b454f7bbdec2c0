import type { ParamReader } from "./param-reader.ts";
import type { State } from "./state.ts";
import type { Cause, EventType, StandInEvent } from "./stripe-types.ts";

/** What a call works with: the account's data, the time, and a way to notify the webhooks. */
export interface Context {
  readonly state: State;
  /** Where people's browsers reach the Checkout page, without a slash at the end. */
  readonly baseUrl: string;
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
