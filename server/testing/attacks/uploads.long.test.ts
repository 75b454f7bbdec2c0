import { connect } from "node:net";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { remakes } from "#server/schema/orders-and-remakes.ts";
import { errorRecords } from "#server/schema/records.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import { askForRemake, drawing, filesOf, picture, type Upload } from "#server/testing/photos.ts";
import { startPortal, type TestPortal } from "#server/testing/portal.ts";

/**
 * Files and forms that are made to do harm: each is refused with a sentence or becomes a plain
 * picture, and nothing else is left.
 */

let portal: TestPortal;
let customer: TestClient;
let orderId: number;
let jpeg: Buffer;
let png: Buffer;
beforeAll(async () => {
  portal = await startPortal();
  customer = await portal.signIn("customer");
  orderId = (await portal.orderFor(customer)).id;
  [jpeg, png] = await Promise.all([picture("jpeg"), picture("png")]).then(
    (all) => all.map(({ bytes }) => Buffer.from(bytes)) as [Buffer, Buffer],
  );
});
afterAll(() => portal.stop());

const cookie = () => [...customer.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const SCRIPT = Buffer.from("<!doctype html><script>alert(1)</script>");
const ZIP = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), Buffer.alloc(60), Buffer.from("PK\x05\x06", "latin1"), Buffer.alloc(18)]);

/** A JPEG with a foreign segment after its start. */
const withSegment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
};

/**
 * A chunk of a PNG after its head. We do not check its checksum; a reader that does refuses the
 * file.
 */
async function withText(text: string): Promise<Buffer> {
  return drawing(200, 100)
    .png()
    .withMetadata({ exif: { IFD0: { ImageDescription: text } } })
    .toBuffer();
}

type Made = () => Buffer | Promise<Buffer>;

describe("what is a picture and something else besides comes out as the picture alone", () => {
  const both: Record<string, Made> = {
    "a page behind the picture": () => Buffer.concat([jpeg, SCRIPT]),
    "an archive behind the picture": () => Buffer.concat([png, ZIP]),
    "a page in the comment": () => withSegment(0xfe, SCRIPT),
    "a page in an APP1 segment": () => withSegment(0xe1, Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), SCRIPT])),
    "a script in every metadata field": async () =>
      drawing(200, 100)
        .withExif({ IFD0: { Make: String(SCRIPT), Artist: "somebody", ImageDescription: "=1+1" } })
        .jpeg()
        .toBuffer(),
    "a page in a PNG's text": () => withText(String(SCRIPT)),
    "a place": async () =>
      drawing(200, 100)
        .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
        .webp()
        .toBuffer(),
  };
  test.each(Object.entries(both))("a picture that is something else besides becomes the picture alone: %s", async (_, make) => {
    const bytes = await make();
    const { status, body, text } = await askForRemake(customer, orderId, [{ name: "window.jpg", bytes }]);
    expect(status, text).toBe(201);
    for (const address of [body.photos[0] ?? "", `${body.photos[0]}?size=thumb`]) {
      const reply = await fetch(new URL(address, portal.url), { headers: { cookie: cookie() } });
      const out = Buffer.from(await reply.arrayBuffer());
      expect([reply.headers.get("content-type"), reply.headers.get("x-content-type-options")]).toEqual(["image/jpeg", "nosniff"]);
      for (const planted of ["<script", "PK\x03\x04", "Exif", "http://ns.adobe", "somebody"])
        expect(out.includes(Buffer.from(planted, "latin1"))).toBe(false);
      const { format, exif, xmp, icc, pages } = await sharp(out).metadata();
      expect([format, exif, xmp, icc, pages]).toEqual(["jpeg", undefined, undefined, undefined, undefined]);
    }
  });

  const odd: Record<string, Made> = {
    "four colours of ink": () => drawing(200, 100).toColourspace("cmyk").jpeg().toBuffer(),
    "a profile of its own": () => drawing(200, 100).withIccProfile("p3").jpeg().toBuffer(),
    "16 bits a channel": () => drawing(200, 100).toColourspace("rgb16").png().toBuffer(),
    "grey with transparency": () =>
      sharp({ create: { width: 50, height: 50, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } } })
        .grayscale()
        .png()
        .toBuffer(),
    "a palette": () => drawing(200, 100).png({ palette: true }).toBuffer(),
    progressive: () => drawing(200, 100).jpeg({ progressive: true }).toBuffer(),
    "moving, in a WebP": async () => {
      const frame = await drawing(60, 40).png().toBuffer();
      return sharp([frame, await sharp(frame).negate().png().toBuffer(), frame], { join: { animated: true } })
        .webp({ delay: [50, 50, 50] })
        .toBuffer();
    },
    "one pixel": () => drawing(2, 1).resize(1, 1).png().toBuffer(),
    "a line of 8,000 by 1": () => drawing(8000, 1).png().toBuffer(),
  };
  test.each(Object.entries(odd))("the picture %s becomes one plain picture in ordinary colours", async (_, make) => {
    const { status, body, text } = await askForRemake(customer, orderId, [{ name: "window", bytes: await make() }]);
    expect(status, text).toBe(201);
    const reply = await fetch(new URL(body.photos[0] ?? "", portal.url), { headers: { cookie: cookie() } });
    const { format, space, channels, icc, pages, depth } = await sharp(await reply.arrayBuffer()).metadata();
    expect([format, space, channels, icc, pages, depth]).toEqual(["jpeg", "srgb", 3, undefined, undefined, "uchar"]);
  });
});

