import { ROUTES, screenAt, titleOf } from "#client/app/routes.ts";
import { calls, type Reply } from "#client/lib/api.ts";
import { can, type User } from "#client/lib/session.ts";
import { WAITING_CLIENTS } from "#shared/domain/notifications.ts";
import { isStaff } from "#shared/domain/roles.ts";
import { invoiceNumber, orderNumber, quoteNumber, remakeNumber } from "#shared/domain/trade/status.ts";

export interface Entry {
  readonly key: string;
  readonly title: string;
  readonly subtitle?: string | null;
  /** The address that Enter opens. An action without a path is a step inside the palette. */
  readonly path?: string;
  /** Synonyms that also match the entry. */
  readonly words?: string;
}

/** Views of lists and actions, each for the people who have the screen. */
const LINKS: readonly { title: string; path: string; words?: string; may: (user: User) => boolean }[] = [
  { title: "New Quote", path: "/quotes?new=quote", words: "create add price windows", may: (user) => can(user, calls.quotes.create) },
  { title: "Request Remake", path: "/remakes?new=remake", words: "new fault broken", may: (user) => can(user, calls.remakes.create) },
  {
    title: "What you owe",
    path: "/invoices?period=all",
    words: "owed pay balance account statement",
    may: ({ role }) => role === "customer",
  },
  { title: "Who owes", path: "/invoices?owed=true", words: "owed owing debt unpaid invoices", may: ({ role }) => isStaff(role) },
  { title: "Statements", path: "/clients", words: "account email", may: ({ role }) => isStaff(role) },
  { title: "Late orders", path: "/orders?view=late&sort=due", words: "overdue behind", may: () => true },
  { title: "Unpaid orders", path: "/orders?view=unpaid", words: "pay owed", may: (user) => can(user, calls.quotes.list) },
  {
    title: "Approve clients",
    path: WAITING_CLIENTS,
    words: "registrations waiting",
    may: (user) => can(user, calls.clients.list),
  },
  {
    title: "People",
    path: "/settings?tab=people",
    words: "invite colleague user rights",
    may: (user) => can(user, calls.company.people) && user.mayManage,
  },
  { title: "Change password", path: "/settings", words: "profile account", may: () => true },
];

const VERBS: ReadonlySet<string> = new Set(["change", "open"]);
const SINGULAR = { order: "orders", quote: "quotes", remake: "remakes", invoice: "invoices", client: "clients" } as const;

/**
 * Reads `invoice 42` and `change order 12`: the kind of record, and the words to search for. Other
 * input is searched as it is.
 */
export function readCommand(typed: string): { readonly words: string; readonly kind: keyof Found | null } {
  const parts = typed.trim().split(/\s+/);
  const [noun = "", ...others] = VERBS.has(parts[0]?.toLowerCase() ?? "") ? parts.slice(1) : parts;
  const words = others.join(" ").replace(/^#/, "");
  const kind = SINGULAR[noun.toLowerCase() as keyof typeof SINGULAR] ?? null;
  // The server finds a single digit only as a record's number.
  const isEnough = words.length > 1 || /^\d$/.test(words);
  return kind !== null && isEnough ? { words: NUMBERED[kind]?.(words) ?? words, kind } : { words: typed.trim(), kind: null };
}

const numbered = (numberOf: (id: number) => string) => (words: string) => (/^\d+$/.test(words) ? numberOf(Number(words)) : words);
const NUMBERED: Partial<Record<keyof Found, (words: string) => string>> = {
  orders: numbered(orderNumber),
  quotes: numbered(quoteNumber),
  remakes: numbered(remakeNumber),
  invoices: numbered(invoiceNumber),
};

/** The palette step that asks for the order to ship. */
export const SHIP = "ship";

/** The actions that this person can start from any screen. */
export const listActions = (user: User): Entry[] => [
  ...(can(user, calls.orders.changeStatus) ? [{ key: SHIP, title: "Mark as shipped", words: "sent dispatch order" }] : []),
  ...LINKS.filter(({ path, may }) => may(user) && screenAt(path.replace(/\?.*/, ""), user.role)).map(({ title, path, words }) => ({
    key: path,
    title,
    path,
    ...(words !== undefined && { words }),
  })),
];

/** Every screen that this person may open, including screens outside of the menu. */
export const listScreens = (user: User): Entry[] =>
  ROUTES.filter(({ roles }) => roles.includes(user.role)).map((route) => ({ key: route.path, title: titleOf(route), path: route.path }));

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/**
 * The entries in which each typed word is the beginning of some word. Their order does not change.
 */
export function filterEntries(entries: readonly Entry[], typed: string): Entry[] {
  const typedWords = wordsOf(typed);
  return entries.filter(({ title, words = "" }) => {
    const has = wordsOf(`${title} ${words}`);
    return typedWords.every((part) => has.some((word) => word.startsWith(part)));
  });
}

type Found = Reply<"search", "find">;
const KINDS = {
  orders: "Orders",
  quotes: "Quotes",
  remakes: "Remakes",
  invoices: "Invoices",
  clients: "Clients",
  products: "Products",
} as const satisfies Record<keyof Found, string>;

/**
 * These records are recognised by their company and job; their subtitle ends with the status and a
 * day.
 */
const TRADED: readonly (keyof Found)[] = ["orders", "quotes", "remakes", "invoices"];
const SEPARATOR = " · ";
/** The non-breaking space stops a line from beginning with the dot. */
const UNBROKEN = "\u00A0· ";
function lineOf({ title, subtitle }: Pick<Entry, "title" | "subtitle">): Pick<Entry, "title" | "subtitle"> {
  const parts = subtitle?.split(SEPARATOR) ?? [];
  const name = parts.slice(0, -2).join(UNBROKEN);
  return name ? { title: name, subtitle: [title, ...parts.slice(-2)].join(UNBROKEN) } : { title, subtitle };
}

/** The server's search results, grouped by kind, or those of one kind. */
export const groupResults = (results: Found | undefined, only: keyof Found | null = null): { label: string; entries: Entry[] }[] =>
  results
    ? (only === null ? (Object.keys(KINDS) as (keyof Found)[]) : [only]).map((kind) => ({
        label: KINDS[kind],
        entries: results[kind].map(({ id, path, ...thing }) => ({
          ...(TRADED.includes(kind) ? lineOf(thing) : thing),
          path,
          key: `${kind}-${id}`,
        })),
      }))
    : [];
