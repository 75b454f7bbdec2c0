// Plain JavaScript, because it runs before node_modules is there.
import { spawn } from "node:child_process";
import { endWithNpm } from "./end-with-npm.mjs";
import { ensureInstalled } from "./install.mjs";
import { inProject, runCommand } from "./project.mjs";

/** `npm run dev`: tools/dev.ts, started again when a file of the server's changes; the browser's files reload by themselves. */
await runCommand(async () => {
  await ensureInstalled();
  const child = spawn(process.execPath, [inProject("node_modules/tsx/dist/cli.mjs"), "watch", "--clear-screen=false", "tools/dev.ts"], {
    cwd: inProject(),
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: process.env.NODE_ENV ?? "development" },
  });
  // Ctrl-C reaches the child by itself; a signal to us alone is passed on. Either way we end after it.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  endWithNpm();
  child.once("exit", (code) => {
    process.exitCode = code ?? 0;
  });
});
