import { randomBytes } from "node:crypto";
import { and, desc, eq, getTableColumns, isNotNull, sql } from "drizzle-orm";
import type { AppContext, Handlers } from "#server/context.ts";
import { lockCompany } from "#server/features/companies/end-account.ts";
import { requireMayManage } from "#server/features/companies/people.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, conflict, notFound } from "#server/platform/http/errors.ts";
import { afterCursor, newestFirst, rowsToFetch } from "#server/platform/http/paging/paging.ts";
import { addDeliveryJob } from "#server/platform/webhooks/record-event.ts";
import { webhookSecret } from "#server/platform/webhooks/send-webhook.ts";
import { checkedAddresses, ForbiddenAddress } from "#server/platform/webhooks/webhook-address.ts";
import { webhookDeliveries, webhooks } from "#server/schema/notifications.ts";
import { type webhooks as contract, MOST_WEBHOOKS, TEST_TYPE } from "#shared/contract/identity/webhooks.ts";
import { failWaiting } from "./deliver-webhooks.ts";
import { sealWebhookSecret } from "./webhook-secrets.ts";

const FORBIDDEN = "We can't send to this address";
const SWITCHED_OFF = "Switch this webhook on first";

const { secretSealed: _, leasedUntil: __, companyId: ___, ...columns } = getTableColumns(webhooks);
const deliveryColumns = {
  id: webhookDeliveries.id,
  messageId: sql<string>`'msg_' || ${webhookDeliveries.messageId}`,
  type: webhookDeliveries.type,
  number: webhookDeliveries.number,
  state: webhookDeliveries.state,
  attempts: webhookDeliveries.attempts,
  lastStatus: webhookDeliveries.lastStatus,
  lastFault: webhookDeliveries.lastFault,
  dueAt: webhookDeliveries.dueAt,
  createdAt: webhookDeliveries.createdAt,
};

const isTheirs = (user: SignedInUser, id: number) => and(eq(webhooks.id, id), eq(webhooks.companyId, user.companyId));

/** @throws 404 for another company's webhook */
async function existing(db: Db, user: SignedInUser, id: number) {
  const [found] = await db.select(columns).from(webhooks).where(isTheirs(user, id));
  if (!found) throw notFound("Webhook");
  return found;
}

/** @throws 400 for an address that must not be reached from here (rule C28) */
async function refuseForbidden(url: string, network: Pick<AppContext, "publicUrl" | "resolveHost">): Promise<void> {
  try {
    await checkedAddresses(url, network);
  } catch (error) {
    if (error instanceof ForbiddenAddress) throw badRequest(FORBIDDEN, [{ path: "url", message: FORBIDDEN }]);
    throw error;
  }
}

/** The audit trail names the host only, because an address may contain a secret. */
const trailOf = ({ url, types, active }: Pick<typeof webhooks.$inferSelect, "url" | "types" | "active">) => ({
  ...{ host: new URL(url).host, types, active },
});

