import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { startStripeStandIn } from "#tools/stripe-stand-in/index.ts";
import { type Meetings, noMeetings } from "./caller.ts";
import { faultsAfter } from "./check.ts";
import { addWebhook, furnish } from "./furnish.ts";
import { emptyJournal, type Journal, liveThrough } from "./load.ts";
import { startMortalPortal } from "./portal.ts";

export interface SeriesOptions {
  /** How often to kill the server, and how often PostgreSQL. */
  readonly kills: number;
  readonly seed: number;
  /** Also waits until every job is done and the nightly clean-up has run: a minute or two more. */
  readonly jobsToo: boolean;
  readonly customers: number;
  readonly say?: (line: string) => void;
}

export interface SeriesResult {
  readonly faults: string[];
  readonly journal: Journal;
  readonly meetings: Meetings;
  /** Milliseconds from the kill to the first 200 of `/readyz`. */
  readonly backAfter: { readonly server: number[]; readonly database: number[] };
}

/**
 * Puts a load of writes on a portal, kills the server and PostgreSQL in turns at random moments, and says what is wrong
 * afterwards.
 */
export async function crashSeries({ kills, seed, jobsToo, customers, say = () => {} }: SeriesOptions): Promise<SeriesResult> {
  const stripe = await startStripeStandIn({ retryDelays: [300, 1000, 3000, 10_000] });
  const portal = await startMortalPortal(stripe.url);
  const random = seededRandom(seed);
  const [journal, meetings] = [emptyJournal(), noMeetings()];
  const backAfter = { server: [] as number[], database: [] as number[] };
  try {
    const people = await furnish(portal, meetings, customers);
    await addWebhook(portal, stripe);
    let killing = true;
    const load = people.customers.map(async (customer) => {
      while (killing) await liveThrough({ ...people, customer, stripe, journal });
    });
    // Without a handler until the kills are over, a customer's failed promise would end the process.
    const lives = Promise.allSettled(load);
    for (const victim of inTurns(kills, random)) {
      await underWay(journal);
      await sleep(random() * 1000);
      const took = victim === "server" ? await portal.killServer() : await portal.killDatabase();
      backAfter[victim].push(took);
      say(`killed the ${victim}: serves again after ${Math.round(took)} ms; ${acknowledged(journal)} writes acknowledged so far`);
    }
    killing = false;
    say("no more kills; the load ends, then everything is counted");
    const failed = (await lives).flatMap((life) => (life.status === "rejected" ? [`a life ended: ${String(life.reason)}`] : []));
    const faults = [...failed, ...meetings.wrong, ...(await faultsAfter(portal, people.boss, journal, { jobsToo }))];
    const { code, orphan } = await portal.stop();
    if (code !== 0) faults.push(`the server ended with ${code} after SIGTERM, saying: ${portal.said().slice(-1500)}`);
    if (orphan) faults.push(`a PostgreSQL was left behind, and this was said: ${portal.said().slice(-1500)}`);
    return { faults, journal, meetings, backAfter };
  } finally {
    await portal.stop();
    await stripe.stop();
    portal.clear();
  }
}

export const acknowledged = (journal: Journal): number => Object.values(journal).reduce((sum, list) => sum + list.length, 0);

/** Waits until the load runs again: a kill is useful only where it interrupts work. */
async function underWay(journal: Journal): Promise<void> {
  const before = acknowledged(journal);
  for (const since = performance.now(); acknowledged(journal) < before + 4 && performance.now() - since < 20_000; ) await sleep(20);
}

/** Equally many of both, in random order. */
function inTurns(kills: number, random: () => number): ("server" | "database")[] {
  const turns = [...Array(kills).fill("server"), ...Array(kills).fill("database")] as ("server" | "database")[];
  return turns
    .map((victim) => ({ victim, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ victim }) => victim);
}
