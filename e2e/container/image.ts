import { execFile, execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { inProject } from "#tools/project.mjs";

/** The result of the Containerfile, unpacked in a folder. */
export interface Image {
  /** The folder that becomes the container's root. */
  readonly root: string;
  readonly bytes: number;
  readonly user: string;
  readonly env: readonly string[];
  readonly workingDir: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly volumes: readonly string[];
}

const run = promisify(execFile);

/** Runs buildah with its own store, which is removed with the drill's folder. */
function buildahIn(folder: string) {
  const store = ["--root", join(folder, "images"), "--runroot", join(folder, "images-run")];
  return async (...args: string[]): Promise<string> => {
    const { stdout } = await run("buildah", [...store, ...args], { cwd: inProject(), maxBuffer: 64_000_000 });
    return stdout.trim();
  };
}
type Buildah = ReturnType<typeof buildahIn>;

/** Builds the Containerfile without a registry, on a base of Debian and this machine's Node. */
export async function buildImage(folder: string, say: (line: string) => void): Promise<Image & { end(): Promise<void> }> {
  const buildah = buildahIn(folder);
  const [, name = "", suite = ""] = /^ARG NODE_IMAGE=(node:\d+-(\w+)-slim)$/m.exec(readFileSync(inProject("Containerfile"), "utf8")) ?? [];
  if (!name) throw new Error("The Containerfile no longer says NODE_IMAGE=node:<version>-<suite>-slim.");
  say(`Debian ${suite} with Node ${process.versions.node} in the place of ${name}`);
  await makeBase(buildah, name, suite);
  say("building the Containerfile");
  const build = ["--isolation", "chroot", "--format", "docker", "--pull-never", "--file", "Containerfile", "--tag", "tiltrod"];
  await buildah("build", ...build, ".").catch((error: { stderr?: string }) => {
    throw new Error(`The image was not built: ${String(error.stderr).slice(-2000)}`);
  });
  const container = await buildah("from", "--pull-never", "tiltrod");
  const root = await buildah("mount", container);
  const { Docker } = JSON.parse(await buildah("inspect", "--type", "image", "tiltrod"));
  const { User, Env, WorkingDir, Entrypoint, Cmd, Healthcheck, Volumes } = Docker.config;
  const [bytes = "0"] = execFileSync("du", ["--summarize", "--bytes", "--one-file-system", root], { encoding: "utf8" }).split("\t");
  return {
    root,
    bytes: Number(bytes),
    user: User,
    env: Env,
    workingDir: WorkingDir,
    command: [...(Entrypoint ?? []), ...Cmd],
    healthCheck: Healthcheck.Test,
    volumes: Object.keys(Volumes),
    async end() {
      await buildah("umount", container);
      await buildah("rm", container);
    },
  };
}

/**
 * Creates what the portal's image needs from the real base image: Debian without its documents,
 * Node, npm, and the user `node` with the number 1000.
 */
async function makeBase(buildah: Buildah, name: string, suite: string): Promise<void> {
  const container = await buildah("from", "scratch");
  const root = await buildah("mount", container);
  await run("debootstrap", ["--variant=minbase", suite, root, mirrorOf(suite)], { maxBuffer: 64_000_000 });
  for (const path of ["usr/share/doc", "usr/share/man", "usr/share/locale", "usr/share/info", "var/cache/apt", "var/lib/apt/lists"])
    rmSync(join(root, path), { recursive: true, force: true });
  execFileSync("chroot", [root, "useradd", "--uid", "1000", "--create-home", "node"]);
  const local = join(root, "usr", "local");
  copyFileSync(process.execPath, join(local, "bin", "node"));
  const npm = dirname(dirname(realpathSync(execFileSync("sh", ["-c", "command -v npm"], { encoding: "utf8" }).trim())));
  cpSync(npm, join(local, "lib", "node_modules", "npm"), { recursive: true });
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(local, "bin", "npm"));
  trustAsHere(root, local);
  await buildah("config", "--env", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", container);
  await buildah("commit", "--format", "docker", container, `docker.io/library/${name}`);
  await buildah("umount", container);
  await buildah("rm", container);
}

/** Lets npm in the base use this machine's registry and certificate authorities. */
function trustAsHere(root: string, local: string): void {
  const settings = [`registry=${execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8", stdio: "pipe" }).trim()}`];
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (authorities) {
    copyFileSync(authorities, join(root, "etc", "authorities.pem"));
    settings.push("cafile=/etc/authorities.pem");
  }
  mkdirSync(join(local, "etc"), { recursive: true });
  writeFileSync(join(local, "etc", "npmrc"), `${settings.join("\n")}\n`);
}

/** Returns the mirror from which this machine's apt gets the suite. */
function mirrorOf(suite: string): string {
  const targets = execFileSync("apt-get", ["indextargets", "--format", "$(CODENAME) $(REPO_URI)", "Created-By: Packages"], {
    encoding: "utf8",
  });
  const [, mirror] = targets.split("\n").flatMap((line) => (line.startsWith(`${suite} `) ? [line.split(" ")] : []))[0] ?? [];
  if (!mirror) throw new Error(`This machine's apt has no Debian ${suite}, which the base image is made of.`);
  return mirror;
}
