import { DrizzleQueryError } from "drizzle-orm";

export interface FaultInWords {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
}

/**
 * What may be said of an error. A failed query's message, with which its stack begins, holds every value of the query: people's data,
 * hashes of passwords, mails with their links. The cause beneath says what was wrong with it.
 */
export function describeFault(error: unknown): FaultInWords {
  const fault = error instanceof Error ? error : new Error(String(error));
  const cause = fault.cause instanceof Error ? describeFault(fault.cause).message : undefined;
  if (!(fault instanceof DrizzleQueryError)) {
    return { type: fault.name, message: cause === undefined ? fault.message : `${fault.message}: ${cause}`, stack: fault.stack };
  }
  const message = cause ?? "A query failed";
  const [, frames] = fault.stack?.split(fault.message) ?? [];
  return { type: "DatabaseError", message, stack: frames === undefined ? undefined : `DatabaseError: ${message}${frames}` };
}
