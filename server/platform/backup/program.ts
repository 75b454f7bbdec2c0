import { runBackupCommand } from "./commands.ts";

// Acts on import: `node dist/tools/backup.js backup <file>`, which `npm run backup` runs, and a container has alone.
const [name, ...args] = process.argv.slice(2);
// npm runs its scripts in the project's folder; the person was in another, perhaps.
await runBackupCommand(name === "restore" ? name : "backup", args, process.env.INIT_CWD || process.cwd());
