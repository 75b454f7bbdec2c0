import { SELLER } from "#server/features/documents/testing-documents.ts";
import { KEYS } from "#server/features/payments/testing-shop.ts";
import { CALLS, type CallName } from "#server/testing/check-reply.ts";
import { PASSWORD } from "#server/testing/portal.ts";
import type { Endpoint } from "#shared/http/endpoint.ts";
import type { Person, World } from "./testing-world.ts";

interface Asked {
  /** Of what: the `:id` of the path. */
  readonly id?: number;
  readonly query?: string;
  /** What is sent as JSON; in a multipart call, the form's fields. */
  readonly body?: Readonly<Record<string, unknown>>;
}

interface Example {
  /** Somebody whose right it is, and no more than it takes. */
  readonly by: Person;
  /** A request that succeeds when it comes from them; each time about a thing that no other call has used up. */
  readonly ask: (world: World) => Promise<Asked>;
}

let counted = 0;
const newEmail = (): string => {
  counted += 1;
  return `example-${counted}@company.test`;
};
const nothing = async (): Promise<Asked> => ({});
/** A word of letters that came before in no request. */
const newWord = (): string =>
  newEmail()
    .replace(/\D/g, "")
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "");
const profile = () => ({ companyName: "Seaside Shutters", contactName: `Ada ${newWord()}`, address: "1 High Street, Lewes" });
const newcomer = () => ({ email: newEmail(), password: PASSWORD, companyName: "Newcomer", contactName: "Nora New" });
const window = ({ portal, product }: World) => portal.windowOf(product, { name: "Bay" });

