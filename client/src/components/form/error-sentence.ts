/** The sentence of a failed call, or null while there is none. */
export function errorSentence(error: unknown): string | null {
  if (error === null || error === undefined || error === false) return null;
  if (typeof error === "string") return error || null;
  if (error instanceof Error && error.message) return error.message;
  return "Something went wrong. What you entered is still here.";
}
