import { runBackupCommand } from "./commands.ts";

// Acts on import: `node dist/tools/backup.js backup <file>`. `npm run backup` and the container run
// it.
const [name, ...args] = process.argv.slice(2);
// npm changes to the project's folder; INIT_CWD is the folder of the person.
await runBackupCommand(name === "restore" ? name : "backup", args, process.env.INIT_CWD || process.cwd());
