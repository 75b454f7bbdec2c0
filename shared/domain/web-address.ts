export const NO_ADDRESS = "Names cannot hold a web address";

/**
 * Normalizes a text as people read it: invisible characters do not split an address, and browsers
 * accept full stops of other scripts as dots.
 */
const normalizeAsRead = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "")
    .replaceAll("\u3002", ".");

/**
 * Patterns that mail programs turn into links: `www.`, `word.tld` and texts with `://`. Symbols and
 * emoji can be part of a domain.
 */
const WEB_ADDRESS = /:\/\/|www\.|[\p{L}\p{N}\p{S}\p{Pc}\p{Pd}]\.\p{L}{2,24}(?![\p{L}\p{N}])/iu;

export const holdsAddress = (name: string): boolean => WEB_ADDRESS.test(normalizeAsRead(name));

/**
 * Rewrites a text so that no mail program turns a part of it into a link. A name without an address
 * stays unchanged.
 */
export function removeLinks(name: string): string {
  const read = normalizeAsRead(name);
  const harmless = read
    .replaceAll("://", " ")
    .replace(/\bwww\./giu, "www ")
    .replace(/(?<=[\p{L}\p{N}\p{S}\p{Pc}\p{Pd}])\.(?=\p{L}{2})/gu, " ");
  return harmless === read ? name : harmless;
}