describe("what is no picture under a picture's name is refused, and leaves nothing", () => {
  const svg = (inside: string) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${inside}</svg>`);
  const laughs = `<!DOCTYPE l [<!ENTITY a "ha">${"bcdefghi"
    .split("")
    .map((name, at) => `<!ENTITY ${name} "${`&${"abcdefgh"[at]};`.repeat(10)}">`)
    .join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`;
  const files: Record<string, Made> = {
    "an SVG that fetches": () => svg('<image xlink:href="http://169.254.169.254/latest/meta-data" width="1" height="1"/>'),
    "an SVG that reads a file": () => svg('<image xlink:href="file:///etc/passwd" width="1" height="1"/>'),
    "an SVG of a billion laughs": () => Buffer.from(laughs),
    "an SVG behind a byte order mark": () => Buffer.concat([Buffer.from("\uFEFF\n\n"), svg("<script>alert(1)</script>")]),
    "a packed SVG": () => deflateSync(svg("<rect/>")),
    "a GIF that is a script": () => Buffer.from("GIF89a/*\0\0*/=alert(1)//"),
    "a PDF": () => Buffer.from("%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj"),
    "a PostScript": () => Buffer.from("%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(/etc/passwd) (r) file"),
    "an ImageMagick script": () =>
      Buffer.from("push graphic-context\nviewbox 0 0 640 480\nfill 'url(https://evil.example/x.jpg\"|ls \"-la)'\npop graphic-context"),
    "an archive": () => ZIP,
    "a page that begins like a JPEG": () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), SCRIPT]),
    "a page that begins like a PNG": () => Buffer.concat([png.subarray(0, 8), SCRIPT]),
    "a page that begins like a WebP": () => Buffer.concat([Buffer.from("RIFF\x40\0\0\0WEBPVP8 ", "latin1"), SCRIPT]),
    "a HEIC's head before a JPEG": () => Buffer.concat([Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1"), jpeg]),
    "a film with an AVIF's brand": () =>
      Buffer.concat([Buffer.from("\0\0\0\x1Cftypavif\0\0\0\0avifmif1mp42", "latin1"), Buffer.alloc(5000, 7)]),
    "nothing but zeroes": () => Buffer.alloc(100_000),
    "a PNG without its picture": () => png.subarray(0, 33),
    "a PNG that lies about its length": () => Buffer.concat([png.subarray(0, 33), Buffer.from([0xff, 0xff, 0xff, 0xff]), png.subarray(37)]),
  };
  test.each(Object.entries(files))("a file that is no picture is refused, and leaves nothing: %s", async (_, make) => {
    const [before, rows] = [await filesOf(portal), await portal.db.$count(remakes)];
    const good: Upload = { name: "good.jpg", bytes: jpeg };
    const { status, text } = await askForRemake(customer, orderId, [good, { name: "window.jpg", bytes: await make() }]);
    expect([status, text]).toEqual([
      415,
      expect.stringMatching(/^"window\.jpg" is (not a picture we can read|broken and cannot be read)\. JPEG, PNG/),
    ]);
    expect([await filesOf(portal), await portal.db.$count(remakes)]).toEqual([before, rows]);
  });
});

describe("a file's name appears in a sentence, and is never used", () => {
  test.each([
    "../../../../tmp/evil.jpg",
    "..\\..\\evil.jpg",
    "/etc/passwd",
    "C:\\evil.jpg",
    "con",
    ".htaccess",
    "a\u202Egpj.exe",
    "x".repeat(400),
    '"; filename="b.php',
    "%00.jpg",
    "\u{1F600}.jpg",
    "<img src=x onerror=alert(1)>.jpg",
  ])("an uploaded file's name is never used: %s", async (name) => {
    const before = await filesOf(portal);
    const refused = await askForRemake(customer, orderId, [{ name, bytes: SCRIPT }]);
    expect(refused.status).toBe(415);
    expect(refused.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(refused.text.split("\n")).toHaveLength(1);
    const taken = await askForRemake(customer, orderId, [{ name, bytes: jpeg }]);
    expect(taken.status).toBe(201);
    const added = (await filesOf(portal)).filter((file) => !before.includes(file));
    expect(added).toHaveLength(2);
    for (const file of added) expect(file).toMatch(/^[\w.-]+$/);
  });
});

/** Sends the bytes of a form unchanged. */
async function sendForm(body: Buffer | string, type = "multipart/form-data; boundary=x"): Promise<{ status: number; text: string }> {
  const reply = await fetch(new URL("/api/remakes", portal.url), {
    method: "POST",
    headers: { cookie: cookie(), "content-type": type },
    body: body as BodyInit,
  });
  return { status: reply.status, text: await reply.text() };
}
const part = (disposition: string, content: Buffer | string = "", more = ""): Buffer =>
  Buffer.concat([Buffer.from(`--x\r\nContent-Disposition: ${disposition}\r\n${more}\r\n`), Buffer.from(content), Buffer.from("\r\n")]);
const END = Buffer.from("--x--\r\n");
const field = (name: string, value: string) => part(`form-data; name="${name}"`, value);
const form = (...parts: Buffer[]) => Buffer.concat([...parts, END]);
const fields = () => Buffer.concat([field("orderId", String(orderId)), field("reason", "Scratched")]);

describe("a form that was made to hurt is refused with a sentence, and leaves nothing", () => {
  const many = (count: number, make: (at: number) => Buffer) => Buffer.concat(Array.from({ length: count }, (_, at) => make(at)));
  const forms: Record<string, () => Buffer> = {
    "thousands of fields": () =>
      form(
        fields(),
        many(5000, (at) => field(`f${at}`, "x")),
      ),
    "thousands of files": () =>
      form(
        fields(),
        many(2000, () => part('form-data; name="photos"; filename="a.jpg"', jpeg.subarray(0, 50))),
      ),
    "a field's name of 100 kB": () => form(fields(), field("n".repeat(100_000), "x")),
    "a file's name of 100 kB": () => form(fields(), part(`form-data; name="photos"; filename="${"n".repeat(100_000)}"`, jpeg)),
    "a field of 100 kB": () => form(field("orderId", String(orderId)), field("reason", "r".repeat(100_000))),
    "a header of 100 kB": () =>
      form(fields(), part('form-data; name="photos"; filename="a.jpg"', jpeg, `X-Long: ${"h".repeat(100_000)}\r\n`)),
    "thousands of headers": () =>
      form(fields(), part('form-data; name="photos"; filename="a.jpg"', "no picture", "X-A: b\r\n".repeat(5000))),
    "names nested without end": () => form(fields(), field(`a${"[b]".repeat(2000)}`, "x")),
    "an index beyond reason": () => form(fields(), field("a[999999999]", "x")),
    "a prototype": () => form(fields(), field("__proto__[polluted]", "x"), field("constructor[prototype][polluted]", "x")),
    "a form within the form": () =>
      form(
        fields(),
        part(
          'form-data; name="photos"',
          "--y\r\nContent-Disposition: file; filename=a.jpg\r\n\r\nx\r\n--y--",
          "Content-Type: multipart/mixed; boundary=y\r\n",
        ),
        field("orderId", "none"),
      ),
    "no end": () => Buffer.concat([fields(), part('form-data; name="photos"; filename="a.jpg"', jpeg)]),
    "an end in the middle of a file": () =>
      Buffer.concat([fields(), part('form-data; name="photos"; filename="a.jpg"', jpeg).subarray(0, 200)]),
    "another boundary than was said": () => Buffer.from(String(form(fields())).replaceAll("--x", "--z")),
    "no form at all": () => Buffer.from("{}"),
    nothing: () => Buffer.alloc(0),
    "a disposition that is none": () => form(part("attachment", "x"), part("", "y")),
    "an order in two minds": () => form(field("orderId", String(orderId)), field("orderId", "999999"), field("reason", "Twice")),
    "bare line feeds": () => Buffer.from(String(form(fields())).replaceAll("\r\n", "\n")),
  };
  test.each(Object.entries(forms))("a harmful form is refused with a sentence, and leaves nothing: %s", async (_, make) => {
    const [before, rows] = [await filesOf(portal), await portal.db.$count(remakes)];
    const { status, text } = await sendForm(make());
    expect([400, 413, 415], `${status} ${text}`).toContain(status);
    expect(text).toMatch(/^["A-Z][^\n]{8,200}$/);
    expect([await filesOf(portal), await portal.db.$count(remakes)]).toEqual([before, rows]);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each([
    "multipart/form-data",
    "multipart/form-data; boundary=",
    `multipart/form-data; boundary=${"b".repeat(5000)}`,
    'multipart/form-data; boundary="',
    "multipart/mixed; boundary=x",
    "application/x-www-form-urlencoded",
    "image/jpeg",
  ])("a form with the content type %s is refused with a sentence", async (type) => {
    const { status, text } = await sendForm(form(fields()), type);
    expect([400, 415], `${status} ${text}`).toContain(status);
    expect(text).toMatch(/^[A-Z][^\n]{8,200}$/);
  });

  test("a file without a name is no file, and a file in a text field's place is no text", async () => {
    const nameless = await sendForm(form(fields(), part('form-data; name="photos"', jpeg)));
    // The field is then read as text, and a picture's bytes are not text.
    expect([nameless.status, nameless.text]).toEqual([400, "The text contains characters that cannot be stored"]);
    const asFile = await sendForm(
      form(field("orderId", String(orderId)), part('form-data; name="reason"; filename="reason.txt"', "Scratched")),
    );
    expect([asFile.status, asFile.text]).toEqual([400, 'Files are sent in the field "photos"']);
  });
});

test("a request with two lengths, or a length and chunks, is refused, so it cannot hide a second request", async () => {
  const smuggled = "GET /api/users HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const heads = [
    `Content-Length: 5\r\nContent-Length: ${smuggled.length}`,
    "Content-Length: 4\r\nTransfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
    "Transfer-Encoding: xchunked",
    "Transfer-Encoding : chunked",
    "Content-Length: +5",
  ];
  for (const head of heads) {
    const raw = `POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${head}\r\n\r\n0\r\n\r\n${smuggled}`;
    const answers = await new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(portal.url);
      const socket = connect(Number(port), hostname, () => socket.write(raw));
      let said = "";
      socket.on("data", (chunk) => {
        said += String(chunk);
      });
      socket.on("close", () => resolve(said));
      socket.on("error", reject);
      // Waits two seconds after the first reply for a second one, which must not come.
      socket.once("data", () => socket.setTimeout(2000, () => socket.destroy()));
    });
    expect([head, answers.match(/HTTP\/1\.1 \d+/g)]).toEqual([head, ["HTTP/1.1 400"]]);
  }
});

test("no upload of this suite caused a server fault", async () => {
  expect(await portal.db.select().from(errorRecords)).toEqual([]);
});
