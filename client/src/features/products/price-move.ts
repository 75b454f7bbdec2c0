import { formatPence, type Pence } from "#shared/domain/money.ts";

/**
 * A price that moves by more than a fifth needs confirmation, because one wrong digit causes such a
 * move.
 */
const CONFIRMATION_PARTS = 5;

/** Formats `34.6 %`, rounded half away from zero. */
const percentOf = (part: number, whole: number): string => `${(Math.round((Math.abs(part) * 1000) / whole) / 10).toFixed(1)} %`;

/** Returns the question before a large price move, or null for a move of at most 20 %. */
export function priceQuestion(name: string, before: Pence, after: Pence): string | null {
  const move = after - before;
  if (Math.abs(move) * CONFIRMATION_PARTS <= before) return null;
  const percent = `${move > 0 ? "+" : "−"}${percentOf(move, before)}`;
  return `${name} goes from ${formatPence(before)} to ${formatPence(after)} (${percent}). Save it?`;
}
