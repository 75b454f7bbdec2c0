import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { ConfigError } from "#server/config.ts";

export interface Listener {
  readonly http: Server;
  /** Aborted as soon as `close` is called: `/readyz` then reports that the portal is stopping. */
  readonly leaving: AbortSignal;
  /**
   * Opens the port; the app replies from the first request on.
   * @returns the port
   * @throws ConfigError
   */
  open(where: Where, appAt: (port: number) => RequestListener): Promise<number>;
  /**
   * Replies for as long as a proxy needs to notice, with `Connection: close`. Then it stops
   * listening, waits for the requests in progress for as long as an upload may reasonably take, and
   * cuts the rest. A second call waits for the first.
   */
  close(): Promise<void>;
}

interface Where {
  readonly port: number;
  readonly host: string;
}

interface Bounds {
  readonly drainMs?: number;
  readonly graceMs?: number;
  readonly pace?: Pace;
  /**
   * Called for a request that never reaches the application: two lengths, an oversized header,
   * another protocol.
   */
  readonly onUnreadable?: (refused: Unreadable) => void;
}

interface Unreadable {
  readonly status: number;
  /** Node's code, such as `HPE_INVALID_METHOD`. */
  readonly code: string;
  /** The other end of the connection: behind a proxy, the proxy. */
  readonly ip: string | undefined;
}

/** The least bytes that a body must bring in each interval, unless it completes. */
interface Pace {
  readonly everyMs: number;
  readonly leastBytes: number;
}

/**
 * The time for requests in progress at the stop, long enough for an upload. The process manager
 * must wait longer (docs/operating.md).
 */
const GRACE_MS = 30_000;
/**
 * A connection without a byte in either direction for this long is closed. Longer than any reply
 * may take.
 */
const SILENCE_MS = 300_000;
/**
 * An idle connection is open for longer than a proxy keeps its own. Otherwise the proxy's next
 * request might arrive during the close.
 */
const IDLE_MS = 75_000;
/**
 * One kilobyte a second: slower than any connection on which a person sends a photo. Ten photos of
 * 10 MB may take as long as they need.
 */
const LEAST_PACE: Pace = { everyMs: 20_000, leastBytes: 20_000 };

