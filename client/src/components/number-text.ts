/** A number as a person types it: blanks and thousands marks are forgiven. Blank or unreadable is NaN, which zod's number refuses. */
export function parseNumber(text: string): number {
  const plain = text.replace(/[\s,]/g, "");
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What a field shows for a value that was not typed here. */
export function numberText(value: unknown): string {
  return typeof value === "number" && Number.isFinite(value) ? String(value) : "";
}
