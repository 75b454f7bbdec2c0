import { and, asc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { AppContext } from "#server/context.ts";
import { managersOf } from "#server/features/companies/people.ts";
import { notifyPeople } from "#server/features/office/notifications/notify-people.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import { enqueue, type Jobs } from "#server/platform/jobs/enqueue.ts";
import type { Work } from "#server/platform/jobs/worker.ts";
import { isServed, supplierSees } from "#server/platform/webhooks/record-event.ts";
import { type Attempt, sendWebhook } from "#server/platform/webhooks/send-webhook.ts";
import { companies } from "#server/schema/companies-and-users.ts";
import { webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { TEST_TYPE, type WEBHOOK_STOPS } from "#shared/contract/identity/webhooks.ts";
import { formatDay } from "#shared/domain/period.ts";
import { openWebhookSecret } from "./webhook-secrets.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The pauses before the second attempt and the further ones. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const MOST_ATTEMPTS = PAUSES.length + 1;
/** A pause is longer by up to this part, so that the retries of many deliveries do not coincide. */
const JITTER = 0.1;
const LONGEST_RETRY_AFTER = 24 * HOUR;
/** An address belongs to one process for so long; longer than an attempt takes. */
const LEASE_MS = MINUTE;
/** The addresses that a process delivers to at once. Each has one connection. */
const MOST_AT_ONCE = 200;

type Context = Pick<AppContext, "db" | "clock" | "seal" | "post" | "publicUrl" | "resolveHost" | "log">;
type Stop = (typeof WEBHOOK_STOPS)[number];

/** Ends all waiting deliveries of a webhook that was switched off. */
export async function failWaiting(db: Db, webhookId: number): Promise<void> {
  await db
    .update(webhookDeliveries)
    .set({ state: "failed", dueAt: null, lastFault: "The webhook was switched off" })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), isNotNull(webhookDeliveries.dueAt)));
}

/**
 * Delivers events to webhooks (rule C30). A job only starts the deliveries of an address and ends
 * at once: a slow address occupies one connection and nothing that another company waits for. A
 * process that dies leaves its deliveries due; the next minute's job sends them again.
 */
export function webhookDeliverer(context: Context, { timeoutMs }: { readonly timeoutMs?: number } = {}) {
  const { db, clock, log } = context;
  const stopped = new AbortController();
  const running = new Map<number, Promise<void>>();
  /** Addresses that got another event while their deliveries were under way. */
  const again = new Set<number>();

  const deliverAll = async (webhookId: number): Promise<void> => {
    if (!(await takeLease(db, webhookId, clock()))) return;
    try {
      for (;;) {
        const next = await nextDelivery(db, webhookId, clock());
        if (!next) return;
        await deliverOne(context, next, { timeoutMs, stopped: stopped.signal });
      }
    } finally {
      await db.update(webhooks).set({ leasedUntil: null }).where(eq(webhooks.id, webhookId));
    }
  };
  const runAgain = async (webhookId: number): Promise<void> => {
    do {
      again.delete(webhookId);
      await deliverAll(webhookId);
    } while (again.has(webhookId) && !stopped.signal.aborted);
  };

  /** Resolves when nothing more is due now. */
  const deliver = (webhookId: number): Promise<void> => {
    const present = running.get(webhookId);
    if (present) again.add(webhookId);
    if (present || stopped.signal.aborted || running.size >= MOST_AT_ONCE) return present ?? Promise.resolve();
    const run = runAgain(webhookId)
      .catch((error: unknown) => {
        if (!stopped.signal.aborted) log.warn({ error: String(error), webhookId }, "deliveries of a webhook were interrupted");
      })
      .finally(() => running.delete(webhookId));
    running.set(webhookId, run);
    return run;
  };

  const sweep = async (): Promise<void> => {
    for (const { webhookId } of await dueWebhooks(db, clock())) void deliver(webhookId);
  };

  const work: Work = {
    tasks: {
      "deliver-webhook": async (payload) => void deliver((payload as Jobs["deliver-webhook"]).webhookId),
      "sweep-webhooks": sweep,
    },
    crontab: "* * * * * sweep-webhooks\n",
  };
  return {
    work,
    deliver,
    sweep,
    /** Attempts under way are given up, and stay due. */
    async stop(): Promise<void> {
      stopped.abort(new Error("The process stops"));
      await Promise.all(running.values());
    },
  };
}

const dueWebhooks = (db: Db, now: Date) =>
  db
    .selectDistinct({ webhookId: webhookDeliveries.webhookId })
    .from(webhookDeliveries)
    .where(lte(webhookDeliveries.dueAt, now))
    .limit(MOST_AT_ONCE);

const leaseUntil = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** True if no other process delivers to the address. */
async function takeLease(db: Db, webhookId: number, now: Date): Promise<boolean> {
  const isFree = or(isNull(webhooks.leasedUntil), lt(webhooks.leasedUntil, now));
  const leased = await db
    .update(webhooks)
    .set({ leasedUntil: leaseUntil(now) })
    .where(and(eq(webhooks.id, webhookId), webhooks.active, isFree))
    .returning({ id: webhooks.id });
  return leased.length > 0;
}

/**
 * The oldest due delivery of a served webhook, and the longer lease for it. Events about one thing
 * are delivered in order, so a delivery waits for the earlier ones of its thing.
 */
