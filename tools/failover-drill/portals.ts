import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { S3_KEYS, type S3StandIn } from "#server/photos/testing-s3.ts";
import { ENCRYPTION_KEY, OWNER } from "#tools/crash/portal.ts";
import { freePort } from "#tools/free-port.ts";
import { type Part, startPart, until } from "./parts.ts";

const SERVER = fileURLToPath(new URL("../../dist/server/index.js", import.meta.url));

export interface PortalPart {
  readonly port: number;
  /** SIGTERM, as systemd sends it, and a new process as soon as it has ended. Resolves when the new one is ready. */
  restart(): Promise<void>;
  /** What is wrong with this process, in words. */
  faults(): Promise<string[]>;
  end(): Promise<void>;
}

interface Surroundings {
  readonly folder: string;
  readonly name: string;
  readonly port: number;
  readonly publicUrl: string;
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  readonly stripeUrl: string;
  readonly s3: S3StandIn;
}

/**
 * The built server, supervised as in docs/deploy/tiltrod.service: a process that ends is started again after a second.
 */
export async function startPortalPart(around: Surroundings): Promise<PortalPart> {
  const { folder, name, port, s3 } = around;
  const metricsPort = await freePort();
  const dataDir = join(folder, name);
  mkdirSync(dataDir);
  const log = join(folder, `${name}.log`);
  const launch = () =>
    startPart({
      program: process.execPath,
      args: [SERVER],
      log,
      env: {
        NODE_ENV: "production",
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        DATA_DIR: dataDir,
        DATABASE_URL: around.databaseUrl,
        DATABASE_OWNER_URL: around.ownerUrl,
        PUBLIC_URL: around.publicUrl,
        TRUST_PROXY: "1",
        SESSION_SECRET: "the session secret of the failover drill",
        ENCRYPTION_KEY,
        SUPER_ADMIN_EMAIL: OWNER.email,
        SUPER_ADMIN_PASSWORD: OWNER.password,
        STRIPE_API_BASE: around.stripeUrl,
        STORAGE_URL: `s3://photos/drill?endpoint=${s3.endpoint}&region=eu-west-2`,
        AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
        AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
        // Six customers write as much as a thousand.
        WRITE_LIMIT: "1000000",
        LOG_LEVEL: "error",
      },
    });
  const ready = () =>
    until(
      `${name}'s /readyz`,
      60_000,
      async () => (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2000) })).ok,
    );
  let part: Part = launch();
  let ended = 0;
  let telling = false;
  const keeper = setInterval(() => {
    if (part.lives || telling) return;
    ended += 1;
    part = launch();
  }, 1000);
  const end = async () => {
    telling = true;
    clearInterval(keeper);
    await part.end(60_000);
  };
  await ready().catch(async (error: unknown) => {
    await end();
    throw new Error(`${error} It said: ${readFileSync(log, "utf8").slice(-2000)}`);
  });
  return {
    port,
    async restart() {
      telling = true;
      const code = await part.end(60_000);
      if (code !== 0) ended += 1;
      part = launch();
      telling = false;
      await ready();
    },
    async faults() {
      const words = ended > 0 ? [`${name} ended ${ended} times by itself or badly: ${readFileSync(log, "utf8").slice(-1500)}`] : [];
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return /^tiltrod_worker_up 0$/m.test(metrics) ? [...words, `the worker of ${name} is down`] : words;
    },
    end,
  };
}

/** The bucket's objects, and what uploads left in the portals' folders. */
export function photosOf(s3: S3StandIn, folder: string, names: readonly string[]) {
  const uploads = () =>
    names.map((name) => join(folder, name, "uploads")).flatMap((place) => readdirSync(place).map((file) => join(place, file)));
  const old = Date.now() / 1000 - 2 * 86_400;
  return {
    stored: () => s3.objects.size,
    files: () => s3.objects.size + uploads().length,
    makeOld() {
      for (const object of s3.objects.values()) object.at = new Date(old * 1000);
      for (const file of uploads()) if (statSync(file).isFile()) utimesSync(file, old, old);
    },
  };
}
