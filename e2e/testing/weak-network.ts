import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "@playwright/test";

/** A request of a device on its way to the portal. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  /** The `Idempotency-Key` and `Signed-In-As` of a stored change. */
  readonly key: string | undefined;
  readonly person: string | undefined;
}

/**
 * The treatment of a request. away: no connection. lost: the portal answers, and the reply never
 * arrives. silent: the reply never arrives and the device notices nothing. 502: a proxy answers,
 * because the portal is unavailable.
 */
type Fate = "through" | "away" | "lost" | "silent" | 502;

interface WeakNetwork {
  /** The portal's address, as the device knows it. */
  readonly url: string;
  /** The address of the portal's process that receives the requests now. */
  leadsTo: string;
  fateOf: (asked: Asked) => Fate | Promise<Fate>;
  /** The portal's replies, including those that the device did not receive. */
  readonly answered: (Asked & { readonly status: number })[];
  stop(): void;
}

/** Starts a proxy between a tablet and the portal. */
async function startWeakNetwork(portal: string): Promise<WeakNetwork> {
  const network = { leadsTo: portal, fateOf: (() => "through") as WeakNetwork["fateOf"], answered: [] as WeakNetwork["answered"] };
  const server = createServer(async (incoming, answer) => {
    const { method = "", url: path = "", headers } = incoming;
    const said = (name: string) => headers[name]?.toString();
    const what = { method, path, key: said("idempotency-key"), person: said("signed-in-as") };
    const fate = await network.fateOf(what);
    if (fate === "away") return incoming.socket.destroy();
    if (fate === 502) return answer.writeHead(502).end();
    const onward = request(new URL(path, network.leadsTo), { method, headers }, (reply) => {
      const status = reply.statusCode ?? 0;
      network.answered.push({ ...what, status });
      if (fate === "through") return reply.pipe(answer.writeHead(status, reply.headers));
      reply.resume();
      if (fate === "lost") incoming.socket.destroy();
    });
    onward.on("error", () => incoming.socket.destroy());
    incoming.pipe(onward);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return Object.assign(network, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  });
}

export const away = () => "away" as const;
export const through = () => "through" as const;

/** Creates a separate network for each story of a file. */
export function weakNetwork(portal: () => { readonly url: string }): () => WeakNetwork {
  let network: WeakNetwork;
  test.beforeEach(async () => {
    network = await startWeakNetwork(portal().url);
  });
  test.afterEach(() => network.stop());
  return () => network;
}
