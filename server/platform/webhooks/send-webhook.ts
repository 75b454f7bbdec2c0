import { createHmac } from "node:crypto";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP } from "node:net";
import { checkedAddresses, ForbiddenAddress, type ResolveHost } from "./webhook-address.ts";

/** An attempt may take so long, the look-up of the host included. */
const TIMEOUT_MS = 15_000;
/** So much of a reply is read. */
const MOST_REPLY_BYTES = 1024;

const PREFIX = "whsec_";
export const webhookSecret = (bytes: Buffer): string => `${PREFIX}${bytes.toString("base64")}`;

export interface WebhookMessage {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
  readonly sentAt: Date;
}

export interface SendOptions {
  readonly publicUrl: URL;
  readonly resolveHost: ResolveHost;
  readonly timeoutMs?: number | undefined;
  /** Aborted when the process stops. */
  readonly stopped: AbortSignal;
}

/** The result of an attempt. Without a reply there is a fault in words. */
export interface Attempt {
  readonly status: number | null;
  readonly fault: string | null;
  /** The reply's `Retry-After` as sent. */
  readonly retryAfter?: string | undefined;
}

/** Signs by Standard Webhooks: HMAC-SHA-256 of id, time and body. */
function signedHeaders({ secret, id, body, sentAt }: WebhookMessage): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/**
 * Posts a message to a webhook's address. The connection goes to the address that was checked just
 * before, so that a name server cannot answer differently in between.
 */
export async function sendWebhook(message: WebhookMessage, options: SendOptions): Promise<Attempt> {
  const { timeoutMs = TIMEOUT_MS, stopped } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any([timeout, stopped]);
  try {
    const [address] = await abortable(checkedAddresses(message.url, options), signal);
    if (address === undefined) return { status: null, fault: "The host was not found" };
    const reply = await post(message, address, signal);
    const status = reply.statusCode ?? 0;
    const isDone = status >= 200 && status < 300;
    const isMoved = status >= 300 && status < 400;
    const fault = isDone ? null : isMoved ? `Replied ${status}: redirects are not followed` : `Replied ${status}`;
    return { status, fault, retryAfter: reply.headers["retry-after"] };
  } catch (error) {
    if (stopped.aborted) throw error;
    if (error instanceof ForbiddenAddress) return { status: null, fault: "The address is forbidden" };
    if (timeout.aborted) return { status: null, fault: `No reply within ${Math.ceil(timeoutMs / 1000)} seconds` };
    const { code } = error as NodeJS.ErrnoException;
    return { status: null, fault: `The connection failed${typeof code === "string" ? `: ${code}` : ""}` };
  }
}

const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
  ]);

/** Resolves once the reply's beginning was read. The rest of a longer reply is not read. */
function post(message: WebhookMessage, address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const { url, body } = message;
  const { protocol, hostname, host, port, pathname, search } = new URL(url);
  const request = protocol === "https:" ? httpsRequest : httpRequest;
  const name = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const sent = request({
      ...{ host: address, port: port || (protocol === "https:" ? 443 : 80), path: `${pathname}${search}`, method: "POST" },
      ...(isIP(name) ? {} : { servername: name }),
      headers: {
        ...{ host, "content-type": "application/json", "content-length": Buffer.byteLength(body), "user-agent": "Webhooks/1.0" },
        ...signedHeaders(message),
      },
      agent: false,
      signal,
    });
    sent.on("error", reject);
    // Node reports a reply that switches the protocol by this event only.
    sent.on("upgrade", (reply, socket) => {
      socket.destroy();
      resolve(reply);
    });
    sent.on("close", () => reject(new Error("The connection was closed")));
    sent.on("response", (reply) => {
      let bytes = 0;
      const finish = () => {
        resolve(reply);
        sent.destroy();
      };
      reply.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes >= MOST_REPLY_BYTES) finish();
      });
      reply.on("end", finish);
      reply.on("error", reject);
    });
    sent.end(body);
  });
}
