import type { Reply } from "#client/lib/api.ts";
import { orderNumber, quoteNumber, remakeNumber } from "#shared/domain/references.ts";

export type AuditEntry = Reply<"audit", "list">[number];

/** `changeStatus`, `stripe_settings` and `in_progress` as words. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What was done: `orders.changeStatus` is "Change status"; the thing beside it says of what. */
export const actionWords = (action: string): string => wordsOf(action.split(".").at(-1) ?? action);

interface Thing {
  readonly one: string;
  readonly many: string;
  readonly number?: (id: number) => string;
}

/** What the trail is about. One that is not here is written by its own name, so that nothing is ever left out. */
const THINGS: Readonly<Record<string, Thing>> = {
  orders: { one: "Order", many: "Orders", number: orderNumber },
  quotes: { one: "Quote", many: "Quotes", number: quoteNumber },
  remakes: { one: "Remake", many: "Remakes", number: remakeNumber },
  users: { one: "User", many: "Users" },
  clients: { one: "Client", many: "Clients" },
  products: { one: "Product", many: "Products" },
  referrals: { one: "Referral", many: "Referrals", number: (id) => `REF-${id}` },
  errors: { one: "Error", many: "Errors" },
  stripe_settings: { one: "Stripe settings", many: "Stripe settings" },
  company_settings: { one: "Company settings", many: "Company settings" },
};

/** For the filter, in this order. */
export const THING_OPTIONS = Object.entries(THINGS).map(([value, { many }]) => ({ value, label: many }));

/** `ORD-12`, `User 5`, `Stripe settings`. */
export function thingWords({ targetType, targetId }: Pick<AuditEntry, "targetType" | "targetId">): string {
  const thing = THINGS[targetType] ?? { one: wordsOf(targetType), many: wordsOf(targetType) };
  if (targetId === null) return thing.one;
  return thing.number?.(targetId) ?? `${thing.one} ${targetId}`;
}
