import pg from "pg";
import Stripe from "stripe";
import { sealWebhookSecret } from "#server/features/payments/stripe-settings.ts";
import { createSeal } from "#server/http/seal.ts";
import type { StripeStandIn } from "#tools/stripe-stand-in/index.ts";
import { Caller, type Meetings } from "./caller.ts";
import { ENCRYPTION_KEY, OWNER } from "./portal.ts";

const SECRET_KEY = "sk_test_crash_series_000000";

/** A product, the seller, Stripe's keys, and customers with an address. */
export async function furnish(portal: { readonly url: string }, meetings: Meetings, count: number) {
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

/** The portal registers its webhook itself only where people reach it by https. Here the test does it. */
export async function addWebhook(portal: { readonly url: string; databaseUrl(): string }, standIn: StripeStandIn): Promise<void> {
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
