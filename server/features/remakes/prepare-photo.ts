import { open } from "node:fs/promises";
import sharp from "sharp";
import type { UploadedFile } from "#server/http/call.ts";
import { Refusal } from "#server/http/errors.ts";

const MOST_PIXELS = 50_000_000;
const LONGEST_SIDE = 2560;
const THUMB_SIDE = 400;
const ACCEPTED = "JPEG, PNG, WebP and AVIF pictures are accepted";

/** libvips keeps decoded pictures for reuse; ours are used once. One thread each leaves a core for everybody else. */
sharp.cache(false);
sharp.concurrency(1);

/** What a file is, by its first bytes: its name and its declared type are only claims. */
async function isAccepted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer: head } = await file.read(Buffer.alloc(16), 0, 16, 0);
    const ascii = head.toString("latin1");
    const isJpeg = head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff;
    const isPng = ascii.startsWith("\x89PNG\r\n\x1a\n");
    const isWebp = ascii.startsWith("RIFF") && ascii.slice(8, 12) === "WEBP";
    const isAvif = ascii.slice(4, 8) === "ftyp" && ["avif", "avis"].includes(ascii.slice(8, 12));
    return isJpeg || isPng || isWebp || isAvif;
  } finally {
    await file.close();
  }
}

export interface PreparedPhoto {
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/**
 * Makes of an upload what is kept: a JPEG, upright, without location or other metadata, at most 2,560 px long, and a thumbnail
 * (decisions §8). The original is never stored.
 * @throws 415 for another type or a broken picture, 413 above 50 megapixels; the sentence names the file.
 */
export async function preparePhoto(file: UploadedFile, target: string, thumbTarget: string): Promise<PreparedPhoto> {
  if (!(await isAccepted(file.path))) throw new Refusal(415, `"${file.name}" is not a picture we can read. ${ACCEPTED}.`);
  const options = { limitInputPixels: MOST_PIXELS, failOn: "warning", sequentialRead: true } as const;
  try {
    const { width = 0, height = 0 } = await sharp(file.path, { ...options, limitInputPixels: false }).metadata();
    if (width * height > MOST_PIXELS) throw new Refusal(413, `"${file.name}" is too large: at most 50 megapixels`);
    const full = await sharp(file.path, options)
      .rotate()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 84 })
      .toFile(target);
    await sharp(target)
      .resize({ width: THUMB_SIDE, height: THUMB_SIDE, fit: "inside", withoutEnlargement: true })
      .jpeg({ quality: 78 })
      .toFile(thumbTarget);
    return { width: full.width, height: full.height, bytes: full.size };
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof Refusal) throw error;
    if (code === "ENOSPC" || code === "EDQUOT" || /No space left/i.test(String(error))) {
      throw new Refusal(503, "There is no room for photos just now. Nothing was stored; please try again later.", { cause: error });
    }
    throw new Refusal(415, `"${file.name}" is broken and cannot be read. ${ACCEPTED}.`, { cause: error });
  }
}
