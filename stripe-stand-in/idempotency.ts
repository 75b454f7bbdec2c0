import { createHash } from "node:crypto";
import type { Context, IdempotentReply } from "./state.ts";
import { invalid, StripeApiError } from "./stripe-error.ts";

interface Attempt {
  key: string;
  endpoint: string;
  body: string;
}

interface Idempotency {
  /**
   * Returns the earlier reply for this key. Undefined means that the caller must do the work; the
   * key is then in use until `finish`.
   */
  begin(attempt: Attempt): IdempotentReply | undefined;
  /** Releases the key, and stores the reply if there is one. */
  finish(attempt: Attempt, reply?: Pick<IdempotentReply, "requestId" | "status" | "body">): void;
}

export function idempotency({ state, now }: Pick<Context, "state" | "now">): Idempotency {
  const inUse = new Set<string>();
  const begin = ({ key, endpoint, body }: Attempt) => {
    if (key.length > 255) throw invalid("The idempotency key must be at most 255 characters.");
    if (inUse.has(key)) throw keyInUseError(key);
    const earlier = state.replies.get(key);
    if (earlier && earlier.endpoint !== endpoint)
      throw keyReusedError(key, `for the same endpoint they were first used for ('${earlier.endpoint}')`);
    if (earlier && earlier.params !== fingerprint(body)) throw keyReusedError(key, "with the same parameters they were first used with");
    if (!earlier) inUse.add(key);
    return earlier;
  };
  const finish: Idempotency["finish"] = ({ key, endpoint, body }, reply) => {
    inUse.delete(key);
    if (reply) state.replies.set(key, { key, endpoint, params: fingerprint(body), at: now(), ...reply });
  };
  return { begin, finish };
}

/** Sorts the parameters, because their order does not matter. */
function fingerprint(body: string): string {
  const pairs = [...new URLSearchParams(body)].map((pair) => JSON.stringify(pair)).sort();
  return createHash("sha256").update(pairs.join("\n")).digest("hex");
}

function keyReusedError(key: string, how: string) {
  return new StripeApiError(
    400,
    `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`,
    { type: "idempotency_error" },
  );
}

function keyInUseError(key: string) {
  return new StripeApiError(
    409,
    `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other ` +
      `request is still going through): ${key}. Please try again later.`,
    { code: "idempotency_key_in_use", type: "idempotency_error" },
  );
}
