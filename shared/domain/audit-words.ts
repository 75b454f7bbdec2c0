import { formatPence, pence } from "./money.ts";
import { formatInstant } from "./period.ts";
import { invoiceNumber, orderNumber, quoteNumber, remakeNumber } from "./trade/status.ts";

interface AuditEntry {
  readonly action: string;
  readonly targetType: string;
  readonly targetId: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** `changeStatus`, `stripe_settings` and `in_progress` as words. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/[_-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface Thing {
  readonly one: string;
  readonly many: string;
  readonly number?: (id: number) => string;
  /** The screen that shows it. */
  readonly path?: (id: number) => string;
}

/** Words for the kinds of things. A kind that is missing here is shown by its stored name. */
const THINGS: Readonly<Record<string, Thing>> = {
  orders: { one: "Order", many: "Orders", number: orderNumber, path: (id) => `/orders?order=${id}` },
  quotes: { one: "Quote", many: "Quotes", number: quoteNumber, path: (id) => `/quotes?quote=${id}` },
  remakes: { one: "Remake", many: "Remakes", number: remakeNumber, path: (id) => `/remakes?remake=${id}` },
  users: { one: "User", many: "Users" },
  invoices: { one: "Invoice", many: "Invoices", number: invoiceNumber, path: (id) => `/invoices?search=${invoiceNumber(id)}` },
  clients: { one: "Client", many: "Clients" },
  products: { one: "Product", many: "Products", path: () => "/pricing" },
  referrals: { one: "Referral", many: "Referrals", number: (id) => `REF-${id}`, path: () => "/referrals" },
  errors: { one: "Error", many: "Errors", path: (id) => `/errors?error=${id}` },
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

/** The screen that shows a thing by its number alone, null where there is none. */
export const thingPath = ({ targetType, targetId }: Pick<AuditEntry, "targetType" | "targetId">): string | null =>
  targetId === null ? null : (THINGS[targetType]?.path?.(targetId) ?? null);

const orderIn = (id: string | null): string => (id === null ? "an order" : orderNumber(Number(id)));

/** Of what is no change of facts, or says more by its own words. `fact` reads one that was stored. */
const SENTENCES: Readonly<Record<string, (thing: string, fact: (name: string) => string | null) => string>> = {
  "accounts.login": (person) => `${person} signed in`,
  "accounts.logout": (person) => `${person} signed out`,
  "accounts.signInFailed": (person, fact) => `Failed sign-in: ${fact("email") ?? person}`,
  "accounts.register": (person) => `${person} registered`,
  "accounts.join": (person) => `${person} joined`,
  "accounts.forgotPassword": (person) => `Link for a new password sent to ${person}`,
  "accounts.resetPassword": (person) => `${person} set a new password by a link`,
  "accounts.changePassword": (person) => `${person} changed the password`,
  "company.invite": (person) => `${person} was invited`,
  "company.removePerson": (_, fact) => `${fact("contactName") ?? "A person"} was removed`,
  "users.create": (person) => `${person} was added`,
  "users.delete": (_, fact) => `${fact("contactName") ?? "A person"} was deleted`,
  "users.impersonate": (person) => `Began to view the portal as ${person}`,
  "users.stopImpersonation": (person, fact) => `Stopped viewing the portal as ${fact("viewedAs") ?? person}`,
  "products.create": (type, fact) => `${type} was added at ${fact("basePrice") ?? "no price"}`,
  "products.archive": (type) => `${type} was archived`,
  "quotes.create": (quote, fact) => `${quote} was made${amount(fact("finalTotal"))}`,
  "quotes.duplicate": (quote, fact) => `${quote} was made as a copy${amount(fact("finalTotal"))}`,
  "quotes.reorder": (quote, fact) => `${quote} was made to order again${amount(fact("finalTotal"))}`,
  "quotes.place": (quote) => `${quote} was placed`,
  "quotes.takeBack": (quote) => `The placing of ${quote} was taken back`,
  "quotes.convert": (quote, fact) => `${quote} became order ${orderIn(fact("orderId"))}`,
  "quotes.delete": (quote, fact) => `${quote} was deleted${amount(fact("finalTotal"))}`,
  "orders.delete": (order) => `${order} was deleted`,
  "remakes.create": (remake, fact) => `${remake} of ${orderIn(fact("orderId"))} was requested`,
  "remakes.reply": (remake) => `Reply in ${remake}`,
  "remakes.order": (remake, fact) => `${remake} is made again as ${orderIn(fact("orderId"))}`,
  "remakes.delete": (remake) => `${remake} was deleted`,
  "payments.pay": (quote, fact) => `Payment of ${quote} started${amount(fact("amount"))}`,
  "payments.confirm": (quote) => `${quote} was paid`,
  "payments.settled": (quote, fact) => `${quote} was paid${amount(fact("amount"))}`,
  "payments.flagged": (quote, fact) => `A payment of ${quote}${amount(fact("amount"))} needs a look`,
  "payments.refunded": (quote) => `${quote} was refunded`,
  "payments.configure": () => "Stripe keys were saved",
  "invoices.issued": (invoice) => `${invoice} was issued`,
  "referrals.payOut": (referral, fact) => `${referral} was paid out${amount(fact("commission"))}`,
  "workshop.mark": (order) => `Shutters of ${order} were marked`,
  "workshop.ship": (order) => `${order} was shipped`,
};
const amount = (text: string | null): string => (text === null ? "" : `, ${text}`);

/** More of them are in the entry itself. */
const SAID = 2;

/** What an entry says of a thing, called as people call it: `Price of Basswood Classic: £289.00 → £301.00`. */
export function auditText({ action, before, after }: Pick<AuditEntry, "action" | "before" | "after">, thing: string): string {
  const facts = { ...factsOf(before), ...factsOf(after) };
  const stored = (name: string) => textOf(name, facts[name]) ?? textOf(`${name}Pence`, facts[`${name}Pence`]);
  const sentence = SENTENCES[action]?.(thing, stored);
  if (sentence) return sentence;
  const changes = differences(before, after);
  const [only] = changes;
  if (!only) return `${wordsOf(action.split(".").at(-1) ?? action)}: ${thing}`;
  if (changes.length === 1) return `${only.name} of ${thing}: ${changeWords(only)}`;
  const said = changes.slice(0, SAID).map((change) => `${change.name} ${changeWords(change)}`);
  const more = changes.length > SAID ? ` and ${changes.length - SAID} more` : "";
  return `${thing}: ${said.join(", ")}${more}`;
}

const changeWords = ({ before, after }: Difference): string => [before, after ?? "none"].filter((value) => value !== null).join(" → ");

/** One fact that an action set or changed, in words. */
export interface Difference {
  readonly name: string;
  /** Null: it had no value. */
  readonly before: string | null;
  readonly after: string | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const STATUS = /^(status|.*Status)$/;
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
  if (typeof value === "string") return STATUS.test(name) ? wordsOf(value) : INSTANT.test(value) ? formatInstant(new Date(value)) : value;
  if (Array.isArray(value)) return value.map((item) => textOf(name, item) ?? "–").join(", ") || null;
  return isFacts(value) ? JSON.stringify(value) : String(value);
}

/** The facts that differ, in the order in which they were stored. */
export function differences(before: unknown, after: unknown): readonly Difference[] {
  const [old, now] = [factsOf(before), factsOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .map((name) => ({
      name: name === "basePrice" ? "Price" : wordsOf(name.replace(PENCE, "").replace(/Id$/, " number")),
      before: textOf(name, old[name]),
      after: textOf(name, now[name]),
    }))
    .filter((change) => change.before !== change.after);
}
