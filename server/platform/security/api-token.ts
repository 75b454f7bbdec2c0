import { createHash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

const PREFIX = "ttr_";
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 32 bytes have at most 43 digits of base 62, and a CRC-32 has at most 6. */
const [SECRET_DIGITS, CHECK_DIGITS] = [43, 6];

function toBase62(value: bigint, length: number): string {
  let [rest, text] = [value, ""];
  for (; rest > 0n; rest /= 62n) text = `${DIGITS[Number(rest % 62n)]}${text}`;
  return text.padStart(length, "0");
}

const checkOf = (secret: string): string => toBase62(BigInt(crc32(secret)), CHECK_DIGITS);

/** Returns a new API token: `ttr_`, 32 random bytes in base 62, and the CRC-32 of those digits. */
export function newApiToken(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_DIGITS);
  return `${PREFIX}${secret}${checkOf(secret)}`;
}

/**
 * True if the text has the form of a token and its check digits match. A mistyped or made-up token
 * is refused without a query.
 */
export function isApiToken(text: string): boolean {
  const match = /^ttr_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/.exec(text);
  return match !== null && checkOf(match[1] ?? "") === match[2];
}

/** The stored hash: a stolen backup opens no account. */
export const hashApiToken = (token: string): string => createHash("sha256").update(token).digest("base64url");
