/** Lists are typed with commas between (rule S12). What can't be part of the list is left out, and the form says so. */

const parts = (typed: string): string[] =>
  typed
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

const WHOLE_MILLIMETRES = /^\d+(?=\s*(?:mm)?$)/i;

interface Understood<T> {
  readonly values: readonly T[];
  /** What was typed and is not taken. */
  readonly dropped: readonly string[];
}

export function readSizes(typed: string): Understood<number> {
  const read = parts(typed).map((part) => ({ part, size: Number(WHOLE_MILLIMETRES.exec(part)?.[0] ?? Number.NaN) }));
  return {
    values: [...new Set(read.filter(({ size }) => size > 0).map(({ size }) => size))],
    dropped: read.filter(({ size }) => !(size > 0)).map(({ part }) => part),
  };
}

export const readColours = (typed: string): Understood<string> => ({ values: [...new Set(parts(typed))], dropped: [] });

export const writeList = (values: readonly (string | number)[]): string => values.join(", ");
