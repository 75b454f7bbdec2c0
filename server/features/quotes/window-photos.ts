import { and, eq, type SQL, sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import type { z } from "zod";
import type { AppContext, Context, Handlers } from "#server/context.ts";
import { ordersVisibleTo } from "#server/features/orders/order-rows.ts";
import { photosOfItem, photosShownTo } from "#server/lists/select-parts.ts";
import { type Db, inTransaction } from "#server/platform/db/connect.ts";
import type { SignedInUser } from "#server/platform/http/call.ts";
import { badRequest, notFound, unauthorized } from "#server/platform/http/errors.ts";
import { signedInUser } from "#server/platform/http/session/session.ts";
import { sendPhoto } from "#server/platform/photos/send-photo.ts";
import { type StoredPhoto, withPhotos } from "#server/platform/photos/store-photos.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { quoteItems, windowPhotos } from "#server/schema/quote-items.ts";
import { quotes } from "#server/schema/quotes.ts";
import type { windowPhoto } from "#shared/contract/parts/windows.ts";
import type { quotes as contract } from "#shared/contract/quotes.ts";
import { MOST_PHOTOS_OF_WINDOW } from "#shared/domain/longest.ts";
import { pathId } from "#shared/http/wire.ts";
import { refuseUneditable } from "./edit-quote.ts";
import { lockQuote, quotesVisibleTo } from "./quote-queries.ts";

/**
 * Photos of a window (rule Q25): stored like those of remakes, and visible to everybody who may see
 * the quote.
 */

type Photo = z.output<typeof windowPhoto>;
interface Where {
  readonly id: number;
  readonly itemId: number;
}

export const windowPhotoHandlers: Pick<Handlers<typeof contract>, "addPhotos" | "changePhoto" | "removePhoto"> = {
  addPhotos: async (call) => {
    const { db, user, params, files, now, commit, record } = call;
    if (files.length === 0) throw badRequest("Please choose a photo");
    // The free numbers are checked before a photo is stored, and again under the lock.
    await inTransaction(db, (tx) => freeNumbers({ db: tx, user, now }, params, files.length));
    return withPhotos(call, (storedPhotos) =>
      commit(async (tx) => {
        const free = await freeNumbers({ db: tx, user, now }, params, storedPhotos.length);
        await tx.insert(windowPhotos).values(storedPhotos.map((photo, place) => toRow(params.itemId, photo, free[place])));
        record({ targetId: params.id, after: { quoteItemId: params.itemId, photos: storedPhotos.length } });
        return { photos: await photosOf(tx, user, params) };
      }),
    );
  },

  changePhoto: async ({ db, user, params, body: { forWorkshop }, record }) => {
    await lockQuote(db, user, params.id);
    const before = await existingPhoto(db, user, params);
    if (before.forWorkshop !== forWorkshop) await db.update(windowPhotos).set({ forWorkshop }).where(isThis(params));
    const photo = { quoteItemId: params.itemId, photo: params.n };
    record(
      before.forWorkshop === forWorkshop
        ? null
        : {
            targetId: params.id,
            before: { ...photo, forWorkshop: before.forWorkshop },
            after: { ...photo, forWorkshop },
          },
    );
    return { ...before, forWorkshop };
  },

  // The nightly sweep deletes the stored files, with all others that no row names.
  removePhoto: async ({ db, user, params, record }) => {
    await lockQuote(db, user, params.id);
    await existingPhoto(db, user, params);
    await db.delete(windowPhotos).where(isThis(params));
    record({ targetId: params.id, before: { quoteItemId: params.itemId, photo: params.n } });
    return null;
  },
};

function toRow(quoteItemId: number, photo: StoredPhoto, n: number | undefined) {
  if (n === undefined) throw new Error("A photo without a number");
  return { ...photo, quoteItemId, n };
}

/**
 * The numbers for `more` further photos of a window. Locks the quote.
 * @throws 404; 409 for a quote that is no draft; 400 without room
 */
async function freeNumbers({ db, user, now }: Pick<Context, "db" | "user" | "now">, where: Where, more: number): Promise<number[]> {
  const quote = await lockQuote(db, user, where.id);
  const taken = (await photosOf(db, user, where)).map(({ n }) => n);
  await refuseUneditable({ db, user, now }, quote);
  const free = Array.from({ length: MOST_PHOTOS_OF_WINDOW }, (_, place) => place + 1).filter((n) => !taken.includes(n));
  if (free.length < more) throw badRequest(`A window takes at most ${MOST_PHOTOS_OF_WINDOW} photos`);
  return free;
}

/** @throws 404 if the quote has no such window */
async function photosOf(db: Db, user: SignedInUser, { id, itemId }: Where): Promise<Photo[]> {
  const [item] = await db
    .select({ photos: photosOfItem(user) })
    .from(quoteItems)
    .where(and(eq(quoteItems.id, itemId), eq(quoteItems.quoteId, id)));
  if (!item) throw notFound("Window");
  return item.photos;
}

async function existingPhoto(db: Db, user: SignedInUser, where: Where & { readonly n: number }): Promise<Photo> {
  const photo = (await photosOf(db, user, where)).find(({ n }) => n === where.n);
  if (!photo) throw notFound("Photo");
  return photo;
}

const isThis = ({ itemId, n }: { readonly itemId: number; readonly n: number }) =>
  and(eq(windowPhotos.quoteItemId, itemId), eq(windowPhotos.n, n));

/**
 * Serves a window's stored photo. It is not a call of the contract, because its reply is not JSON.
 */
export const windowPhotoHandler =
  ({ db, photos }: AppContext): RequestHandler =>
  async (req, res) => {
    const user = signedInUser(req);
    if (!user) throw unauthorized();
    const [id, itemId, n] = [req.params.id, req.params.itemId, req.params.n].map((part) => pathId.decode(String(part))) as [
      number,
      number,
      number,
    ];
    const storageKey = n <= MOST_PHOTOS_OF_WINDOW ? await findPhoto(db, user, { id, itemId, n }) : undefined;
    if (!storageKey) throw notFound("Photo");
    const what = `Photo ${n} of window ${itemId}`;
    // A free number is used again, so the same address may show another photo later: browsers must
    // revalidate.
    await sendPhoto(photos, req, res, { userId: user.id, storageKey, description: what, immutable: false, disposition: "inline" });
  };

async function findPhoto(db: Db, user: SignedInUser, { id, itemId, n }: Where & { readonly n: number }): Promise<string | undefined> {
  const [photo] = await db
    .select({ storageKey: windowPhotos.storageKey })
    .from(windowPhotos)
    .innerJoin(quoteItems, eq(quoteItems.id, windowPhotos.quoteItemId))
    .innerJoin(quotes, eq(quotes.id, quoteItems.quoteId))
    .where(and(isThis({ itemId, n }), eq(quotes.id, id), isSeen(user)));
  return photo?.storageKey;
}

/**
 * Matches photos of quotes that the person sees; for a supplier, the photos for the workshop of
 * orders that it may make.
 */
const isSeen = (user: SignedInUser): SQL | undefined =>
  user.role === "supplier"
    ? and(photosShownTo(user), sql`exists (select from ${orders} where ${and(eq(orders.quoteId, quotes.id), ordersVisibleTo(user))})`)
    : quotesVisibleTo(user);
