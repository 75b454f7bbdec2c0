import { appendFile, open } from "node:fs/promises";
import sharp, { type SharpOptions } from "sharp";
import type { UploadedFile } from "#server/platform/http/call.ts";
import { Refusal } from "#server/platform/http/errors.ts";
import { createTurns } from "#server/platform/threads/turns.ts";

const MOST_PIXELS = 50_000_000;
/**
 * A picture of one colour has some 500 pixels in a byte, a photo fewer than 50; an AVIF can claim
 * 50 megapixels in 136 bytes.
 */
const MOST_PIXELS_IN_A_BYTE = 500;
/**
 * Pictures up to this size are decoded quickly, so their ratio is not checked: a screenshot may be
 * almost empty.
 */
const FEW_PIXELS = 4_000_000;
const LONGEST_SIDE = 2560;
const THUMB_SIDE = 400;
const MOST_SECONDS = 30;
const ACCEPTED = "JPEG, PNG, WebP and AVIF pictures are accepted";

/**
 * libvips caches decoded pictures, but ours are used once. One thread for each picture leaves a
 * core for other requests.
 */
sharp.cache(false);
sharp.concurrency(1);
/**
 * The bound of the whole process: Node has four threads for pictures, passwords and files together,
 * and a decoded picture fills 150 MB. A company has one of the two places, so a company that sends
 * hundreds delays only itself.
 */
const inTurn = createTurns({ places: 2 });

/** The type of a file by its first bytes: its name and its declared type are only claims. */
async function isAccepted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const head = buffer.toString("latin1", 0, bytesRead);
    const isJpeg = head.startsWith("\xff\xd8\xff");
    const isPng = head.startsWith("\x89PNG\r\n\x1a\n");
    const isWebp = head.startsWith("RIFF") && head.slice(8, 12) === "WEBP";
    return isJpeg || isPng || isWebp || isAvif(buffer, head);
  } finally {
    await file.close();
  }
}

/**
 * Some writers name the general format first and AVIF only among the compatible ones, in fours
 * after the first sixteen bytes.
 */
function isAvif(buffer: Buffer, head: string): boolean {
  if (head.slice(4, 8) !== "ftyp") return false;
  const brands = head.slice(16, Math.min(buffer.readUInt32BE(0), head.length)).match(/.{4}/gs) ?? [];
  return [head.slice(8, 12), ...brands].some((brand) => brand === "avif" || brand === "avis");
}

interface PreparedPhoto {
  readonly photo: Buffer;
  readonly thumb: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Turns an upload into the stored form: a JPEG, upright, without location or other metadata, at
 * most 2,560 px long, and a thumbnail (rule R2). The upload itself is read from the disk piece by
 * piece, and never stored.
 * @param wish the company whose turn it takes, and the signal of a disconnected client
 * @throws 415 for another type, a broken picture or one that is far too empty, 413 above 50
 * megapixels; the sentence names the file
 */
export const preparePhoto = (file: UploadedFile, wish: Wish): Promise<PreparedPhoto> => prepared(file, wish, reencode);

/**
 * Prepares a company's logo, at most 1,200 × 400 px: as PNG if it is partly transparent, otherwise
 * as JPEG (rule T2).
 * @throws as `preparePhoto` does
 */
export const prepareLogo = (file: UploadedFile, wish: Wish): Promise<PreparedLogo> => prepared(file, wish, logoOf);

interface Wish {
  readonly company: number;
  readonly left: AbortSignal;
}

type Reencode<Prepared> = (path: string, failOn: SharpOptions["failOn"]) => Promise<Prepared>;

async function prepared<Prepared>(file: UploadedFile, wish: Wish, make: Reencode<Prepared>): Promise<Prepared> {
  if (!(await isAccepted(file.path))) throw new Refusal(415, `"${file.name}" is not a picture we can read. ${ACCEPTED}.`);
  return inTurn({ ...wish, windows: 1 }, async () => {
    try {
      const { width = 0, height = 0 } = await sharp(file.path, { limitInputPixels: false }).metadata();
      if (width * height > MOST_PIXELS) throw tooLarge(file);
      if (width * height > Math.max(FEW_PIXELS, file.bytes * MOST_PIXELS_IN_A_BYTE)) throw tooEmpty(file);
      return await make(file.path, "warning").catch(async (error) => {
        // Many telephones write such files, and every viewer shows them.
        if (HARMLESS.test(String(error))) return make(file.path, "error");
        // With an end marker added, a whole picture reads without a warning, and a truncated one
        // does not.
        if (ENDS_EARLY.test(String(error))) {
          await appendFile(file.path, JPEG_END);
          return make(file.path, "warning");
        }
        throw error;
      });
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (/exceeds|too large|timeout/i.test(String(error))) throw tooLarge(file, error);
      throw new Refusal(415, `"${file.name}" is broken and cannot be read. ${ACCEPTED}.`, { cause: error });
    }
  });
}

const HARMLESS = /Invalid SOS parameters for sequential JPEG|extraneous bytes before marker/;

const ENDS_EARLY = /premature end of JPEG/i;
const JPEG_END = Buffer.from([0xff, 0xd9]);

const tooLarge = (file: UploadedFile, cause?: unknown) => new Refusal(413, `"${file.name}" is too large: at most 50 megapixels`, { cause });

const tooEmpty = (file: UploadedFile) =>
  new Refusal(415, `"${file.name}" claims far more pixels than its few bytes can show, so it is no photo. ${ACCEPTED}.`);

async function reencode(path: string, failOn: SharpOptions["failOn"]): Promise<PreparedPhoto> {
  const { data, info } = await sharp(path, { limitInputPixels: MOST_PIXELS, failOn, sequentialRead: true })
    .autoOrient()
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 84 })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer({ resolveWithObject: true });
  const thumb = await sharp(data)
    .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: "inside", withoutEnlargement: true })
    .jpeg({ quality: 78 })
    .toBuffer();
  return { photo: data, thumb, width: info.width, height: info.height };
}

export interface PreparedLogo {
  readonly type: "image/png" | "image/jpeg";
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

const LOGO = { width: 1200, height: 400 } as const;

async function logoOf(path: string, failOn: SharpOptions["failOn"]): Promise<PreparedLogo> {
  const read = sharp(path, { limitInputPixels: MOST_PIXELS, failOn, sequentialRead: true });
  const isOpaque = (await sharp(path, { limitInputPixels: MOST_PIXELS, failOn }).stats()).isOpaque;
  const sized = read
    .autoOrient()
    .resize({ ...LOGO, fit: "inside", withoutEnlargement: true })
    .timeout({ seconds: MOST_SECONDS });
  const { data, info } = await (isOpaque ? sized.jpeg({ quality: 90 }) : sized.png()).toBuffer({ resolveWithObject: true });
  return { type: isOpaque ? "image/jpeg" : "image/png", content: data, width: info.width, height: info.height };
}
