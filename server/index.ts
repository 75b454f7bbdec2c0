import { ConfigError } from "./config.ts";
import { startServer } from "./start.ts";

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
