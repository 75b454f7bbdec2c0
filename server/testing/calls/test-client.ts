import type { Account } from "#shared/contract/parts/people.ts";
import { checkReply } from "./check-reply.ts";

export interface Reply<Body = unknown> {
  readonly status: number;
  /** The JSON of the reply; undefined for another content type. */
  readonly body: Body;
  readonly text: string;
  readonly headers: Headers;
}

type Headed = Readonly<Record<string, string>>;
type Send = <Body = unknown>(path: string, body?: unknown, headers?: Headed) => Promise<Reply<Body>>;

/**
 * A person at the portal, with a cookie jar of their own, over real HTTP. Every reply is validated
 * against the contract.
 */
export interface TestClient {
  /** The signed-in account; null for a visitor. */
  readonly account: Account | null;
  get<Body = unknown>(path: string, headers?: Headed): Promise<Reply<Body>>;
  readonly post: Send;
  readonly patch: Send;
  readonly put: Send;
  readonly delete: Send;
  /** The cookies, for tests of sessions. */
  readonly cookies: Map<string, string>;
}

/** A body that is sent unchanged; any other becomes JSON. */
const isRaw = (body: unknown): body is string | FormData | Uint8Array =>
  typeof body === "string" || body instanceof FormData || body instanceof Uint8Array;

export function createTestClient(url: string, account: Account | null, cookies = new Map<string, string>()): TestClient {
  async function send<Body>(method: string, path: string, body: unknown, headers: Headed = {}): Promise<Reply<Body>> {
    const json = body !== undefined && !isRaw(body);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, url), {
      method,
      redirect: "manual",
      headers: { ...(cookie && { cookie }), ...(json && { "content-type": "application/json" }), ...headers },
      body: json ? JSON.stringify(body) : (body as RequestInit["body"]),
    });
    for (const set of response.headers.getSetCookie()) keep(cookies, set);
    const text = await response.text();
    const isJson = /[/+]json/.test(response.headers.get("content-type") ?? "");
    const parsed: unknown = isJson ? JSON.parse(text) : undefined;
    // A CSV is no JSON to validate; the columns of each role are tested in
    // server/platform/http/paging/csv.test.ts.
    const isCsv = response.headers.get("content-type")?.startsWith("text/csv");
    if (!isCsv)
      checkReply(method, path, { role: account?.role ?? null, isViewing: account?.isImpersonating ?? false }, response.status, parsed);
    return { status: response.status, body: parsed as Body, text, headers: response.headers };
  }
  return {
    account,
    cookies,
    get: (path, headers) => send("GET", path, undefined, headers),
    post: (path, body, headers) => send("POST", path, body, headers),
    patch: (path, body, headers) => send("PATCH", path, body, headers),
    put: (path, body, headers) => send("PUT", path, body, headers),
    delete: (path, body, headers) => send("DELETE", path, body, headers),
  };
}

function keep(cookies: Map<string, string>, header: string): void {
  const [pair = "", ...attributes] = header.split("; ");
  const at = pair.indexOf("=");
  const gone = attributes.some((attribute) => /^expires=thu, 01 jan 1970/i.test(attribute));
  if (gone) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}
