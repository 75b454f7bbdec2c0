import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { locateBinaries, program } from "#server/db/embedded/binaries.ts";
import { isAlive } from "#server/db/embedded/process-identity.mjs";

/** PostgreSQL's main process, as it describes itself in postmaster.pid. */
export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

const pidFile = (data: string) => join(data, "postmaster.pid");

export function readPostmaster(data: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(data), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/**
 * The server that runs on this data, once it is ready; undefined when there is none. One that is still recovering or on its way
 * out is waited for, however long that takes, because starting a second one is never the answer.
 */
export async function findPostmaster(data: string, log: (message: string) => void): Promise<Postmaster | undefined> {
  const asked = Date.now();
  let told = false;
  for (;;) {
    const found = readPostmaster(data);
    if (!found || !isAlive(found.pid)) return undefined;
    if (!looksLikePostgres(found.pid)) {
      // The number of a server that died was given to another program; PostgreSQL itself would refuse to start over this note.
      rmSync(pidFile(data), { force: true });
      return undefined;
    }
    if (found.ready) return found;
    if (!told && Date.now() - asked > 2000) {
      told = true;
      log("Waiting for the database that is already starting or stopping…");
    }
    await sleep(20);
  }
}

function looksLikePostgres(pid: number): boolean {
  try {
    if (process.platform === "linux") return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
    if (process.platform === "darwin")
      return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).includes("postgres");
  } catch {
    // Not ours to look at: then we can't say it is not.
  }
  return true;
}

/** Ends the server in PostgreSQL's "fast" way (no new work, running work rolled back, everything written), and waits till it's gone. */
export async function endPostmaster(pid: number, how: "SIGINT" | "SIGQUIT" = "SIGINT"): Promise<void> {
  let patience = Date.now() + 60_000;
  signal(pid, how);
  while (isAlive(pid)) {
    if (Date.now() > patience) {
      // Immediate shutdown: safe for the data, which is recovered at the next start.
      signal(pid, "SIGQUIT");
      patience += 5000;
    }
    await sleep(10);
  }
}

/** Synchronous, so that a process which is about to end can still do it. */
export function signal(pid: number, how: "SIGINT" | "SIGQUIT"): void {
  try {
    // Windows knows no such signals; pg_ctl has its own way to the server there.
    if (process.platform === "win32")
      spawnSync(program(locateBinaries(), "pg_ctl"), ["kill", how.slice(3), String(pid)], { stdio: "ignore" });
    else process.kill(pid, how);
  } catch {
    // Gone already.
  }
}
