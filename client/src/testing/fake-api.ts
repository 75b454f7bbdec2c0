import { vi } from "vitest";
import type { CallName, EndpointOf } from "#client/lib/api.ts";
import { type Api, api, type Feature } from "#shared/contract/index.ts";
import type { Endpoint, WireBody, WireParams, WireQuery, WireReply } from "#shared/http/endpoint.ts";
import { SIGNED_IN_AS } from "#shared/http/signed-in-as.ts";

/** The request of a screen's call. Params and query are texts, as they are sent. */
interface Asked<E extends Endpoint = Endpoint> {
  readonly params: Readonly<Record<keyof WireParams<E> & string, string>>;
  readonly query: Readonly<Partial<Record<keyof WireQuery<E> & string, string>>>;
  readonly body: WireBody<E>;
  readonly idempotencyKey: string | null;
  /** The person in whose name the call is made (rule A19). */
  readonly signedInAs: string | null;
  readonly files: readonly File[];
}

type Answer<E extends Endpoint> = (asked: Asked<E>) => WireReply<E> | Page<WireReply<E>> | Close<WireReply<E>> | Promise<WireReply<E>>;
export type FakeCalls = { readonly [F in Feature]?: { readonly [N in CallName<F>]?: Answer<EndpointOf<F, N>> } };

/**
 * One page of a list: `page(rows, "after-2")` has a next page, which the screen requests with
 * `cursor=after-2`.
 */
class Page<T> {
  readonly rows: T;
  readonly next: string;
  constructor(rows: T, next: string) {
    this.rows = rows;
    this.next = next;
  }
}
export const page = <T>(rows: T, next: string): Page<T> => new Page(rows, next);

/**
 * The reply to a search without an exact match: `close(rows)` marks rows that only resemble the
 * term.
 */
class Close<T> {
  readonly found: T;
  constructor(found: T) {
    this.found = found;
  }
}
export const close = <T>(found: T): Close<T> => new Close(found);

class Refusal extends Error {
  readonly reply: { readonly status: number; readonly problem: object };
  constructor(status: number, problem: object) {
    super(`The fake refuses with ${status}`);
    this.reply = { status, problem };
  }
}

/**
 * A rejecting answer: `fails(409, "Already paid")`, `fails(500)`, `fails(409, "Prices have
 * changed", { lines })`.
 */
export const fails =
  (status: number, sentence?: string, more: object = {}) =>
  (): never => {
    throw new Refusal(status, { status, ...(sentence !== undefined && { detail: sentence }), ...more });
  };
/** An answer that never arrives, for pending states. */
export const hangs = () => new Promise<never>(() => {});
/** Simulates a network failure after the request has arrived and before the reply. */
export const losesReply = (): never => {
  throw new TypeError("Failed to fetch");
};

interface Made {
  /** The call's name, for example `orders.changeStatus`. */
  readonly call: string;
  readonly asked: Asked;
}

const STATUS_TEXT: Readonly<Record<number, string>> = { 500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable" };

/** Finds the call of a request. The first match wins, as on the server. */
function recognise(method: string, address: URL) {
  for (const [feature, calls] of Object.entries(api as Record<string, Record<string, Endpoint>>)) {
    for (const [name, endpoint] of Object.entries(calls)) {
      const pattern = new RegExp(`^${endpoint.path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
      const match = endpoint.method === method ? pattern.exec(address.pathname) : null;
      if (match) return { feature: feature as keyof Api, name, endpoint, params: { ...match.groups } };
    }
  }
  return null;
}

/**
 * A typed fake of the contract for screen tests, which replies with the wire's own shapes. An
 * unexpected call gets a 501, which the screen displays and `made` contains.
 */
export function fakeApi(calls: FakeCalls) {
  const made: Made[] = [];
  let answers = calls;

  const answer = async (method: string, address: string, headers: Headers, body: unknown, files: readonly File[] = []) => {
    const url = new URL(address, window.location.origin);
    const found = recognise(method, url);
    if (!found) return Response.json({ detail: `The contract has no ${method} ${url.pathname}` }, { status: 501 });
    const { feature, name, endpoint, params } = found;
    const request = {
      params,
      query: Object.fromEntries(url.searchParams),
      body,
      idempotencyKey: headers.get("Idempotency-Key"),
      signedInAs: headers.get(SIGNED_IN_AS),
      files,
    };
    made.push({ call: `${feature}.${name}`, asked: request as Asked });
    const reply = (answers[feature] as Record<string, Answer<Endpoint>> | undefined)?.[name];
    if (!reply) return new Response(null, { status: 501, statusText: `The test expects no ${feature}.${name}` });
    try {
      return success(endpoint, await reply(request as Asked));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, problem } = error.reply;
      return Response.json(problem, { status, statusText: STATUS_TEXT[status] ?? "" });
    }
  };

  vi.stubGlobal("fetch", (address: string, init: RequestInit = {}) =>
    answer(init.method ?? "GET", address, new Headers(init.headers), typeof init.body === "string" ? JSON.parse(init.body) : undefined),
  );
  fakeUploads(answer);

  return {
    /** All calls in order. */
    made,
    /** Returns the requests of one call. */
    asked: <F extends Feature, N extends CallName<F>>(feature: F, name: N) =>
      made.filter(({ call }) => call === `${feature}.${name}`).map(({ asked }) => asked as unknown as Asked<EndpointOf<F, N>>),
    /** Adds or replaces answers, for example after a failed call. */
    answer: (more: FakeCalls) => {
      answers = { ...answers };
      for (const [feature, named] of Object.entries(more)) {
        answers = { ...answers, [feature]: { ...answers[feature as Feature], ...named } };
      }
    },
  };
}

function success(endpoint: Endpoint, reply: unknown): Response {
  if (endpoint.response.type === "null") return new Response(null, { status: 204 });
  const headers: HeadersInit =
    reply instanceof Page ? { Link: `<${endpoint.path}?cursor=${encodeURIComponent(reply.next)}>; rel="next"` } : {};
  if (reply instanceof Close) return Response.json(reply.found, { headers: { "X-Match": "close" } });
  return Response.json(reply instanceof Page ? reply.rows : reply, { status: endpoint.creates ? 201 : 200, headers });
}

type Respond = (method: string, address: string, headers: Headers, body: unknown, files: readonly File[]) => Promise<Response>;

/** Uploads use XMLHttpRequest (lib/send.ts). This fakes the parts that they use. */
function fakeUploads(answer: Respond) {
  class FakeRequest {
    status = 0;
    statusText = "";
    responseText = "";
    readonly upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number; total: number }) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    private method = "GET";
    private address = "";
    private readonly headers = new Headers();
    private replyHeaders = new Headers();

    open(method: string, address: string) {
      this.method = method;
      this.address = address;
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getResponseHeader(name: string) {
      return this.replyHeaders.get(name);
    }
    send(form: FormData) {
      const entries = [...form.entries()];
      const files = entries.map(([, value]) => value).filter((value) => value instanceof File);
      const body = Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
      this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
      answer(this.method, this.address, this.headers, body, files).then(
        async (reply) => {
          this.status = reply.status;
          this.statusText = reply.statusText;
          this.responseText = await reply.text();
          this.replyHeaders = reply.headers;
          this.onload?.();
        },
        () => this.onerror?.(),
      );
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
}
