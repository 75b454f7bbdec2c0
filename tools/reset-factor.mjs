// This is plain JavaScript, because it runs before node_modules exists.
import { pathToFileURL } from "node:url";
import { ensureRunnable } from "./build.mjs";
import { inProject, runCommand } from "./project.mjs";

/** `npm run reset-factor -- <email>` runs with the portal's environment (server/reset-factor). */
await runCommand(async () => {
  process.chdir(inProject());
  await ensureRunnable();
  await import(pathToFileURL(inProject("dist", "tools", "reset-factor.js")).href);
});
