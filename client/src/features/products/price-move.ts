import { formatPence, type Pence } from "#shared/domain/money.ts";

/** A fifth: a price that moves by more than this is asked about, for a wrong digit makes it so. */
const ASKED_PARTS = 5;

/** `34.6 %`, half away from zero. */
const percentOf = (part: number, whole: number): string => `${(Math.round((Math.abs(part) * 1000) / whole) / 10).toFixed(1)} %`;

/** The question before a price moves far; null where it moves by at most 20 %. */
export function priceQuestion(name: string, before: Pence, after: Pence): string | null {
  const move = after - before;
  if (Math.abs(move) * ASKED_PARTS <= before) return null;
  const percent = `${move > 0 ? "+" : "−"}${percentOf(move, before)}`;
  return `${name} goes from ${formatPence(before)} to ${formatPence(after)} (${percent}). Save it?`;
}
