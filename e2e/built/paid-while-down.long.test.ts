import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, test } from "vitest";
import { noMeetings } from "#tools/crash/caller.ts";
import { furnish } from "#tools/crash/furnish.ts";
import { startMortalPortal } from "#tools/crash/portal.ts";
import { startStripeStandIn } from "#tools/stripe-stand-in/index.ts";

test("a payment made while the server was dead, without a webhook and without the customer's return, is fetched from Stripe's events", async () => {
  const stripe = await startStripeStandIn();
  const portal = await startMortalPortal(stripe.url);
  const database = new pg.Client({ connectionString: portal.databaseUrl() });
  try {
    const { boss, product, customers } = await furnish(portal, noMeetings(), 1);
    const [customer] = customers;
    const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
    const quote = await customer?.get<{ id: number; finalTotal: number }>({
      method: "POST",
      path: "/api/quotes",
      body: { items: [window] },
    });
    const path = `/api/quotes/${quote?.id}`;
    await boss.get({ method: "PATCH", path: `${path}/status`, body: { quoteStatus: "sent" } });
    const till = await customer?.get<{ checkoutUrl: string }>({ method: "POST", path: `${path}/pay`, key: randomUUID() });

    await database.connect();
    await portal.killServer(async () => {
      await stripe.pay(till?.checkoutUrl.split("/").at(-1) ?? "");
      // It was down for longer than the five minutes after which it would have asked.
      await database.query("update graphile_worker._private_known_crontabs set last_execution = now() - interval '10 minutes'");
    });

    const paid = async () => (await boss.get<{ paymentStatus: string }>({ method: "GET", path })).paymentStatus;
    await expect.poll(paid, { timeout: 60_000, interval: 200 }).toBe("paid");
    const { rows } = await database.query("select quote_id, amount_pence::int, settles from payments");
    expect(rows).toEqual([{ quote_id: quote?.id, amount_pence: Math.round((quote?.finalTotal ?? 0) * 100), settles: true }]);
    expect((await database.query("select number from invoices")).rows).toHaveLength(1);
  } finally {
    await database.end();
    await portal.stop();
    await stripe.stop();
    portal.clear();
  }
});
