import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { inProject } from "./project.mjs";

/** The super admin of every portal that the tests start. */
export const OWNER = { email: "owner@e2e.example", password: "a long enough password" } as const;
export const ENCRYPTION_KEY = "e2e encryption key of thirty-two characters";

export interface BuiltPortal {
  /** The address changes with each start where `PORT` is 0. */
  readonly url: string;
  readonly pid: number;
  /** Returns everything that the process has printed so far. */
  output(): string;
  hasEnded(): boolean;
  /**
   * Sends SIGTERM.
   * @returns its exit code
   */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
}

const running = new Set<ChildProcess>();
/**
 * A test process that ends early, for example after a failure, leaves none of its portals running.
 */
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts the built server as a separate process. `url` is empty until the server is ready. */
export function spawnPortal(env: Readonly<Record<string, string>>, project = inProject()): BuiltPortal & { child: ChildProcess } {
  const child = spawn(process.execPath, [join(project, "dist", "server", "index.js")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      SESSION_SECRET: "e2e session secret of thirty-two characters",
      ENCRYPTION_KEY,
      SUPER_ADMIN_EMAIL: OWNER.email,
      SUPER_ADMIN_PASSWORD: OWNER.password,
      LOG_LEVEL: "error",
      // A test acts faster than a person.
      WRITE_LIMIT: "100000000",
      READ_LIMIT: "100000000",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  let [output, url] = ["", ""];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      url ||= /is ready at (\S+)/.exec(output)?.[1] ?? "";
    });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded()) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  };
  return {
    child,
    get url() {
      return url;
    },
    pid: child.pid ?? 0,
    output: () => output,
    hasEnded,
    async stop() {
      await end("SIGTERM");
      return child.exitCode;
    },
    kill: () => end("SIGKILL"),
  };
}

/** Starts the built server and waits until it is ready. */
export async function startPortal(env: Readonly<Record<string, string>>, project?: string): Promise<BuiltPortal> {
  const portal = spawnPortal(env, project);
  await new Promise<void>((resolve, reject) => {
    for (const stream of [portal.child.stdout, portal.child.stderr]) stream?.on("data", () => portal.url && resolve());
    portal.child.once("close", (code) => reject(new Error(`The server ended with ${code}: ${portal.output()}`)));
  });
  return portal;
}

/**
 * Returns a free port of this machine. It is below the ports that a system gives to connections
 * (Linux from 32768, others from 49152), so that no connection takes it while a server on it
 * restarts.
 */
export async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return freePort();
  }
  server.close();
  await once(server, "close");
  return port;
}
