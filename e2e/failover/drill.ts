import { deepStrictEqual } from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { countTrade } from "../testing/count-trade.ts";
import { addWebhook, openTrade, type Trade } from "../testing/trade.ts";
import { until } from "./parts.ts";
import type { Node } from "./patroni.ts";
import { type Rig, startRig } from "./rig.ts";

/**
 * `npm run failover-drill -- [customers]` loads the machines of docs/deploy with writes (six
 * customers by default) and breaks them in turn. It reports each fault that it finds afterwards
 * (docs/measurements.md, Failover). It ends after at most ten minutes.
 */
const [customers = 6] = process.argv.slice(2).map(Number);
const MOST_MS = 600_000;
/**
 * The pause is longer than Patroni's ttl, so the other machine has taken over from the paused
 * leader.
 */
const FROZEN_MS = 30_000;
/** The time is longer than the primary waits for a silent standby. */
const SURELY_NOTICED_MS = 8_000;
const RESTARTS = 5;
const seconds = (ms: number) => (ms / 1000).toFixed(1);

/**
 * Breaks one part after the other.
 * @returns the faults in words
 */
async function breakAll({ cluster, restart }: Rig, { acknowledged, meetings, customers: people }: Trade): Promise<string[]> {
  const underWay = async () => {
    const before = acknowledged();
    await until("A write", 90_000, async () => acknowledged() >= before + 8);
  };
  const taken = async (before: Node) => {
    await until("Another primary", 90_000, async () => (await cluster.primary()) !== before);
    await underWay();
  };
  /**
   * Runs an outage, prints the longest pause between two acknowledged writes, and waits until the
   * cluster is complete again.
   */
  const outage = async (what: string, happens: () => Promise<void>) => {
    let [count, since, longest] = [acknowledged(), performance.now(), 0];
    const watching = setInterval(() => {
      const now = performance.now();
      longest = Math.max(longest, now - since);
      if (acknowledged() !== count) [count, since] = [acknowledged(), now];
    }, 10);
    await happens().finally(() => clearInterval(watching));
    console.log(`${what}: no write acknowledged for ${seconds(longest)} s; ${count} acknowledged so far`);
  };
  await underWay();

  const killed = await cluster.primary();
  await outage("PostgreSQL of the primary killed", async () => {
    killed.killPostgres();
    await taken(killed);
  });
  await cluster.whole();

  const lost = await cluster.primary();
  await outage("the primary's machine lost", async () => {
    lost.signal("SIGKILL");
    await taken(lost);
  });
  lost.start();
  await cluster.whole();

  const frozen = await cluster.primary();
  await outage("the primary's machine frozen", async () => {
    const since = performance.now();
    frozen.signal("SIGSTOP");
    await taken(frozen);
    await sleep(Math.max(0, FROZEN_MS - (performance.now() - since)));
  });
  // The machine wakes up as the assumed primary; its connections may be closed or not.
  await outage("… and woken again", async () => {
    frozen.signal("SIGCONT");
    await cluster.whole();
    await underWay();
  });

  const leading = await cluster.primary();
  const standby = cluster.nodes.find((node) => node !== leading) as Node;
  await outage("the standby's machine frozen", async () => {
    standby.signal("SIGSTOP");
    await sleep(SURELY_NOTICED_MS);
    await underWay();
    standby.signal("SIGCONT");
  });
  await cluster.whole();

  const before = await cluster.primary();
  await outage("a planned switchover", async () => {
    await cluster.switchOver();
    await taken(before);
  });
  await cluster.whole();

  const lostCalls = () => meetings.refused + meetings.unavailable + meetings.wrong.length;
  const [calls, unanswered] = [meetings.calls, lostCalls()];
  let reading = true;
  const readers = people.map(async (customer) => {
    while (reading) await customer.ask({ method: "GET", path: "/api/user" });
  });
  for (let turn = 0; turn < RESTARTS; turn += 1) {
    await restart(turn % 2 === 0 ? 0 : 1);
    await underWay();
  }
  reading = false;
  await Promise.all(readers);
  const inRestarts = lostCalls() - unanswered;
  console.log(`${RESTARTS} restarts of a portal: ${inRestarts} of ${meetings.calls - calls} calls were not answered`);
  return inRestarts > 0 ? [`${inRestarts} calls were lost in ${RESTARTS} restarts`] : [];
}

/** @throws with the difference between the acknowledged and the stored data */
async function drill(rig: Rig): Promise<void> {
  const trade = await openTrade(rig.url, rig.stripe, customers);
  await addWebhook(rig.url, rig.databaseUrl, rig.stripe);
  const end = trade.begin();
  const faults = await breakAll(rig, trade);
  console.log("the load ends, then everything is counted");
  faults.push(...(await end()), ...trade.meetings.wrong, ...(await rig.faults()));
  const { found, wanted } = await countTrade(rig, trade);
  const { calls, unavailable, refused, slowestMs } = trade.meetings;
  const counts = Object.entries(trade.journal).map(([what, list]) => `${list.length} ${what}`);
  console.log(`acknowledged: ${counts.join(", ")}
callers met: ${calls} calls, ${unavailable} times 503 with a sentence, ${refused} times a cut connection; slowest reply ${Math.round(slowestMs)} ms`);
  deepStrictEqual(faults, []);
  deepStrictEqual(found, wanted);
  console.log("nothing lost, nothing doubled, every job done");
}

const ending = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => ending.abort("Ended before it was done."));
const ended = new Promise<never>((_, reject) =>
  ending.signal.addEventListener("abort", () => reject(new Error(String(ending.signal.reason)))),
);
ended.catch(() => {});
try {
  const rig = await startRig(console.log);
  const timer = setTimeout(() => ending.abort("The drill took longer than ten minutes."), MOST_MS);
  let keep = true;
  try {
    await Promise.race([drill(rig), ended]);
    keep = false;
  } finally {
    clearTimeout(timer);
    await rig.end({ keep });
  }
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
