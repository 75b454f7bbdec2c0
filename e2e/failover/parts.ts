import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { asUser, type RunAs } from "#server/platform/process/run-as.ts";
import { inProject } from "#tools/project.mjs";

/** The programs that the failover drill runs, and the packages of Debian 12 that contain them. */
export const PROGRAMS = {
  "/usr/bin/etcd": "etcd-server",
  "/usr/bin/patroni": "patroni",
  "/usr/lib/python3/dist-packages/etcd": "python3-etcd",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/lib/postgresql/15/bin/postgres": "postgresql-15",
} as const;

/**
 * @param needed paths, and the packages of Debian that contain them
 * @throws with the one command that installs the missing packages
 */
export function needPrograms(needed: Readonly<Record<string, string>>, isThere: (path: string) => boolean = existsSync): void {
  const missing = Object.entries(needed).flatMap(([path, name]) => (isThere(path) ? [] : [name]));
  if (missing.length === 0) return;
  throw new Error(
    `The drill needs packages of Debian 12 (as root: apt-get install --no-install-recommends ${missing.join(" ")}). ` +
      "So that apt starts none of them, put an executable /usr/sbin/policy-rc.d there that ends with 101.",
  );
}

/**
 * Copies a configuration of docs/deploy and replaces only what belongs to other machines, so that
 * the drill runs the documented configuration. It throws where the text to replace is missing.
 */
export function deployed(name: string, to: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(inProject("docs", "deploy", name), "utf8");
  for (const [before, after] of Object.entries(replacements)) {
    if (!text.includes(before)) throw new Error(`docs/deploy/${name} no longer says ${before}`);
    text = text.replaceAll(before, after);
  }
  writeFileSync(to, text, { mode: 0o644 });
  return to;
}

/** A program that the drill has started. Its output goes to a file. */
export interface Part {
  readonly pid: number;
  readonly lives: boolean;
  /** Sends SIGTERM, and SIGKILL where that was not enough. */
  end(): Promise<void>;
}

interface Launch {
  readonly program: string;
  readonly args: readonly string[];
  readonly log: string;
  readonly runAs?: RunAs;
  readonly env?: Readonly<Record<string, string>>;
}

export function startPart({ program, args, log, runAs, env = {} }: Launch): Part {
  const output = openSync(log, "a");
  const child = spawn(program, args, { ...asUser(runAs, env), stdio: ["ignore", output, output] });
  closeSync(output);
  child.on("error", () => {});
  const lives = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    get lives() {
      return lives();
    },
    async end() {
      if (!lives()) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const hurry = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await ended;
      clearTimeout(hurry);
    },
  };
}

/** Returns a process and its descendants. */
export function family(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
    return [pid, ...children.flatMap(family)];
  } catch {
    return [];
  }
}

export function signalAll(pids: readonly number[], how: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, how);
    } catch {
      // The process has already ended.
    }
  }
}

/**
 * Repeats a check until it returns a value.
 * @throws with the name of the awaited event
 */
export async function until<T>(what: string, patienceMs: number, ask: () => Promise<T | undefined | false>): Promise<T> {
  for (const since = performance.now(); performance.now() - since < patienceMs; await sleep(100)) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
  }
  throw new Error(`${what} did not come about within ${patienceMs / 1000} s`);
}
