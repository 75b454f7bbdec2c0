import { eq, max } from "drizzle-orm";
import type { Handlers } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import { conflict } from "#server/platform/http/errors.ts";
import { nameInMail } from "#server/platform/mail/post.ts";
import { withPhotos } from "#server/platform/photos/store-photos.ts";
import { recordEvent, remakeEvent } from "#server/platform/webhooks/record-event.ts";
import { remakePhotos, remakeReplies } from "#server/schema/remake-parts.ts";
import type { remakes as contract } from "#shared/contract/remakes.ts";
import { MOST_REPLIES } from "#shared/domain/longest.ts";
import { remakeNumber } from "#shared/domain/trade/status.ts";
import { notifyCustomer, notifyMakers } from "./notify-about-remake.ts";
import { existingRemake, lockRemake, photoAddress, storePhotoRows } from "./remake-queries.ts";

/** Stores a reply with its photos, or nothing (rules R2, R5). */
export const replyToRemake: Handlers<typeof contract>["reply"] = async (call) => {
  const { db, post, user, params, body, now, commit, record } = call;
  // This check saves storing photos in vain; it is repeated under the lock.
  await existingRemake(db, user, params.id);
  await refuseEndless(db, params.id);
  return withPhotos(call, (photos) =>
    commit(async (tx) => {
      const remake = await lockRemake(tx, user, params.id);
      await refuseEndless(tx, remake.id);
      const [reply] = await tx
        .insert(remakeReplies)
        .values({ remakeId: remake.id, userId: user.id, message: body.message, createdAt: now })
        .returning({ id: remakeReplies.id, message: remakeReplies.message, createdAt: remakeReplies.createdAt });
      if (!reply) throw new Error("The reply was not stored");
      await recordEvent(tx, remakeEvent(remake, "remake.replied"), now);
      const after = await lastPlace(tx, remake.id);
      await storePhotoRows(tx, photos, { remakeId: remake.id, replyId: reply.id, after });
      const subject = `Reply to remake ${remakeNumber(remake.id)}`;
      const words = [body.message, ...photosInMail(photos.length)];
      if (user.companyId === remake.companyId) {
        const paragraphs = [`${nameInMail(user.companyName)} wrote about remake ${remakeNumber(remake.id)}.`, ...words];
        await notifyMakers({ db: tx, post }, remake, { subject, paragraphs });
      } else {
        const paragraphs = [`There is a new reply to your remake ${remakeNumber(remake.id)}.`, ...words];
        await notifyCustomer({ db: tx, post }, remake, { kind: "remake_reply", subject, paragraphs });
      }
      record({ after: { replyId: reply.id, ...(photos.length > 0 && { photos: photos.length }) } });
      const addresses = photos.map((_, index) => photoAddress(remake.id, after + index + 1));
      return { ...reply, photos: addresses, user: { companyName: user.companyName, contactName: user.contactName, role: user.role } };
    }),
  );
};

async function refuseEndless(db: Db, remakeId: number): Promise<void> {
  const written = await db.$count(remakeReplies, eq(remakeReplies.remakeId, remakeId));
  if (written >= MOST_REPLIES) throw conflict(`There are ${MOST_REPLIES} replies already: please ring us about this remake`);
}

/** The place of the last photo of a locked remake. */
async function lastPlace(db: Db, remakeId: number): Promise<number> {
  const [last] = await db
    .select({ place: max(remakePhotos.place) })
    .from(remakePhotos)
    .where(eq(remakePhotos.remakeId, remakeId));
  return last?.place ?? 0;
}

const photosInMail = (count: number): string[] =>
  count === 0
    ? []
    : [count === 1 ? "A photo came with it: open the remake to see it." : `${count} photos came with it: open the remake to see them.`];
