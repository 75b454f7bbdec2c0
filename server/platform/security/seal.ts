import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";

/**
 * Encrypts secrets at rest: AES-256-GCM under a key derived from `ENCRYPTION_KEY`. The purpose is
 * authenticated, so that one secret cannot replace another.
 */
export interface Seal {
  seal(secret: string, purpose: string): string;
  /** @throws if the text was not sealed by one of our keys for this purpose */
  open(sealed: string, purpose: string): string;
  /**
   * Seals the secret again with the present key; null if that key sealed it already.
   * @throws as `open` does
   */
  renewed(sealed: string, purpose: string): string | null;
  /**
   * The HMAC-SHA-256 of a secret that is only compared: under the present key, then under the
   * earlier one.
   */
  fingerprints(secret: string, purpose: string): string[];
}

const VERSION = "v1";

/** Seals with the present key, and also opens texts of the earlier one (`ENCRYPTION_KEY_OLD`). */
export function createSeal(presentKey: string, earlierKey?: string): Seal {
  const present = keyOf(presentKey);
  const keys = earlierKey === undefined ? [present] : [present, keyOf(earlierKey)];
  const texts = earlierKey === undefined ? [presentKey] : [presentKey, earlierKey];
  const hmacKeys = texts.map((text) => createHash("sha256").update(`tiltrod:hmac:${text}`).digest());
  const find = (sealed: string, purpose: string) => {
    for (const key of keys) {
      const secret = opened(key, sealed, purpose);
      if (secret !== null) return { key, secret };
    }
    throw new Error("This secret was sealed under another key, or for something else");
  };
  const seal: Seal["seal"] = (secret, purpose) => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", present, nonce).setAAD(Buffer.from(purpose));
    const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
    return [VERSION, nonce.toString("base64url"), cipher.getAuthTag().toString("base64url"), body.toString("base64url")].join(".");
  };
  return {
    seal,
    open: (sealed, purpose) => find(sealed, purpose).secret,
    renewed(sealed, purpose) {
      const { key, secret } = find(sealed, purpose);
      return key === present ? null : seal(secret, purpose);
    },
    fingerprints: (secret, purpose) => hmacKeys.map((key) => createHmac("sha256", key).update(`${purpose}:${secret}`).digest("base64url")),
  };
}

const keyOf = (text: string): Buffer => createHash("sha256").update(`tiltrod:seal:${text}`).digest();

function opened(key: Buffer, sealed: string, purpose: string): string | null {
  const [version, nonce = "", tag = "", body = ""] = sealed.split(".");
  if (version !== VERSION) throw new Error("This secret was sealed by another version");
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"), { authTagLength: 16 })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(Buffer.from(tag, "base64url"));
    return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
