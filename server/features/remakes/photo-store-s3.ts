import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { AwsClient } from "aws4fetch";
import type { StorageSettings } from "#server/storage-url.ts";
import { isPhotoKey, type PhotoStore, safeKey } from "./photo-store.ts";

const MOST_WAIT_MS = 30_000;
/** Tried again after a 5xx or a 429, a little later each time. */
const RETRIES = 3;

interface S3PhotoStore extends PhotoStore {
  /** What is wrong with the settings, in a sentence that names STORAGE_URL; null when the bucket answers. @throws when nothing answers. */
  fault(): Promise<string | null>;
}

/** Photos in a bucket of S3-compatible storage (docs/decisions/040). The bucket is addressed by path, which all of them understand. */
export function s3Store(settings: StorageSettings): S3PhotoStore {
  const { bucketUrl, bucket, folder } = settings;
  const { accessKeyId, secretAccessKey, sessionToken, region } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, sessionToken, region, service: "s3", retries: RETRIES });

  const request = (method: string, url: URL, body?: Buffer): Promise<Response> =>
    client.fetch(url, {
      method,
      // Signed with its content, so that a photo damaged or exchanged on the way is refused there.
      headers: {
        "X-Amz-Content-Sha256": createHash("sha256")
          .update(body ?? "")
          .digest("hex"),
        ...(body && { "Content-Type": "image/jpeg" }),
      },
      ...(body && { body: new Uint8Array(body) }),
      // Photos go where STORAGE_URL says, and nowhere that a reply points at.
      redirect: "manual",
      signal: AbortSignal.timeout(MOST_WAIT_MS),
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
      await done(await request("PUT", urlOf(key), photo), "put");
    },
    async read(key) {
      const reply = await request("GET", urlOf(key));
      if (reply.status === 404) return null;
      // Whole, because its reader may be slower than the storage has patience; it is a megabyte or two.
      const photo = Buffer.from(await (await ok(reply, "read")).arrayBuffer());
      return { bytes: photo.length, content: Readable.from(photo) };
    },
    async remove(key) {
      const reply = await request("DELETE", urlOf(key));
      if (reply.status !== 404) await done(reply, "remove");
    },
    async *olderThan(moment) {
      for (let after: string | null = null, more = true; more; ) {
        const page = await (await ok(await list(after, 1000), "list")).text();
        for (const { key, at } of entriesOf(page, folder)) if (at < moment) yield key;
        after = tag(page, "NextContinuationToken") ?? null;
        more = after !== null;
      }
    },
    async fault() {
      const reply = await list(null, 1);
      await reply.body?.cancel();
      if (reply.status === 404) return `STORAGE_URL: there is no bucket "${bucket}" at ${bucketUrl.origin}`;
      if (reply.status === 403) return `STORAGE_URL: ${bucketUrl.origin} refuses these keys for the bucket "${bucket}"`;
      if (reply.status >= 300 && reply.status < 500)
        return `STORAGE_URL: ${bucketUrl.origin} does not serve the bucket "${bucket}" in the region "${region}"`;
      await ok(reply, "list");
      return null;
    },
  };
}

async function ok(reply: Response, what: string): Promise<Response> {
  if (reply.ok) return reply;
  const code = tag(await reply.text().catch(() => ""), "Code");
  throw new Error(`The storage answered ${reply.status}${code ? ` ${code}` : ""} to "${what}"`);
}

/** Reads the reply to its end as well: a connection is free again only then. */
async function done(reply: Response, what: string): Promise<void> {
  await (await ok(reply, what)).arrayBuffer();
}

const tag = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll("&amp;", "&");

/** Our keys of a listing; whatever else lies in the bucket is left alone. */
function entriesOf(xml: string, folder: string): { key: string; at: Date }[] {
  return [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, entry = ""]) => {
    const path = tag(entry, "Key") ?? "";
    const key = path.startsWith(folder) ? path.slice(folder.length) : "";
    return isPhotoKey(key) ? [{ key, at: new Date(tag(entry, "LastModified") ?? "") }] : [];
  });
}
