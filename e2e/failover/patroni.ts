import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { changeOwner, chooseRunAs } from "#server/platform/process/run-as.ts";
import { freePort } from "#tools/built-portal.ts";
import { deployed, family, type Part, signalAll, startPart, until } from "./parts.ts";

/** One machine of the database: Patroni and its PostgreSQL. */
export interface Node {
  readonly name: string;
  readonly port: number;
  readonly restPort: number;
  start(): void;
  /** Kills only PostgreSQL's main process. */
  killPostgres(): void;
  /**
   * Signals all processes at once: SIGKILL imitates a machine that loses its power, SIGSTOP one
   * that is paused.
   */
  signal(how: "SIGKILL" | "SIGSTOP" | "SIGCONT"): void;
  end(): Promise<void>;
}

export interface Cluster {
  readonly nodes: readonly [Node, Node];
  /** Returns Patroni's primary. It queries all nodes, because one may be dead. */
  primary(): Promise<Node>;
  /** Waits until there is a primary, and a standby that has replicated everything. */
  whole(): Promise<void>;
  /** Runs a planned switchover to the other node. */
  switchOver(): Promise<void>;
  end(): Promise<void>;
}

/** Starts etcd with one member, and two nodes of docs/deploy's Patroni. */
export async function startCluster(folder: string): Promise<Cluster> {
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const config = deployed("etcd.yml", join(folder, "etcd.yml"), {
    "/var/lib/etcd/tiltrod": join(folder, "etcd"),
    ",etcd2=http://10.0.0.32:2380,etcd3=http://10.0.0.33:2380": "",
    "10.0.0.31:2379": `127.0.0.1:${etcdPort}`,
    "10.0.0.31:2380": `127.0.0.1:${peerPort}`,
  });
  const etcd = startPart({ program: "/usr/bin/etcd", args: ["--config-file", config], log: join(folder, "etcd.log") });
  const nodes: [Node, Node] = [await makeNode(folder, "db1", etcdPort), await makeNode(folder, "db2", etcdPort)];
  const [first, second] = nodes;
  const end = async () => {
    await Promise.all(nodes.map((node) => node.end()));
    await etcd.end();
  };

  const members = async (): Promise<{ name: string; role: string; state: string }[]> => {
    for (const { restPort } of nodes) {
      const reply = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
      if (reply?.ok) return (await reply.json()).members;
    }
    return [];
  };
  const primary = () =>
    until("A primary", 90_000, async () => {
      const leader = (await members()).find(({ role }) => role === "leader");
      return nodes.find(({ name }) => name === leader?.name);
    });
  const whole = async () => {
    await until("A primary with a synchronous standby", 120_000, async () => {
      const seen = (await members()).map(({ role, state }) => `${role} ${state}`).toSorted();
      return /^leader running,sync_standby (running|streaming)$/.test(seen.join());
    });
  };
  try {
    await until("etcd's answer", 30_000, async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok);
    // The first node initialises the cluster, and the second one copies it.
    first.start();
    await until("The first primary", 90_000, async () => (await fetch(`http://127.0.0.1:${first.restPort}/primary`)).ok);
    second.start();
    await whole();
  } catch (error) {
    await end();
    throw error;
  }
  return {
    nodes,
    primary,
    whole,
    async switchOver() {
      const from = await primary();
      const to = nodes.find((node) => node !== from)?.name;
      const body = JSON.stringify({ leader: from.name, candidate: to });
      const reply = await fetch(`http://127.0.0.1:${from.restPort}/switchover`, { method: "POST", body });
      if (!reply.ok) throw new Error(`The switchover was refused: ${await reply.text()}`);
    },
    end,
  };
}

async function makeNode(folder: string, name: string, etcdPort: number): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()];
  // PostgreSQL refuses to run as root.
  const runAs = chooseRunAs(join(folder, "none"));
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  changeOwner(home, runAs);
  const data = join(home, "data");
  const config = deployed("patroni.yml", join(folder, `${name}.yml`), {
    "name: db1": `name: ${name}`,
    "10.0.0.21:8008": `127.0.0.1:${restPort}`,
    "10.0.0.31:2379, 10.0.0.32:2379, 10.0.0.33:2379": `127.0.0.1:${etcdPort}`,
    "10.0.0.21:5432": `127.0.0.1:${port}`,
    "/var/lib/postgresql/15/tiltrod": data,
    "unix_socket_directories: /var/run/postgresql": `unix_socket_directories: ${home}`,
    "10.0.0.0/24": "127.0.0.1/32",
    // A container has no watchdog. docs/deploy explains its purpose.
    "mode: required": "mode: off",
  });
  let patroni: Part | undefined;
  const postmaster = () => {
    try {
      return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
    } catch {
      return 0;
    }
  };
  const all = () => [...new Set([...(patroni?.lives ? family(patroni.pid) : []), ...(postmaster() ? family(postmaster()) : [])])];
  const log = join(folder, `${name}.log`);
  return {
    name,
    port,
    restPort,
    start() {
      patroni = startPart({ program: "/usr/bin/patroni", args: [config], log, runAs, env: { HOME: home } });
    },
    killPostgres: () => signalAll([postmaster()], "SIGKILL"),
    signal: (how) => signalAll(all(), how),
    async end() {
      signalAll(all(), "SIGCONT");
      await patroni?.end();
      signalAll(all(), "SIGKILL");
    },
  };
}
