// Plain JavaScript, because plain node loads it: a compiler would count in the memory that is measured.
// Loaded before a server that is measured (`node --import`): counts its statements and tells its parent what it has used.
import { monitorEventLoopDelay } from "node:perf_hooks";
import pg from "pg";

// What a request may wait because the processor is held; its own resolution, a millisecond, is in every figure.
const lag = monitorEventLoopDelay({ resolution: 1 });
lag.enable();
let statements = 0;
const { query } = pg.Client.prototype;
pg.Client.prototype.query = /** @type {typeof query} */ (
  /** @this {pg.Client} @param {[config: string | { text?: string }, ...rest: unknown[]]} given */
  function (...given) {
    const [config] = given;
    const text = typeof config === "string" ? config : config?.text;
    // The queue's own polling is not a request's.
    if (text && !/^\s*(begin|commit|rollback|set |listen)|graphile_worker/i.test(text)) statements += 1;
    return Reflect.apply(query, this, given);
  }
);
process.on("message", (asked) => {
  if (asked !== "usage") return;
  const { user, system } = process.cpuUsage();
  process.send?.({
    statements,
    cpu: (user + system) / 1000,
    rss: process.memoryUsage().rss / 1_048_576,
    lag: lag.percentile(99) / 1_000_000,
  });
  lag.reset();
});
