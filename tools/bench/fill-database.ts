import { scratchDatabase } from "./scratch-database.ts";

/**
 * `npx tsx tools/bench/fill-database.ts 100000`: fills the empty database at DATABASE_URL, or an embedded one that lives until Ctrl-C,
 * with that many orders over five years.
 */
const orders = Number(process.argv[2] ?? 10_000);
if (!Number.isSafeInteger(orders) || orders < 1)
  throw new Error("How many orders? For example: npx tsx tools/bench/fill-database.ts 100000");
const started = performance.now();
const given = process.env.DATABASE_URL;
const database = await scratchDatabase(orders, given);
console.log(`${orders} orders in ${((performance.now() - started) / 1000).toFixed(1)} s: ${database.url}`);
if (!given) {
  // The database ends with this process, and of itself nothing would keep that alive.
  const alive = setInterval(() => {}, 60_000);
  await new Promise((done) => process.once("SIGINT", done));
  clearInterval(alive);
}
await database.stop();
