import type { Handlers } from "#server/context.ts";
import { remakeColumnsOf } from "#server/features/orders/copied-columns.ts";
import { existingOrder, lockOrder } from "#server/features/orders/orders.ts";
import { nameInMail } from "#server/platform/mail/post.ts";
import { withPhotos } from "#server/platform/photos/store-photos.ts";
import { recordEvent, remakeEvent } from "#server/platform/webhooks/record-event.ts";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { remakeWindows } from "#server/schema/remake-parts.ts";
import type { remakes as contract } from "#shared/contract/remakes.ts";
import { FAULT_LABEL } from "#shared/domain/trade/remake-faults.ts";
import { orderNumber, remakeNumber } from "#shared/domain/trade/status.ts";
import { notifyMakers } from "./notify-about-remake.ts";
import { readRemake, storePhotoRows } from "./remake-queries.ts";
import { toRemakeWindow, windowsAsked, windowsInMail } from "./remake-windows.ts";

/** Stores a request with its windows and photos, or nothing (rules R1, R2, R8). */
export const requestRemake: Handlers<typeof contract>["create"] = async (call) => {
  const { db, post, user, body, now, commit, record } = call;
  const order = await existingOrder(db, user, body.orderId);
  const windows = await windowsAsked(db, order.quoteId, body);
  return withPhotos(call, (photos) =>
    commit(async (tx) => {
      // The lock prevents a simultaneous deletion of the order, which would not hide this remake.
      const locked = await lockOrder({ db: tx, user, now }, body.orderId);
      const [remake] = await tx
        .insert(remakes)
        .values({
          ...remakeColumnsOf(locked),
          askedBy: user.role === "customer" ? user.id : null,
          fault: body.fault,
          reason: body.reason,
          createdAt: now,
        })
        .returning({ id: remakes.id, orderId: remakes.orderId, status: remakes.status });
      if (!remake) throw new Error("The remake was not stored");
      await recordEvent(tx, remakeEvent({ ...remake, companyId: locked.companyId }, "remake.created"), now);
      if (windows.length > 0) await tx.insert(remakeWindows).values(windows.map((window) => toRemakeWindow(remake.id, window)));
      await storePhotoRows(tx, photos, { remakeId: remake.id, after: 0 });
      await notifyMakers(
        { db: tx, post },
        { id: remake.id, orderId: body.orderId },
        {
          subject: `Remake ${remakeNumber(remake.id)} requested`,
          paragraphs: [
            `${nameInMail(user.companyName)} asks for a remake of order ${orderNumber(body.orderId)}.`,
            ...(body.fault ? [`What is wrong: ${FAULT_LABEL[body.fault].toLowerCase()}.`] : []),
            ...windowsInMail(windows),
            body.reason,
          ],
        },
      );
      const wishes = windows.map(({ id, pieces, mark, panels, parts }) => ({
        ...{ quoteItemId: id, pieces, ...(mark && { mark }) },
        ...{ ...(panels?.length && { panels }), ...(parts?.length && { parts }) },
      }));
      record({
        targetId: remake.id,
        after: {
          orderId: body.orderId,
          photos: photos.length,
          ...(body.fault && { fault: body.fault }),
          ...(wishes.length > 0 && { windows: wishes }),
        },
      });
      return readRemake(tx, user, remake.id);
    }),
  );
};
