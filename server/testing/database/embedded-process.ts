/**
 * A process with an embedded database, for tests between processes: `embedded-process.ts <dataDir>
 * [exit]`. It prints the superuser's address on a line of its own. It stops on SIGTERM.
 */
import { startEmbedded } from "#server/platform/db/embedded.ts";

const [dataDir = "", then] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const database = await startEmbedded({ dataDir, log: (message) => say(`# ${message}`) });
const alive = setInterval(() => {}, 1000);
// Before the address is printed, because a test may end this process as soon as it has read it.
process.once("SIGTERM", async () => {
  await database.stop();
  clearInterval(alive);
});
say(database.ownerUrl);
// Exits without stop(), as a program does that calls process.exit().
if (then === "exit") process.exit(0);
