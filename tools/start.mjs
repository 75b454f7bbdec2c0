// This is plain JavaScript, because it runs before node_modules exists.
import { spawn } from "node:child_process";
import { pathToFileURL } from "node:url";
import { ensureRunnable } from "./build.mjs";
import { ensureInstalled } from "./install.mjs";
import { endWithNpm, inProject, runCommand } from "./project.mjs";
import { ensureStandIn } from "./stand-in.mjs";

/** @param {string} path */
const built = (path) => import(pathToFileURL(inProject("dist", path)).href);

/**
 * `npm start` makes the missing parts and runs the server in this process: one Ctrl-C ends
 * everything.
 */
async function start() {
  process.chdir(inProject());
  await ensureRunnable();
  process.env.NODE_ENV ??= "production";
  await ensureStandIn(async () => (await built("tools/stripe-stand-in.js")).startStripeStandIn);
  await built("server/index.js");
  endWithNpm();
}

/**
 * `npm run dev` runs tools/dev.ts and restarts it when a file of the server changes; the browser's
 * files reload by themselves.
 */
async function dev() {
  await ensureInstalled();
  const child = spawn(process.execPath, [inProject("node_modules/tsx/dist/cli.mjs"), "watch", "--clear-screen=false", "tools/dev.ts"], {
    cwd: inProject(),
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "development" },
  });
  // Ctrl-C reaches the child by itself; a signal to this process is passed on. In both cases this
  // process ends after the child.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  endWithNpm();
  child.once("exit", (code) => {
    process.exitCode = code ?? 0;
  });
}

await runCommand(process.argv[2] === "dev" ? dev : start);
