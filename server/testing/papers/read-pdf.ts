import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32, inflateSync } from "node:zlib";
import jsQR from "jsqr";
import { expect } from "vitest";
import { succeeded } from "#server/testing/builders.ts";
import type { TestClient } from "#server/testing/calls/test-client.ts";
import type { TestPortal } from "#server/testing/portal.ts";

export const SELLER = {
  name: "Alder & Reed Shutters Ltd",
  address: "4 Quarry Lane\nLewes BN7 1AA",
  vatNumber: "GB123456789",
  companyNumber: "01234567",
  email: "accounts@alder.example",
  phone: "01273 000000",
};

export async function saveSeller(portal: TestPortal, changes: Partial<typeof SELLER> = {}): Promise<void> {
  succeeded(await (await portal.superAdmin()).put("/api/settings/company", { ...SELLER, ...changes }));
}

interface Fetched {
  readonly status: number;
  readonly headers: Headers;
  readonly file: Buffer;
}

export async function fetchFile(portal: TestPortal, client: TestClient, path: string): Promise<Fetched> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const reply = await fetch(new URL(path, portal.url), { headers: { cookie } });
  return { status: reply.status, headers: reply.headers, file: Buffer.from(await reply.arrayBuffer()) };
}

/** Opens a document. Throws if it is missing, because the test would prove nothing then. */
export async function openPdf(
  portal: TestPortal,
  client: TestClient,
  path: string,
): Promise<ReadPdf & { readonly file: Buffer; readonly headers: Headers }> {
  const { status, headers, file } = await fetchFile(portal, client, path);
  expect(status, file.toString("latin1").slice(0, 300)).toBe(200);
  expect(headers.get("content-type")).toBe("application/pdf");
  return { ...readPdf(file), file, headers };
}

/** Joins the pieces of a cell's text, which are on lines of their own. */
export const flat = (text: string): string => text.replaceAll("\n", " ");

/**
 * Divides a job card's text in two: its head with its windows, and the lists of parts to cut and to
 * fetch between them. A window begins with its name, number and size.
 */
export function jobCardParts(text: string): { readonly measures: string; readonly cuts: string } {
  const [head = "", rest = ""] = flat(text).split("Cut list");
  const windows = rest.search(/(?<= )1\. \D*? \d+ × [\d,.]+ × /);
  return { measures: head + rest.slice(windows), cuts: rest.slice(0, windows) };
}

/**
 * Reads our PDFs with a reader of our own, so that no machine skips a test. It supports only what
 * our documents use. `withTool` also runs poppler and qpdf if they are installed.
 */
interface ReadPdf {
  readonly pages: readonly string[];
  /** The drawing operators of each page, in PDF's own syntax. */
  readonly contents: readonly string[];
  /** All pages' text, a line for each piece that was drawn. */
  readonly text: string;
  /** The texts of each page with their places; those in drawings are left out. */
  readonly boxes: readonly (readonly TextBox[])[];
  /** Names of its fonts, and whether each is embedded and maps glyphs to letters. */
  readonly fonts: readonly { readonly name: string; readonly embedded: boolean; readonly readable: boolean }[];
  /** The tags of its structure, in no order. */
  readonly tags: readonly string[];
  readonly source: string;
  /** The content of a page's QR code; by default the first page with one. */
  qr(page?: number): string | undefined;
}

/**
 * A text on its page, in points from the lower left corner: from its descenders to its ascenders,
 * as wide as its letters.
 */
export interface TextBox {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly top: number;
}

export function readPdf(file: Buffer): ReadPdf {
  const source = file.toString("latin1");
  const objects = new Map([...source.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = "", body = ""]) => [id, body]));
  const at = (ref: string | undefined) => objects.get(ref ?? "") ?? "";
  const all = [...objects.values()];
  const letters = new Map(
    [...objects]
      .filter(([, body]) => /\/Type \/Font\b/.test(body))
      .map(([id, body]) => [id, cmapOf(streamOf(at(/\/ToUnicode (\d+)/.exec(body)?.[1])))]),
  );
  const kids = /\/Kids \[([^\]]*)\]/.exec(all.find((body) => /\/Type \/Pages\b/.test(body)) ?? "")?.[1] ?? "";
  const contents = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = at(id);
    const resources = at(/\/Resources (\d+)/.exec(page)?.[1]);
    const refs = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = "", ref = ""]) => [name, ref] as const);
    const fonts = new Map(refs.map(([name, ref]) => [name, letters.get(ref)]));
    const widths = new Map(refs.map(([name, ref]) => [name, widthsOf(at(/\/DescendantFonts \[(\d+)/.exec(at(ref))?.[1]))]));
    return { content: streamOf(at(/\/Contents (\d+)/.exec(page)?.[1])), fonts, widths };
  });
  const pages = contents.map(({ content, fonts }) => textOf(content, fonts));
  return {
    pages,
    contents: contents.map(({ content }) => content),
    text: pages.join("\n"),
    boxes: contents.map(({ content, fonts, widths }) => boxesOf(content, fonts, widths)),
    fonts: all
      .filter((body) => /\/Subtype \/Type0\b/.test(body))
      .map((body) => {
        const descendant = at(/\/DescendantFonts \[(\d+)/.exec(body)?.[1]);
        const descriptor = at(/\/FontDescriptor (\d+)/.exec(descendant)?.[1]);
        return {
          name: /\/BaseFont \/(\S+)/.exec(body)?.[1] ?? "",
          embedded: /\/FontFile[23]? \d/.test(descriptor),
          readable: /\/ToUnicode/.test(body),
        };
      }),
    tags: all.flatMap((body) => /^<<\n\/S \/(\w+)/.exec(body)?.[1] ?? []),
    source,
    qr: (page = 0) => qrIn(contents[page]?.content ?? ""),
  };
}

