import { eq } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import { addDueFacts } from "#server/features/orders/order-rows.ts";
import { existingOrder } from "#server/features/orders/orders.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { recordEvent, remakeEvent } from "#server/platform/webhooks/record-event.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import type { remakes as contract } from "#shared/contract/remakes.ts";
import { londonDay } from "#shared/domain/period.ts";
import { orderNumber, REMAKE_STATUS_LABEL, remakeNumber } from "#shared/domain/trade/status.ts";
import { notifyCustomer } from "./notify-about-remake.ts";
import { orderRemake } from "./order-remake.ts";
import { countRemakes } from "./remake-counts.ts";
import { existingRemake, listRemakes, lockRemake, readRemake } from "./remake-queries.ts";
import { replyToRemake } from "./reply-to-remake.ts";
import { requestRemake } from "./request-remake.ts";

export const remakeHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page, now, match }) => listRemakes(db, user, query, { page, now, match }),

  counts: ({ db, user }) => countRemakes(db, user),

  read: ({ db, user, params }) => readRemake(db, user, params.id),

  create: requestRemake,

  reply: replyToRemake,

  changeStatus: async ({ db, post, user, params, body, now: at, record }) => {
    const remake = await lockRemake(db, user, params.id);
    if (body.from !== undefined && body.from !== remake.status) {
      throw conflict(
        `Somebody else has changed this remake in the meantime: it is now ${REMAKE_STATUS_LABEL[remake.status].toLowerCase()}`,
      );
    }
    record({ before: { status: remake.status }, after: { status: body.status } });
    if (remake.status !== body.status) {
      await db.update(remakes).set({ status: body.status }).where(eq(remakes.id, remake.id));
      await recordEvent(db, remakeEvent({ ...remake, status: body.status }, "remake.status_changed"), at);
      const [number, now] = [remakeNumber(remake.id), REMAKE_STATUS_LABEL[body.status]];
      const paragraphs = [`Your remake ${number} is now ${now.toLowerCase()}.`];
      const news = { kind: "remake_status", subject: `Remake ${number}: ${now}`, paragraphs } as const;
      await notifyCustomer({ db, post }, remake, news);
    }
    return existingRemake(db, user, remake.id);
  },

  order: async ({ db, post, user, params, body, now, record }) => {
    const remake = await lockRemake(db, user, params.id);
    const { orderId, items } = await orderRemake({ db, user, now }, remake, body);
    const subject = `Remake ${remakeNumber(remake.id)}: order ${orderNumber(orderId)}`;
    const paragraphs = [`Your remake ${remakeNumber(remake.id)} is being made as order ${orderNumber(orderId)}, free of charge.`];
    await notifyCustomer({ db, post }, remake, { kind: "remake_status", subject, paragraphs });
    record({ after: { orderId, windows: items } });
    return addDueFacts(await existingOrder(db, user, orderId), londonDay(now), user.role);
  },

  delete: async ({ db, user, params, now, record }) => {
    const remake = await lockRemake(db, user, params.id);
    await db.update(remakes).set({ deletedAt: now }).where(eq(remakes.id, remake.id));
    record({ before: { status: remake.status, orderId: remake.orderId }, after: { deleted: true } });
    return null;
  },
};
