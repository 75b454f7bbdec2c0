import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brokenConstraint } from "#server/platform/http/errors.ts";
import { remakePhotos, remakeReplies } from "#server/schema/remake-parts.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, filesOf, picture, type RemakeReply, replyWith } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let [customer, supplier, boss] = [] as unknown as TestClient[];
let orderId: number;
beforeAll(async () => {
  portal = await startPortal();
  [customer, supplier, boss] = [await portal.signIn("customer"), await portal.signIn("supplier"), await portal.superAdmin()];
  orderId = (await portal.orderFor(customer)).id;
});
afterAll(() => portal.stop());

const who = (client: TestClient | undefined): TestClient => {
  if (!client) throw new Error("Nobody");
  return client;
};
const ask = async (photos = 0) =>
  succeeded(await askForRemake(who(customer), orderId, await Promise.all(Array.from({ length: photos }, () => picture()))));
const read = async (client: TestClient | undefined, id: number) => succeeded(await who(client).get<RemakeReply>(`/api/remakes/${id}`));
const addresses = (id: number, ...places: number[]) => places.map((place) => `/api/remakes/${id}/photos/${place}`);

describe("a reply's photos", () => {
  test("a reply's photos belong to it, numbered after the request's photos", async () => {
    const remake = await ask(2);
    const first = succeeded(await replyWith(who(supplier), remake.id, [await picture("png"), await picture("webp")]));
    expect(first.photos).toEqual(addresses(remake.id, 3, 4));
    const second = succeeded(await replyWith(who(customer), remake.id, [await picture("avif")]));
    succeeded(await who(boss).post(`/api/remakes/${remake.id}/replies`, { message: "Thank you" }));
    const { replies, photos, repliesCount } = await read(customer, remake.id);
    expect([photos, repliesCount]).toEqual([addresses(remake.id, 1, 2), 3]);
    expect(replies.map((reply) => reply.photos)).toEqual([first.photos, second.photos, []]);
    const row = (await who(boss).get<RemakeReply[]>("/api/remakes")).body.find(({ id }) => id === remake.id);
    expect(row?.photos).toEqual(photos);
  });

  test("a reply's photos are visible to the remake's readers only, and downloaded like its other photos", async () => {
    const remake = await ask(1);
    const { photos } = succeeded(await replyWith(who(customer), remake.id, [await picture()]));
    const [address = ""] = photos;
    for (const client of [customer, supplier, boss, await portal.signIn("admin")]) {
      const { status, headers } = await who(client).get(address);
      expect([status, headers.get("content-type")]).toEqual([200, "image/jpeg"]);
      expect((await who(client).get(`${address}?size=thumb`)).status).toBe(200);
    }
    expect((await (await portal.signIn("customer")).get(address)).status).toBe(404);
    expect((await portal.visitor().get(address)).status).toBe(401);
    // The photo with this number on another remake is another photo, or a 404.
    expect((await who(customer).get(`/api/remakes/${(await ask()).id}/photos/2`)).status).toBe(404);
    const saved = await who(supplier).get(`${address}?download=1`);
    expect(saved.headers.get("content-disposition")).toBe(`attachment; filename="remake-${remake.id}-photo-2.jpg"`);
    expect((await who(customer).get(`${address}?download=1`)).status).toBe(403);
    succeeded(await who(boss).delete(`/api/remakes/${remake.id}`));
    expect((await who(customer).get(address)).status).toBe(404);
  });

  test("a reply's photos are mentioned in the email, which does not name the workshop", async () => {
    const remake = await ask();
    const before = (await portal.mails()).length;
    succeeded(await replyWith(who(supplier), remake.id, [await picture(), await picture("png")]));
    const [mail] = (await portal.mails()).slice(before);
    expect([mail?.to, mail?.text]).toEqual([
      customer?.account?.email,
      expect.stringContaining("2 photos came with it: open the remake to see them."),
    ]);
    expect((await read(customer, remake.id)).replies[0]?.user.companyName).toBe("Workshop");
  });

  test("a reply with photos repeated with its key is stored once, also simultaneously", async () => {
    const remake = await ask();
    const before = (await filesOf(portal)).length;
    const headers = { "Idempotency-Key": `reply-${remake.id}` };
    const photo = await picture();
    const send = () => replyWith(who(supplier), remake.id, [photo], { headers });
    const [one, two] = await Promise.all([send(), send()]);
    expect(two?.body).toEqual(one?.body);
    expect((await send()).body).toEqual(one?.body);
    expect((await filesOf(portal)).length).toBe(before + 2);
    expect((await read(supplier, remake.id)).repliesCount).toBe(1);
    const other = await replyWith(who(supplier), remake.id, [await picture("jpeg", 50, 50)], { headers });
    expect([other.status, other.text]).toEqual([409, "This Idempotency-Key was used for a different request"]);
  });

  test("simultaneous replies of several people store all photos, each with its own reply", async () => {
    const remake = await ask(1);
    const photos = [await picture(), await picture("png")];
    const replies = await Promise.all([customer, supplier, boss].map((client) => replyWith(who(client), remake.id, photos)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    const shown = (await read(boss, remake.id)).replies.flatMap((reply) => reply.photos);
    expect(shown).toEqual(addresses(remake.id, 2, 3, 4, 5, 6, 7));
  });
});

describe("a reply with photos that is refused stores neither reply nor file", () => {
  test.each<[string, () => Promise<{ status: number; text: string }>, number, string]>([
    ["no words", async () => replyWith(who(customer), (await ask()).id, [await picture()], { message: " " }), 400, "Reply cannot be empty"],
    [
      "what is no picture",
      async () => replyWith(who(customer), (await ask()).id, [await picture(), { name: "note.txt", bytes: Buffer.from("no") }]),
      415,
      '"note.txt" is not a picture we can read. JPEG, PNG, WebP and AVIF pictures are accepted.',
    ],
    [
      "eleven photos",
      async () => replyWith(who(customer), (await ask()).id, await Promise.all(Array.from({ length: 11 }, () => picture("jpeg", 9, 9)))),
      400,
      "At most 10 photos can be sent at once",
    ],
    [
      "another company's remake",
      async () => replyWith(await portal.signIn("customer"), (await ask()).id, [await picture()]),
      404,
      "There is no remake RMK-",
    ],
    ["no such remake", async () => replyWith(who(supplier), 999_999, [await picture()]), 404, "There is no remake RMK-999999"],
  ])("a reply with photos and %s is refused, and neither reply nor file is stored", async (_, send, status, sentence) => {
    const [files, rows] = [await filesOf(portal), await portal.db.$count(remakeReplies)];
    const reply = await send();
    expect([reply.status, reply.text]).toEqual([status, expect.stringContaining(sentence)]);
    expect(await filesOf(portal)).toEqual(files);
    expect(await portal.db.$count(remakeReplies)).toBe(rows);
  });

  test("a reply that is neither JSON nor a form is refused", async () => {
    const { id } = await ask();
    const reply = await who(customer).post(`/api/remakes/${id}/replies`, "Hello", { "content-type": "text/plain" });
    expect([reply.status, reply.text]).toEqual([415, "Please send JSON, or the form as multipart/form-data"]);
  });
});

test("the database refuses a photo in another remake's reply", async () => {
  const [one, other] = [await ask(1), await ask()];
  const reply = succeeded(await replyWith(who(customer), other.id, []));
  const moved = portal.db.update(remakePhotos).set({ replyId: reply.id }).where(eq(remakePhotos.remakeId, one.id));
  expect(
    await moved.then(
      () => null,
      (error: unknown) => brokenConstraint(error),
    ),
  ).toBe("remake_photos_of_a_reply");
});
