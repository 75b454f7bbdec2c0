import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import Stripe from "stripe";
import { sealWebhookSecret } from "#server/features/payments/stripe-settings.ts";
import { createSeal } from "#server/http/seal.ts";
import { seededRandom } from "#server/testing/seeded-random.ts";
import { type StripeStandIn, startStripeStandIn } from "#tools/stripe-stand-in/index.ts";
import { Caller, type Meetings, noMeetings } from "./caller.ts";
import { faultsAfter } from "./check.ts";
import { emptyJournal, type Journal, liveThrough } from "./load.ts";
import { ENCRYPTION_KEY, type MortalPortal, OWNER, startMortalPortal } from "./portal.ts";

export interface SeriesOptions {
  /** Of the server, and as many of PostgreSQL. */
  readonly kills: number;
  readonly seed: number;
  /** Also waits until every job is done and the night's sweep was held: a minute or two more. */
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

const SECRET_KEY = "sk_test_crash_series_000000";

/** Puts a load of writes on a portal, kills the server and PostgreSQL in turns at random moments, and says what is not as it has to be. */
export async function crashSeries({ kills, seed, jobsToo, customers, say = () => {} }: SeriesOptions): Promise<SeriesResult> {
  const stripe = await startStripeStandIn({ retryDelays: [300, 1000, 3000, 10_000] });
  const portal = await startMortalPortal(stripe.url);
  const random = seededRandom(seed);
  const [journal, meetings] = [emptyJournal(), noMeetings()];
  const backAfter = { server: [] as number[], database: [] as number[] };
  try {
    const people = await furnish(portal, stripe, meetings, customers);
    let killing = true;
    const load = people.customers.map(async (customer) => {
      while (killing) await liveThrough({ ...people, customer, stripe, journal });
    });
    // Unheard until the killing is over, a failed life would end the process.
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

const acknowledged = (journal: Journal): number => Object.values(journal).reduce((sum, list) => sum + list.length, 0);

/** Until the load is running again: a kill is worth something where it interrupts. */
async function underWay(journal: Journal): Promise<void> {
  const before = acknowledged(journal);
  for (const since = performance.now(); acknowledged(journal) < before + 4 && performance.now() - since < 20_000; ) await sleep(20);
}

/** As many of the one as of the other, in any order. */
function inTurns(kills: number, random: () => number): ("server" | "database")[] {
  const turns = [...Array(kills).fill("server"), ...Array(kills).fill("database")] as ("server" | "database")[];
  return turns
    .map((victim) => ({ victim, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ victim }) => victim);
}

/** A product, the seller, Stripe's keys with a webhook, and customers with an address. */
async function furnish(portal: MortalPortal, stripe: StripeStandIn, meetings: Meetings, count: number) {
  const boss = new Caller(portal.url, meetings);
  await boss.signIn(OWNER.email, OWNER.password);
  const { id: product } = await boss.get<{ id: number }>({
    method: "POST",
    path: "/api/products",
    body: { name: "Basswood", basePricePerM2: 150.5, standardLouverSizes: [64], colorOptions: ["White"] },
  });
  const seller = { name: "Alder & Co", address: "1 Works Road, Leeds", vatNumber: "GB123456789", companyNumber: "01234567" };
  await boss.get({
    method: "PUT",
    path: "/api/settings/company",
    body: { ...seller, email: "accounts@crash.example", phone: "0113 496 0000" },
  });
  await boss.get({ method: "POST", path: "/api/stripe/config", body: { publicKey: "pk_test_crash_series_000000", secretKey: SECRET_KEY } });
  await addWebhook(portal, stripe);
  const customers = [];
  for (let n = 1; n <= count; n += 1) {
    const account = { email: `fitter-${n}@crash.example`, password: "three blind mice" };
    const names = { companyName: `Fitter ${n}`, contactName: "Ines Calloway" };
    const { id } = await boss.get<{ id: number }>({ method: "POST", path: "/api/users", body: { ...account, ...names, role: "customer" } });
    // With an address, so that each payment brings its invoice at once.
    await boss.get({
      method: "PATCH",
      path: `/api/users/${id}/profile`,
      body: { ...names, email: account.email, address: "4 Mill Lane, Leeds" },
    });
    const customer = new Caller(portal.url, meetings);
    await customer.signIn(account.email, account.password);
    customers.push(customer);
  }
  return { boss, product, customers };
}

/** The portal registers its webhook itself only where people reach it by https; here it is done by hand. */
async function addWebhook(portal: MortalPortal, standIn: StripeStandIn): Promise<void> {
  const { hostname, port } = new URL(standIn.url);
  const stripe = new Stripe(SECRET_KEY, { host: hostname, port: Number(port), protocol: "http" });
  const { secret = "" } = await stripe.webhookEndpoints.create({
    url: `${portal.url}/api/stripe/webhook`,
    enabled_events: ["checkout.session.completed"],
  });
  const client = new pg.Client({ connectionString: portal.databaseUrl() });
  await client.connect();
  await client.query("update stripe_settings set webhook_secret_sealed = $1", [sealWebhookSecret(createSeal(ENCRYPTION_KEY), secret)]);
  await client.end();
}
