import { formatDateTime } from "#client/lib/format.ts";
import { formatPence, pence } from "#shared/domain/money.ts";
import { wordsOf } from "./audit-words.ts";

/** One fact that an action set or changed, as a person reads it. */
export interface Difference {
  readonly name: string;
  /** Null where there was none, or none is left. */
  readonly before: string | null;
  readonly after: string | null;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
/** Amounts are kept in pence, and say so in their name. */
const PENCE = /Pence$/;

const isFacts = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
/** What is not a set of facts is one fact. */
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

/** What differs, in the order in which it was kept; what stayed as it was is left out. */
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
