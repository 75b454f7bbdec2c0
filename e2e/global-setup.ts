import { ensureBuilt } from "#tools/build.mjs";

/** Browser tests run what people run: the built client and server. */
export default async function setup() {
  await ensureBuilt();
}
