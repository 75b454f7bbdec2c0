import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { chooseRunAs } from "#server/db/embedded/run-as.ts";
import { type S3StandIn, startS3 } from "#server/photos/testing-s3.ts";
import type { Counted } from "#tools/crash/check.ts";
import { freePort } from "#tools/free-port.ts";
import { type StripeStandIn, startStripeStandIn } from "#tools/stripe-stand-in/index.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { deployed } from "./deployed.ts";
import { needPrograms, PROGRAMS } from "./needs.ts";
import { startPart, until } from "./parts.ts";
import { type PortalPart, photosOf, startPortalPart } from "./portals.ts";

/** Everything of docs/deploy on one machine: etcd, two databases, HAProxy, two portals, and stand-ins for Stripe and S3. */
export interface Rig extends Counted {
  /** The address for people: HAProxy. */
  readonly url: string;
  readonly cluster: Cluster;
  readonly portals: readonly PortalPart[];
  readonly stripe: StripeStandIn;
  /** @param keep whether to keep the logs of all parts */
  end(how: { readonly keep: boolean }): Promise<void>;
}

const PORTALS = ["one", "two"] as const;

export async function startRig(say: (line: string) => void): Promise<Rig> {
  needPrograms();
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-drill-"));
  // Where we are root, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o755);
  const ends: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const stop of ends.splice(0).reverse()) await stop().catch((error: unknown) => say(`A part did not end: ${error}`));
  };
  try {
    return await bringUp({ folder, ends, end, say });
  } catch (error) {
    await end();
    say(`What the parts said is in ${folder}`);
    throw error;
  }
}

interface Beginnings {
  readonly folder: string;
  readonly ends: (() => Promise<unknown>)[];
  readonly end: () => Promise<void>;
  readonly say: (line: string) => void;
}

async function bringUp({ folder, ends, end, say }: Beginnings): Promise<Rig> {
  say("etcd and two databases under Patroni; no watchdog, as a container has none");
  const cluster = await startCluster({ folder, runAs: chooseRunAs(join(folder, "none")) });
  ends.push(cluster.end);
  const stripe = await startStripeStandIn({ retryDelays: [300, 1000, 3000, 10_000] });
  ends.push(stripe.stop);
  const s3: S3StandIn = await startS3();
  ends.push(s3.stop);

  const [people, database, standby] = [await freePort(), await freePort(), await freePort()];
  const ports = await Promise.all(PORTALS.map(freePort));
  const haproxy = startPart({
    program: PROGRAMS.haproxy,
    args: ["-db", "-f", haproxyConfig(folder, { people, database, standby, portals: ports, cluster })],
    log: join(folder, "haproxy.log"),
  });
  ends.push(() => haproxy.end());

  const superUrl = `postgres://postgres:change-me-1@127.0.0.1:${database}/postgres`;
  // As in docs/operating.md, Two roles. HAProxy trusts a server until it has checked it twice: the first try may reach
  // the standby.
  for (const statement of [
    "create role tiltrod_owner login password 'owner'",
    "create role tiltrod login password 'portal'",
    "create database tiltrod owner tiltrod_owner",
  ])
    await until("The primary behind HAProxy", 30_000, () => sql(superUrl, statement).then(() => true));
  const addressOf = (user: string) => `postgres://${user}@127.0.0.1:${database}/tiltrod`;

  const url = `http://127.0.0.1:${people}`;
  const portals: PortalPart[] = [];
  for (const [at, name] of PORTALS.entries()) {
    const port = ports[at] ?? 0;
    const addresses = { databaseUrl: addressOf("tiltrod:portal"), ownerUrl: addressOf("tiltrod_owner:owner") };
    const portal = await startPortalPart({ folder, name, port, publicUrl: url, stripeUrl: stripe.url, s3, ...addresses });
    ends.push(portal.end);
    portals.push(portal);
  }
  await until("A portal behind HAProxy", 30_000, async () => (await fetch(`${url}/readyz`)).ok);
  return {
    url,
    cluster,
    portals,
    stripe,
    databaseUrl: () => addressOf("tiltrod_owner:owner"),
    photos: photosOf(s3, folder, PORTALS),
    async end({ keep }) {
      await end();
      if (keep) say(`What the parts said is in ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Ports {
  readonly people: number;
  readonly database: number;
  readonly standby: number;
  readonly portals: readonly number[];
  readonly cluster: Cluster;
}

function haproxyConfig(folder: string, { people, database, standby, portals, cluster }: Ports): string {
  const page = deployed("503.http", join(folder, "503.http"), {});
  const [one, two] = cluster.nodes;
  return deployed("haproxy.cfg", join(folder, "haproxy.cfg"), {
    "    user haproxy\n    group haproxy\n": "",
    ":443 ssl crt /etc/haproxy/portal.pem alpn h2,http/1.1": `127.0.0.1:${people}`,
    "X-Forwarded-Proto https": "X-Forwarded-Proto http",
    "127.0.0.1:5000": `127.0.0.1:${database}`,
    "127.0.0.1:5001": `127.0.0.1:${standby}`,
    "/etc/haproxy/503.http": page,
    "10.0.0.11:3000": `127.0.0.1:${portals[0]}`,
    "10.0.0.12:3000": `127.0.0.1:${portals[1]}`,
    "10.0.0.21:5432 check port 8008": `127.0.0.1:${one?.port} check port ${one?.restPort}`,
    "10.0.0.22:5432 check port 8008": `127.0.0.1:${two?.port} check port ${two?.restPort}`,
  });
}

async function sql(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
