import { randomUUID } from "node:crypto";
import pg from "pg";
import sharp from "sharp";
import Stripe from "stripe";
import { sealWebhookSecret } from "#server/features/payments/stripe/stripe-settings.ts";
import { createSeal } from "#server/platform/security/seal.ts";
import type { StripeStandIn } from "#stripe-stand-in/index.ts";
import { ENCRYPTION_KEY } from "#tools/built-portal.ts";
import { type Call, type Meetings, PatientCaller } from "./patient-caller.ts";

/** Everything that the portal acknowledged. */
interface Journal {
  readonly quotes: number[];
  readonly orders: { readonly id: number; status: string }[];
  readonly paid: { readonly quoteId: number; readonly pence: number }[];
  readonly remakes: number[];
  readonly replies: number[];
  readonly registered: string[];
}

/** Customers and staff who write as fast as they can, and record what was acknowledged. */
export interface Trade {
  readonly boss: PatientCaller;
  readonly customers: readonly PatientCaller[];
  readonly product: number;
  readonly journal: Journal;
  readonly meetings: Meetings;
  readonly acknowledged: () => number;
  /**
   * Starts the trade. The returned function ends it and returns the errors that stopped a customer
   * before.
   */
  readonly begin: () => () => Promise<string[]>;
}

/**
 * The pauses between Stripe's tries. Together they are longer than several outages, as the real
 * Stripe retries for days.
 */
export const STRIPE_RETRIES = [300, 1000, 3000, ...Array<number>(30).fill(10_000)];

const SECRET_KEY = "sk_test_of_the_trade_000000";
const ADDRESS = "4 Mill Lane, Leeds";
const PASSWORD = "three blind mice";

/**
 * Furnishes an empty portal: a product, the seller, Stripe's keys, and customers with an address.
 */
export async function openTrade(url: string, stripe: StripeStandIn, size: number): Promise<Trade> {
  const meetings: Meetings = { calls: 0, refused: 0, unavailable: 0, slowestMs: 0, wrong: [] };
  const journal: Journal = { quotes: [], orders: [], paid: [], remakes: [], replies: [], registered: [] };
  const boss = new PatientCaller(url, meetings);
  await boss.signIn();
  const post = <Body>(path: string, body: unknown) => boss.done<Body>({ method: "POST", path, body });
  const wood = { name: "Basswood", basePricePerM2: 150.5, standardLouverSizes: [64], colorOptions: ["White"] };
  const { id: product } = await post<Id>("/api/products", wood);
  const seller = { name: "Alder & Co", address: "1 Works Road, Leeds", vatNumber: "GB123456789", companyNumber: "01234567" };
  const reach = { email: "accounts@trade.example", phone: "0113 496 0000" };
  await boss.done({ method: "PUT", path: "/api/settings/company", body: { ...seller, ...reach } });
  await post("/api/stripe/config", { publicKey: "pk_test_of_the_trade_000000", secretKey: SECRET_KEY });
  const customers: PatientCaller[] = [];
  for (let n = 1; n <= size; n += 1) {
    const person = { email: `fitter-${n}@trade.example`, companyName: `Fitter ${n}`, contactName: "Ines Calloway" };
    const { id } = await post<Id>("/api/users", { ...person, password: PASSWORD, role: "customer" });
    // The customer has an address, so that each payment immediately creates its invoice.
    await boss.done({ method: "PATCH", path: `/api/users/${id}/profile`, body: { ...person, address: ADDRESS } });
    const customer = new PatientCaller(url, meetings);
    await customer.signIn({ email: person.email, password: PASSWORD });
    customers.push(customer);
  }
  const scene = { boss, product, stripe, journal };
  return {
    ...scene,
    customers,
    meetings,
    acknowledged: () => Object.values(journal).reduce((sum, list) => sum + list.length, 0),
    begin() {
      let going = true;
      const live = async (customer: PatientCaller) => {
        while (going) await oneOrder({ ...scene, customer });
      };
      // A handler is attached at once, because a rejected promise without one would end the
      // process.
      const lives = Promise.allSettled(customers.map(live));
      return async () => {
        going = false;
        return (await lives).flatMap((life) => (life.status === "rejected" ? [`A customer stopped: ${String(life.reason)}`] : []));
      };
    },
  };
}

/** The portal registers its webhook only where its address is https. Here the test registers it. */
export async function addWebhook(url: string, databaseUrl: string, stripe: StripeStandIn): Promise<void> {
  const { hostname, port } = new URL(stripe.url);
  const client = new Stripe(SECRET_KEY, { host: hostname, port: Number(port), protocol: "http" });
  const endpoint = { url: `${url}/api/stripe/webhook`, enabled_events: ["checkout.session.completed" as const] };
  const { secret = "" } = await client.webhookEndpoints.create(endpoint);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query("update stripe_settings set webhook_secret_sealed = $1", [sealWebhookSecret(createSeal(ENCRYPTION_KEY), secret)]);
  await database.end();
}

