import type { HomeownerWindow } from "#server/features/retail/quotation-snapshot.ts";

type Described = Pick<HomeownerWindow, "name" | "words">;

/** A fact that at most this many windows lack is worded once, with their names. */
const MOST_EXCEPTIONS = 2;
const ALL = "All windows";

/**
 * Divides the windows' words into sentences for all windows (`All windows: …`), or all but named
 * ones, and each window's other words. A snapshot has words alone, so the facts are their parts
 * between commas.
 */
export function sharedWords(windows: readonly Described[]): { readonly usual: readonly string[]; readonly own: readonly string[][] } {
  const facts = windows.map(({ words }) => words.split(", "));
  const places = new Map<string, Set<number>>();
  for (const [place, parts] of facts.entries()) for (const part of parts) places.set(part, (places.get(part) ?? new Set()).add(place));
  const named = new Map<string, number>();
  for (const { name } of windows) named.set(name, (named.get(name) ?? 0) + 1);

  const sentences = new Map<string, string[]>([[ALL, []]]);
  const worded = new Set<string>();
  for (const [part, having] of places) {
    const lacking = windows.filter((_, place) => !having.has(place)).map(({ name }) => name);
    if (lacking.length > MOST_EXCEPTIONS || lacking.length * 4 > windows.length) continue;
    // Exceptions are named, so another window must not have the same name.
    if (lacking.some((name) => named.get(name) !== 1)) continue;
    const who = lacking.length === 0 ? ALL : `All but ${lacking.join(" and ")}`;
    sentences.set(who, [...(sentences.get(who) ?? []), part]);
    worded.add(part);
  }
  return {
    usual: [...sentences].flatMap(([who, parts]) => (parts.length === 0 ? [] : [`${who}: ${parts.join(", ")}.`])),
    own: facts.map((parts) => parts.filter((part) => !worded.has(part))),
  };
}
