import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { seeded } from "#server/demo/demo-timeline.ts";
import { startStripeStandIn } from "#stripe-stand-in/index.ts";
import { countTrade } from "../testing/count-trade.ts";
import { startMortalPortal } from "../testing/mortal-portal.ts";
import { addWebhook, openTrade, STRIPE_RETRIES } from "../testing/trade.ts";

/**
 * The number of kills of the server and of PostgreSQL. `KILLS=20 npm run test:all -- crash` runs a
 * long series, and SEED=… repeats a series.
 */
const KILLS = Number(process.env.KILLS ?? 3);
const SEED = Number(process.env.SEED ?? Date.now());
const CUSTOMERS = 4;

test("a kill -9 of the server or PostgreSQL under load loses and doubles nothing, and the portal recovers", {
  timeout: 300_000 + KILLS * 60_000,
}, async () => {
  const stripe = await startStripeStandIn({ retryDelays: STRIPE_RETRIES });
  const portal = await startMortalPortal(stripe.url);
  try {
    const trade = await openTrade(portal.url, stripe, CUSTOMERS);
    await addWebhook(portal.url, portal.databaseUrl, stripe);
    const end = trade.begin();
    // The trade must have resumed, because a kill is only useful where it interrupts work.
    const underWay = async () => {
      const before = trade.acknowledged();
      await expect.poll(trade.acknowledged, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 4);
    };
    const random = seeded(SEED);
    const victims = [...Array(KILLS).fill("server"), ...Array(KILLS).fill("database")].map((victim) => ({ victim, at: random() }));
    const backAfter: Record<string, number[]> = { server: [], database: [] };
    for (const { victim } of victims.toSorted((a, b) => a.at - b.at)) {
      await underWay();
      await sleep(random() * 1000);
      backAfter[victim]?.push(Math.round(await (victim === "server" ? portal.killServer() : portal.killDatabase())));
    }
    expect(await end()).toEqual([]);
    const { found, wanted } = await countTrade(portal, trade);
    expect(found, `seed ${SEED}`).toEqual(wanted);
    expect(trade.meetings.wrong).toEqual([]);
    expect(trade.journal.paid.length).toBeGreaterThan(0);
    const { code, orphan, said } = await portal.stop();
    expect({ code, orphan }, said).toEqual({ code: 0, orphan: false });
    if (process.env.KILLS) console.log({ backAfter, acknowledged: trade.acknowledged(), met: trade.meetings });
  } finally {
    await portal.stop();
    await stripe.stop();
  }
});
