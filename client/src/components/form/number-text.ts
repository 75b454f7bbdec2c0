const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;
/** Marks that can only part thousands: `1,200`, `12 500.50`. */
const GROUPED = /^[+-]?\d{1,3}([,\s\u202f]\d{3})+(\.\d*)?$/;

/**
 * A number as a person types it. A comma that parts no thousands is not guessed at: `12,50` would otherwise become 1250, and a price a
 * hundredfold. Blank or unreadable is NaN, which zod's number refuses.
 */
export function parseNumber(text: string): number {
  const typed = text.trim();
  if (PLAIN.test(typed)) return Number(typed);
  return GROUPED.test(typed) ? Number(typed.replace(/[,\s\u202f]/g, "")) : Number.NaN;
}

/** What a field shows for a value that was not typed here. */
export function numberText(value: unknown): string {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
