import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { expect, vi } from "vitest";
import type { z } from "zod";
import type { windowPhoto } from "#shared/contract/parts/windows.ts";
import type { remakeDetails } from "#shared/contract/remakes.ts";
import type { Reply, TestClient } from "./calls/test-client.ts";

export type RemakeReply = z.input<typeof remakeDetails>;
export interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type?: string;
}

/** A remake's request as the browser's form sends it. */
export function askForRemake(
  client: TestClient,
  orderId: number | string,
  photos: readonly Upload[] = [],
  {
    reason = "Two louvres are cracked",
    fields = {},
    headers = {},
  }: { reason?: string; fields?: Record<string, string | number>; headers?: Record<string, string> } = {},
): Promise<Reply<RemakeReply>> {
  const form = new FormData();
  form.append("orderId", String(orderId));
  form.append("reason", reason);
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  attach(form, photos);
  return client.post<RemakeReply>("/api/remakes", form, headers);
}

function attach(form: FormData, photos: readonly Upload[]): void {
  for (const { name, bytes, type = "image/jpeg" } of photos) form.append("photos", new Blob([new Uint8Array(bytes)], { type }), name);
}

/** A reply with photos, as the browser's form sends it. */
export function replyWith(
  client: TestClient,
  remakeId: number,
  photos: readonly Upload[],
  { message = "This is how it looks", headers = {} }: { message?: string; headers?: Record<string, string> } = {},
): Promise<Reply<RemakeReply["replies"][number]>> {
  const form = new FormData();
  form.append("message", message);
  attach(form, photos);
  return client.post(`/api/remakes/${remakeId}/replies`, form, headers);
}

export type WindowPhotos = { readonly photos: z.input<typeof windowPhoto>[] };
/** Photos of a window, as the browser's form sends them. */
export function photograph(
  client: TestClient,
  { id, itemId }: { readonly id: number; readonly itemId: number },
  photos: readonly Upload[],
  headers: Record<string, string> = {},
): Promise<Reply<WindowPhotos>> {
  const form = new FormData();
  attach(form, photos);
  return client.post(`/api/quotes/${id}/items/${itemId}/photos`, form, headers);
}

type Format = "jpeg" | "png" | "webp" | "avif";

/** Left half red, right half blue, so that a test can detect a rotation. */
export const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#0000ff" } }).composite([
    { input: { create: { width: Math.floor(width / 2), height, channels: 3, background: "#ff0000" } }, left: 0, top: 0 },
  ]);

export async function picture(format: Format = "jpeg", width = 320, height = 200): Promise<Upload> {
  // With its default effort AVIF's encoder would take a second of processor time.
  const bytes = await drawing(width, height)
    .toFormat(format, format === "avif" ? { effort: 0 } : {})
    .toBuffer();
  return { name: `window.${format}`, bytes, type: `image/${format}` };
}

/**
 * Noise, which no encoder makes small, and padding behind the picture's end to be of exactly this
 * size.
 */
export async function heavyPhoto(bytes: number, width = 4000, height = 3000): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const jpeg = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .jpeg({ quality: 80 })
    .toBuffer();
  if (jpeg.length > bytes) throw new Error(`The picture is already ${jpeg.length} bytes`);
  return Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
}

/** A PNG of a few bytes that claims this size: a decoder that believed it would fill the memory. */
export function pngThatClaims(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(10_000_000));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/**
 * The photos in a portal's folder, after every upload is deleted, which happens just after the
 * reply.
 */
export async function filesOf(portal: { readonly folder: string }): Promise<string[]> {
  const list = (name: string) => readdir(join(portal.folder, name)).catch(() => []);
  await vi.waitFor(async () => expect(await list("uploads"), "uploads that were left").toEqual([]), { timeout: 20_000 });
  return list("photos");
}
