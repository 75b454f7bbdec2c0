import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { sweepPhotos } from "#server/platform/photos/store-photos.ts";
import { orders } from "#server/schema/orders-and-remakes.ts";
import { windowPhotos } from "#server/schema/quote-items.ts";
import { type QuoteReply, succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { filesOf, photograph, picture, type Upload, type WindowPhotos } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/** Photos of a window (rule Q25). */

let portal: TestPortal;
let customer: TestClient;
let boss: TestClient;
let photo: Upload;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  boss = await portal.superAdmin();
  photo = await picture("jpeg", 900, 600);
});
afterAll(() => portal.stop());

interface Draft {
  readonly id: number;
  readonly itemId: number;
  readonly photos: WindowPhotos["photos"];
}
const itemsOf = async (client: TestClient, id: number) => succeeded(await client.get<QuoteReply>(`/api/quotes/${id}`)).items;
const photosOf = async (client: TestClient, { id, itemId }: Pick<Draft, "id" | "itemId">) =>
  (await itemsOf(client, id)).find((item) => item.id === itemId)?.photos;
/** A draft of two windows, the first with this many photos. */
async function photographed(count: number): Promise<Draft> {
  const product = await portal.product();
  const { id, items } = await portal.quoteFor(customer, {
    items: ["Bay", "Hall"].map((name) => portal.windowOf(product, { name })),
  });
  const itemId = items[0]?.id ?? 0;
  const photos =
    count === 0 ? [] : succeeded(await photograph(customer, { id, itemId }, Array.from<Upload>({ length: count }).fill(photo))).photos;
  return { id, itemId, photos };
}
const addressOf = ({ id, itemId }: Pick<Draft, "id" | "itemId">, n: number) => `/api/quotes/${id}/items/${itemId}/photos/${n}`;
const tick = (client: TestClient, draft: Draft, n: number, forWorkshop = true) => client.patch(addressOf(draft, n), { forWorkshop });
/** The headers of a browser that revalidates its copy. */
const conditional = (tag: string) => ({ "If-None-Match": tag, "Cache-Control": "max-age=0" });
const statusOf = async (client: TestClient, path: string) => (await client.get(path)).status;
const ordered = async ({ id }: Draft) =>
  succeeded(
    await boss.post<{ id: number }>(`/api/quotes/${id}/convert`, { shippingAddress: "1 High Street", companyAddress: "2 High Street" }),
  );

