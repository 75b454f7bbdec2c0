import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "#server/config.ts";

/** The user that PostgreSQL runs as where that is not ourselves: it refuses to run as root. */
export type RunAs = { uid: number; gid: number } | undefined;

export const weAreRoot = () => process.getuid?.() === 0;

/** Under root: whoever owns the data already, else `postgres`, else `nobody`. No user is ever created. */
export function chooseRunAs(data: string): RunAs {
  if (!weAreRoot()) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = lookUp("postgres") ?? lookUp("nobody");
  if (!user) {
    throw new ConfigError(
      "PostgreSQL refuses to run as root, and this system has neither a user postgres nor nobody: start as an ordinary user.",
    );
  }
  return user;
}

function lookUp(name: string): RunAs {
  const id = (flag: string) => execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    // macOS prints nobody's -2 as 4294967294, which spawn() refuses; `| 0` makes it -2 again.
    return { uid: Number(id("-u")) | 0, gid: Number(id("-g")) | 0 };
  } catch {
    return undefined;
  }
}

/** Only what the programs need: not our secrets, and no PGPORT or PGDATA that would redirect them. */
export function childEnv(): NodeJS.ProcessEnv {
  const kept = ["PATH", "SystemRoot", "SystemDrive", "ComSpec", "TEMP", "TMP", "USERPROFILE", "APPDATA"];
  const env: NodeJS.ProcessEnv = { LC_ALL: "C", TZ: "UTC" };
  for (const name of kept) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}

/** Whether that user can really enter and write there, asked of the system itself rather than worked out from mode bits. */
export function canWriteIn(folder: string, runAs: RunAs): boolean {
  if (!runAs) return true;
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1" && test -w .', "sh", folder], { ...runAs, cwd: "/", env: childEnv(), stdio: "ignore" }).status ===
    0
  );
}

export function giveTo(path: string, runAs: RunAs): void {
  if (!runAs) return;
  chownSync(path, runAs.uid, runAs.gid);
}

export function giveAllTo(path: string, runAs: RunAs): void {
  if (!runAs) return;
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  giveTo(path, runAs);
  if (entry.isDirectory()) for (const name of readdirSync(path)) giveAllTo(join(path, name), runAs);
}
