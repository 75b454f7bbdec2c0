import { ensureBuilt } from "#tools/build.mjs";

/** Builds the client and the server, because browser tests run what people run. */
export default async function setup() {
  await ensureBuilt();
}
