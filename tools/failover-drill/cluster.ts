import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { giveTo, type RunAs } from "#server/db/embedded/run-as.ts";
import { freePort } from "#tools/free-port.ts";
import { deployed } from "./deployed.ts";
import { PROGRAMS } from "./needs.ts";
import { family, type Part, signalAll, startPart, until } from "./parts.ts";

const NAMES = ["db1", "db2"] as const;
type Name = (typeof NAMES)[number];

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** One machine of the database: Patroni and its PostgreSQL. */
export interface Node {
  readonly name: Name;
  readonly port: number;
  readonly restPort: number;
  /** Kills only PostgreSQL's main process. */
  killPostgres(): void;
  /** Kills all at once, like a machine that loses its power. */
  kill(): Promise<void>;
  start(): void;
  /** Freezes all, like a paused machine. */
  freeze(): void;
  thaw(): void;
  end(): Promise<void>;
}

export interface Cluster {
  readonly nodes: readonly Node[];
  /** The primary, as Patroni says. All nodes are asked, since one may be dead. */
  primary(): Promise<Node>;
  /** Waits until there is a primary, and a standby that has everything. */
  whole(): Promise<void>;
  /** A planned switchover to the other one. */
  switchOver(): Promise<void>;
  end(): Promise<void>;
}

interface Place {
  readonly folder: string;
  readonly runAs: RunAs;
}

/** etcd with one member, and two nodes of docs/deploy's Patroni. */
export async function startCluster({ folder, runAs }: Place): Promise<Cluster> {
  const [etcdPort, peerPort] = [await freePort(), await freePort()];
  const etcd = startPart({
    program: PROGRAMS.etcd,
    args: [
      "--config-file",
      deployed("etcd.yml", join(folder, "etcd.yml"), {
        "/var/lib/etcd/tiltrod": join(folder, "etcd"),
        ",etcd2=http://10.0.0.32:2380,etcd3=http://10.0.0.33:2380": "",
        "10.0.0.31:2379": `127.0.0.1:${etcdPort}`,
        "10.0.0.31:2380": `127.0.0.1:${peerPort}`,
      }),
    ],
    log: join(folder, "etcd.log"),
  });
  const nodes: Node[] = [];
  const end = async () => {
    await Promise.all(nodes.map((node) => node.end()));
    await etcd.end();
  };
  try {
    await until("etcd's answer", 30_000, async () => (await fetch(`http://127.0.0.1:${etcdPort}/health`)).ok);
    const ports = await Promise.all(NAMES.map(async () => ({ port: await freePort(), restPort: await freePort() })));
    for (const [at, name] of NAMES.entries()) {
      const { port = 0, restPort = 0 } = ports[at] ?? {};
      nodes.push(makeNode({ folder, runAs, name, port, restPort, etcdPort }));
      nodes.at(-1)?.start();
      // The first node makes the cluster, the second one copies it.
      if (at === 0) await until("The first primary", 90_000, async () => (await fetch(`http://127.0.0.1:${restPort}/primary`)).ok);
    }
  } catch (error) {
    await end();
    throw error;
  }
  const members = async (): Promise<Member[]> => {
    for (const { restPort } of nodes) {
      const reply = await fetch(`http://127.0.0.1:${restPort}/cluster`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
      if (reply?.ok) return ((await reply.json()) as { members: Member[] }).members;
    }
    return [];
  };
  const primary = async (): Promise<Node> => {
    const leader = await until("A primary", 90_000, async () => (await members()).find(({ role }) => role === "leader")?.name);
    return nodes.find(({ name }) => name === leader) as Node;
  };
  const whole = async () => {
    let seen = "";
    await until("A primary with a synchronous standby", 120_000, async () => {
      seen = (await members())
        .map(({ role, state }) => `${role} ${state}`)
        .toSorted()
        .join();
      return /^leader running,sync_standby (running|streaming)$/.test(seen);
    }).catch((error: unknown) => {
      throw new Error(`${error}: ${seen}`);
    });
  };
  await whole().catch(async (error) => {
    await end();
    throw error;
  });
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

interface NodePlace extends Place {
  readonly name: Name;
  readonly port: number;
  readonly restPort: number;
  readonly etcdPort: number;
}

function makeNode({ folder, runAs, name, port, restPort, etcdPort }: NodePlace): Node {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  giveTo(home, runAs);
  const data = join(home, "data");
  const config = deployed("patroni.yml", join(folder, `${name}.yml`), {
    "name: db1": `name: ${name}`,
    "10.0.0.21:8008": `127.0.0.1:${restPort}`,
    "10.0.0.31:2379, 10.0.0.32:2379, 10.0.0.33:2379": `127.0.0.1:${etcdPort}`,
    "10.0.0.21:5432": `127.0.0.1:${port}`,
    "/var/lib/postgresql/15/tiltrod": data,
    "unix_socket_directories: /var/run/postgresql": `unix_socket_directories: ${home}`,
    "10.0.0.0/24": "127.0.0.1/32",
    // A container has no watchdog; docs/deploy says what it is for.
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
  const everybody = () => [...new Set([...(patroni?.lives ? family(patroni.pid) : []), ...(postmaster() ? family(postmaster()) : [])])];
  return {
    name,
    port,
    restPort,
    start() {
      patroni = startPart({ program: PROGRAMS.patroni, args: [config], log: join(folder, `${name}.log`), runAs, env: { HOME: home } });
    },
    killPostgres: () => signalAll([postmaster()], "SIGKILL"),
    async kill() {
      signalAll(everybody(), "SIGKILL");
      await patroni?.kill();
    },
    freeze: () => signalAll(everybody(), "SIGSTOP"),
    thaw: () => signalAll(everybody(), "SIGCONT"),
    async end() {
      signalAll(everybody(), "SIGCONT");
      await patroni?.end();
      signalAll(everybody(), "SIGKILL");
    },
  };
}
