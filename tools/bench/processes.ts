import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "#tools/free-port.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const watched = ["--import", new URL("./watched.mjs", import.meta.url).href];

export interface Usage {
  readonly statements: number;
  /** Milliseconds of processor. */
  readonly cpu: number;
  /** Megabytes. */
  readonly rss: number;
  /** Milliseconds that the event loop was late, of a hundred times the latest but one, since the last time of asking. */
  readonly lag: number;
}
export interface Measured {
  readonly port: number;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

function measured(child: ChildProcess, port: number, cleanUp: () => void = () => {}): Measured {
  return {
    port,
    async usage() {
      child.send("usage");
      const [usage] = (await once(child, "message")) as [Usage];
      return usage;
    },
    async stop() {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      cleanUp();
    },
  };
}

export type Statement = { text: string; values: unknown[] };

export async function startBare(url: string, routes: Record<string, Statement[]>): Promise<Measured> {
  const child = fork(here("./bare-server.ts"), { execArgv: [...watched, "--import", import.meta.resolve("tsx")] });
  // Not before it listens: what comes earlier, the counter that was loaded first takes for its own.
  await once(child, "message");
  child.send({ url, routes });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return measured(child, port);
}

/** The built server, as `npm start` runs it, its log thrown away. */
export async function startPortal(url: string): Promise<Measured & { startedIn: number }> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), "tiltrod-bench-"));
  const started = performance.now();
  const child = fork(here("../../dist/server/index.js"), {
    execArgv: watched,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      PORT: String(port),
      // As many as it can, not as many as a person may.
      WRITE_LIMIT: "100000000",
      SESSION_SECRET: "the session secret of the bench, 32 long",
      ENCRYPTION_KEY: "the encryption key of the bench, 32 long",
    },
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error("The portal did not start");
    const reply = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
    if (reply?.ok) break;
    await new Promise((done) => setTimeout(done, 5));
  }
  const startedIn = performance.now() - started;
  return { ...measured(child, port, () => rmSync(dataDir, { recursive: true, force: true })), startedIn };
}

export async function signIn(port: number, email: string, password: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!reply.ok) throw new Error(`Sign-in was refused: ${await reply.text()}`);
  return (reply.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}
