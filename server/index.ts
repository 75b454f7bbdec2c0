import { setFlagsFromString } from "node:v8";
import { ConfigError } from "./config.ts";
import { isDatabaseAway, isReadOnly } from "./platform/db/faults.ts";
import { startServer } from "./start.ts";

// The heap may grow by 40 % before it is collected. Node's default is four times its content: on a
// large machine 190 MB for 23 MB of content, without a gain in speed (docs/measurements.md, Speed).
setFlagsFromString("--heap-growing-percent=40");

/** Longer than every timeout inside the portal. systemd kills the process after 90 s. */
const LONGEST_STOP_MS = 85_000;

/**
 * The only file that acts on import: starts the portal, and stops it on SIGINT and SIGTERM, also
 * during the start.
 */
async function main(): Promise<void> {
  const ending = new AbortController();
  const starting = startServer({ signal: ending.signal });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, async () => {
      // A second Ctrl-C exits at once.
      if (ending.signal.aborted) process.exit(1);
      ending.abort();
      setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
      const portal = await starting.catch(() => null);
      await portal?.stop();
      process.exit(0);
    });
  }
  await starting.catch((error: unknown) => {
    if (!ending.signal.aborted) throw error;
  });
}

/**
 * The sentence for an error that the operator can fix; any other error is a bug and is printed with
 * its stack.
 */
function describeStartError(error: unknown): unknown {
  if (error instanceof ConfigError) return error.message;
  if (isDatabaseAway(error) || isReadOnly(error))
    return "The database went away, or takes no changes any more, while the portal was starting. Nothing is half done; please start it again.";
  return error;
}

main().catch((error: unknown) => {
  console.error(describeStartError(error));
  process.exit(1);
});
