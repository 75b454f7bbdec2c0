import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { ConfigError } from "#server/config.ts";

/**
 * The user as which PostgreSQL runs if that is not the process's own: it refuses to run as root.
 * The ids are in the form that spawn() expects.
 */
export type RunAs = { uid: number; gid: number } | undefined;

/**
 * Chooses the user if the process is root: the owner of existing data, else `postgres`, else
 * `nobody`. No user is ever created.
 */
export function chooseRunAs(data: string): RunAs {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(data, { throwIfNoEntry: false });
  // Files report macOS's nobody as 4294967294; spawn() expects -2.
  if (owner && owner.uid !== 0) return { uid: owner.uid | 0, gid: owner.gid | 0 };
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const user = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  throw new ConfigError(
    "PostgreSQL refuses to run as root, and this system has neither a user postgres nor nobody: start as an ordinary user.",
  );
}

/**
 * Options to start a program. It receives neither our secrets nor a PGPORT or PGDATA that would
 * redirect it.
 */
export const asUser = (runAs: RunAs, env: Readonly<Record<string, string>> = {}) => ({
  ...runAs,
  cwd: "/",
  env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC", ...env },
});

/** Changes the owner of a folder and its contents; a link is never followed. */
export function changeOwner(path: string, runAs: RunAs): void {
  if (runAs) execFileSync("chown", ["-hR", `${runAs.uid >>> 0}:${runAs.gid >>> 0}`, path]);
}
