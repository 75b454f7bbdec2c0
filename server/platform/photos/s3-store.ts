import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import { isPhotoKey, type PhotoStore, safeKey } from "./photo-store.ts";
import type { StorageSettings } from "./storage-url.ts";

const MOST_WAIT_MS = 30_000;
/** Retries after a 5xx or a 429, each a little later. */
const RETRIES = 3;

interface S3PhotoStore extends PhotoStore {
  /**
   * The fault of the settings, in a sentence that names STORAGE_URL; null if the bucket replies.
   * @throws if nothing replies
   */
  fault(): Promise<string | null>;
}

/**
 * Photos in S3-compatible storage (docs/decisions/020-photos.md). Its bucket is addressed by path,
 * which all servers support.
 */
export function s3Store(settings: StorageSettings): S3PhotoStore {
  const { bucketUrl, bucket, folder } = settings;
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, region, service: "s3", retries: RETRIES });

  const once = async (method: string, url: URL, body?: Buffer): Promise<Reply> => {
    const reply = await client.fetch(url, {
      method,
      // The signature covers the content, so the storage refuses a photo that was damaged or
      // exchanged on the way.
      headers: {
        "X-Amz-Content-Sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
        ...(body && { "Content-Type": "image/jpeg" }),
      },
      ...(body && { body: new Uint8Array(body) }),
      // Photos are sent only to STORAGE_URL, never to the target of a redirect.
      redirect: "manual",
      signal: AbortSignal.timeout(MOST_WAIT_MS),
    });
    // The photo is read whole, a megabyte or two: the client may read more slowly than the storage
    // allows, and the connection is free only after the last byte.
    return { status: reply.status, ok: reply.ok, body: Buffer.from(await reply.arrayBuffer()) };
  };
  // A storage may close an idle connection just as it is used. Every request may be sent twice,
  // because a photo keeps its name.
  const request: typeof once = (...asked) =>
    once(...asked).catch((error: unknown) => {
      if (!isReset(error)) throw error;
      return once(...asked);
    });
  const urlOf = (key: string) => new URL(folder + safeKey(key), bucketUrl);
  const list = (after: string | null, most: number) => {
    const url = new URL(bucketUrl);
    const query = { "list-type": "2", prefix: folder, "max-keys": String(most), ...(after !== null && { "continuation-token": after }) };
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return request("GET", url);
  };

  return {
    async put(key, photo) {
      ok(await request("PUT", urlOf(key), photo), "put");
    },
    async read(key) {
      const reply = await request("GET", urlOf(key));
      if (reply.status === 404) return null;
      const photo = ok(reply, "read");
      return { bytes: photo.length, content: Readable.from(photo) };
    },
    async remove(key) {
      const reply = await request("DELETE", urlOf(key));
      if (reply.status !== 404) ok(reply, "remove");
    },
    async *olderThan(moment) {
      for (let after: string | null = null, more = true; more; ) {
        const page = ok(await list(after, 1000), "list").toString();
        for (const { key, at } of entriesOf(page, folder)) if (at < moment) yield key;
        after = tag(page, "NextContinuationToken") ?? null;
        more = after !== null;
      }
    },
    async fault() {
      const reply = await list(null, 1);
      if (reply.status === 404) return `STORAGE_URL: there is no bucket "${bucket}" at ${bucketUrl.origin}`;
      if (reply.status === 403) return `STORAGE_URL: ${bucketUrl.origin} refuses these keys for the bucket "${bucket}"`;
      if (reply.status >= 300 && reply.status < 500)
        return `STORAGE_URL: ${bucketUrl.origin} does not serve the bucket "${bucket}" in the region "${region}"`;
      ok(reply, "list");
      return null;
    },
  };
}

interface Reply {
  readonly status: number;
  readonly ok: boolean;
  readonly body: Buffer;
}

function ok(reply: Reply, what: string): Buffer {
  if (reply.ok) return reply.body;
  const code = tag(reply.body.toString(), "Code");
  throw new Error(`The storage answered ${reply.status}${code ? ` ${code}` : ""} to "${what}"`);
}

const RESET: ReadonlySet<unknown> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
/** `fetch` reports a reset connection in the cause of its error. */
const isReset = (error: unknown): boolean => error instanceof Error && RESET.has((error.cause as { code?: unknown } | undefined)?.code);

const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&");

/** Our keys in a listing. Other objects of the bucket are left alone. */
function entriesOf(xml: string, folder: string): { key: string; at: Date }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = ""]) => {
    const path = tag(entry, "Key") ?? "";
    const key = path.startsWith(folder) ? path.slice(folder.length) : "";
    return isPhotoKey(key) ? [{ key, at: new Date(tag(entry, "LastModified") ?? "") }] : [];
  });
}
