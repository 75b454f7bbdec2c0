import { execFileSync } from "node:child_process";
import { lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ConfigError } from "./config.ts";

/** The user that PostgreSQL runs as where that is not ourselves: it refuses to run as root. */
export type RunAs = { uid: number; gid: number } | undefined;

/** Under root: the user who owns the data already, else `postgres`, else `nobody`. No user is ever created. */
export function chooseRunAs(data: string): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of ["postgres", "nobody"]) {
    const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
    try {
      // macOS prints nobody's -2 as 4294967294, which spawn() refuses; `| 0` makes it -2 again.
      return { uid: id("-u") | 0, gid: id("-g") | 0 };
    } catch {
      // There is no such user here.
    }
  }
  throw new ConfigError(
    "PostgreSQL refuses to run as root, and this system has neither a user postgres nor nobody: start as an ordinary user.",
  );
}

/** With everything in it; a link is never followed. */
export function giveTo(path: string, runAs: RunAs): void {
  if (!runAs) return;
  lchownSync(path, runAs.uid, runAs.gid);
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) giveTo(join(path, name), runAs);
}

/** Only what PostgreSQL's programs need: not our secrets, and no PGPORT or PGDATA that would redirect them. */
export function childEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, SystemDrive, ComSpec, TEMP, TMP, USERPROFILE, APPDATA } = process.env;
  return { PATH, SystemRoot, SystemDrive, ComSpec, TEMP, TMP, USERPROFILE, APPDATA, LC_ALL: "C", TZ: "UTC" };
}
