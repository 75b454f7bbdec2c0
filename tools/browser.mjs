// This is plain JavaScript, because it runs before node_modules exists.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { withLock } from "#server/platform/process/file-lock.mjs";
import { Failure, inProject, say } from "./project.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];
/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const PLACES = {
  darwin: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome", "/Applications/Chromium.app/Contents/MacOS/Chromium"],
  win32: ["ProgramFiles", "ProgramFiles(x86)", "LOCALAPPDATA"].map((name) =>
    join(process.env[name] ?? "C:\\", "Google", "Chrome", "Application", "chrome.exe"),
  ),
  linux: ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap((folder) => NAMES.map((name) => join(folder, name))),
};

/**
 * The arguments prevent requests to the vendor and differences between runs. HTTP/3 would bypass
 * the tests' interceptions.
 */
const ARGUMENTS = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
  // Chromium's sandbox refuses to work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/**
 * Finds a Chromium for tests: $CHROME_PATH, an installed one, or the one from npm. It throws
 * without a browser, because the tests must then fail.
 * @returns {Promise<{ executablePath: string, args: string[] }>} as playwright's launch() takes it
 */
export async function findBrowser() {
  const named = process.env.CHROME_PATH;
  if (named && !existsSync(named)) throw new Failure(`CHROME_PATH names ${named}, and there is no such file.`);
  return { executablePath: named || installed() || (await fromNpm()), args: [...ARGUMENTS] };
}

function installed() {
  const onPath = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => (folder ? NAMES.map((name) => join(folder, name)) : []));
  return [...onPath, ...(PLACES[process.platform] ?? [])].find((path) => existsSync(path) && complaintOf(path) === undefined);
}

/**
 * Runs the command and returns its complaint, because on some systems the command is only a note on
 * how to install it.
 * @param {string} path
 */
function complaintOf(path) {
  // On Windows and macOS the command would open a window, and no such notes exist there.
  if (process.platform !== "linux") return undefined;
  const { status, stdout, stderr, error } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
  if (status === 0 && /\d+\.\d+/.test(stdout)) return undefined;
  return error?.message ?? (stderr.trim().split("\n")[0] || `it ended with ${status}`);
}

async function fromNpm() {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Failure(howToGetOne());
  const { version } = JSON.parse(readFileSync(inProject("node_modules/@sparticuz/chromium/package.json"), "utf8"));
  const folder = inProject("node_modules", ".cache", `chromium-${version}`);
  mkdirSync(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (!existsSync(folder)) unpack(folder);
  });
  const start = join(folder, "start");
  const complaint = complaintOf(start);
  if (complaint !== undefined) throw new Failure(`The browser from npm does not run here (${complaint}). ${howToGetOne()}`);
  return start;
}

/**
 * Unpacks the package into a separate folder, because it unpacks into the temporary folder under
 * fixed names, which another user may own. It also unpacks the system libraries that a bare machine
 * lacks, once it believes itself on Amazon's Linux.
 * @param {string} folder
 */
function unpack(folder) {
  say("Unpacking a browser for the tests…");
  const half = `${folder}.partial`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half);
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "-e", 'const { default: chromium } = await import("@sparticuz/chromium"); await chromium.executablePath();'],
    { cwd: inProject(), env: { ...process.env, TMPDIR: half, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" }, encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`The browser from npm could not be unpacked: ${stderr.trim().split("\n").at(-1)}. ${howToGetOne()}`);
  // Other users may run the tests next.
  for (const name of ["chromium", "locales"]) if (existsSync(join(half, name))) chmodSync(join(half, name), 0o755);
  const needsLibraries = complaintOf(join(half, "chromium")) !== undefined;
  writeFileSync(join(half, "start"), startScript(needsLibraries));
  writeFileSync(join(half, "fonts", "fonts.conf"), FONTS);
  chmodSync(join(half, "start"), 0o755);
  renameSync(half, folder);
}

/**
 * The script adds what the machine lacks: libraries only where they are missing, and one font
 * beside the installed ones.
 */
const startScript = (/** @type {boolean} */ needsLibraries) => `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
${needsLibraries ? 'export LD_LIBRARY_PATH="$here/al2023/lib"\n' : ""}export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;

const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

function howToGetOne() {
  const how =
    process.platform === "linux" ? "install Chromium (Debian, Ubuntu: apt-get install chromium)" : "install Google Chrome or Chromium";
  return `The browser tests need a browser: ${how}, or set CHROME_PATH to one.`;
}
