import { pipeline } from "node:stream/promises";
import { and, eq } from "drizzle-orm";
import { type RequestHandler, Router } from "express";
import type { Database } from "#server/db/connect.ts";
import { orders, remakePhotos, remakes } from "#server/db/schema.ts";
import { forbidden, notFound, unauthorized } from "#server/http/errors.ts";
import { signedInUser } from "#server/http/session.ts";
import { makers, type Role } from "#shared/domain/roles.ts";
import { pathId } from "#shared/http/wire.ts";
import { thumbKey } from "./keep-photos.ts";
import type { PhotoStore } from "./photo-store.ts";
import { remakesVisibleTo } from "./remake-queries.ts";

/**
 * A remake's photo, for those who may read the remake; as an attachment for suppliers and the super admin alone (decisions §8). Not a
 * call of the contract, because its reply is not JSON.
 */
export function photoRoute(db: Database, store: PhotoStore): Router {
  const serve: RequestHandler<{ id: string; place: string }> = async (req, res) => {
    const user = signedInUser(req as never);
    if (!user) throw unauthorized();
    const asDownload = req.query.download === "1";
    if (asDownload && !(makers as readonly Role[]).includes(user.role)) throw forbidden();
    const [id, place] = [pathId.decode(req.params.id), pathId.decode(req.params.place)];
    if (place > 32_767) throw notFound("Photo");
    const [photo] = await db
      .select({ storageKey: remakePhotos.storageKey })
      .from(remakePhotos)
      .innerJoin(remakes, eq(remakes.id, remakePhotos.remakeId))
      .innerJoin(orders, eq(orders.id, remakes.orderId))
      .where(and(eq(remakePhotos.remakeId, id), eq(remakePhotos.place, place), remakesVisibleTo(user)));
    if (!photo) throw notFound("Photo");
    const key = req.query.size === "thumb" ? thumbKey(photo.storageKey) : photo.storageKey;
    // A stored photo never changes, so whoever has it in their own browser need not fetch it again.
    res.setHeader("Cache-Control", "private, max-age=86400, immutable");
    res.setHeader("Content-Disposition", asDownload ? `attachment; filename="remake-${id}-photo-${place}.jpg"` : "inline");
    const { bytes, content } = await store.read(key).catch((error: unknown) => {
      res.removeHeader("Content-Disposition");
      throw new Error("A photo is missing from the storage", { cause: error });
    });
    res.type("image/jpeg").setHeader("Content-Length", bytes);
    await pipeline(content, res).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  };
  const router = Router();
  router.get("/api/remakes/:id/photos/:place", serve);
  return router;
}