/** The webhooks of a company, for those who may manage it (rules C28 to C31). */
export const webhookHandlers: Handlers<typeof contract> = {
  list: async ({ db, user }) => {
    await requireMayManage(db, user);
    return db
      .select(columns)
      .from(webhooks)
      .where(eq(webhooks.companyId, user.companyId))
      .orderBy(desc(webhooks.createdAt), desc(webhooks.id))
      .limit(MOST_WEBHOOKS);
  },

  create: async ({ db, user, body, now, seal, publicUrl, resolveHost, record, commit }) => {
    await requireMayManage(db, user);
    const { url, types } = body();
    await refuseForbidden(url, { publicUrl, resolveHost });
    const secret = webhookSecret(randomBytes(32));
    return commit(async (tx) => {
      // Two creations at once count each other's webhook.
      await lockCompany(tx, user.companyId);
      const count = await tx.$count(webhooks, eq(webhooks.companyId, user.companyId));
      if (count >= MOST_WEBHOOKS) throw conflict(`At most ${MOST_WEBHOOKS} webhooks`);
      const values = { companyId: user.companyId, url, types, secretSealed: sealWebhookSecret(seal, secret), createdAt: now };
      const [stored] = await tx.insert(webhooks).values(values).returning(columns);
      if (!stored) throw new Error("The webhook was not stored");
      record({ targetId: stored.id, after: trailOf(stored) });
      return { ...stored, secret };
    });
  },

  change: async ({ db, user, params, body, publicUrl, resolveHost, record, commit }) => {
    await requireMayManage(db, user);
    await existing(db, user, params.id);
    const changed = body();
    if (changed.url !== undefined) await refuseForbidden(changed.url, { publicUrl, resolveHost });
    return commit(async (tx) => {
      const [before] = await tx.select(columns).from(webhooks).where(isTheirs(user, params.id)).for("update");
      if (!before) throw notFound("Webhook");
      const active = changed.active ?? before.active;
      const { url = before.url, types = before.types } = changed;
      const stopped = active ? null : before.stopped;
      const [after] = await tx.update(webhooks).set({ url, types, active, stopped }).where(isTheirs(user, params.id)).returning(columns);
      if (!after) throw notFound("Webhook");
      if (before.active && !active) await failWaiting(tx, before.id);
      record({ before: trailOf(before), after: trailOf(after) });
      return after;
    });
  },

  delete: async ({ db, user, params, record }) => {
    await requireMayManage(db, user);
    const [deleted] = await db.delete(webhooks).where(isTheirs(user, params.id)).returning(columns);
    if (!deleted) throw notFound("Webhook");
    record({ before: trailOf(deleted) });
    return null;
  },

  test: async ({ db, user, params, now, record }) => {
    await requireMayManage(db, user);
    const { id: webhookId, active } = await existing(db, user, params.id);
    if (!active) throw conflict(SWITCHED_OFF);
    const isTest = and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.type, TEST_TYPE));
    if ((await db.$count(webhookDeliveries, and(isTest, isNotNull(webhookDeliveries.dueAt)))) > 0)
      throw conflict("A test of this webhook is still under way");
    const thing = { type: TEST_TYPE, thing: "webhook", thingId: webhookId, number: "test" } as const;
    const [stored] = await db
      .insert(webhookDeliveries)
      .values({ webhookId, ...thing, dueAt: now, createdAt: now })
      .returning(deliveryColumns);
    if (!stored) throw new Error("The test was not stored");
    await db.execute(sql`select ${addDeliveryJob(sql`${webhookId}::int`)}`);
    record({ targetId: webhookId, after: { deliveryId: stored.id } });
    return stored;
  },

  deliveries: async ({ db, user, params, page }) => {
    await requireMayManage(db, user);
    const { id } = await existing(db, user, params.id);
    return db
      .select(deliveryColumns)
      .from(webhookDeliveries)
      .where(and(eq(webhookDeliveries.webhookId, id), afterCursor(page, webhookDeliveries.createdAt, webhookDeliveries.id)))
      .orderBy(...newestFirst(webhookDeliveries.createdAt, webhookDeliveries.id))
      .limit(rowsToFetch(page));
  },

  replay: async ({ db, user, params, now, record }) => {
    await requireMayManage(db, user);
    const [found] = await db
      .select({ webhookId: webhooks.id, active: webhooks.active, state: webhookDeliveries.state })
      .from(webhookDeliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
      .where(and(eq(webhookDeliveries.id, params.id), eq(webhooks.companyId, user.companyId)))
      .for("update");
    if (!found) throw notFound("Delivery");
    if (!found.active) throw conflict(SWITCHED_OFF);
    // A delivery that waits for its next attempt is only sent sooner.
    const again = found.state === "waiting" ? {} : { state: "waiting" as const, attempts: 0 };
    const [delivery] = await db
      .update(webhookDeliveries)
      .set({ ...again, dueAt: now })
      .where(eq(webhookDeliveries.id, params.id))
      .returning(deliveryColumns);
    if (!delivery) throw notFound("Delivery");
    await db.execute(sql`select ${addDeliveryJob(sql`${found.webhookId}::int`)}`);
    record({ targetType: "webhooks", targetId: found.webhookId, after: { deliveryId: params.id } });
    return delivery;
  },
};
