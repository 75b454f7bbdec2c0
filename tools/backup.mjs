// This is plain JavaScript, because it runs before node_modules exists.
import { pathToFileURL } from "node:url";
import { ensureRunnable } from "./build.mjs";
import { inProject, runCommand } from "./project.mjs";

/**
 * `npm run backup -- <file>` and `npm run restore -- <file>` run with the portal's environment
 * (server/platform/backup).
 */
await runCommand(async () => {
  process.env.INIT_CWD ||= process.cwd();
  process.chdir(inProject());
  await ensureRunnable();
  await import(pathToFileURL(inProject("dist", "tools", "backup.js")).href);
});
