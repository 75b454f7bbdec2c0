import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onServer } from "#server/testing/database/global-setup.ts";
import { S3_KEYS, type S3StandIn, startS3 } from "#server/testing/s3-stand-in.ts";
import { type StripeStandIn, startStripeStandIn } from "#stripe-stand-in/index.ts";
import { type BuiltPortal, freePort, startPortal } from "#tools/built-portal.ts";
import type { Counted } from "../testing/count-trade.ts";
import { STRIPE_RETRIES } from "../testing/trade.ts";
import { deployed, needPrograms, PROGRAMS, startPart, until } from "./parts.ts";
import { type Cluster, startCluster } from "./patroni.ts";

/**
 * The complete setup of docs/deploy on one machine: etcd, two databases, HAProxy, two portals, and
 * stand-ins for Stripe and S3.
 */
export interface Rig extends Counted {
  /** The public address, which is HAProxy's. */
  readonly url: string;
  readonly cluster: Cluster;
  readonly stripe: StripeStandIn;
  /** Restarts a portal in the way systemd does. It resolves when the new process is ready. */
  restart(portal: 0 | 1): Promise<void>;
  /** Returns the faults of the portals' processes in words. */
  faults(): Promise<string[]>;
  /** @param keep true preserves the logs of the other parts */
  end(how: { readonly keep: boolean }): Promise<void>;
}

export async function startRig(say: (line: string) => void): Promise<Rig> {
  needPrograms(PROGRAMS);
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-drill-"));
  // Under root, PostgreSQL runs as another user, which must be able to enter the folder.
  chmodSync(folder, 0o755);
  const ends: (() => Promise<unknown>)[] = [];
  const end: Rig["end"] = async ({ keep }) => {
    for (const stop of ends.splice(0).reverse()) await stop().catch((error: unknown) => say(`A part did not end: ${error}`));
    if (keep) say(`What the parts said is in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  };
  try {
    return { ...(await bringUp(folder, ends, say)), end };
  } catch (error) {
    await end({ keep: true });
    throw error;
  }
}

async function bringUp(folder: string, ends: (() => Promise<unknown>)[], say: (line: string) => void): Promise<Omit<Rig, "end">> {
  say("etcd and two databases under Patroni; no watchdog, as a container has none");
  const cluster = await startCluster(folder);
  ends.push(cluster.end);
  const stripe = await startStripeStandIn({ retryDelays: STRIPE_RETRIES });
  ends.push(stripe.stop);
  const s3 = await startS3();
  ends.push(s3.stop);

  const [people, database, standby, one, two] = [await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
  const [db1, db2] = cluster.nodes;
  const config = deployed("haproxy.cfg", join(folder, "haproxy.cfg"), {
    "    user haproxy\n    group haproxy\n": "",
    ":443 ssl crt /etc/haproxy/portal.pem alpn h2,http/1.1": `127.0.0.1:${people}`,
    "X-Forwarded-Proto https": "X-Forwarded-Proto http",
    "127.0.0.1:5000": `127.0.0.1:${database}`,
    "127.0.0.1:5001": `127.0.0.1:${standby}`,
    "/etc/haproxy/503.http": deployed("503.http", join(folder, "503.http"), {}),
    "10.0.0.11:3000": `127.0.0.1:${one}`,
    "10.0.0.12:3000": `127.0.0.1:${two}`,
    "10.0.0.21:5432 check port 8008": `127.0.0.1:${db1.port} check port ${db1.restPort}`,
    "10.0.0.22:5432 check port 8008": `127.0.0.1:${db2.port} check port ${db2.restPort}`,
  });
  const haproxy = startPart({ program: "/usr/sbin/haproxy", args: ["-db", "-f", config], log: join(folder, "haproxy.log") });
  ends.push(haproxy.end);

  // The roles follow docs/operating.md, Two roles. HAProxy trusts a server until it has checked it
  // twice, so the first try may reach the standby.
  for (const statement of [
    "create role tiltrod_owner login password 'owner'",
    "create role tiltrod login password 'portal'",
    "create database tiltrod owner tiltrod_owner",
  ]) {
    const run = () => onServer(`postgres://postgres:change-me-1@127.0.0.1:${database}/postgres`, statement).then(() => true);
    await until("The primary behind HAProxy", 30_000, run);
  }
  const databaseAs = (user: string) => `postgres://${user}@127.0.0.1:${database}/tiltrod`;
  const url = `http://127.0.0.1:${people}`;
  const metricsPorts = [await freePort(), await freePort()];
  const launch = (index: 0 | 1) => {
    const dataDir = join(folder, `portal-${index}`);
    mkdirSync(dataDir, { recursive: true });
    return startPortal({
      PORT: String([one, two][index]),
      METRICS_PORT: String(metricsPorts[index]),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseAs("tiltrod:portal"),
      DATABASE_OWNER_URL: databaseAs("tiltrod_owner:owner"),
      PUBLIC_URL: url,
      TRUST_PROXY: "1",
      STRIPE_API_BASE: stripe.url,
      STORAGE_URL: `s3://photos/drill?endpoint=${s3.endpoint}&region=eu-west-2`,
      AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    });
  };
  const portals: BuiltPortal[] = [];
  ends.push(() => Promise.all(portals.map((portal) => portal.stop())));
  for (const index of [0, 1] as const) portals.push(await launch(index));
  await until("A portal behind HAProxy", 30_000, async () => (await fetch(`${url}/readyz`)).ok);

  const badEnds: string[] = [];
  return {
    url,
    cluster,
    stripe,
    databaseUrl: databaseAs("tiltrod_owner:owner"),
    ...photosIn(s3, [join(folder, "portal-0", "uploads"), join(folder, "portal-1", "uploads")]),
    async restart(index) {
      const portal = portals[index] as BuiltPortal;
      const code = await portal.stop();
      if (code !== 0) badEnds.push(`A portal ended with ${code}: ${portal.output().slice(-1500)}`);
      portals[index] = await launch(index);
    },
    async faults() {
      const ended = portals
        .filter((portal) => portal.hasEnded())
        .map((portal) => `A portal ended by itself: ${portal.output().slice(-1500)}`);
      if (ended.length > 0) return [...badEnds, ...ended];
      const metrics = await Promise.all(metricsPorts.map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()));
      const idle = metrics.filter((text) => /^tiltrod_worker_up 0$/m.test(text)).map(() => "A portal's worker is down");
      return [...badEnds, ...idle];
    },
  };
}

/** Counts the bucket's objects, and what uploads left in the portals' folders. */
function photosIn(s3: S3StandIn, folders: readonly string[]): Pick<Counted, "photoFiles" | "makePhotosOld"> {
  const uploads = () => folders.flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)));
  const old = new Date(Date.now() - 2 * 86_400_000);
  return {
    photoFiles: () => s3.objects.size + uploads().length,
    makePhotosOld() {
      for (const object of s3.objects.values()) object.at = old;
      for (const file of uploads()) if (statSync(file).isFile()) utimesSync(file, old, old);
    },
  };
}
