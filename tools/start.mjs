// Plain JavaScript, because it runs before node_modules is there.
import { pathToFileURL } from "node:url";
import { ensureRunnable } from "./build.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { inProject, runCommand } from "./project.mjs";
import { ensureStandIn } from "./stand-in.mjs";

/** @param {string} path */
const built = (path) => import(pathToFileURL(inProject("dist", path)).href);

/** `npm start`: whatever is missing is made first, then the server runs in this process, so one Ctrl-C ends everything. */
await runCommand(async () => {
  process.chdir(inProject());
  await ensureRunnable();
  process.env.NODE_ENV ??= "production";
  await ensureStandIn(async () => (await built("tools/stripe-stand-in.js")).startStripeStandIn);
  await built("server/index.js");
  endWithNpm();
});
