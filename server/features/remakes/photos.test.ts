import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, drawing, filesOf, heavyPhoto, picture, pngThatClaims, type Upload } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

let portal: TestPortal;
let customer: TestClient;
let orderId: number;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  orderId = (await portal.orderFor(customer)).id;
});
afterAll(() => portal.stop());

const photoOf = async (address: string) => {
  const reply = await fetch(new URL(address, portal.url), {
    headers: { cookie: [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  expect(reply.status).toBe(200);
  return sharp(await reply.arrayBuffer());
};
const stored = async (upload: Upload) => {
  const [address = ""] = succeeded(await askForRemake(customer, orderId, [upload])).photos;
  return { full: await photoOf(address), thumb: await photoOf(`${address}?size=thumb`) };
};
const colourAt = async (image: Sharp, x: number, y: number) => {
  const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  return red > 200 && green > 200 && blue > 200 ? "white" : red > blue ? "red" : "blue";
};

describe("what is kept of a photo", () => {
  test.each(["jpeg", "png", "webp", "avif"] as const)("a photo in the format %s becomes a JPEG and a thumbnail", async (format) => {
    const { full, thumb } = await stored(await picture(format, 1200, 800));
    expect(await full.metadata()).toMatchObject({ format: "jpeg", width: 1200, height: 800 });
    expect(await thumb.metadata()).toMatchObject({ format: "jpeg", width: 400, height: 267 });
  });

  test("a stored photo is at most 2,560 px on its longer side", async () => {
    expect(await (await stored(await picture("jpeg", 3000, 1500))).full.metadata()).toMatchObject({ width: 2560, height: 1280 });
    expect(await (await stored(await picture("png", 750, 3000))).full.metadata()).toMatchObject({ width: 640, height: 2560 });
  });

  test("a stored photo has no location, camera or other metadata", async () => {
    const exif = {
      IFD0: { Make: "Camera", Copyright: "somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1", GPSLongitudeRef: "W", GPSLongitude: "0/1 7/1 0/1" },
    };
    const bytes = await drawing(300, 200).withExif(exif).withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>").jpeg().toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { full, thumb } = await stored({ name: "at-home.jpg", bytes });
    for (const image of [full, thumb]) {
      const metadata = await image.metadata();
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation]).toEqual(Array(5).fill(undefined));
    }
  });

  test("a photo taken sideways is stored upright", async () => {
    const bytes = await drawing(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { full, thumb } = await stored({ name: "sideways.jpg", bytes });
    expect(await full.metadata()).toMatchObject({ width: 200, height: 300 });
    for (const image of [full, thumb]) expect([await colourAt(image, 0.5, 0.1), await colourAt(image, 0.5, 0.9)]).toEqual(["red", "blue"]);
  });

  test("transparent areas of a PNG become white", async () => {
    const bytes = await sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
      .png()
      .toBuffer();
    expect(await colourAt((await stored({ name: "sketch.png", bytes })).full, 0.5, 0.5)).toBe("white");
  });

  test("a photo is recognized by its content, not by its name or declared type", async () => {
    const { bytes } = await picture("png");
    expect(await (await stored({ name: "notes.pdf", bytes, type: "application/pdf" })).full.metadata()).toMatchObject({ format: "jpeg" });
  });
});

describe("a file that is no acceptable photo stores neither remake nor files", () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const html = Buffer.from("<!doctype html><script>alert(1)</script>");
  const [read, broken] = ["is not a picture we can read", "is broken and cannot be read"];
  const accepted = "JPEG, PNG, WebP and AVIF pictures are accepted.";
  const jpeg = async () => Buffer.from((await picture("jpeg", 800, 600)).bytes);

  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ["drawing.svg", () => svg, 415, `"drawing.svg" ${read}. ${accepted}`],
    ["drawing.jpg", () => svg, 415, `"drawing.jpg" ${read}. ${accepted}`],
    ["page.png", () => html, 415, `"page.png" ${read}. ${accepted}`],
    [
      "moving.gif",
      () =>
        sharp({ create: { width: 5, height: 5, channels: 3, background: "red" } })
          .gif()
          .toBuffer(),
      415,
      `"moving.gif" ${read}. ${accepted}`,
    ],
    [
      "renamed.jpg",
      () =>
        sharp({ create: { width: 5, height: 5, channels: 3, background: "red" } })
          .tiff()
          .toBuffer(),
      415,
      `"renamed.jpg" ${read}. ${accepted}`,
    ],
    ["iphone.heic", () => Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), 415, `"iphone.heic" ${read}. ${accepted}`],
    ["empty.jpg", () => Buffer.alloc(0), 415, `"empty.jpg" ${read}. ${accepted}`],
    ["half.jpg", async () => (await jpeg()).subarray(0, 2500), 415, `"half.jpg" ${broken}. ${accepted}`],
    ["head.jpg", async () => Buffer.concat([(await jpeg()).subarray(0, 3), html]), 415, `"head.jpg" ${broken}. ${accepted}`],
    [
      "half.png",
      async () => Buffer.from((await picture("png", 900, 900)).bytes).subarray(0, 1500),
      415,
      `"half.png" ${broken}. ${accepted}`,
    ],
    [
      "half.webp",
      async () => Buffer.from((await picture("webp", 900, 900)).bytes).subarray(0, 150),
      415,
      `"half.webp" ${broken}. ${accepted}`,
    ],
    [
      "half.avif",
      async () => Buffer.from((await picture("avif", 900, 900)).bytes).subarray(0, 350),
      415,
      `"half.avif" ${broken}. ${accepted}`,
    ],
    ["huge.png", () => pngThatClaims(64_250, 64_250), 413, '"huge.png" is too large: at most 50 megapixels'],
    ["wide.png", () => pngThatClaims(50_000_001, 1), 413, '"wide.png" is too large: at most 50 megapixels'],
    [
      "empty.avif",
      () =>
        sharp({ create: { width: 2300, height: 1800, channels: 3, background: "red" } })
          .avif({ effort: 0 })
          .toBuffer(),
      415,
      `"empty.avif" claims far more pixels than its few bytes can show, so it is no photo. ${accepted}`,
    ],
    ["heavy.jpg", () => Buffer.alloc(10 * 1024 * 1024 + 1, "\xff\xd8\xff"), 413, '"heavy.jpg" is too large: at most 10 MB each'],
  ])("the file %s is refused, and neither remake nor files are stored", async (name, make, status, sentence) => {
    const before = await filesOf(portal);
    const rows = await portal.db.$count(remakes);
    const [bytes, good] = [await make(), await picture()];
    const started = performance.now();
    const reply = await askForRemake(customer, orderId, [good, { name, bytes }, good]);
    expect([reply.status, reply.text]).toEqual([status, sentence]);
    // The file is refused by its header, because decompressing it takes minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
    expect(await portal.db.$count(remakes)).toBe(rows);
    expect(await filesOf(portal)).toEqual(before);
  });

  test("an eleventh photo is refused, and ten are accepted", async () => {
    const one = await picture();
    const before = await filesOf(portal);
    const tooMany = await askForRemake(customer, orderId, Array(11).fill(one));
    expect([tooMany.status, tooMany.text]).toEqual([400, "At most 10 photos can be sent at once"]);
    expect(await filesOf(portal)).toEqual(before);
    expect(succeeded(await askForRemake(customer, orderId, Array(10).fill(one))).photos).toHaveLength(10);
  });

  test("a picture of an almost empty screen is accepted", async () => {
    const bytes = await sharp({ create: { width: 1290, height: 2796, channels: 3, background: "white" } })
      .avif({ effort: 0 })
      .toBuffer();
    expect(bytes.length).toBeLessThan(1000);
    expect(succeeded(await askForRemake(customer, orderId, [{ name: "screen.avif", bytes }])).photos).toHaveLength(1);
  });

  test("a photo of exactly 10 MB is accepted", async () => {
    const bytes = await heavyPhoto(10 * 1024 * 1024, 400, 300);
    expect(succeeded(await askForRemake(customer, orderId, [{ name: "heavy.jpg", bytes }])).photos).toHaveLength(1);
  });

  test("photos must be in the form field named photos", async () => {
    const form = new FormData();
    form.append("orderId", String(orderId));
    form.append("reason", "Scratched");
    form.append("pictures", new Blob([new Uint8Array((await picture()).bytes)]), "window.jpg");
    const reply = await customer.post("/api/remakes", form);
    expect([reply.status, reply.text]).toEqual([400, 'Files are sent in the field "photos"']);
  });
});

