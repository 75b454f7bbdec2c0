import { setTimeout as sleep } from "node:timers/promises";
import { OWNER } from "#tools/built-portal.ts";

/** The replies that callers received while parts were dead. */
export interface Meetings {
  calls: number;
  /** Calls without a connection or with a closed one, because the process was dead. */
  refused: number;
  /** Replies of 503 with a sentence. */
  unavailable: number;
  slowestMs: number;
  /**
   * Replies that no caller may receive: a timeout, a 500, a stack trace, a page instead of a
   * sentence.
   */
  readonly wrong: string[];
}

export interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  /** The idempotency key, which is the same in every try. */
  readonly key?: string;
}

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  /** True if the reply of an earlier try was lost, which may have done the work already. */
  readonly again: boolean;
}

/**
 * The time is longer than any call may take while the database is unavailable. A longer call counts
 * as hung.
 */
const HANG_MS = 15_000;
const SENTENCE = /^[A-Z][^<>{}]{10,300}\.$/;

/** A caller that retries until the portal has answered. */
export class PatientCaller {
  readonly #url: string;
  readonly #meetings: Meetings;
  #cookie = "";

  constructor(url: string, meetings: Meetings) {
    this.#url = url;
    this.#meetings = meetings;
  }

  async signIn(account: { readonly email: string; readonly password: string } = OWNER): Promise<void> {
    const reply = await fetch(`${this.#url}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(account),
    });
    if (!reply.ok) throw new Error(`Sign-in was refused: ${await reply.text()}`);
    // A sign-in sets the session and the known device.
    this.#cookie = reply.headers
      .getSetCookie()
      .map((set) => set.split(";")[0] ?? "")
      .join("; ");
  }

  /**
   * Retries until there is an answer other than 503.
   * @throws if the portal never answers
   */
  async ask<Body>(call: Call): Promise<Answer<Body>> {
    for (let tries = 0; tries < 2000; tries += 1) {
      const answer = await this.#try<Body>(call);
      if (answer) return { ...answer, again: tries > 0 };
      await sleep(20 + Math.random() * 80);
    }
    throw new Error(`${call.method} ${call.path} was never answered`);
  }

  /**
   * Returns the body of a successful call.
   * @throws if the call is rejected
   */
  async done<Body>(call: Call): Promise<Body> {
    const { status, body, text } = await this.ask<Body>(call);
    if (status >= 300) throw new Error(`${call.method} ${call.path} was answered ${status}: ${text.slice(0, 500)}`);
    return body;
  }

  async #try<Body>({ method, path, body, key }: Call): Promise<Omit<Answer<Body>, "again"> | null> {
    const met = this.#meetings;
    const isForm = body instanceof FormData;
    const since = performance.now();
    met.calls += 1;
    try {
      const reply = await fetch(this.#url + path, {
        method,
        headers: {
          cookie: this.#cookie,
          ...(key && { "idempotency-key": key }),
          ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        },
        body: isForm ? body : body === undefined ? null : JSON.stringify(body),
        signal: AbortSignal.timeout(HANG_MS * 2),
      });
      const text = await reply.text();
      if (reply.status === 503 && SENTENCE.test(text)) {
        met.unavailable += 1;
        return null;
      }
      if (reply.status >= 500) {
        met.wrong.push(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`);
        return null;
      }
      const isJson = reply.headers.get("content-type")?.includes("json");
      return { status: reply.status, text, body: (isJson ? JSON.parse(text) : undefined) as Body };
    } catch (error) {
      if ((error as Error).name === "TimeoutError") met.wrong.push(`${method} ${path}: hung`);
      else met.refused += 1;
      return null;
    } finally {
      const took = performance.now() - since;
      met.slowestMs = Math.max(met.slowestMs, took);
      if (took > HANG_MS) met.wrong.push(`${method} ${path}: took ${Math.round(took)} ms`);
    }
  }
}
