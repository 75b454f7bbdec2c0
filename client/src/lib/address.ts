import { useSearchParams } from "wouter";
import { type Day, isDay } from "#shared/domain/period.ts";

/**
 * Parses one part of the address. Unreadable text counts as absent, because people may type any
 * address.
 */
type Read<T> = (text: string | null) => T;

export const text: Read<string> = (given) => given ?? "";
export const oneOf =
  <T extends string>(choices: readonly T[]): Read<T | ""> =>
  (given) =>
    choices.find((choice) => choice === given) ?? "";
export const number: Read<number | null> = (given) => {
  const value = Number(given ?? "");
  return Number.isSafeInteger(value) && value > 0 ? value : null;
};
/** Parses a number, where 0 has its own meaning. */
export const numberOrNought: Read<number | null> = (given) => (given === "0" ? 0 : number(given));
/** Parses a list with commas and drops unknown choices. */
export const severalOf =
  (choices: readonly string[]): Read<string> =>
  (given) =>
    (given ?? "")
      .split(",")
      .filter((one) => choices.includes(one))
      .join(",");
export const day: Read<Day | null> = (given) => (given !== null && isDay(given) ? given : null);

type Parts = Readonly<Record<string, Read<string | number | null>>>;
export type Address<P extends Parts> = { readonly [Name in keyof P]: ReturnType<P[Name]> };

export const readAddress = <P extends Parts>(address: URLSearchParams, parts: P) =>
  Object.fromEntries(Object.entries(parts).map(([name, read]) => [name, read(address.get(name))])) as Address<P>;

/**
 * The address holds a screen's search and its open dialog (`/quotes?search=…&quote=7`), so that a
 * reload, the bell, an email and the Back button lead to the same place. `parts` contains a parser
 * for each part. Setting a part to "" or null removes it.
 */
export function useAddress<P extends Parts>(parts: P) {
  const [params, setParams] = useSearchParams();
  const address = readAddress(params, parts);
  /** `replace: false` adds a step that Back undoes, for example opening a dialog. */
  const change = (part: Partial<Address<P>>, { replace }: { replace: boolean } = { replace: true }) =>
    setParams(
      (present) => {
        const next = new URLSearchParams(present);
        for (const [name, value] of Object.entries(part)) {
          if (value === "" || value === null || value === undefined) next.delete(name);
          else next.set(name, String(value));
        }
        return next;
      },
      { replace },
    );
  return { address, change };
}
