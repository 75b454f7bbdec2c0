import { eq } from "drizzle-orm";
import { isDatabaseAway } from "#server/db/faults.ts";
import { remakePhotos, remakeReplies, remakes } from "#server/db/schema.ts";
import { dated } from "#server/features/orders/order-rows.ts";
import { existingOrder, lockOrder } from "#server/features/orders/orders.ts";
import type { Handlers } from "#server/house.ts";
import { conflict } from "#server/http/errors.ts";
import { nameInMail } from "#server/jobs/post.ts";
import type { remakes as contract } from "#shared/contract/remakes.ts";
import { MOST_REPLIES } from "#shared/domain/longest.ts";
import { orderNumber, REMAKE_STATUS_LABEL, remakeNumber } from "#shared/domain/status.ts";
import { changeRemakeStatus } from "./change-remake-status.ts";
import { keepPhotos, removePhotos } from "./keep-photos.ts";
import { orderRemake } from "./order-remake.ts";
import { countRemakes, existingRemake, listRemakes, lockRemake, readRemake } from "./remake-queries.ts";
import { windowAsked, windowInMail } from "./remake-window.ts";
import { tellCustomer, tellMakers } from "./tell-about-remake.ts";

export const remakeHandlers: Handlers<typeof contract> = {
  list: ({ db, user, query, page }) => listRemakes(db, user, query, page),

  counts: ({ db, user }) => countRemakes(db, user),

  read: ({ db, user, params }) => readRemake(db, user, params.id),

  create: async ({ db, post, photos, limits, user, body, files, now, commit, record }) => {
    const order = await existingOrder(db, user, body.orderId);
    if (user.role === "customer") await limits["remake-mails"].count(user.id);
    const window = await windowAsked(db, order.quoteId, body);
    const kept = await keepPhotos(photos, files, user.id);
    try {
      return await commit(async (tx) => {
        // Locked, so that it is not deleted just now: deleting an order hides the remakes that it finds.
        await lockOrder(tx, user, body.orderId);
        const [remake] = await tx
          .insert(remakes)
          .values({
            orderId: body.orderId,
            quoteItemId: window?.id,
            markXMm: window?.mark?.xMm,
            markYMm: window?.mark?.yMm,
            reason: body.reason,
            createdAt: now,
          })
          .returning({ id: remakes.id });
        if (!remake) throw new Error("The remake was not stored");
        if (kept.length > 0)
          await tx.insert(remakePhotos).values(kept.map((photo, index) => ({ ...photo, remakeId: remake.id, place: index + 1 })));
        await tellMakers(
          { db: tx, post },
          {
            remakeId: remake.id,
            subject: `Remake ${remakeNumber(remake.id)} requested`,
            paragraphs: [
              `${nameInMail(user.companyName)} asks for a remake of order ${orderNumber(body.orderId)}.`,
              ...(window ? [windowInMail(window)] : []),
              body.reason,
            ],
          },
        );
        const pointed = window && { quoteItemId: window.id, ...(window.mark && { mark: window.mark }) };
        record({ targetId: remake.id, after: { orderId: body.orderId, photos: kept.length, ...pointed } });
        return readRemake(tx, user, remake.id);
      });
    } catch (error) {
      // Also when another try with the same key won: then no row names these photos. But where the database went away,
      // it is unknown whether it still committed; if not, they are swept at night.
      if (!isDatabaseAway(error)) await removePhotos(photos, kept);
      throw error;
    }
  },

  reply: async ({ db, post, limits, user, params, body, now, record }) => {
    if (user.role === "customer") await limits["remake-mails"].count(user.id);
    const remake = await lockRemake(db, user, params.id);
    const written = await db.$count(remakeReplies, eq(remakeReplies.remakeId, remake.id));
    if (written >= MOST_REPLIES) throw conflict(`There are ${MOST_REPLIES} replies already: please ring us about this remake`);
    const [reply] = await db
      .insert(remakeReplies)
      .values({ remakeId: remake.id, userId: user.id, message: body.message, createdAt: now })
      .returning({ id: remakeReplies.id, message: remakeReplies.message, createdAt: remakeReplies.createdAt });
    if (!reply) throw new Error("The reply was not stored");
    const subject = `Reply to remake ${remakeNumber(remake.id)}`;
    if (user.id === remake.customerId) {
      await tellMakers(
        { db, post },
        {
          remakeId: remake.id,
          subject,
          paragraphs: [`${nameInMail(user.companyName)} wrote about remake ${remakeNumber(remake.id)}:`, body.message],
        },
      );
    } else {
      const paragraphs = [`There is a new reply to your remake ${remakeNumber(remake.id)}.`, body.message];
      await tellCustomer({ db, post }, remake.customerId, { type: "remake_reply", remakeId: remake.id, subject, paragraphs });
    }
    record({ after: { replyId: reply.id } });
    return { ...reply, user: { companyName: user.companyName, contactName: user.contactName, role: user.role } };
  },

  changeStatus: async ({ db, post, user, params, body, record }) => {
    const remake = await lockRemake(db, user, params.id);
    if (body.from !== undefined && body.from !== remake.status) {
      throw conflict(`Somebody else changed this remake meanwhile: it is now ${REMAKE_STATUS_LABEL[remake.status].toLowerCase()}`);
    }
    record({ before: { status: remake.status }, after: { status: body.status } });
    if (remake.status !== body.status) await changeRemakeStatus({ db, post }, remake, body.status);
    return existingRemake(db, user, remake.id);
  },

  order: async ({ db, post, user, params, body, now, record }) => {
    const remake = await lockRemake(db, user, params.id);
    const orderId = await orderRemake({ db, user, now }, remake, body);
    const subject = `Remake ${remakeNumber(remake.id)}: order ${orderNumber(orderId)}`;
    const paragraphs = [`Your remake ${remakeNumber(remake.id)} is being made as order ${orderNumber(orderId)}, free of charge.`];
    await tellCustomer({ db, post }, remake.customerId, { type: "remake_status", remakeId: remake.id, subject, paragraphs });
    record({ after: { orderId, windows: body.items } });
    return dated(await existingOrder(db, user, orderId), now);
  },

  delete: async ({ db, user, params, now, record }) => {
    const remake = await lockRemake(db, user, params.id);
    await db.update(remakes).set({ deletedAt: now }).where(eq(remakes.id, remake.id));
    record({ before: { status: remake.status, orderId: remake.orderId }, after: { deleted: true } });
    return null;
  },
};
