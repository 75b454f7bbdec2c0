export const NO_ADDRESS = "Names cannot hold a web address";

/**
 * A text as people read it: invisible signs part no address. Browsers take other scripts' full
 * stops for a dot.
 */
const asRead = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/[\p{Default_Ignorable_Code_Point}\p{M}]/gu, "")
    .replaceAll("\u3002", ".");

/**
 * What mail programs make a link of: `www.`, `word.tld` and what has `://`. Also signs and pictures
 * can be domains.
 */
const WEB_ADDRESS = /:\/\/|www\.|[\p{L}\p{N}\p{S}\p{Pc}\p{Pd}]\.\p{L}{2,24}(?![\p{L}\p{N}])/iu;

export const holdsAddress = (name: string): boolean => WEB_ADDRESS.test(asRead(name));

/**
 * The same words, of which no mail program makes a link. A name that holds no address stays as it
 * is.
 */
export function withoutLinks(name: string): string {
  const read = asRead(name);
  const harmless = read
    .replaceAll("://", " ")
    .replace(/\bwww\./giu, "www ")
    .replace(/(?<=[\p{L}\p{N}\p{S}\p{Pc}\p{Pd}])\.(?=\p{L}{2})/gu, " ");
  return harmless === read ? name : harmless;
}