function streamOf(body: string): string {
  const start = body.indexOf("stream\n");
  if (start < 0) return "";
  const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf("\nendstream")), "latin1");
  return (/\/FlateDecode/.test(body.slice(0, start)) ? inflateSync(bytes) : bytes).toString("latin1");
}

/** Maps a glyph's number to its letters. */
function cmapOf(cmap: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, from = "0", list = ""] of cmap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    [...list.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, hex = ""], index) => {
      const bytes = Buffer.from(hex.replaceAll(" ", ""), "hex");
      found.set(Number.parseInt(from, 16) + index, bytes.swap16().toString("utf16le"));
    });
  }
  return found;
}

function textOf(content: string, fonts: ReadonlyMap<string, Map<number, string> | undefined>): string {
  const pieces: string[] = [];
  let font: Map<number, string> | undefined;
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name);
    const glyphs = [...(shown ?? "").matchAll(/<([0-9a-f]*)>/gi)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    if (shown !== undefined) pieces.push(glyphs.map((glyph) => font?.get(Number.parseInt(glyph, 16)) ?? "").join(""));
  }
  return pieces.join("\n");
}

/** The advance of each glyph, in thousandths of the size. */
const widthsOf = (descendant: string): number[] => (/\/W \[0 \[([^\]]*)\]/.exec(descendant)?.[1] ?? "").split(" ").map(Number);

function boxesOf(
  content: string,
  fonts: ReadonlyMap<string, Map<number, string> | undefined>,
  widths: ReadonlyMap<string, readonly number[]>,
): TextBox[] {
  const boxes: TextBox[] = [];
  const withoutFigures = content.replaceAll(/\/Figure <<[\s\S]*?EMC/g, "");
  for (const [, left = "", base = "", font = "", size = "", shown = ""] of withoutFigures.matchAll(
    /1 0 0 1 ([\d.-]+) ([\d.-]+) Tm\n\/(F\d+) ([\d.]+) Tf\n\[([^\]]*)\] TJ/g,
  )) {
    let [text, width] = ["", 0];
    for (const [, glyphs, kern] of shown.matchAll(/<([0-9a-f]*)>|(-?[\d.]+)/gi)) {
      if (kern !== undefined) width -= Number(kern);
      for (const glyph of glyphs?.match(/.{4}/g) ?? []) {
        width += widths.get(font)?.[Number.parseInt(glyph, 16)] ?? 0;
        text += fonts.get(font)?.get(Number.parseInt(glyph, 16)) ?? "";
      }
    }
    const [x, y, em] = [Number(left), Number(base), Number(size)];
    if (text.trim() !== "") boxes.push({ text, left: x, right: x + (width * em) / 1000, bottom: y - 0.21 * em, top: y + 0.73 * em });
  }
  return boxes;
}

/** Paints the black rectangles of the first figure and decodes them as a camera would. */
function qrIn(content: string): string | undefined {
  const figure = /\/Figure <<[\s\S]*?BDC([\s\S]*?)EMC/.exec(content)?.[1] ?? "";
  const rects = [...figure.matchAll(/^([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+) re$/gm)].map(([, ...numbers]) => numbers.map(Number));
  const [[left = 0, top = 0, size = 0] = [], ...modules] = rects;
  const scale = 4;
  const pixels = Math.ceil(size * scale);
  const image = new Uint8ClampedArray(pixels * pixels * 4).fill(255);
  for (const [x = 0, y = 0, width = 0, height = 0] of modules) {
    for (let row = Math.round((y - top) * scale); row < Math.round((y + height - top) * scale); row += 1)
      for (let column = Math.round((x - left) * scale); column < Math.round((x + width - left) * scale); column += 1)
        image.fill(0, (row * pixels + column) * 4, (row * pixels + column) * 4 + 3);
  }
  return jsQR(image, pixels, pixels)?.data;
}

/**
 * A zip's files by name, from its directory at the end, as an unpacker reads it. They are stored
 * uncompressed.
 */
export function unzipped(zip: Buffer): Record<string, Buffer> {
  const end = zip.lastIndexOf("PK\x05\x06", undefined, "latin1");
  const files: Record<string, Buffer> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, crc, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)];
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((place) => zip.readUInt16LE(at + place)) as [number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = zip.subarray(start, start + size);
    expect([method, crc32(content)]).toEqual([0, crc]);
    files[zip.toString("utf8", at + 46, at + 46 + nameLength)] = content;
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

const run = promisify(execFile);

/** The output of an installed program about a PDF; null if the program is not installed. */
export async function withTool(
  tool: "pdftotext" | "pdffonts" | "qpdf" | "pdftoppm",
  file: Buffer,
  args: (path: string) => string[],
): Promise<Buffer | null> {
  const folder = await mkdtemp(join(tmpdir(), "tiltrod-pdf-"));
  try {
    const path = join(folder, "document.pdf");
    await writeFile(path, file);
    const { stdout } = await run(tool, args(path), { encoding: "buffer", maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
