import { Worker } from "node:worker_threads";
import type { TestClient } from "./test-client.ts";

export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A reply's status and size, and the milliseconds until its last byte. */
export interface Received {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

const PROGRAM = `const { parentPort } = require("node:worker_threads");
const send = async ({ url, method, headers, body }) => {
  const since = performance.now();
  const reply = await fetch(url, { method, headers, body, redirect: "manual" });
  const { byteLength } = await reply.arrayBuffer();
  return { status: reply.status, bytes: byteLength, ms: performance.now() - since };
};
parentPort.on("message", async ({ requests, atOnce }) => {
  try {
    const received = [];
    if (atOnce) received.push(...(await Promise.all(requests.map(send))));
    else for (const request of requests) received.push(await send(request));
    parentPort.postMessage({ received });
  } catch (error) {
    parentPort.postMessage({ error: String(error) });
  }
});`;

/**
 * Sends requests from a thread of its own, so that a measured server shares its event loop with no
 * client. One `send` at a time.
 */
export function startClientThread(url: string) {
  const thread = new Worker(PROGRAM, { eval: true });
  const wired = async (person: TestClient, { method, path, body, headers = {} }: Sent) => {
    const form = body instanceof FormData ? new Response(body) : undefined;
    return {
      url: new URL(path, url).href,
      method,
      headers: {
        cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        ...(form && { "content-type": form.headers.get("content-type") }),
        ...(body !== undefined && !form && { "content-type": "application/json" }),
        ...headers,
      },
      body: form ? await form.arrayBuffer() : body === undefined ? undefined : JSON.stringify(body),
    };
  };
  return {
    /** @returns the replies in the order of the requests */
    async send(person: TestClient, requests: readonly Sent[], { atOnce }: { atOnce: boolean }): Promise<readonly Received[]> {
      const message = { requests: await Promise.all(requests.map((request) => wired(person, request))), atOnce };
      const reply = await new Promise<{ received?: readonly Received[]; error?: string }>((done) => {
        thread.once("message", done);
        thread.postMessage(message);
      });
      if (!reply.received) throw new Error(`${requests[0]?.method} ${requests[0]?.path}: ${reply.error}`);
      return reply.received;
    },
    stop: () => thread.terminate(),
  };
}
