import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import PostalMime from "postal-mime";
import { createTestDatabase } from "#server/testing/database.ts";
import { type StripeStandIn, startStripeStandIn } from "#tools/stripe-stand-in/index.ts";

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface PortalProcess {
  readonly url: string;
  readonly stripe: StripeStandIn;
  /** Where its photos and uploads are. */
  readonly dataDir: string;
  readonly superAdmin: { readonly email: string; readonly password: string };
  /** The mails to a person so far, oldest first. */
  mailsTo(email: string): Promise<ReceivedMail[]>;
  stop(): Promise<void>;
}

const SERVER = fileURLToPath(new URL("../../dist/server/index.js", import.meta.url));

interface Server {
  readonly url: string;
  /** Everything that it has printed so far. */
  output(): string;
  stop(): Promise<number | null>;
}

const superAdmin = { email: "owner@e2e.example", password: "a long enough password" };

/** The built server as a process of its own, just started. */
export function spawnServer(databaseUrl: string, dataDir: string, env: Record<string, string> = {}) {
  const server = spawn(process.execPath, [SERVER], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SESSION_SECRET: "e2e session secret of thirty-two characters",
      ENCRYPTION_KEY: "e2e encryption key of thirty-two characters",
      SUPER_ADMIN_EMAIL: superAdmin.email,
      SUPER_ADMIN_PASSWORD: superAdmin.password,
      LOG_LEVEL: "error",
      // A story acts faster than a person, so its write limit is higher.
      WRITE_LIMIT: "100000",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return {
    server,
    output: () => output,
    /** @returns its exit code */
    async stop(): Promise<number | null> {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      if (server.exitCode === null) await ended;
      return server.exitCode;
    },
  };
}

/** The built server as a process of its own, once it is ready. */
export async function startServerProcess(databaseUrl: string, dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  const { server, output, stop } = spawnServer(databaseUrl, dataDir, env);
  return { url: await readyAddress(server), output, stop };
}

/** The whole product for a story: the server, a database of its own, a stand-in for Stripe and an outbox folder. */
export async function startPortalProcess(env: Record<string, string> = {}): Promise<PortalProcess> {
  const database = await createTestDatabase();
  const stripe = await startStripeStandIn();
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-e2e-"));
  const server = await startServerProcess(database.url, dataDir, { STRIPE_API_BASE: stripe.url, ...env });
  return {
    url: server.url,
    stripe,
    dataDir,
    superAdmin,
    mailsTo: (email) => readOutbox(join(dataDir, "outbox"), email),
    async stop() {
      await server.stop();
      await stripe.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function readyAddress(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /is ready at (\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    };
    server.stdout?.on("data", hear);
    server.stderr?.on("data", hear);
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}: ${said}`)));
  });
}

async function readOutbox(folder: string, email: string): Promise<ReceivedMail[]> {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  } catch {
    return [];
  }
  const mails = await Promise.all(names.sort().map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
  return mails
    .map((mail) => ({ to: mail.to?.[0]?.address ?? "", subject: mail.subject ?? "", text: mail.text ?? "" }))
    .filter((mail) => mail.to.toLowerCase() === email.toLowerCase());
}
