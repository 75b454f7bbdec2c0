import { createHash, randomBytes } from "node:crypto";

/** The secret of a mailed link: 256 bits, so guesses need no limit. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** The database stores only the hash: a stolen backup opens no account. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
