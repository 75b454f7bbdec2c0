import { and, eq } from "drizzle-orm";
import type { Request, RequestHandler } from "express";
import type { AppContext } from "#server/context.ts";
import type { Db } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { forbidden, notFound, unauthorized } from "#server/platform/http/errors.ts";
import { signedInUser } from "#server/platform/http/session/session.ts";
import { sendPhoto } from "#server/platform/photos/send-photo.ts";
import { orders, remakes } from "#server/schema/orders-and-remakes.ts";
import { remakePhotos } from "#server/schema/remake-parts.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { pathId } from "#shared/http/wire.ts";
import { remakesVisibleTo } from "./remake-queries.ts";

const MOST_PLACE = 32_767;
/**
 * Serves a remake's photo to people who may read the remake; as an attachment only to suppliers and
 * the super admin (rule R3). It is not a call of the contract, because its reply is not JSON.
 */
export const photoHandler =
  ({ db, photos }: AppContext): RequestHandler =>
  async (req: Request, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    const asDownload = req.query.download === "1";
    if (asDownload && !(makers as readonly Role[]).includes(user.role)) throw forbidden();
    const [id, place] = [pathId.decode(String(req.params.id)), pathId.decode(String(req.params.place))];
    const storageKey = await findPhoto(db, user, id, place);
    if (!storageKey) throw notFound("Photo");
    const disposition = asDownload ? `attachment; filename="remake-${id}-photo-${place}.jpg"` : "inline";
    await sendPhoto(photos, req, res, {
      userId: user.id,
      storageKey,
      description: `Photo ${place} of remake ${id}`,
      immutable: true,
      disposition,
    });
  };

async function findPhoto(db: Db, user: SignedInUser, id: number, place: number): Promise<string | undefined> {
  if (place > MOST_PLACE) return undefined;
  const [photo] = await db
    .select({ storageKey: remakePhotos.storageKey })
    .from(remakePhotos)
    .innerJoin(remakes, eq(remakes.id, remakePhotos.remakeId))
    .innerJoin(orders, eq(orders.id, remakes.orderId))
    .where(and(eq(remakePhotos.remakeId, id), eq(remakePhotos.place, place), remakesVisibleTo(user)));
  return photo?.storageKey;
}
