import { useSearchParams } from "wouter";
import { type Day, isDay } from "#shared/domain/period.ts";

/** How one part of the address is read. What cannot be read counts as absent: people may type any address. */
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
export const day: Read<Day | null> = (given) => (given !== null && isDay(given) ? given : null);

export type Parts = Readonly<Record<string, Read<string | number | null>>>;
export type Address<P extends Parts> = { readonly [Name in keyof P]: ReturnType<P[Name]> };

export const readAddress = <P extends Parts>(address: URLSearchParams, parts: P) =>
  Object.fromEntries(Object.entries(parts).map(([name, read]) => [name, read(address.get(name))])) as Address<P>;

/**
 * What a screen looks for and what it has open stand in its address (`/quotes?search=…&quote=7`), so that a reload, a
 * bell, a mail and the Back button come to the same place. `parts` says how each is read; an empty text or null takes a
 * part away.
 */
export function useAddress<P extends Parts>(parts: P) {
  const [address, setAddress] = useSearchParams();
  const shown = readAddress(address, parts);
  /** A step that Back should undo, a dialog that was opened, is not a replacement. */
  const change = (part: Partial<Address<P>>, { replace }: { replace: boolean } = { replace: true }) =>
    setAddress(
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
  return { shown, change };
}
