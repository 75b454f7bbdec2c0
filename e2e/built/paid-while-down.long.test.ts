import pg from "pg";
import { expect, test } from "vitest";
import { startStripeStandIn } from "#stripe-stand-in/index.ts";
import { startMortalPortal } from "../testing/mortal-portal.ts";
import { openCheckout, openTrade, sentQuote } from "../testing/trade.ts";

test("a payment while the server was dead, without a webhook or a return, is fetched from Stripe's events", async () => {
  const stripe = await startStripeStandIn();
  const portal = await startMortalPortal(stripe.url);
  // A pool, because a restart of the portal ends its database.
  const database = new pg.Pool({ connectionString: portal.databaseUrl });
  database.on("error", () => {});
  try {
    const { boss, product, customers } = await openTrade(portal.url, stripe, 1);
    const [customer] = customers as [(typeof customers)[0]];
    const quote = await sentQuote({ customer, boss, product });
    const session = await openCheckout(customer, quote.id);

    await portal.killServer(async () => {
      await stripe.pay(session);
      // The server was down for longer than the five minutes between two fetches.
      await database.query("update graphile_worker._private_known_crontabs set last_execution = now() - interval '10 minutes'");
    });

    const path = `/api/quotes/${quote.id}`;
    const paid = async () => (await boss.done<{ paymentStatus: string }>({ method: "GET", path })).paymentStatus;
    await expect.poll(paid, { timeout: 60_000, interval: 200 }).toBe("paid");
    const { rows } = await database.query("select quote_id, amount_pence::int, settles from payments");
    expect(rows).toEqual([{ quote_id: quote.id, amount_pence: quote.pence, settles: true }]);
    expect((await database.query("select number from invoices")).rows).toHaveLength(1);
  } finally {
    await database.end();
    await portal.stop();
    await stripe.stop();
  }
});