interface Id {
  readonly id: number;
}
interface Scene extends Pick<Trade, "boss" | "product" | "journal"> {
  readonly stripe: StripeStandIn;
  readonly customer: PatientCaller;
}

/** Creates a quote that is sent and unpaid. */
export async function sentQuote({ customer, boss, product }: Pick<Scene, "customer" | "boss" | "product">) {
  const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  const items = [window, { ...window, quantity: 2 }];
  const quote = await customer.done<Id & { finalTotal: number }>({
    method: "POST",
    path: "/api/quotes",
    body: { items },
    key: randomUUID(),
  });
  // The call has no key: where the first reply was lost, the status has already changed.
  const body = { quoteStatus: "sent" };
  const { status, text, again } = await boss.ask({ method: "PATCH", path: `/api/quotes/${quote.id}/status`, body });
  if (status >= 300) {
    const now = await boss.done<{ quoteStatus: string }>({ method: "GET", path: `/api/quotes/${quote.id}` });
    if (!again || now.quoteStatus !== "sent") throw new Error(`Quote ${quote.id} could not be sent: ${status} ${text}`);
  }
  return { id: quote.id, pence: Math.round(quote.finalTotal * 100) };
}

/**
 * Opens Stripe's page.
 * @returns the checkout session's id
 */
export async function openCheckout(customer: PatientCaller, quoteId: number): Promise<string> {
  const call: Call = { method: "POST", path: `/api/quotes/${quoteId}/pay`, key: randomUUID() };
  return (await customer.done<{ checkoutUrl: string }>(call)).checkoutUrl.split("/").at(-1) ?? "";
}

/**
 * Takes one order from its quote to a remake. Each step repeats until it is answered, with a key
 * where the contract takes one.
 */
async function oneOrder(scene: Scene): Promise<void> {
  const { customer, boss, stripe, journal } = scene;
  const quote = await sentQuote(scene);
  journal.quotes.push(quote.id);
  await stripe.pay(await openCheckout(customer, quote.id));
  journal.paid.push({ quoteId: quote.id, pence: quote.pence });

  const body = { shippingAddress: ADDRESS };
  const { id } = await boss.done<Id>({ method: "POST", path: `/api/quotes/${quote.id}/convert`, body, key: randomUUID() });
  const order = { id, status: "pending" };
  journal.orders.push(order);
  for (const status of ["processing", "shipped"]) {
    await boss.done({ method: "PATCH", path: `/api/orders/${id}/status`, body: { status } });
    order.status = status;
  }
  await askForRemake(customer, id, journal);
  await register(customer, journal);
}

let photo: Promise<Buffer> | undefined;
function somePhoto(): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 120, sigma: 40 } as const;
  photo ??= sharp({ create: { width: 1200, height: 900, channels: 3, background: "#8a6d4b", noise } })
    .jpeg({ quality: 60 })
    .toBuffer();
  return photo;
}

/**
 * Requests a remake with two photos and replies to it, as often as the customer may: the limit on
 * such mails is a valid answer too.
 */
async function askForRemake(customer: PatientCaller, orderId: number, journal: Journal): Promise<void> {
  const unlessTooMany = async (path: string, body: unknown): Promise<Id | null> => {
    const { status, body: made, text } = await customer.ask<Id>({ method: "POST", path, body, key: randomUUID() });
    if (status >= 300 && status !== 429) throw new Error(`POST ${path} was answered ${status}: ${text.slice(0, 500)}`);
    return status === 429 ? null : made;
  };
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("reason", "Two louvres are cracked");
  const bytes = new Uint8Array(await somePhoto());
  for (const name of ["a.jpg", "b.jpg"]) form.append("photos", new Blob([bytes], { type: "image/jpeg" }), name);
  const remake = await unlessTooMany("/api/remakes", form);
  if (!remake) return;
  journal.remakes.push(remake.id);
  const reply = await unlessTooMany(`/api/remakes/${remake.id}/replies`, { message: "It is the left panel" });
  if (reply) journal.replies.push(reply.id);
}

async function register(visitor: PatientCaller, journal: Journal): Promise<void> {
  const email = `${randomUUID()}@trade.example`;
  const body = { email, password: PASSWORD, companyName: "New Company", contactName: "Ada New" };
  const { status, text, again } = await visitor.ask({ method: "POST", path: "/api/register", body });
  // Registrations may be limited by address, which is a valid answer too.
  if (status === 429) return;
  if (status >= 300 && !(status === 409 && again)) throw new Error(`A registration was answered ${status}: ${text}`);
  journal.registered.push(email);
}
