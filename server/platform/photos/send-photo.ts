import { pipeline } from "node:stream/promises";
import type { Request, Response } from "express";
import { Refusal, tooMany } from "#server/platform/http/errors.ts";
import { createPlaces, MOST_PHOTOS_AT_ONCE } from "#server/platform/http/limits.ts";
import { type PhotoStore, thumbKey } from "./photo-store.ts";

const inPlace = createPlaces(MOST_PHOTOS_AT_ONCE, () =>
  tooMany("You have requested too many photos at once. Please wait until they have arrived before you request more.", 5),
);

interface Asked {
  readonly userId: number;
  readonly storageKey: string;
  /** The photo's description, for the error if its file is missing. */
  readonly description: string;
  /** True if the address never shows another photo. */
  readonly immutable: boolean;
  readonly disposition: string;
}

/**
 * Sends a stored photo, or its thumbnail (`size=thumb`), to a person who may see it. The number of
 * photos on their way to one account is bounded.
 */
export async function sendPhoto(
  store: PhotoStore,
  req: Request,
  res: Response,
  { userId, storageKey, description: what, immutable, disposition }: Asked,
): Promise<void> {
  const key = req.query.size === "thumb" ? thumbKey(storageKey) : storageKey;
  await inPlace(String(userId), async () => {
    if (!immutable) res.setHeader("ETag", `"${key}"`).setHeader("Cache-Control", "private, no-cache");
    // Another person on the same browser has another cookie, and must not receive this copy.
    res.setHeader("Vary", "Cookie");
    if (!immutable && req.fresh) {
      res.status(304).end();
      return;
    }
    const photo = await store.read(key).catch((error: unknown) => {
      res.removeHeader("ETag");
      throw new Refusal(503, "This photo cannot be read just now; please try again later.", { retryAfter: 10, cause: error });
    });
    if (!photo) {
      res.removeHeader("ETag");
      throw new Error(`${what} is missing from the storage`);
    }
    // A stored photo never changes, so the browser need not fetch it again.
    if (immutable) res.setHeader("Cache-Control", "private, max-age=86400, immutable");
    res.setHeader("Content-Disposition", disposition);
    res.type("image/jpeg").setHeader("Content-Length", photo.bytes);
    await pipeline(photo.content, res).catch((error: NodeJS.ErrnoException) => {
      // The client has disconnected.
      if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    });
  });
}
