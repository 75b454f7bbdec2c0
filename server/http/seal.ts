import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

/** Secrets at rest: AES-256-GCM under a key made from `ENCRYPTION_KEY`. What it is for is bound in, so that one secret cannot be put in another's place. */
export interface Seal {
  seal(secret: string, purpose: string): string;
  /** @throws when the text was not sealed by this key for this purpose. */
  open(sealed: string, purpose: string): string;
}

const VERSION = "v1";

export function createSeal(encryptionKey: string): Seal {
  const key = createHash("sha256").update(`tiltrod:seal:${encryptionKey}`).digest();
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return [VERSION, nonce.toString("base64url"), cipher.getAuthTag().toString("base64url"), body.toString("base64url")].join(".");
    },
    open(sealed, purpose) {
      const [version, nonce = "", tag = "", body = ""] = sealed.split(".");
      if (version !== VERSION) throw new Error("This secret was sealed by another version");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64url"))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([decipher.update(Buffer.from(body, "base64url")), decipher.final()]).toString("utf8");
    },
  };
}
