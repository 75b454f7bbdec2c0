import { succeeded } from "#server/testing/builders.ts";
import { storeBusiness } from "#server/testing/retail.ts";
import type { World } from "#server/testing/world.ts";
import type { rawCalls } from "#shared/contract/parts/raw-calls.ts";
import type { Kept, Refused } from "./call-case.ts";
import { refused } from "./call-case.ts";

type Raw = typeof rawCalls;
/**
 * The raw calls that take JSON from a visitor. Stripe's webhook is left out, because its bytes are
 * signed.
 */
type RawWrite = { [N in keyof Raw]: Raw[N] extends { readonly method: "POST" } ? N : never }[Exclude<keyof Raw, "webhook">];

interface RawWriteCase {
  readonly success: 200 | 204;
  /** A good body for the quotation at an address. */
  readonly body: (address: URL) => Promise<Readonly<Record<string, unknown>>>;
  readonly texts: Readonly<Record<string, Kept | Refused>>;
}

/**
 * Every such call once: a good request, and the expected result of its texts. A missing call is a
 * compile error.
 */
export const RAW_WRITES: { readonly [N in RawWrite]: RawWriteCase } = {
  sharedAccept: {
    success: 200,
    body: async (address) => {
      const reply = await fetch(address, { headers: { accept: "application/json", ...fromSomewhere() } });
      const { snapshot, hash } = (await reply.json()) as { snapshot: string; hash: string };
      const net = Math.round((JSON.parse(snapshot) as { subtotal: number }).subtotal * 100);
      return { name: "Penelope Hughes", email: "p@hughes.example", extras: [], total: (net + Math.round(net / 5)) / 100, hash };
    },
    texts: { name: { least: 2, most: 100, trimmed: true, name: true }, email: refused(200, 400), hash: refused(400, 409) },
  },
  sharedDecline: {
    success: 204,
    body: async () => ({ reason: "Too dark" }),
    texts: { reason: { least: 0, most: 500 } },
  },
  sharedQuestion: {
    success: 204,
    body: async () => ({ text: "Can it be white?" }),
    texts: { text: { least: 1, most: 2000 } },
  },
  sharedOpened: { success: 204, body: async () => ({}), texts: {} },
};

let networks = 0;
/** Headers of a new network, because strangers are counted by network. */
export function fromSomewhere(): Readonly<Record<string, string>> {
  networks += 1;
  return { "x-forwarded-for": `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}` };
}

/** The address of a new quotation of the customer's. */
export async function sharedAddress(world: World): Promise<URL> {
  await storeBusiness(world.portal, world.accounts.customer.companyId);
  const path = `/api/quotes/${await world.draft()}/retail-links`;
  const { url } = succeeded(await (await world.as("customer")).post<{ url: string }>(path, {}));
  return new URL(new URL(url).pathname, world.portal.url);
}
