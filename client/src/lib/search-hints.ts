import type { Role } from "#shared/domain/roles.ts";

/** The sentence below each search field about what the search finds (rule O6). */

const list = new Intl.ListFormat("en-GB");
const searchSentence = (...things: readonly (string | false)[]): string =>
  `Finds ${list.format(things.filter((thing) => thing !== false))}, also together.`;

const DAY = "day (19 Nov, week 48)";
const AMOUNT = "amount (5,893.01)";
const jobOf = (role: Role) => ["job", role !== "customer" && "client", "PO number"] as const;

export const describeOrderSearch = (role: Role): string =>
  searchSentence(...jobOf(role), "address", "postcode", "tracking number", role !== "supplier" && AMOUNT, DAY, "status");
export const describeQuoteSearch = (role: Role): string => searchSentence(...jobOf(role), "address", "postcode", AMOUNT, DAY, "status");
export const describeRemakeSearch = (role: Role): string => searchSentence(...jobOf(role), "address", "postcode", DAY, "status");
export const describeInvoiceSearch = (role: Role): string => searchSentence("number", ...jobOf(role), "address", AMOUNT, DAY);
export const PEOPLE_SEARCH = searchSentence("company", "contact", "email");
export const PAYMENTS_SEARCH = searchSentence("client", "reference", "invoice", "quote", "payment number", AMOUNT);
