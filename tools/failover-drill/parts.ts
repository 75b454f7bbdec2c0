import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { childEnv, type RunAs } from "#server/db/embedded/run-as.ts";

/** A program that the drill has started. Its output goes to a file. */
export interface Part {
  readonly pid: number;
  readonly lives: boolean;
  /** SIGTERM, and SIGKILL when that was not enough. @returns the exit code */
  end(patienceMs?: number): Promise<number | null>;
  kill(): Promise<void>;
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
  const child: ChildProcess = spawn(program, args, {
    ...runAs,
    cwd: "/",
    env: { ...childEnv(), ...env },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.on("error", () => {});
  const lives = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  const ended = async () => {
    if (lives()) await once(child, "exit");
  };
  return {
    pid: child.pid ?? 0,
    get lives() {
      return lives();
    },
    async end(patienceMs = 15_000) {
      if (lives()) child.kill("SIGTERM");
      const hurry = setTimeout(() => child.kill("SIGKILL"), patienceMs);
      await ended();
      clearTimeout(hurry);
      return child.exitCode;
    },
    async kill() {
      if (lives()) child.kill("SIGKILL");
      await ended();
    },
  };
}

/** A process and its descendants. */
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
      // Gone already.
    }
  }
}

/** Asks again until the answer is yes. @throws with the name of what it waited for */
export async function until<T>(what: string, patienceMs: number, ask: () => Promise<T | undefined | false>): Promise<T> {
  for (const since = performance.now(); performance.now() - since < patienceMs; await sleep(100)) {
    const answer = await ask().catch(() => undefined);
    if (answer) return answer;
  }
  throw new Error(`${what} did not come about within ${patienceMs / 1000} s`);
}
