import { ConfigError } from "#server/config.ts";
import { BackupError } from "./archive-format.ts";
import { backUpCommand, restoreCommand } from "./commands.ts";

const COMMANDS = { backup: backUpCommand, restore: restoreCommand };

/** What `tools/backup.mjs` runs. A refusal is one sentence; a Ctrl-C ends a backup and leaves no half file. */
export async function runBackupCommand(name: keyof typeof COMMANDS, args: readonly string[], from: string): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort(new BackupError("Ended before it was done: there is no backup."));
  if (name === "backup") for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  try {
    await COMMANDS[name]({ args, env: process.env, from, say, signal: ending.signal });
  } catch (error) {
    const isSentence = error instanceof BackupError || error instanceof ConfigError;
    process.stderr.write(`${isSentence ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
  }
}
