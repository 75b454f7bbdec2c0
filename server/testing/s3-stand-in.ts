import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** The keys that the stand-in accepts. */
export const S3_KEYS = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a secret/with+signs" } as const;
const REGION = "eu-west-2";

export interface S3StandIn {
  readonly endpoint: string;
  readonly objects: Map<string, { readonly body: Buffer; readonly type: string; at: Date }>;
  /**
   * Statuses of the next replies, whatever is requested; or the connection is reset, before the
   * work or amid the reply.
   */
  readonly failures: (number | "reset" | "half")[];
  stop(): Promise<void>;
}

/**
 * The part of S3 that the portal uses, with one bucket called "photos". It computes each signature
 * itself and refuses another.
 */
export async function startS3(): Promise<S3StandIn> {
  const objects: S3StandIn["objects"] = new Map();
  const failures: S3StandIn["failures"] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(req.url ?? "", `http://${req.headers.host}`);
    const reply = (status: number, text: string | Buffer = "") =>
      res.writeHead(status, { "content-length": Buffer.byteLength(text) }).end(text);
    const failure = failures.shift();
    if (failure === "reset") return req.socket.resetAndDestroy();
    if (failure === "half") {
      res.writeHead(200, { "content-length": 1000 }).write("half");
      return setTimeout(() => req.socket.resetAndDestroy(), 50);
    }
    if (failure !== undefined) return reply(failure, "<Error><Code>SlowDown</Code></Error>");
    if (!isSigned(req, url, body)) return reply(403, "<Error><Code>SignatureDoesNotMatch</Code></Error>");
    const [, bucket, ...rest] = url.pathname.split("/");
    if (bucket !== "photos") return reply(404, "<Error><Code>NoSuchBucket</Code></Error>");
    const key = rest.join("/");
    if (key === "") return reply(200, listing(objects, url.searchParams));
    if (req.method === "PUT") {
      objects.set(key, { body, type: req.headers["content-type"] ?? "", at: new Date() });
      return reply(200);
    }
    const found = objects.get(key);
    if (req.method === "DELETE") objects.delete(key);
    if (req.method === "DELETE") return reply(204);
    return found ? reply(200, found.body) : reply(404, "<Error><Code>NoSuchKey</Code></Error>");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    failures,
    stop: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
}

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/** AWS Signature Version 4, from its published description. */
function isSigned(req: IncomingMessage, url: URL, body: Buffer): boolean {
  const given = /^AWS4-HMAC-SHA256 Credential=(.*), SignedHeaders=(.*), Signature=([0-9a-f]{64})$/.exec(req.headers.authorization ?? "");
  if (!given) return false;
  const [, credential = "", names = "", signature] = given;
  const [keyId, day = "", region = "", service = "", end = ""] = credential.split("/");
  const time = String(req.headers["x-amz-date"]);
  if (keyId !== S3_KEYS.accessKeyId || region !== REGION || service !== "s3" || req.headers["x-amz-content-sha256"] !== sha256(body))
    return false;
  const query = [...url.searchParams].map((pair) => pair.map((part) => encodeURIComponent(part)).join("=")).toSorted();
  const headers = names.split(";").map((name) => `${name}:${req.headers[name]}\n`);
  const canonical = [req.method, url.pathname, query.join("&"), headers.join(""), names, sha256(body)].join("\n");
  const scope = [day, region, service, end].join("/");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [region, service, end].reduce<Buffer>(hmac, hmac(`AWS4${S3_KEYS.secretAccessKey}`, day));
  return hmac(key, toSign).toString("hex") === signature;
}

/** Two keys to a page, whatever is requested, so that there are several pages. */
function listing(objects: S3StandIn["objects"], query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).toSorted();
  const from = Number(query.get("continuation-token")?.replace("after&", "") ?? 0);
  const shown = keys.slice(from, from + 2);
  const next = from + 2 < keys.length ? `<NextContinuationToken>after&amp;${from + 2}</NextContinuationToken>` : "";
  const entries = shown.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.at.toISOString()}</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult>${next}${entries.join("")}</ListBucketResult>`;
}
