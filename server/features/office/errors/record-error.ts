import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/connect.ts";
import { errorRecords } from "#server/schema/records.ts";
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
   * Identifies a case that a person handles once, such as one payment or one stage of a dispute.
   * The case has a record of its own, however similar its words are, and a repeat changes nothing.
   * Without `fact`, faults of one kind share a record with a count.
   */
  readonly fact?: string;
}

const KEYS = "pass(?:word|phrase)?|pwd|secret(?:_?key)?|token|authorization|(?:api|encryption)[_-]?key|cvc|cvv";
/**
 * A value after a key: quoted, including escaped characters, or up to the next character that ends
 * a word.
 */
const VALUE = String.raw`"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^\s,;&}]+`;

/**
 * Patterns of secrets that are never stored: Stripe's and webhooks' secrets, API and bearer tokens,
 * secret addresses, cookies, passwords and tokens in JSON or addresses, card numbers, credentials
 * in a URL, email addresses.
 */
const SECRETS: readonly [RegExp, string][] = [
  // A failed query's message may have a prefix, for example in a job's log line. All values of the
  // query follow.
  [/Failed query: [\s\S]*/g, "Failed query …"],
  [/\bwhsec_[\w+/=-]+/g, "whsec_…"],
  [/\b(sk|rk|pk)_(test_|live_)?[A-Za-z0-9]{6,}/g, "$1_…"],
  [/\bttr_\w+/g, "ttr_…"],
  [/(\/(?:r|calendar)\/)[\w-]{40,}/gi, "$1…"],
  // A cookie header holds several cookies; the portal's own is recognised by its name anywhere.
  [/(cookie["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\r\n]+)/gi, "$1…"],
  [/(tiltrod\.sid=)[^\s;,"']+/g, "$1…"],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, "$1 …"],
  [new RegExp(`((?:${KEYS})["']?\\s*[:=]\\s*)(?:${VALUE})`, "gi"), "$1…"],
  [/:\/\/[^\s/@:]+:[^\s/]+@/g, "://…@"],
  [/\b(?:\d[ -]?){13,19}\b/g, "…"],
];

/**
 * A word, or an e-mail address with its domain as a group. Addresses are removed, because an id
 * identifies a known person.
 */
const WORD = /[^\s<>()[\]"',;:=@/…]+(@[^\s<>()[\]"',;:=@]+)?/g;

/**
 * The patterns of `redact`. A message may contain text that a person sent, so each pattern must run
 * in linear time (tools/regular-expressions.long.test.ts).
 */
export const REDACTED: readonly RegExp[] = [...SECRETS.map(([pattern]) => pattern), WORD];

export const redact = (text: string): string =>
  SECRETS.reduce((clean, [pattern, replacement]) => clean.replace(pattern, replacement), text).replace(WORD, (word, domain?: string) =>
    domain === undefined ? word : "…@…",
  );

/**
 * Equal errors share a row: numbers and quoted values are ignored, because they differ between
 * errors of one kind.
 */
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
