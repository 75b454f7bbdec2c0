/**
 * S3-compatible storage, as `STORAGE_URL` names it:
 * `s3://bucket/folder?endpoint=https://…&region=…` (docs/decisions/020-photos.md).
 */
export interface StorageSettings {
  /** The bucket's address with a slash at the end: the endpoint and the bucket's name. */
  readonly bucketUrl: URL;
  readonly bucket: string;
  /** The folder in the bucket, empty or with a slash at the end. */
  readonly folder: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

/** The usual environment variables of such storage. */
interface StorageCredentials {
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
  readonly sessionToken: string | undefined;
  readonly region: string | undefined;
}

const DEFAULT_REGION = "us-east-1";

/** The settings, or a sentence that names their fault. */
export function readStorageUrl(text: string, credentials: StorageCredentials): StorageSettings | string {
  if (!/^s3:\/\//.test(text) || !URL.canParse(text)) return "STORAGE_URL must look like s3://bucket?endpoint=https://…&region=…";
  const url = new URL(text);
  const bucket = url.hostname;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return "STORAGE_URL must name a bucket: s3://bucket?endpoint=https://…";
  const unknown = [...url.searchParams.keys()].find((name) => name !== "endpoint" && name !== "region");
  if (unknown !== undefined) return `STORAGE_URL takes endpoint and region, not "${unknown}"`;

  const region = url.searchParams.get("region") || credentials.region || DEFAULT_REGION;
  const endpoint = url.searchParams.get("endpoint") || `https://s3.${region}.amazonaws.com`;
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol))
    return "STORAGE_URL's endpoint must be an address that begins with http:// or https://";

  const own = url.username !== "" || url.password !== "";
  const accessKeyId = own ? decodeURIComponent(url.username) : credentials.accessKeyId;
  const secretAccessKey = own ? decodeURIComponent(url.password) : credentials.secretAccessKey;
  if (!accessKeyId || !secretAccessKey)
    return "STORAGE_URL needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it, or s3://key:secret@bucket";

  const folder = url.pathname.replace(/^\/+|\/+$/g, "");
  if (!/^[\w./-]*$/.test(folder)) return "STORAGE_URL's folder takes letters, digits, dots, dashes and slashes";
  return {
    bucketUrl: new URL(`${endpoint.replace(/\/+$/, "")}/${bucket}/`),
    bucket,
    folder: folder && `${folder}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: own ? undefined : credentials.sessionToken,
  };
}
