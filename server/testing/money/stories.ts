import { seeded } from "#server/demo/demo-timeline.ts";
import { resumeRefunds } from "#server/features/payments/refunds/refund-payment.ts";
import { reconcilePayments } from "#server/features/payments/stripe/reconcile-payments.ts";
import { saveSeller } from "#server/testing/papers/read-pdf.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import { startShop } from "#server/testing/shop.ts";
import { deliverEvent, deliverEvents } from "./card-deeds.ts";
import { DEEDS, passADay } from "./deeds.ts";
import { faultsOfLedger } from "./ledger.ts";
import type { Deed, Random, Scene } from "./scene.ts";
import { faultsOfSnapshots, faultsOfTotals, readSnapshots, type Snapshots } from "./snapshots.ts";
import { findStripeDifferences } from "./stripe-differences.ts";
import { loseAddress, restoreAddress, sendOff, sendQuote } from "./trade-deeds.ts";

/**
 * Random stories of a company's money, run through the real calls: quotes, orders and their
 * changes, parcels, cards, transfers, credits, refunds, disputes, terms ahead, and Stripe's events
 * late, twice and in any order. After each step totals are those of their windows, and no snapshot
 * has changed; the ledger is consistent, and at the end it agrees with Stripe.
 */

const STORIES_OF_A_COMPANY = 25;

export function randomOf(seed: number): Random {
  const next = seeded(seed);
  const below = (most: number) => Math.floor(next() * most);
  return { below, isTrue: (share) => next() < share, oneOf: (choices) => choices[below(choices.length)] };
}

const WEIGHT = DEEDS.reduce((sum, [weight]) => sum + weight, 0);

function someDeed(random: Random): Deed {
  let at = random.below(WEIGHT);
  for (const [weight, deed] of DEEDS) {
    at -= weight;
    if (at < 0) return deed;
  }
  return deliverEvents;
}

/**
 * Runs this many stories in a database of their own.
 * @throws the first fault, with the seed and the steps
 */
export async function runStories(count: number, seed: number): Promise<void> {
  const shop = await startShop({ ownTime: true });
  try {
    await saveSeller(shop.portal);
    const boss = await shop.portal.superAdmin();
    const prices = [97.33, 150.5, 289, 61.01];
    const products = await Promise.all(prices.map((basePricePerM2) => shop.portal.product({ basePricePerM2 })));
    const random = randomOf(seed);
    for (let done = 0; done < count; done += STORIES_OF_A_COMPANY) {
      const account = await shop.portal.createAccount("customer");
      const customer = await shop.portal.signIn(account);
      await storeBusiness(shop.portal, account.companyId);
      const scene: Scene = { shop, boss, customer, companyId: account.companyId, products, told: [], waiting: [], random };
      try {
        for (let n = 0; n < Math.min(STORIES_OF_A_COMPANY, count - done); n += 1) await tellStory(scene);
        await deliverTheRest(scene);
      } catch (error) {
        throw new Error(`SEED=${seed}, company ${account.companyId}: ${String(error)}\n${scene.told.slice(-200).join("\n")}`, {
          cause: error,
        });
      }
    }
    refuseFaults(await faultsOfLedger(shop.portal.db));
  } finally {
    await shop.stop();
  }
}

function refuseFaults(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(faults.join("; "));
}

/** Adds the events of a deed to the scene's waiting list. */
async function noting(scene: Scene, deed: Deed): Promise<void> {
  const before = scene.shop.standIn.events().length;
  await deed(scene);
  const events = scene.shop.standIn.events().slice(before);
  scene.waiting.push(...events.filter(({ type }) => type !== "payment_intent.succeeded").map(({ id }) => id));
}

/** Checks totals and snapshots after each step, and the ledger after some. */
async function check(scene: Scene, before: Snapshots): Promise<Snapshots> {
  const { shop, companyId, random } = scene;
  const { db } = shop.portal;
  const after = await readSnapshots(db, companyId);
  refuseFaults([...(await faultsOfSnapshots(db, before, after)), ...(await faultsOfTotals(db, companyId))]);
  if (random.isTrue(LEDGER_SHARE)) refuseFaults(await faultsOfLedger(db, companyId));
  return after;
}
const LEDGER_SHARE = 0.3;

async function tellStory(scene: Scene): Promise<void> {
  const { random, told, shop, companyId } = scene;
  told.push("—");
  let snapshots = await readSnapshots(shop.portal.db, companyId);
  await noting(scene, random.isTrue(0.5) ? sendQuote : sendOff);
  if (random.isTrue(0.2)) await noting(scene, random.isTrue(0.5) ? sendQuote : sendOff);
  if (random.isTrue(0.08)) await noting(scene, loseAddress);
  for (let steps = 4 + random.below(8); steps > 0; steps -= 1) {
    await noting(scene, someDeed(random));
    snapshots = await check(scene, snapshots);
  }
  refuseFaults(await faultsOfLedger(shop.portal.db, companyId));
}

/** Delivers everything at last: lost events are requested again. */
async function deliverTheRest(scene: Scene): Promise<void> {
  const { shop, companyId, waiting, told } = scene;
  told.push("— the rest");
  await noting(scene, restoreAddress);
  for (const id of waiting.splice(0)) await deliverEvent(scene, id);
  await passADay(scene);
  await resumeRefunds(shop.deps, shop.stripe);
  await reconcilePayments(shop.deps, shop.stripe);
  refuseFaults([...(await faultsOfLedger(shop.portal.db, companyId)), ...(await findStripeDifferences(shop, companyId))]);
}
