import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ConfigError } from "./config.ts";
import { cutSlowBodies, type Pace } from "./slow-bodies.ts";

export interface Listener {
  readonly http: Server;
  readonly port: number;
  /** From now on requests go here; until then each one is told that the portal is starting. */
  serve(app: RequestListener): void;
  /** Stops listening, lets what is in flight finish for as long as an upload may reasonably take, then cuts it. Twice is as good as once. */
  close(): Promise<void>;
}

interface Bounds {
  readonly graceMs?: number;
  readonly pace?: Pace;
}

/** Long enough for an upload that is well under way; systemd waits 90 s, and a container has to be given as much (docs/operating.md). */
const GRACE_MS = 30_000;
/** Without a byte in either direction: somebody who reads no more, or a line that is gone. Longer than any reply may take. */
const SILENCE_MS = 300_000;

const notReady: RequestListener = (_req, res) => {
  res.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Retry-After": "2" });
  res.end("The portal is starting. Please try again in a moment.");
};

/** Takes the port before anything slow is done, so that a port in use is said at once. @throws ConfigError */
export async function openListener(
  where: { readonly port: number; readonly host: string },
  { graceMs = GRACE_MS, pace }: Bounds = {},
): Promise<Listener> {
  // Slow clients are cut off, so that they do not hold a connection for ever: headers by the clock, bodies by their pace.
  const http = createServer({ connectionsCheckingInterval: 5_000, headersTimeout: 20_000, requestTimeout: 0 }, notReady);
  http.timeout = SILENCE_MS;
  cutSlowBodies(http, pace);
  const port = await listen(http, where);
  return {
    http,
    port,
    serve(app) {
      http.off("request", notReady);
      http.on("request", app);
    },
    async close() {
      const ended = new Promise((done) => http.close(done));
      // Also those that fall idle only now: a browser keeps its connection for the next request, which will not be.
      http.closeIdleConnections();
      const idle = setInterval(() => http.closeIdleConnections(), 100);
      const cut = setTimeout(() => http.closeAllConnections(), graceMs);
      await ended;
      clearTimeout(cut);
      clearInterval(idle);
    },
  };
}

/** Takes a port. `names` are the settings that a sentence about it names. @returns the port @throws ConfigError */
export function listen(
  http: Server,
  { port, host }: { readonly port: number; readonly host: string },
  names = { port: "PORT", host: "HOST" },
): Promise<number> {
  const inWords: Record<string, string> = {
    EADDRINUSE: `${names.port} ${port} on ${host} is in use: perhaps the portal already runs there. Stop it, or set ${names.port} to another number.`,
    EADDRNOTAVAIL: `${names.host} ${host} is not an address of this machine`,
    ENOTFOUND: `${names.host} ${host} is not an address of this machine`,
    EACCES: `${names.port} ${port} needs more rights than this user has`,
  };
  return new Promise((done, fail) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      const sentence = inWords[error.code ?? ""];
      fail(sentence ? new ConfigError(sentence) : error);
    });
    http.listen(port, host, () => done((http.address() as AddressInfo).port));
  });
}
