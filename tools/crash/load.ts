import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { StripeStandIn } from "#tools/stripe-stand-in/index.ts";
import type { Caller } from "./caller.ts";

/** Everything that the portal acknowledged. */
export interface Journal {
  readonly quotes: number[];
  readonly orders: { readonly id: number; readonly quoteId: number; status: string }[];
  readonly paid: { readonly quoteId: number; readonly pence: number }[];
  readonly remakes: { readonly id: number; readonly photos: number }[];
  readonly replies: number[];
  readonly registered: string[];
}
export const emptyJournal = (): Journal => ({ quotes: [], orders: [], paid: [], remakes: [], replies: [], registered: [] });

interface Scene {
  readonly customer: Caller;
  readonly boss: Caller;
  readonly product: number;
  readonly stripe: StripeStandIn;
  readonly journal: Journal;
}

interface Id {
  readonly id: number;
}

let photo: Promise<Buffer> | undefined;
const somePhoto = () => {
  photo ??= sharp({
    create: { width: 1200, height: 900, channels: 3, background: "#8a6d4b", noise: { type: "gaussian", mean: 120, sigma: 40 } },
  })
    .jpeg({ quality: 60 })
    .toBuffer();
  return photo;
};

/** One quote from start to end, each step tried until it is answered, with a key where the contract takes one. */
export async function liveThrough({ customer, boss, product, stripe, journal }: Scene): Promise<void> {
  const window = { shutterTypeId: product, widthM: 1.2, heightM: 1.5, louverSize: 64, colorSelection: "White" };
  const quote = await customer.get<Id & { finalTotal: number }>({
    method: "POST",
    path: "/api/quotes",
    body: { items: [window, { ...window, quantity: 2 }] },
    key: randomUUID(),
  });
  journal.quotes.push(quote.id);

  await moved(boss, quote.id, "sent");
  const { checkoutUrl } = await customer.get<{ checkoutUrl: string }>({
    method: "POST",
    path: `/api/quotes/${quote.id}/pay`,
    key: randomUUID(),
  });
  await stripe.pay(checkoutUrl.split("/").at(-1) ?? "");
  journal.paid.push({ quoteId: quote.id, pence: Math.round(quote.finalTotal * 100) });

  const { id: orderId } = await boss.get<Id>({
    method: "POST",
    path: `/api/quotes/${quote.id}/convert`,
    body: { shippingAddress: "4 Mill Lane, Leeds" },
    key: randomUUID(),
  });
  const order = { id: orderId, quoteId: quote.id, status: "pending" };
  journal.orders.push(order);
  for (const orderStatus of ["processing", "shipped"]) {
    await boss.get({ method: "PATCH", path: `/api/orders/${orderId}/status`, body: { status: orderStatus } });
    order.status = orderStatus;
  }

  await askForRemake(customer, orderId, journal);
  await register(customer, journal);
}

/**
 * A remake of two photos and a reply to it, as often as the customer may. The limit on such mails is a valid answer
 * too.
 */
async function askForRemake(customer: Caller, orderId: number, journal: Journal): Promise<void> {
  const key = randomUUID();
  const form = new FormData();
  form.set("orderId", String(orderId));
  form.set("reason", "Two louvres are cracked");
  const bytes = new Uint8Array(await somePhoto());
  for (const name of ["a.jpg", "b.jpg"]) form.append("photos", new Blob([bytes], { type: "image/jpeg" }), name);
  const remake = await customer.unlessTooMany<Id>({ method: "POST", path: "/api/remakes", body: form, key });
  if (!remake) return;
  journal.remakes.push({ id: remake.id, photos: 2 });
  const reply = await customer.unlessTooMany<Id>({
    method: "POST",
    path: `/api/remakes/${remake.id}/replies`,
    body: { message: "It is the left panel" },
    key: randomUUID(),
  });
  if (reply) journal.replies.push(reply.id);
}

/** Without a key: if the first reply was lost, "it is so already" counts as success. */
async function moved(boss: Caller, id: number, quoteStatus: string): Promise<void> {
  const { status, text, again } = await boss.ask({ method: "PATCH", path: `/api/quotes/${id}/status`, body: { quoteStatus } });
  if (status < 300) return;
  const now = await boss.get<{ quoteStatus: string }>({ method: "GET", path: `/api/quotes/${id}` });
  if (!again || now.quoteStatus !== quoteStatus) throw new Error(`Quote ${id} could not become ${quoteStatus}: ${status} ${text}`);
}

async function register(visitor: Caller, journal: Journal): Promise<void> {
  const email = `${randomUUID()}@crash.example`;
  const body = { email, password: "three blind mice", companyName: "New Company", contactName: "Somebody New" };
  const { status, text, again } = await visitor.ask({ method: "POST", path: "/api/register", body });
  // Registrations may be limited by address; that is an answer too.
  if (status === 429) return;
  if (status >= 300 && !(status === 409 && again)) throw new Error(`A registration was answered ${status}: ${text}`);
  journal.registered.push(email);
}
