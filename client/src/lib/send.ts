import type { Call } from "#shared/contract/parts/calls.ts";
import { ApiError, NO_REPLY, UPLOAD_STOPPED } from "./api-error.ts";
import { fetchFromPortal, type InName, openUpload } from "./portal-request.ts";
import { withProof } from "./session/recent-proof.ts";

/** The options that every call accepts. */
export interface AnyInput {
  readonly params?: object | undefined;
  readonly query?: unknown;
  readonly body?: unknown;
  /** A key from `useIdempotencyKey`. */
  readonly idempotencyKey?: string | undefined;
  readonly files?: readonly File[] | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
  /** The person for whom the call may be made (rule W51). The default is this tab's person. */
  readonly inName?: InName;
  /** The time of the press, for a change that a device sends later (rule C21). */
  readonly pressedAt?: string | undefined;
  /**
   * Called with the time at which the device stored the reply, or with null where the server sent
   * it (rule W53).
   */
  readonly onReply?: ((lastSeen: string | null) => void) | undefined;
  /** Lets the request outlive its page, for actions that were postponed until the page closes. */
  readonly keepalive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Sent {
  readonly data: unknown;
  /** The cursor of the next page, from the Link header. */
  readonly next: string | null;
  /** True if a search found no exact match and the rows only resemble the term (rule O17). */
  readonly isClose: boolean;
}

/** Builds `/api/orders/7?search=…` from `/api/orders/:id` and `{ id: 7 }`. */
export function addressOf(path: string, { params = {}, query }: AnyInput, cursor: string | null): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String((params as Record<string, unknown>)[name])));
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as object)) {
    for (const each of [value].flat()) if (each !== undefined && each !== "") search.append(key, String(each));
  }
  if (cursor !== null) search.set("cursor", cursor);
  return search.size > 0 ? `${filled}?${search}` : filled;
}

const nextCursor = (link: string | null): string | null => {
  const address = /^<([^>]+)>; rel="next"$/.exec(link ?? "")?.[1];
  return address ? new URLSearchParams(address.split("?")[1]).get("cursor") : null;
};

/**
 * Makes a request, and once more after a requested proof. It requests problem documents, because
 * their members besides the sentence are used by forms.
 * @throws ApiError
 */
export const send = (call: Call, input: AnyInput, cursor: string | null = null): Promise<Sent> =>
  // A page that closes cannot display a dialog.
  input.keepalive ? sendOnce(call, input, cursor) : withProof(() => sendOnce(call, input, cursor));

async function sendOnce(call: Call, input: AnyInput, cursor: string | null): Promise<Sent> {
  const address = addressOf(call.path, input, cursor);
  const headers: Record<string, string> = { Accept: "application/json, application/problem+json" };
  if (input.idempotencyKey !== undefined) headers["Idempotency-Key"] = input.idempotencyKey;
  if (input.pressedAt !== undefined) headers["Pressed-At"] = input.pressedAt;
  if (call.files && (!call.files.orJson || input.files?.length)) return sendFiles(call, address, headers, input);
  if (input.body !== undefined) headers["Content-Type"] = "application/json";
  const reply = await fetchFromPortal(address, {
    method: call.method,
    headers,
    inName: input.inName,
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    ...(input.keepalive && { keepalive: true }),
    ...(input.signal && { signal: input.signal }),
  }).catch(() => {
    throw new ApiError(0, NO_REPLY, {});
  });
  input.onReply?.(reply.headers.get("Last-Seen"));
  return readReply(reply.status, reply.statusText, await reply.text(), (name) => reply.headers.get(name));
}

function readReply(status: number, statusText: string, text: string, header: (name: string) => string | null): Sent {
  if (status >= 200 && status < 300)
    return { data: text ? JSON.parse(text) : null, next: nextCursor(header("Link")), isClose: header("X-Match") === "close" };
  throw new ApiError(status, statusText || "Server Error", readProblem(text));
}

export function readProblem(text: string): { detail?: string } {
  try {
    const problem: unknown = JSON.parse(text);
    if (problem !== null && typeof problem === "object") return problem;
  } catch {
    // The reply is plain text, for example a proxy's.
  }
  return text && !text.trimStart().startsWith("<") ? { detail: text } : {};
}

function sendFiles(call: Call, address: string, headers: Record<string, string>, input: AnyInput): Promise<Sent> {
  const form = new FormData();
  for (const [key, value] of Object.entries((input.body ?? {}) as object)) form.append(key, String(value));
  for (const file of input.files ?? []) form.append(call.files?.field ?? "files", file);
  return new Promise((resolve, reject) => {
    const request = openUpload(call.method, address, headers, input.inName);
    request.upload.onprogress = (event) => event.lengthComputable && input.onProgress?.(event.loaded / event.total);
    request.onerror = () => reject(new ApiError(0, NO_REPLY, {}));
    request.onabort = () => reject(new ApiError(0, UPLOAD_STOPPED, {}));
    input.signal?.addEventListener("abort", () => request.abort());
    request.onload = () => {
      try {
        resolve(readReply(request.status, request.statusText, request.responseText, (name) => request.getResponseHeader(name)));
      } catch (error) {
        reject(error);
      }
    };
    request.send(form);
  });
}
