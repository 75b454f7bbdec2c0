import type { ApiHandler, Context } from "./context.ts";
import { newId } from "./ids.ts";
import { createdFilter, page } from "./lists.ts";
import { missing } from "./stripe-error.ts";
import type { Cause, EventType, StandInEvent } from "./stripe-types.ts";

/** The version of the installed client. The content of an event does not change with the caller's `Stripe-Version`. */
export const API_VERSION = "2026-10-28.endive";

export function recordEvent(
  { state, now }: Pick<Context, "state" | "now">,
  type: EventType,
  object: StandInEvent["data"]["object"],
  cause: Cause,
): StandInEvent {
  const event: StandInEvent = {
    id: newId.event(),
    object: "event",
    api_version: API_VERSION,
    created: now(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 0,
    request: cause,
    type,
  };
  state.events.set(event.id, event);
  return event;
}

export const retrieveEvent: ApiHandler = ({ context, id }) => {
  const event = context.state.events.get(id);
  if (!event) throw missing("event", id);
  return event;
};

export const listEvents: ApiHandler = ({ context, params }) => {
  const type = params.text("type");
  const types = params.texts("types");
  const created = createdFilter(params);
  const events = [...context.state.events.values()].filter(
    (event) => (!type || matches(type, event)) && (types.length === 0 || types.includes(event.type)) && created(event),
  );
  return page(events, params, "/v1/events");
};

/** `checkout.session.*` means a whole group. */
function matches(type: string, event: StandInEvent): boolean {
  return type.endsWith(".*") ? event.type.startsWith(type.slice(0, -1)) : event.type === type;
}
