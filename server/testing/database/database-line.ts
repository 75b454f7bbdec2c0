import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A proxy to a database that a test can cut or freeze, to simulate a killed, a lost and a stopped
 * server.
 */
export interface DatabaseLine {
  /** The database's address through this proxy. */
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  /** Keeps every connection open, accepts new ones, and forwards nothing. */
  freeze(): void;
  /** Forwards the data that waited in the frozen proxy; after a cut, accepts new connections. */
  mend(): void;
  stop(): Promise<void>;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const there = new URL(databaseUrl);
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: "whole" | "cut" | "frozen" = "whole";
  const server = createServer((near) => {
    if (state === "cut") return near.resetAndDestroy();
    const far = connect(Number(there.port), there.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    if (state === "whole") near.pipe(far).pipe(near);
    for (const socket of pair) {
      socket.on("error", () => {});
      socket.on("close", () => {
        near.destroy();
        far.destroy();
        pairs.delete(pair);
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const here = new URL(databaseUrl);
  here.hostname = "127.0.0.1";
  here.port = String((server.address() as AddressInfo).port);
  const destroyAll = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: here.href,
    cut() {
      state = "cut";
      destroyAll();
    },
    freeze() {
      state = "frozen";
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
      }
    },
    mend() {
      state = "whole";
      for (const [near, far] of pairs) near.pipe(far).pipe(near);
    },
    async stop() {
      const closed = new Promise((done) => server.close(done));
      destroyAll();
      await closed;
    },
  };
}
