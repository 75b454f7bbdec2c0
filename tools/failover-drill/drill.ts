import { setTimeout as sleep } from "node:timers/promises";
import { type Meetings, noMeetings } from "#tools/crash/caller.ts";
import { faultsAfter } from "#tools/crash/check.ts";
import { addWebhook, furnish } from "#tools/crash/furnish.ts";
import { emptyJournal, type Journal, liveThrough } from "#tools/crash/load.ts";
import { acknowledged } from "#tools/crash/series.ts";
import type { Node } from "./cluster.ts";
import { until } from "./parts.ts";
import { type Rig, startRig } from "./rig.ts";

/** What happened to the database, and the longest time in which no write was acknowledged, in milliseconds. */
interface Outage {
  readonly what: string;
  readonly ms: number;
}

export interface DrillResult {
  readonly faults: string[];
  readonly outages: Outage[];
  readonly restarts: { readonly times: number; readonly calls: number; readonly lost: number };
  readonly journal: Journal;
  readonly meetings: Meetings;
}

/**
 * Longer than a paused machine stays the leader (Patroni's ttl), so that the other one has taken over before it wakes.
 */
const FROZEN_MS = 30_000;
/** Longer than the primary waits for a silent standby. */
const SURELY_NOTICED_MS = 8_000;
const RESTARTS = 5;

/** Puts a load of writes on the rig, breaks its machines in turn, and says what is wrong afterwards. */
export async function drill(customers: number, say: (line: string) => void, ending: AbortSignal): Promise<DrillResult> {
  const rig = await startRig(say);
  let keep = true;
  try {
    ending.throwIfAborted();
    const result = await Promise.race([underLoad(rig, customers, say), whenAborted(ending)]);
    keep = result.faults.length > 0;
    return result;
  } finally {
    await rig.end({ keep });
  }
}

const whenAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

async function underLoad(rig: Rig, customers: number, say: (line: string) => void): Promise<DrillResult> {
  const { cluster, stripe } = rig;
  const [journal, meetings] = [emptyJournal(), noMeetings()];
  const people = await furnish(rig, meetings, customers);
  await addWebhook(rig, stripe);
  let going = true;
  const lives = Promise.allSettled(
    people.customers.map(async (customer) => {
      while (going) await liveThrough({ ...people, customer, stripe, journal });
    }),
  );
  const { outage, outages } = stopwatch(journal, say);
  await underWay(journal);

  const other = async (before: Node) => {
    await until("Another primary", 90_000, async () => (await cluster.primary()) !== before);
    await underWay(journal);
  };
  const killed = await cluster.primary();
  await outage("PostgreSQL of the primary killed", async () => {
    killed.killPostgres();
    await other(killed);
  });
  await cluster.whole();

  const lost = await cluster.primary();
  await outage("the primary's machine lost", async () => {
    await lost.kill();
    await other(lost);
  });
  lost.start();
  await cluster.whole();

  const frozen = await cluster.primary();
  await outage("the primary's machine frozen", async () => {
    const since = performance.now();
    frozen.freeze();
    await other(frozen);
    await sleep(Math.max(0, FROZEN_MS - (performance.now() - since)));
  });
  // It wakes up and believes that it is still the primary; its connections may be cut or not.
  await outage("… and woken again", async () => {
    frozen.thaw();
    await cluster.whole();
    await underWay(journal);
  });

  const leading = await cluster.primary();
  const standby = cluster.nodes.find((node) => node !== leading) as Node;
  await outage("the standby's machine frozen", async () => {
    standby.freeze();
    await sleep(SURELY_NOTICED_MS);
    await underWay(journal);
    standby.thaw();
  });
  await cluster.whole();

  const before = await cluster.primary();
  await outage("a planned switchover", async () => {
    await cluster.switchOver();
    await other(before);
  });
  await cluster.whole();

  const met = { ...meetings, wrong: meetings.wrong.length };
  let reading = true;
  const readers = people.customers.map(async (customer) => {
    while (reading) await customer.ask({ method: "GET", path: "/api/user" });
  });
  for (let turn = 0; turn < RESTARTS; turn += 1) {
    await rig.portals[turn % rig.portals.length]?.restart();
    await underWay(journal);
  }
  reading = false;
  await Promise.all(readers);
  const restarts = {
    times: RESTARTS,
    calls: meetings.calls - met.calls,
    lost: meetings.refused - met.refused + meetings.unavailable - met.unavailable + meetings.wrong.length - met.wrong,
  };
  say(`${restarts.times} restarts of a portal: ${restarts.lost} of ${restarts.calls} calls were not answered`);

  going = false;
  say("the load ends, then everything is counted");
  const failed = (await lives).flatMap((life) => (life.status === "rejected" ? [`a life ended: ${String(life.reason)}`] : []));
  const parts = (await Promise.all(rig.portals.map((portal) => portal.faults()))).flat();
  const counted = await faultsAfter(rig, people.boss, journal, { jobsToo: true });
  const dropped = restarts.lost > 0 ? [`${restarts.lost} of ${restarts.calls} calls were lost in ${restarts.times} restarts`] : [];
  return { faults: [...failed, ...meetings.wrong, ...parts, ...dropped, ...counted], outages, restarts, journal, meetings };
}

/** Measures the longest pause between two acknowledged writes during an action. */
function stopwatch(journal: Journal, say: (line: string) => void) {
  const outages: Outage[] = [];
  const outage = async (what: string, happens: () => Promise<void>) => {
    let [count, since, longest] = [acknowledged(journal), performance.now(), 0];
    const watch = () => {
      const now = performance.now();
      longest = Math.max(longest, now - since);
      if (acknowledged(journal) !== count) [count, since] = [acknowledged(journal), now];
    };
    const watching = setInterval(watch, 10);
    try {
      await happens();
    } finally {
      clearInterval(watching);
    }
    outages.push({ what, ms: longest });
    say(`${what}: no write acknowledged for ${(longest / 1000).toFixed(1)} s; ${count} acknowledged so far`);
  };
  return { outage, outages };
}

/** Waits until the load runs again. */
async function underWay(journal: Journal): Promise<void> {
  const before = acknowledged(journal);
  await until("A write", 90_000, async () => acknowledged(journal) >= before + 8);
}
