import { pipeline } from "node:stream/promises";
import { and, eq } from "drizzle-orm";
import type { Request, RequestHandler } from "express";
import type { Db } from "#server/db/connect.ts";
import { orders, remakePhotos, remakes } from "#server/db/schema.ts";
import type { House } from "#server/house.ts";
import type { SignedInUser } from "#server/http/call.ts";
import { forbidden, notFound, tooMany, unauthorized } from "#server/http/errors.ts";
import { createPlaces, MOST_PHOTOS_AT_ONCE } from "#server/http/limits.ts";
import { signedInUser } from "#server/http/session.ts";
import { thumbKey } from "#server/photos/photo-store.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { pathId } from "#shared/http/wire.ts";
import { remakesVisibleTo } from "./remake-queries.ts";

const MOST_PLACE = 32_767;
const inPlace = createPlaces(MOST_PHOTOS_AT_ONCE, () =>
  tooMany("You have asked for very many photos at once. Please wait until they have come, and ask for the others then.", 5),
);

/**
 * A remake's photo, for those who may read the remake; as an attachment for suppliers and the super admin alone (rule
 * R3). Not a call of the contract, because its reply is not JSON.
 */
export const photoHandler =
  ({ db, photos }: House): RequestHandler =>
  async (req: Request, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    const asDownload = req.query.download === "1";
    if (asDownload && !(makers as readonly Role[]).includes(user.role)) throw forbidden();
    const [id, place] = [pathId.decode(String(req.params.id)), pathId.decode(String(req.params.place))];
    const storageKey = await findPhoto(db, user, id, place);
    if (!storageKey) throw notFound("Photo");
    await inPlace(String(user.id), async () => {
      const photo = await photos.read(req.query.size === "thumb" ? thumbKey(storageKey) : storageKey);
      if (!photo) throw new Error(`Photo ${place} of remake ${id} is missing from the storage`);
      // A stored photo never changes, so its reader's own browser need not fetch it again; the next person to sign in
      // there has another cookie, and so not that copy.
      res.setHeader("Cache-Control", "private, max-age=86400, immutable");
      res.setHeader("Vary", "Cookie");
      res.setHeader("Content-Disposition", asDownload ? `attachment; filename="remake-${id}-photo-${place}.jpg"` : "inline");
      res.type("image/jpeg").setHeader("Content-Length", photo.bytes);
      await pipeline(photo.content, res).catch((error: NodeJS.ErrnoException) => {
        // The reader has gone on to something else.
        if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
      });
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
