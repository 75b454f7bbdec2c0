// Plain JavaScript, because it runs before node_modules is there.
import { pathToFileURL } from "node:url";
import { ensureRunnable } from "./build.mjs";
import { inProject, runCommand } from "./project.mjs";

/** `npm run backup -- <file>` and `npm run restore -- <file>`, with the portal's own environment; what they do is in server/backup. */
await runCommand(async () => {
  // npm runs us in the project's folder; the person was in another, perhaps.
  const from = process.env.INIT_CWD || process.cwd();
  process.chdir(inProject());
  await ensureRunnable();
  const { runBackupCommand } = await import(pathToFileURL(inProject("dist", "tools", "backup.js")).href);
  const [name, ...args] = process.argv.slice(2);
  await runBackupCommand(name, args, from);
});