test("a file's name is one line in the message, and shortened where it is long", async () => {
  const name = `a\r\nb${"x".repeat(300)}.jpg`;
  const { text } = await askForRemake(customer, orderId, [{ name, bytes: Buffer.from("no picture") }]);
  expect(text).toMatch(/^"a bx+…" is not a picture we can read\./);
  expect(text.length).toBeLessThan(200);
});

test("a photo with a phone's harmless faults is accepted", async () => {
  // Three stray bytes before the end marker: libjpeg warns, but every viewer shows the picture.
  const bytes = Buffer.from((await picture("jpeg", 400, 300)).bytes);
  const odd = Buffer.concat([bytes.subarray(0, -2), Buffer.from([0, 0, 0]), bytes.subarray(-2)]);
  expect((await askForRemake(customer, orderId, [{ name: "phone.jpg", bytes: odd }])).status).toBe(201);
});

test("a JPEG without its end marker is accepted, and one without part of its picture is not", async () => {
  const bytes = Buffer.from((await picture("jpeg", 800, 600)).bytes);
  expect(bytes.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  const endless = await askForRemake(customer, orderId, [{ name: "endless.jpg", bytes: bytes.subarray(0, -2) }]);
  expect(endless.status, endless.text).toBe(201);
  const short = await askForRemake(customer, orderId, [{ name: "short.jpg", bytes: bytes.subarray(0, -200) }]);
  expect([short.status, short.text.slice(0, 21)]).toEqual([415, '"short.jpg" is broken']);
});

test("uploads are deleted after the reply, also when the fields are refused", async () => {
  const before = await filesOf(portal);
  expect((await askForRemake(customer, "", [await picture()])).text).toBe("Please select an order");
  expect((await askForRemake(customer, orderId, [await picture()], { reason: "  " })).text).toBe(
    "Please provide a reason for the remake request",
  );
  expect((await askForRemake(customer, 999_999, [await picture()])).status).toBe(404);
  expect(await filesOf(portal)).toEqual(before);
});

test("files that a killed process left in the uploads folder are deleted after a day", async () => {
  const { deleteOldUploads } = await import("#server/platform/http/uploads.ts");
  await writeFile(join(portal.folder, "uploads", "left"), "half a photo");
  await deleteOldUploads(join(portal.folder, "uploads"), new Date(Date.now() - 86_400_000));
  expect(await readdir(join(portal.folder, "uploads"))).toContain("left");
  await deleteOldUploads(join(portal.folder, "uploads"), new Date(Date.now() + 1000));
  expect(await readdir(join(portal.folder, "uploads"))).not.toContain("left");
  await deleteOldUploads(join(portal.folder, "no such folder"), new Date());
});
