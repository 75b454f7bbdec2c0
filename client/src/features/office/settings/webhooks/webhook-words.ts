import type { Reply } from "#client/lib/api.ts";
import { WEBHOOK_TYPES, type WebhookType } from "#shared/contract/identity/webhooks.ts";
import type { Role } from "#shared/domain/roles.ts";
import { upperFirst } from "#shared/domain/text.ts";

export type Webhook = Reply<"webhooks", "list">[number];
export type Delivery = Reply<"webhooks", "deliveries">[number];

/** The types that a role's webhook can receive: workshops receive orders and remakes (rule C29). */
export const typesFor = (role: Role): readonly WebhookType[] =>
  role === "supplier" ? WEBHOOK_TYPES.filter((type) => /^(order|remake)\./.test(type)) : WEBHOOK_TYPES;

/** `Order status changed` */
export function typeLabel(type: Delivery["type"]): string {
  const words = type.replace(/[._]/g, " ");
  return upperFirst(words);
}

/** `12 events`, or the names of up to three. */
export const typesInWords = (types: readonly WebhookType[]): string =>
  types.length > 3 ? `${types.length} events` : types.map(typeLabel).join(", ");
