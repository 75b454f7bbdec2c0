import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { family } from "../failover/parts.ts";
import type { Image } from "./image.ts";

/** The inputs of a container. */
export interface Given {
  readonly env: Readonly<Record<string, string>>;
  /** The folder that is mounted at the image's only volume. */
  readonly data: string;
  readonly secrets: string;
}

export interface Container {
  output(): string;
  hasEnded(): boolean;
  /**
   * Sends SIGTERM to the container's first process.
   * @returns its exit code
   */
  stop(): Promise<number | null>;
}

/**
 * Imitates with util-linux the parts of a container engine that the image depends on: own mounts
 * and process numbers, a read-only root, the image's unprivileged user, and its command as process
 * 1. The container shares this machine's network.
 */
const INSIDE = `
set -e
root=$1 data=$2 secrets=$3 volume=$4 uid=$5 gid=$6 folder=$7; shift 7
mkdir -p "$root/run/secrets"
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mount --bind "$data" "$root$volume"
mount --bind "$secrets" "$root/run/secrets"
mount -o remount,bind,ro "$root"
exec chroot "$root" setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --bounding-set=-all \\
  env --ignore-environment "--chdir=$folder" "$@"`;

function launch(image: Image, { env, data, secrets }: Given, command: readonly string[]): ChildProcess {
  const [uid = "", gid = uid] = image.user.split(":");
  const [volume = "", ...others] = image.volumes;
  if (!volume || others.length > 0) throw new Error(`The image should have one volume, and has ${image.volumes.join(", ") || "none"}.`);
  const variables = [...image.env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)];
  const inside = [image.root, data, secrets, volume, uid, gid, image.workingDir, ...variables, ...command];
  const own = ["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"];
  return spawn("unshare", [...own, "sh", "-c", INSIDE, "sh", ...inside], { stdio: ["ignore", "pipe", "pipe"] });
}

/**
 * Runs another program in the container's environment.
 * @returns its exit code and output
 */
export async function runInside(image: Image, given: Given, command: readonly string[]): Promise<{ code: number | null; output: string }> {
  const child = launch(image, given, command);
  const output = gathered(child);
  const [code] = await once(child, "close");
  return { code, output: output() };
}

export function startContainer(image: Image, given: Given): Container {
  const child = launch(image, given, image.command);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  return {
    output: gathered(child),
    hasEnded,
    async stop() {
      if (hasEnded()) return child.exitCode;
      const ended = once(child, "exit");
      // unshare does not forward a signal; its child is the container's process 1.
      const [, first = 0] = family(child.pid ?? 0);
      if (first) process.kill(first, "SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

function gathered(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  return () => output;
}