async function nextDelivery(db: Db, webhookId: number, now: Date) {
  const d = webhookDeliveries;
  const earlier = alias(d, "earlier");
  const isBehind = sql`exists (select from ${d} ${earlier} where ${and(
    eq(earlier.webhookId, d.webhookId),
    eq(earlier.thing, d.thing),
    eq(earlier.thingId, d.thingId),
    lt(earlier.id, d.id),
    isNotNull(earlier.dueAt),
  )})`;
  const maySee: SQL<boolean> = sql`(${companies.kind} <> 'supplier' or ${d.type} = ${TEST_TYPE} or ${supplierSees(d.orderId)})`;
  const [next] = await db
    .select({
      delivery: d,
      url: webhooks.url,
      secretSealed: webhooks.secretSealed,
      companyId: webhooks.companyId,
      madeAt: webhooks.createdAt,
      maySee,
    })
    .from(d)
    .innerJoin(webhooks, eq(webhooks.id, d.webhookId))
    .innerJoin(companies, eq(companies.id, webhooks.companyId))
    .where(and(eq(d.webhookId, webhookId), lte(d.dueAt, now), webhooks.active, isServed, sql`not ${isBehind}`))
    .orderBy(asc(d.id))
    .limit(1);
  if (next)
    await db
      .update(webhooks)
      .set({ leasedUntil: leaseUntil(now) })
      .where(eq(webhooks.id, webhookId));
  return next;
}

type Next = NonNullable<Awaited<ReturnType<typeof nextDelivery>>>;

const bodyOf = ({ type, createdAt, thingId: id, number, status }: Next["delivery"]): string =>
  JSON.stringify({ type, timestamp: createdAt.toISOString(), data: { id, number, ...(status !== null && { status }) } });

async function deliverOne(
  context: Context,
  next: Next,
  { timeoutMs, stopped }: { readonly timeoutMs: number | undefined; readonly stopped: AbortSignal },
): Promise<void> {
  const { db, clock, seal, publicUrl, resolveHost } = context;
  const { delivery, url, secretSealed } = next;
  const isIt = and(eq(webhookDeliveries.id, delivery.id), isNotNull(webhookDeliveries.dueAt));
  if (!next.maySee) {
    const lastFault = "The order is not your workshop's any more";
    await db.update(webhookDeliveries).set({ state: "failed", dueAt: null, lastFault }).where(isIt);
    return;
  }
  const message = { url, secret: openWebhookSecret(seal, secretSealed), id: `msg_${delivery.messageId}`, body: bodyOf(delivery) };
  const attempt = await sendWebhook({ ...message, sentAt: clock() }, { publicUrl, resolveHost, timeoutMs, stopped });
  await inTransaction(db, (tx) => storeAttempt(context, tx, next, attempt));
}

/** Stores the result of an attempt, with the time of the next one. */
async function storeAttempt({ clock, post }: Context, tx: Db, next: Next, { status, fault, retryAfter }: Attempt): Promise<void> {
  const { delivery } = next;
  const now = clock();
  const attempts = delivery.attempts + 1;
  const isLast = attempts >= MOST_ATTEMPTS || delivery.type === TEST_TYPE;
  const isGone = status === 410;
  const state = fault === null ? "delivered" : isLast || isGone ? "failed" : "waiting";
  const dueAt = state === "waiting" ? nextAttemptAt(attempts, retryAfter, now) : null;
  const stored = await tx
    .update(webhookDeliveries)
    .set({ state, dueAt, attempts, lastStatus: status, lastFault: fault })
    .where(and(eq(webhookDeliveries.id, delivery.id), isNotNull(webhookDeliveries.dueAt)))
    .returning({ id: webhookDeliveries.id });
  if (stored.length === 0) return;
  if (dueAt) await enqueue(tx, "deliver-webhook", { webhookId: delivery.webhookId }, { runAt: dueAt });
  if (isGone) await switchOff({ tx, post, now }, next, "gone");
  else if (state === "failed" && delivery.type !== TEST_TYPE) await switchOff({ tx, post, now }, next, "failing");
}

/**
 * The time of the next attempt: after the pause, or at the reply's `Retry-After` if that is later.
 */
function nextAttemptAt(attempts: number, retryAfter: string | undefined, now: Date): Date {
  const pause = PAUSES[attempts - 1] ?? LONGEST_RETRY_AFTER;
  const wished = /^\d+$/.test(retryAfter ?? "") ? Number(retryAfter) * SECOND : Date.parse(retryAfter ?? "") - now.getTime();
  const least = Number.isFinite(wished) ? Math.min(wished, LONGEST_RETRY_AFTER) : 0;
  return new Date(now.getTime() + Math.max(least, pause * (1 + Math.random() * JITTER)));
}

const WHY = {
  gone: "Its address replied that it is gone (410).",
  failing: `Its address did not accept an event in ${MOST_ATTEMPTS} attempts over three days.`,
} as const satisfies Record<Stop, string>;

/** Switches a webhook off, and notifies the people who manage it by email and bell. */
async function switchOff(
  { tx, post, now }: { readonly tx: Db; readonly now: Date } & Pick<Context, "post">,
  { delivery: { webhookId }, companyId, madeAt }: Next,
  stopped: Stop,
): Promise<void> {
  const switched = await tx
    .update(webhooks)
    .set({ active: false, stopped })
    .where(and(eq(webhooks.id, webhookId), webhooks.active))
    .returning({ id: webhooks.id });
  if (switched.length === 0) return;
  await failWaiting(tx, webhookId);
  const sentence = `The webhook that was added on ${formatDay(madeAt)} is switched off. ${WHY[stopped]}`;
  const managers = await managersOf(tx, companyId);
  const readers = managers.filter(({ role }) => role !== "admin");
  await notifyPeople({ db: tx, post }, "webhook", readers, () => ({
    title: "Webhook switched off",
    message: sentence,
    relatedId: webhookId,
    createdAt: now,
    letter: {
      subject: "A webhook is switched off",
      paragraphs: [sentence, "Events from now on are not stored for it. Repair the address, then switch the webhook on again."],
      action: { label: "Open the webhooks", path: "/settings?tab=webhooks" },
    },
  }));
}
