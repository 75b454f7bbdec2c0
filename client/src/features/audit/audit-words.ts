import type { Reply } from "#client/lib/api.ts";
import { formatDateTime } from "#client/lib/format.ts";
import { formatPence, pence } from "#shared/domain/money.ts";
import { orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

export type AuditEntry = Reply<"audit", "list">[number];

/** `changeStatus`, `stripe_settings` and `in_progress` as words. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `orders.changeStatus` as "Change status". The thing has a column of its own. */
export const actionWords = (action: string): string => wordsOf(action.split(".").at(-1) ?? action);

interface Thing {
  readonly one: string;
  readonly many: string;
  readonly number?: (id: number) => string;
}

/** Words for the kinds of things. A kind that is missing here is shown by its stored name. */
const THINGS: Readonly<Record<string, Thing>> = {
  orders: { one: "Order", many: "Orders", number: orderNumber },
  quotes: { one: "Quote", many: "Quotes", number: quoteNumber },
  remakes: { one: "Remake", many: "Remakes", number: remakeNumber },
  users: { one: "User", many: "Users" },
  invoices: { one: "Invoice", many: "Invoices" },
  clients: { one: "Client", many: "Clients" },
  products: { one: "Product", many: "Products" },
  referrals: { one: "Referral", many: "Referrals", number: (id) => `REF-${id}` },
  errors: { one: "Error", many: "Errors" },
  stripe_settings: { one: "Stripe settings", many: "Stripe settings" },
  company_settings: { one: "Company settings", many: "Company settings" },
};

/** The options, in this order. */
export const THING_OPTIONS = Object.entries(THINGS).map(([value, { many }]) => ({ value, label: many }));

/** `ORD-12`, `User 5`, `Stripe settings`. */
export function thingWords({ targetType, targetId }: Pick<AuditEntry, "targetType" | "targetId">): string {
  const thing = THINGS[targetType] ?? { one: wordsOf(targetType), many: wordsOf(targetType) };
  if (targetId === null) return thing.one;
  return thing.number?.(targetId) ?? `${thing.one} ${targetId}`;
}

/** One fact that an action set or changed, in words. */
export interface Difference {
  readonly name: string;
  /** Null: it had no value. */
  readonly before: string | null;
  readonly after: string | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** The names of amounts end so: they are stored in pence. */
const PENCE = /Pence$/;

const isFacts = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
/** A plain value counts as one fact called "value". */
const factsOf = (value: unknown): Record<string, unknown> =>
  isFacts(value) ? value : value === null || value === undefined ? {} : { value };

function textOf(name: string, value: unknown): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number" && PENCE.test(name)) return formatPence(pence(value));
  if (typeof value === "string") return INSTANT.test(value) ? formatDateTime(value) : value;
  if (Array.isArray(value)) return value.map((item) => textOf(name, item) ?? "–").join(", ") || null;
  return isFacts(value) ? JSON.stringify(value) : String(value);
}

/** The facts that differ, in the order in which they were stored. */
export function differences(before: unknown, after: unknown): readonly Difference[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({
      name: wordsOf(name.replace(PENCE, "").replace(/Id$/, " number")),
      before: textOf(name, old[name]),
      after: textOf(name, now[name]),
    }))
    .filter((change) => change.before !== change.after);
}
