import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { errorRecords } from "#server/schema/index.ts";
import { LONGEST } from "#shared/domain/longest.ts";
import type { ErrorSeverity } from "#shared/domain/trade/status.ts";

interface Fault {
  readonly type: string;
  readonly message: string;
  readonly path: string;
  readonly severity: ErrorSeverity;
  readonly stack?: string | undefined;
  readonly userId?: number | undefined;
  readonly requestId?: string | undefined;
  /**
   * Names a fact that a person deals with once, such as this payment or this stage of a dispute. It
   * has a record of its own, however alike its words are, and a repeat changes nothing. Without it,
   * faults of one kind share a record that counts.
   */
  readonly fact?: string;
}

const KEYS = "pass(?:word|phrase)?|pwd|secret(?:_?key)?|token|authorization|(?:api|encryption)[_-]?key|cvc|cvv";
/**
 * A value as it stands after a key: quoted, with whatever is escaped in it, or up to the next thing that ends a word.
 */
const VALUE = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&}]+`;

/**
 * Never stored, recognised by its look: Stripe's secrets, bearer tokens, cookies, passwords and
 * tokens in JSON or addresses, card numbers, credentials in a URL, email addresses.
 */
const SECRETS: readonly [RegExp, string][] = [
  // Other code may have put words before a failed query's message (a job's log line): all its values follow.
  [/Failed query: [\s\S]*/g, "Failed query …"],
  [/\b(sk|rk|whsec|pk)_(test_|live_)?[A-Za-z0-9]{6,}/g, "$1_…"],
  // A line of cookies holds several; ours is known by its name wherever it stands.
  [/(cookie["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\r\n]+)/gi, "$1…"],
  [/(tiltrod\.sid=)[^\s;,"']+/g, "$1…"],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, "$1 …"],
  [new RegExp(`((?:${KEYS})["']?\\s*[:=]\\s*)(?:${VALUE})`, "gi"), "$1…"],
  [/:\/\/[^\s/@:]+:[^\s/]+@/g, "://…@"],
  [/\b(?:\d[ -]?){13,19}\b/g, "…"],
];

/** A word, and where it is an e-mail address its domain: who it was is said by an id, where that is known. */
const WORD = /[^\s<>()[\]"',;:=@/…]+(@[^\s<>()[\]"',;:=@]+)?/g;

/**
 * What `redact` looks for: a message may be what a person sent, so each must be linear
 * (tools/regular-expressions.long.test.ts).
 */
export const REDACTED: readonly RegExp[] = [...SECRETS.map(([pattern]) => pattern), WORD];

export const redact = (text: string): string =>
  SECRETS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text).replace(WORD, (word, domain?: string) =>
    domain === undefined ? word : "…@…",
  );

/** The same error again is the same row: numbers and quoted values are what differs between two of a kind. */
const fingerprint = ({ type, path, message, fact }: Fault): string =>
  createHash("sha256")
    .update(
      JSON.stringify(
        fact !== undefined
          ? [type, fact]
          : [type, path.replace(/\d+/g, "#"), message.replace(/\d+/g, "#").replace(/"[^"]*"|'[^']*'/g, "…")],
      ),
    )
    .digest("base64url");

/**
 * Stores a fault, redacted and grouped. The same fault raises `count`; after `resolved` it is new
 * again (rule K4).
 */
export async function recordError(db: Db, raw: Fault, now: Date): Promise<void> {
  const fault = {
    ...raw,
    type: redact(raw.type).slice(0, LONGEST.errorType),
    message: redact(raw.message).slice(0, LONGEST.errorMessage),
    path: redact(raw.path).slice(0, LONGEST.errorPath),
  };
  const insert = db.insert(errorRecords).values({
    fingerprint: fingerprint(fault),
    errorType: fault.type,
    errorMessage: fault.message,
    requestPath: fault.path,
    severity: fault.severity,
    stack: fault.stack ? redact(fault.stack).slice(0, LONGEST.errorStack) : null,
    userId: fault.userId ?? null,
    requestId: fault.requestId ?? null,
    createdAt: now,
    lastSeenAt: now,
  });
  const target = errorRecords.fingerprint;
  if (fault.fact !== undefined) {
    await insert.onConflictDoNothing({ target });
    return;
  }
  await insert.onConflictDoUpdate({
    target,
    set: {
      count: sql`${errorRecords.count} + 1`,
      lastSeenAt: now,
      requestId: fault.requestId ?? null,
      status: sql`case when ${errorRecords.status} = 'resolved' then 'new' else ${errorRecords.status} end`,
    },
  });
}
