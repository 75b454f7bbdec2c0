import { Client, type Pool } from "pg";
import type Stripe from "stripe";
import type { AppContext, Context, Handler } from "#server/context.ts";
import { waitAtMost } from "#server/platform/db/connect.ts";
import { badRequest, Refusal } from "#server/platform/http/errors.ts";
import { stripeSettings } from "#server/schema/checkouts.ts";
import type { payments as contract } from "#shared/contract/payments.ts";
import { isStripeError } from "./stripe-client.ts";
import { sealSecretKey, sealWebhookSecret, storedSettings } from "./stripe-settings.ts";
import { addEndpoint, deleteOtherEndpoints, type NewEndpoint, webhookUrl } from "./webhook.ts";

type Keys = { readonly publicKey: string; readonly secretKey: string };

const WARNING =
  "The keys are saved, but Stripe did not take the portal's webhook address. Payments are still noticed when the customer returns, and by a check every five minutes. Save the keys again to try once more.";

/**
 * Checks and stores the keys and registers the webhook, one save after the other, because two
 * simultaneous saves would each delete the other's webhook (rule Y10).
 */
export const saveKeys: Handler<typeof contract.configure> = (call) =>
  runOneAtATime(call.db.$client, async () => {
    const { body, record, commit } = call;
    const stripe = await checkedPair(body, call.stripeFor);
    const { endpoint, failed } = await tryToRegister(stripe, call);
    await commit(async (tx) => {
      const before = await storedSettings(tx);
      await store({ ...call, db: tx }, body, endpoint);
      record({
        targetType: "stripe_settings",
        before: before && { publicKey: before.publicKey, webhookEndpointId: before.webhookEndpointId },
        // The audit entry shows only that the secret was replaced.
        after: { publicKey: body.publicKey, webhookEndpointId: endpoint?.id ?? before?.webhookEndpointId ?? null, secretKey: "replaced" },
      });
      return { publicKey: body.publicKey, configured: true, warning: null };
    }).catch(async (error) => {
      if (endpoint) await stripe.webhookEndpoints.del(endpoint.id).catch(() => {});
      throw error;
    });
    const tidied = endpoint === null || (await tidy(stripe, endpoint, call));
    return { publicKey: body.publicKey, configured: true, warning: failed || !tidied ? WARNING : null };
  });

/** `test` or `live`; undefined if the key has no such prefix, so that Stripe decides. */
const modeOf = (key: string): string | undefined => /^[ps]k_(test|live)_/.exec(key)?.[1];
/** True if an HTTP header can contain the key. */
const isSendable = (key: string): boolean => /^[!-~]+$/.test(key);

const REFUSED: ReadonlySet<string> = new Set(["StripeAuthenticationError", "StripePermissionError"]);

async function checkedPair({ publicKey, secretKey }: Keys, stripeFor: AppContext["stripeFor"]): Promise<Stripe> {
  if (!isSendable(publicKey)) throw badRequest("Invalid public key", [{ path: "publicKey", message: "Invalid public key" }]);
  const invalidSecret = badRequest("Invalid secret key", [{ path: "secretKey", message: "Invalid secret key" }]);
  if (!isSendable(secretKey)) throw invalidSecret;
  const modes = [modeOf(publicKey), modeOf(secretKey)];
  if (modes.includes("test") && modes.includes("live")) {
    const sentence = "Invalid public key: both keys must be test keys, or both live keys";
    throw badRequest(sentence, [{ path: "publicKey", message: sentence }]);
  }
  const stripe = await stripeFor(secretKey);
  try {
    await stripe.balance.retrieve();
    return stripe;
  } catch (error) {
    if (isStripeError(error) && REFUSED.has(error.type)) throw invalidSecret;
    throw new Refusal(503, "Stripe cannot be reached just now, so the keys were not saved. Please try again in a moment.", {
      retryAfter: 10,
      cause: error,
    });
  }
}

/** Stripe accepts only https addresses; without https there is no webhook and no warning. */
interface Registered {
  readonly endpoint: NewEndpoint | null;
  readonly failed: boolean;
}

async function tryToRegister(stripe: Stripe, { publicUrl, log }: Pick<AppContext, "publicUrl" | "log">): Promise<Registered> {
  if (publicUrl.protocol !== "https:") return { endpoint: null, failed: false };
  try {
    return { endpoint: await addEndpoint(stripe, webhookUrl(publicUrl)), failed: false };
  } catch (error) {
    log.warn({ error: String(error) }, "the webhook could not be registered with Stripe");
    return { endpoint: null, failed: true };
  }
}

type Storing = Pick<Context, "db" | "seal" | "now">;

async function store({ db, seal, now }: Storing, keys: Keys, endpoint: NewEndpoint | null): Promise<void> {
  const before = await storedSettings(db);
  const values = {
    publicKey: keys.publicKey,
    secretKeySealed: sealSecretKey(seal, keys.secretKey),
    ...(endpoint && {
      webhookEndpointId: endpoint.id,
      webhookUrl: endpoint.url,
      webhookSecretSealed: sealWebhookSecret(seal, endpoint.secret, before?.webhookSecretSealed ?? null),
    }),
    updatedAt: now,
  };
  // Events at Stripe before the first keys cannot concern this portal.
  await db
    .insert(stripeSettings)
    .values({ ...values, eventsSeenUntil: now })
    .onConflictDoUpdate({ target: stripeSettings.id, set: values });
}

/**
 * The old endpoints are deleted last, so that one always exists. A leftover endpoint delivers twice
 * until the next save, which is harmless.
 */
async function tidy(stripe: Stripe, endpoint: NewEndpoint, { log }: Pick<AppContext, "log">): Promise<boolean> {
  try {
    await deleteOtherEndpoints(stripe, endpoint);
    return true;
  } catch (error) {
    log.warn({ error: String(error) }, "an earlier webhook could not be deleted at Stripe");
    return false;
  }
}

/** An arbitrary number that all processes of this portal share. */
const LOCK = 7_170_201;

/**
 * Runs work sequentially across all processes. The queue here limits waiting to one connection for
 * each process; an advisory lock orders the processes. The lock has its own connection: a
 * transaction must not stay open while Stripe is called, and the pool's connections are needed by
 * the work itself.
 */
export function runOneAtATime<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const turn = last.then(() => underLock(pool, work));
  last = turn.catch(() => {});
  return turn;
}
let last: Promise<unknown> = Promise.resolve();

/** @internal Exported for its test. */
export async function underLock<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  const client = new Client(pool.options);
  // A broken connection releases its lock automatically. Without a listener its error would end the
  // process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    return await work();
  } finally {
    await waitAtMost(2_000, client.end());
  }
}
