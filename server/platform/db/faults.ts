/** SQLSTATE classes and socket errors that mean: the database is away, not: the statement is wrong. */
const AWAY = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
/** The socket of a local server is gone; any other missing file is not the database. */
const isSocketGone = (error: object): boolean =>
  "syscall" in error && error.syscall === "connect" && "code" in error && error.code === "ENOENT";
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable/;

export const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === "Query read timeout";

export function isDatabaseAway(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (isSocketGone(at) || isUnanswered(at)) return true;
    const code = (at as { code?: unknown }).code;
    if (typeof code === "string" && AWAY.test(code) && (code.length === 5 || "syscall" in at)) return true;
    if (AWAY_MESSAGE.test(at.message)) return true;
    if (at instanceof AggregateError && at.errors.some(isDatabaseAway)) return true;
  }
  return false;
}

const READ_ONLY = "25006";
/** The server is a standby, or is still recovering: while the primary changes over, an old connection may lead to one. */
export const takesNoChanges = (error: unknown): boolean => saidByPostgres(error, "code") === READ_ONLY;

/** What PostgreSQL said with a refusal, however deep it lies. */
export function saidByPostgres(error: unknown, what: "constraint" | "code" | "column"): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const said = (at as Partial<Record<typeof what, unknown>>)[what];
    if (typeof said === "string") return said;
  }
  return undefined;
}