/** The portal's port, not yet open: until then a proxy is refused and uses another process. */
export function createListener({ drainMs = 0, graceMs = GRACE_MS, pace = LEAST_PACE, onUnreadable }: Bounds = {}): Listener {
  // Slow clients must not hold a connection for ever: headers have a time limit, bodies must keep a
  // pace.
  const http = createServer({ connectionsCheckingInterval: 5_000, headersTimeout: 20_000, requestTimeout: 0, keepAliveTimeout: IDLE_MS });
  http.timeout = SILENCE_MS;
  cutSlowBodies(http, pace);
  closeRepliesInLine(http);
  refuseUnreadable(http, onUnreadable);
  const leaving = new AbortController();
  let closing: Promise<void> | undefined;

  const close = async () => {
    leaving.abort();
    if (!http.listening) return;
    if (drainMs > 0) await sleep(drainMs);
    const closed = new Promise((done) => http.close(done));
    // The call is repeated for connections that become idle only now: a browser keeps its
    // connection for a next request.
    const idle = setInterval(() => http.closeIdleConnections(), 100);
    const cut = setTimeout(() => http.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(cut);
    clearInterval(idle);
  };
  return {
    http,
    leaving: leaving.signal,
    async open(where, appAt) {
      const port = await listen(http, where);
      const app = appAt(port);
      http.on("request", (req, res) => {
        if (leaving.signal.aborted) res.setHeader("Connection", "close");
        app(req, res);
      });
      return port;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/**
 * Checks that the port is free before a database is started in vain.
 * @throws ConfigError
 */
export async function checkPort(where: Where): Promise<void> {
  if (where.port === 0) return;
  const probe = createServer();
  await listen(probe, where);
  const closed = new Promise((done) => probe.close(done));
  probe.closeAllConnections();
  await closed;
}

/**
 * Opens a port. `names` are the settings that an error's sentence mentions.
 * @returns the port
 * @throws ConfigError
 */
export function listen(http: Server, { port, host }: Where, names = { port: "PORT", host: "HOST" }): Promise<number> {
  const sentences: Record<string, string> = {
    EADDRINUSE: `${names.port} ${port} on ${host} is in use: perhaps the portal already runs there. Stop it, or set ${names.port} to another number.`,
    EADDRNOTAVAIL: `${names.host} ${host} is not an address of this machine`,
    ENOTFOUND: `${names.host} ${host} is not an address of this machine`,
    EACCES: `${names.port} ${port} needs more rights than this user has`,
  };
  return new Promise((resolve, fail) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      const sentence = sentences[error.code ?? ""];
      fail(sentence ? new ConfigError(sentence) : error);
    });
    http.listen(port, host, () => resolve((http.address() as AddressInfo).port));
  });
}

/**
 * Cuts requests whose body has stopped or only trickles. Node's `requestTimeout` bounds the whole
 * request: that is too short for 100 MB from a building site, or long enough for an attacker to
 * hold thousands of connections.
 */
function cutSlowBodies(http: Server, { everyMs, leastBytes }: Pace): void {
  http.on("request", (req: IncomingMessage, res: ServerResponse) => {
    if (req.complete) return;
    let bytesBefore = req.socket.bytesRead;
    const looking = setInterval(() => {
      // The body is complete, or the reply is sent: a slow reply is not the client's fault.
      if (req.complete || res.writableEnded || req.socket.destroyed) return clearInterval(looking);
      const came = req.socket.bytesRead - bytesBefore;
      bytesBefore += came;
      if (came >= leastBytes) return;
      clearInterval(looking);
      if (!res.headersSent) {
        res.writeHead(408, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
        res.end("The request came too slowly. Please try again on a better connection.");
      }
      // Written data is still sent. Reading stops, so that the body's reader gets an error.
      req.socket.destroySoon();
    }, everyMs).unref();
    res.once("close", () => clearInterval(looking));
  });
}

/**
 * Closes the replies of a connection that ends before their turn on it. Node closes only the reply
 * whose turn it is, so the resources of the others (a place, a snapshot, a thread) would never be
 * released.
 */
function closeRepliesInLine(http: Server): void {
  // A browser sends one request after the other; a client that pipelines has a listener for each
  // reply.
  http.on("connection", (socket) => socket.setMaxListeners(0));
  http.on("request", ({ socket }: IncomingMessage, res: ServerResponse) => {
    const close = () => {
      if (!res.socket) res.destroy().emit("close");
    };
    socket.once("close", close);
    res.once("close", () => socket.off("close", close));
  });
}

/** Node's own status for requests that it cannot read; the rest is 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Refuses requests that never reach the application, and logs them: some are attempts to bypass its
 * rules (docs/security.md, 16.3.3).
 */
function refuseUnreadable(http: Server, onUnreadable: Bounds["onUnreadable"]): void {
  const replies = new WeakMap<Duplex, ServerResponse>();
  http.on("request", ({ socket }: IncomingMessage, res: ServerResponse) => replies.set(socket, res));
  const refuse = (socket: Duplex, code: string, status = STATUS_OF[code] ?? 400) => {
    const { bytesRead = 0, remoteAddress: ip } = socket instanceof Socket ? socket : {};
    // Browsers open connections in advance, and any client may disconnect in the middle of a
    // request.
    if (bytesRead > 0 && code !== "HPE_INVALID_EOF_STATE") onUnreadable?.({ status, code, ip });
    const reply = replies.get(socket);
    const inTheMiddle = reply?.headersSent === true && !reply.writableFinished;
    if (socket.writable && !inTheMiddle) socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    else socket.destroy();
  };
  http.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const code = error.code ?? "";
    // The connection broke, so no reply can be sent.
    if (code.startsWith("HPE_") || code.startsWith("ERR_HTTP")) refuse(socket, code);
    else socket.destroy();
  });
  http.on("connect", (_req, socket) => refuse(socket, "CONNECT", 405));
}
