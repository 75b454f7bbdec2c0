import { page } from "./lists.ts";
import { type ParamReader, webAddress } from "./params.ts";
import type { ApiHandler } from "./state.ts";
import { findExisting, forbiddenNow, invalid, missingParam } from "./stripe-error.ts";
import { newId, type WebhookEndpoint } from "./stripe-objects.ts";

const MOST = 16;

export const createEndpoint: ApiHandler = ({ context, params }) => {
  const endpoint: WebhookEndpoint = {
    id: newId.endpoint(),
    object: "webhook_endpoint",
    api_version: params.text("api_version") ?? null,
    application: null,
    created: context.now(),
    description: params.text("description") ?? null,
    enabled_events: requiredEvents(params),
    livemode: false,
    metadata: params.metadata(),
    secret: newId.endpointSecret(),
    status: "enabled",
    url: webAddress(params.requiredText("url"), "url"),
  };
  params.rejectUnread();
  if (context.state.endpoints.size >= MOST) throw forbiddenNow(`You have reached the maximum of ${MOST} test webhook endpoints.`);
  context.state.endpoints.set(endpoint.id, endpoint);
  return endpoint;
};

export const deleteEndpoint: ApiHandler = ({ context, id }) => {
  findExisting(context.state.endpoints, id, "webhook endpoint", "webhook_endpoint");
  context.state.endpoints.delete(id);
  return { id, object: "webhook_endpoint", deleted: true };
};

export const listEndpoints: ApiHandler = ({ context, params }) =>
  page([...context.state.endpoints.values()].map(hideSecret), params, "/v1/webhook_endpoints");

/** Stripe returns the secret only in the reply to the creation. */
function hideSecret({ secret: _, ...endpoint }: WebhookEndpoint): WebhookEndpoint {
  return endpoint;
}

function requiredEvents(params: ParamReader): string[] {
  const events = params.texts("enabled_events");
  if (events.length === 0) throw missingParam("enabled_events");
  const strange = events.findIndex((name) => name !== "*" && !/^[a-z0-9_]+(\.[a-z0-9_]+)+$/.test(name));
  if (strange >= 0) throw invalid(`Invalid enabled_events[${strange}]: no such event type`, `enabled_events[${strange}]`);
  return events;
}