/** An ordinary, successful request of each call. */
export const EXAMPLES: Readonly<Record<CallName, Example>> = {
  "accounts.current": { by: "customer", ask: nothing },
  "accounts.login": { by: "nobody", ask: async ({ accounts }) => ({ body: { email: accounts.customer.email, password: PASSWORD } }) },
  "accounts.logout": { by: "customer", ask: nothing },
  "accounts.register": { by: "nobody", ask: async () => ({ body: newcomer() }) },
  "accounts.forgotPassword": { by: "nobody", ask: async (world) => ({ body: { email: (await world.account()).email } }) },
  "accounts.resetPassword": { by: "nobody", ask: async (world) => ({ body: { token: await world.resetToken(), password: PASSWORD } }) },
  "accounts.updateProfile": { by: "customer", ask: async ({ accounts }) => ({ id: accounts.customer.id, body: profile() }) },
  "accounts.changePassword": {
    by: "customer",
    ask: async ({ accounts }) => ({ id: accounts.customer.id, body: { currentPassword: PASSWORD, newPassword: PASSWORD } }),
  },
  "audit.list": { by: "superAdmin", ask: nothing },
  "clients.list": { by: "admin", ask: nothing },
  "clients.decide": {
    by: "admin",
    ask: async (world) => ({ id: (await world.account("pending")).id, body: { approvalStatus: "approved" } }),
  },
  "errors.list": { by: "admin", ask: nothing },
  "errors.read": { by: "admin", ask: async (world) => ({ id: await world.errorRecord() }) },
  "errors.changeStatus": { by: "admin", ask: async (world) => ({ id: await world.errorRecord(), body: { status: "resolved" } }) },
  "errors.report": {
    by: "customer",
    ask: async () => ({ body: { errorMessage: `It broke in ${newWord()}`, errorType: "TypeError", requestPath: "/orders" } }),
  },
  "notifications.list": { by: "customer", ask: nothing },
  "notifications.unread": { by: "customer", ask: nothing },
  "notifications.markAllRead": { by: "customer", ask: async (world) => ({ body: { upTo: await world.notification() } }) },
  "notifications.markRead": { by: "customer", ask: async (world) => ({ id: await world.notification() }) },
  "orders.list": { by: "customer", ask: nothing },
  "orders.read": { by: "customer", ask: async (world) => ({ id: await world.order() }) },
  "orders.changeStatus": { by: "supplier", ask: async (world) => ({ id: await world.order(), body: { status: "processing" } }) },
  "orders.changeDates": { by: "supplier", ask: async (world) => ({ id: await world.order(), body: { shippingDate: "2036-03-01" } }) },
  "orders.changeTracking": { by: "supplier", ask: async (world) => ({ id: await world.order(), body: { trackingNumber: "NMJ 1" } }) },
  "orders.delete": { by: "superAdmin", ask: async (world) => ({ id: await world.order() }) },
  "payments.pay": { by: "customer", ask: async (world) => ({ id: await world.sentQuote() }) },
  "payments.confirm": { by: "customer", ask: async (world) => ({ id: await world.sentQuote() }) },
  "payments.config": { by: "superAdmin", ask: nothing },
  "payments.configure": { by: "superAdmin", ask: async () => ({ body: KEYS }) },
  "products.list": { by: "customer", ask: nothing },
  "products.create": {
    by: "admin",
    ask: async () => ({ body: { name: newEmail(), basePricePerM2: 99.5, standardLouverSizes: [64], colorOptions: ["White"] } }),
  },
  "products.update": {
    by: "admin",
    ask: async ({ portal }) => {
      const { id, name, basePricePerM2 } = await portal.product();
      return { body: { id, name, basePricePerM2, description: "Basswood, painted" } };
    },
  },
  "products.archive": { by: "admin", ask: async ({ portal }) => ({ id: (await portal.product()).id }) },
  "products.prices": { by: "superAdmin", ask: async ({ product }) => ({ id: product.id }) },
  "quotes.list": { by: "customer", ask: nothing },
  "quotes.read": { by: "customer", ask: async (world) => ({ id: await world.draft() }) },
  "quotes.items": { by: "customer", ask: async (world) => ({ id: await world.draft() }) },
  "quotes.create": { by: "customer", ask: async (world) => ({ body: { items: [window(world)], userId: world.accounts.customer.id } }) },
  "quotes.duplicate": { by: "customer", ask: async (world) => ({ id: await world.draft() }) },
  "quotes.reorder": { by: "customer", ask: async (world) => ({ id: await world.order() }) },
  "quotes.changeStatus": { by: "customer", ask: async (world) => ({ id: await world.sentQuote(), body: { quoteStatus: "accepted" } }) },
  "quotes.convert": { by: "admin", ask: async (world) => ({ id: await world.draft(), body: { shippingAddress: "1 High Street, Lewes" } }) },
  "quotes.delete": { by: "admin", ask: async (world) => ({ id: await world.draft() }) },
  "referrals.list": { by: "customer", ask: nothing },
  "referrals.payOut": { by: "superAdmin", ask: async (world) => ({ id: await world.referral() }) },
  "remakes.list": { by: "customer", ask: nothing },
  "remakes.read": { by: "customer", ask: async (world) => ({ id: await world.remake() }) },
  "remakes.create": { by: "customer", ask: async (world) => ({ body: { orderId: String(await world.order()), reason: "Cracked" } }) },
  "remakes.reply": { by: "customer", ask: async (world) => ({ id: await world.remake(), body: { message: "Any news?" } }) },
  "remakes.changeStatus": { by: "supplier", ask: async (world) => ({ id: await world.remake(), body: { status: "approved" } }) },
  "remakes.order": {
    by: "superAdmin",
    ask: async (world) => {
      const { id, itemId } = await world.approvedRemake();
      return { id, body: { items: [{ itemId, quantity: 1 }] } };
    },
  },
  "remakes.delete": { by: "superAdmin", ask: async (world) => ({ id: await world.remake() }) },
  "settings.readCompany": { by: "superAdmin", ask: nothing },
  "settings.saveCompany": { by: "superAdmin", ask: async () => ({ body: SELLER }) },
  "stats.read": { by: "customer", ask: nothing },
  "stats.history": { by: "admin", ask: nothing },
  "users.list": { by: "superAdmin", ask: nothing },
  "users.create": { by: "superAdmin", ask: async () => ({ body: { ...newcomer(), role: "supplier" } }) },
  "users.delete": { by: "superAdmin", ask: async (world) => ({ id: (await world.account()).id }) },
  "users.impersonate": { by: "superAdmin", ask: async ({ accounts }) => ({ id: accounts.customer.id }) },
  "users.stopImpersonation": { by: "viewing", ask: nothing },
};

export interface Ready {
  readonly method: Endpoint["method"];
  readonly path: string;
  readonly body: FormData | Readonly<Record<string, unknown>> | undefined;
}

/** A request of a call as it is sent. */
export function ready(call: Endpoint, { id, query = "", body }: Asked): Ready {
  const path = call.path.replace(":id", String(id)) + query;
  if (!call.files || !body) return { method: call.method, path, body };
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  return { method: call.method, path, body: form };
}

export const callNamed = (name: CallName): Endpoint => {
  const found = CALLS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no call ${name}`);
  return found.call;
};
