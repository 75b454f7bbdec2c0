/**
 * SQLSTATE classes and socket errors of a database that is away, as opposed to a wrong statement.
 */
const AWAY = /^(08|57P0|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
/**
 * True if the socket of a local server is missing; any other missing file does not concern the
 * database.
 */
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
/**
 * True if the server is a standby or still recovers: during a failover an old connection may lead
 * to one.
 */
export const isReadOnly = (error: unknown): boolean => findPostgresField(error, "code") === READ_ONLY;

/** A field of the PostgreSQL error inside an error's chain of causes. */
export function findPostgresField(error: unknown, what: "constraint" | "code" | "column"): string | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const said = (at as Partial<Record<typeof what, unknown>>)[what];
    if (typeof said === "string") return said;
  }
  return undefined;
}
