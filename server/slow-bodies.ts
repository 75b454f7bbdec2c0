import type { IncomingMessage, Server, ServerResponse } from "node:http";

export interface Pace {
  /** A body is looked at this often… */
  readonly everyMs: number;
  /** …and has to have brought this much since, or all that was missing. */
  readonly leastBytes: number;
}

/**
 * A kilobyte a second: slower than any connection on which a person would try to send a photo. Ten photos of 10 MB may
 * take as long as they need.
 */
const LEAST: Pace = { everyMs: 20_000, leastBytes: 20_000 };

/**
 * Cuts off requests whose body has stopped coming, or only trickles so that a connection is held. A bound for the whole
 * request would be either too short for a hundred megabytes from a building site or long enough for an attacker who
 * wants to hold thousands of connections.
 */
export function cutSlowBodies(http: Server, { everyMs, leastBytes }: Pace = LEAST): void {
  http.on("request", (req: IncomingMessage, res: ServerResponse) => {
    if (req.complete) return;
    let seen = req.socket.bytesRead;
    const looking = setInterval(() => {
      // Answered already, or all there: how long the answer takes is our affair.
      if (req.complete || res.writableEnded || req.socket.destroyed) return clearInterval(looking);
      const came = req.socket.bytesRead - seen;
      seen += came;
      if (came >= leastBytes) return;
      clearInterval(looking);
      if (!res.headersSent) {
        res.writeHead(408, { "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
        res.end("The request came too slowly. Please try again on a better line.");
      }
      // What is written goes out; nothing more is read, and the reader of the body gets an error, because it was cut
      // short.
      req.socket.destroySoon();
    }, everyMs).unref();
    res.once("close", () => clearInterval(looking));
  });
}
