import { setFlagsFromString } from "node:v8";
import { ConfigError } from "./config.ts";
import { startServer } from "./start.ts";

// The heap may grow by 40 % over what is in use before it is cleaned, instead of to four times that: on a machine with much memory the portal would
// otherwise hold 190 MB for 23 MB of content, and is no faster for it (docs/operating.md, Speed). V8 looks at it each time it cleans.
setFlagsFromString("--heap-growing-percent=40");

/** The only file that acts on import: starts the portal and stops it when told to. */
async function main(): Promise<void> {
  const starting = startServer();
  let stopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, async () => {
      // A second Ctrl-C means: now.
      if (stopping) process.exit(1);
      stopping = true;
      const portal = await starting.catch(() => null);
      await portal?.stop();
      process.exit(0);
    });
  }
  await starting;
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