describe("photographing", () => {
  test("an added photo is a picture with an address in the quote and in its windows", async () => {
    const draft = await photographed(2);
    const said = [1, 2].map((n) => ({ n, url: addressOf(draft, n), forWorkshop: false }));
    expect(draft.photos).toEqual(said);
    expect(await photosOf(customer, draft)).toEqual(said);
    const windows = succeeded(await boss.get<QuoteReply["items"]>(`/api/quotes/${draft.id}/items`));
    expect(windows.map(({ photos }) => photos)).toEqual([said, []]);
    const { status, headers } = await customer.get(addressOf(draft, 1));
    expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([200, "image/jpeg", "private, no-cache"]);
    const bytes = async (path: string) => Number((await customer.get(path)).headers.get("content-length"));
    expect(await bytes(`${addressOf(draft, 1)}?size=thumb`)).toBeLessThan(await bytes(addressOf(draft, 1)));
  });

  test("a fifth photo of a window is refused, and nothing of it is stored", async () => {
    const draft = await photographed(3);
    const files = await filesOf(portal);
    const tooMany = await photograph(customer, draft, [photo, photo]);
    expect([tooMany.status, tooMany.text]).toEqual([400, "A window takes at most 4 photos"]);
    expect(succeeded(await photograph(customer, draft, [photo])).photos.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
    expect((await photograph(customer, draft, [photo])).status).toBe(400);
    expect((await photograph(customer, draft, Array.from<Upload>({ length: 5 }).fill(photo))).status).toBe(400);
    expect(await filesOf(portal)).toHaveLength(files.length + 2);
  });

  test("one of two last photos at once is refused because there is no room", async () => {
    const draft = await photographed(3);
    const both = await Promise.all([photograph(customer, draft, [photo]), photograph(customer, draft, [photo])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 400]);
    expect((await photosOf(customer, draft))?.map(({ n }) => n)).toEqual([1, 2, 3, 4]);
  });

  test("a photo sent twice with one Idempotency-Key is stored once", async () => {
    const draft = await photographed(0);
    const headers = { "Idempotency-Key": `photo-${draft.itemId}` };
    const [one, two] = [await photograph(customer, draft, [photo], headers), await photograph(customer, draft, [photo], headers)];
    expect([one.status, two.status, two.body]).toEqual([201, 201, one.body]);
    expect(await photosOf(customer, draft)).toHaveLength(1);
  });

  test("an empty upload, a wrong file, an unknown window, another company and staff are refused with sentences", async () => {
    const draft = await photographed(0);
    expect(await photograph(customer, draft, [])).toMatchObject({ status: 400, text: "Please choose a photo" });
    expect((await photograph(customer, draft, [{ name: "notes.txt", bytes: Buffer.from("hello") }])).status).toBe(415);
    const another = await photographed(0);
    expect((await photograph(customer, { id: draft.id, itemId: another.itemId }, [photo])).status).toBe(404);
    expect((await photograph(await portal.signIn("customer"), draft, [photo])).status).toBe(404);
    expect((await photograph(boss, draft, [photo])).status).toBe(403);
    expect(await photosOf(customer, draft)).toEqual([]);
  });

  test("a quote that was sent or ordered accepts no more photos", async () => {
    const draft = await photographed(1);
    succeeded(await boss.patch(`/api/quotes/${draft.id}/status`, { quoteStatus: "sent" }));
    expect(await photograph(customer, draft, [photo])).toMatchObject({ status: 409, text: "A sent quote cannot be changed" });
    await ordered(draft);
    expect((await photograph(customer, draft, [photo])).status).toBe(409);
  });
});

describe("one photo", () => {
  test("a deleted photo's number is used again, also in a sent quote, and its address shows the new photo", async () => {
    const draft = await photographed(2);
    const before = await customer.get(addressOf(draft, 1));
    const tag = before.headers.get("etag") ?? "";
    expect((await customer.get(addressOf(draft, 1), conditional(tag))).status).toBe(304);
    succeeded(await customer.delete(addressOf(draft, 1)));
    expect([await statusOf(customer, addressOf(draft, 1)), (await customer.delete(addressOf(draft, 1))).status]).toEqual([404, 404]);
    expect((await photosOf(customer, draft))?.map(({ n }) => n)).toEqual([2]);
    expect(succeeded(await photograph(customer, draft, [await picture("png")])).photos.map(({ n }) => n)).toEqual([1, 2]);
    const after = await customer.get(addressOf(draft, 1), conditional(tag));
    expect([after.status, after.headers.get("etag") === tag]).toEqual([200, false]);
    succeeded(await boss.patch(`/api/quotes/${draft.id}/status`, { quoteStatus: "sent" }));
    expect((await customer.delete(addressOf(draft, 2))).status).toBe(204);
  });

  test("a photo is changed by its company and staff; another company does not find it", async () => {
    const draft = await photographed(1);
    const stranger = await portal.signIn("customer");
    for (const reply of [
      await stranger.get(addressOf(draft, 1)),
      await tick(stranger, draft, 1),
      await stranger.delete(addressOf(draft, 1)),
    ])
      expect(reply.status).toBe(404);
    expect((await tick(customer, draft, 1)).body).toEqual({ n: 1, url: addressOf(draft, 1), forWorkshop: true });
    expect((await tick(await portal.signIn("admin"), draft, 1, false)).body).toMatchObject({ forWorkshop: false });
    expect(await statusOf(await portal.signIn("admin"), addressOf(draft, 1))).toBe(200);
    expect((await customer.patch(addressOf(draft, 1), { forWorkshop: "yes" })).text).toBe("For workshop must be true or false");
  });
});

describe("the workshop", () => {
  test("a workshop sees only the ticked photos of its orders, in the order and by their addresses", async () => {
    const draft = await photographed(2);
    await tick(customer, draft, 2);
    const [maker, rival] = [await portal.signIn("supplier"), await portal.signIn("supplier")];
    expect(await statusOf(maker, addressOf(draft, 2))).toBe(404);
    const { id } = await ordered(draft);
    await portal.db
      .update(orders)
      .set({ supplierId: maker.account?.companyId ?? 0 })
      .where(eq(orders.id, id));
    const shown = async (client: TestClient) =>
      succeeded(await client.get<{ quote: { items: QuoteReply["items"] } }>(`/api/orders/${id}`)).quote.items[0]?.photos?.map(({ n }) => n);
    expect([await shown(customer), await shown(boss), await shown(maker)]).toEqual([[1, 2], [1, 2], [2]]);
    const seen = async (client: TestClient) => [await statusOf(client, addressOf(draft, 1)), await statusOf(client, addressOf(draft, 2))];
    expect([await seen(maker), await seen(rival)]).toEqual([
      [404, 200],
      [404, 404],
    ]);
    succeeded(await tick(customer, draft, 2, false));
    expect([await shown(maker), await seen(maker)]).toEqual([[], [404, 404]]);
    expect((await maker.patch(addressOf(draft, 2), { forWorkshop: true })).status).toBe(403);
  });
});

describe("the later course of photos", () => {
  const saved = async (draft: Draft, change: (items: QuoteReply["items"]) => object[]) => {
    const { version, items } = succeeded(await customer.get<QuoteReply>(`/api/quotes/${draft.id}`));
    return succeeded(await customer.put<QuoteReply>(`/api/quotes/${draft.id}`, { version, items: change(items) }));
  };

  test("photos do not change the quote's version, so an open edit can still be saved", async () => {
    const draft = await photographed(0);
    const { version } = succeeded(await customer.get<QuoteReply>(`/api/quotes/${draft.id}`));
    await photograph(customer, draft, [photo]);
    expect(succeeded(await customer.get<QuoteReply>(`/api/quotes/${draft.id}`)).version).toBe(version);
  });

  test("a changed or moved window keeps its photos; a removed one loses them", async () => {
    const draft = await photographed(2);
    const moved = await saved(draft, ([bay, hall]) => [{ ...hall }, { ...bay, widthM: 1.4 }]);
    expect(moved.items.map(({ photos }) => photos?.length)).toEqual([0, 2]);
    expect(await statusOf(customer, addressOf(draft, 2))).toBe(200);
    const without = await saved(draft, ([hall]) => [{ ...hall }]);
    expect(without.items.map(({ photos }) => photos)).toEqual([[]]);
    expect(await portal.db.$count(windowPhotos, eq(windowPhotos.quoteItemId, draft.itemId))).toBe(0);
    expect(await statusOf(customer, addressOf(draft, 1))).toBe(404);
  });

  test("a copied quote and a reorder have no photos", async () => {
    const draft = await photographed(1);
    const copy = succeeded(await customer.post<QuoteReply>(`/api/quotes/${draft.id}/duplicate`));
    expect(copy.items.map(({ photos }) => photos)).toEqual([[], []]);
    const { id } = await ordered(draft);
    const again = succeeded(await customer.post<QuoteReply>(`/api/orders/${id}/reorder`));
    expect(again.items.map(({ photos }) => photos)).toEqual([[], []]);
  });

  test("the photos of a deleted quote are hidden from everybody", async () => {
    const draft = await photographed(1);
    succeeded(await boss.delete(`/api/quotes/${draft.id}`));
    expect([await statusOf(customer, addressOf(draft, 1)), await statusOf(boss, addressOf(draft, 1))]).toEqual([404, 404]);
  });

  test("the nightly sweep deletes the files of removed photos, and no others", async () => {
    const draft = await photographed(2);
    succeeded(await customer.delete(addressOf(draft, 1)));
    const files = await filesOf(portal);
    const old = new Date(Date.now() - 2 * 86_400_000);
    for (const name of files) await utimes(join(portal.folder, "photos", name), old, old);
    await sweepPhotos(portal.db, portal.photos, new Date(Date.now() - 86_400_000));
    const kept = await portal.db.select({ key: windowPhotos.storageKey }).from(windowPhotos);
    expect((await filesOf(portal)).toSorted()).toEqual(kept.flatMap(({ key }) => [key, key.replace(".jpg", "-thumb.jpg")]).toSorted());
    expect(await statusOf(customer, addressOf(draft, 2))).toBe(200);
  });

  test("the database refuses a photo without its window, and a fifth one", async () => {
    const draft = await photographed(1);
    const row = { storageKey: "x.jpg", width: 1, height: 1, bytes: 1 };
    const stored = (values: { quoteItemId: number; n: number }) =>
      portal.db
        .insert(windowPhotos)
        .values({ ...row, ...values })
        .then(() => "stored", brokenConstraint);
    expect(await stored({ quoteItemId: draft.itemId, n: 5 })).toBe("window_photos_n");
    expect(await stored({ quoteItemId: draft.itemId, n: 1 })).toBe("window_photos_quote_item_id_n_pk");
    expect(await stored({ quoteItemId: 2_000_000_000, n: 1 })).toBe("window_photos_quote_item_id_quote_items_id_fk");
  });
});

test("the audit trail has each change of photos with its quote", async () => {
  const draft = await photographed(1);
  await tick(customer, draft, 1);
  await customer.delete(addressOf(draft, 1));
  const trail = succeeded(await boss.get<{ action: string; targetId: number }[]>("/api/audit?targetType=quotes&limit=3"));
  expect(trail.map(({ action, targetId }) => [action, targetId])).toEqual([
    ["quotes.removePhoto", draft.id],
    ["quotes.changePhoto", draft.id],
    ["quotes.addPhotos", draft.id],
  ]);
});
