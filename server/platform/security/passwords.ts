import { availableParallelism } from "node:os";
import { createQueue } from "#server/platform/http/limits.ts";

/** The library is loaded at the first sign-in. */
const argon2 = () => import("@node-rs/argon2");

/**
 * 19 MiB, two passes, one lane (rule A6): about 30 ms, off the main thread. The library names its
 * algorithms in a const enum, which this build cannot read.
 */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The longest queue; beyond it a person is asked to try again instead of waiting. */
const MOST_WAITING = 500;
/**
 * One core stays free, so that a crowd of sign-ins does not delay other people's reads. At most
 * four, because Node's pool runs four at once. Each hash takes 19 MiB that the process then
 * retains.
 */
export const HASHES_AT_ONCE = Math.min(Math.max(availableParallelism() - 1, 1), 4);
const turns = createQueue(HASHES_AT_ONCE, MOST_WAITING);

/** @param lane the network that sends the request, so that none of them blocks the queue */
export const hashPassword = (password: string, lane?: string): Promise<string> =>
  turns(async () => (await argon2()).hash(password, COST), lane);

/** A hash of random bytes that were discarded, at the cost above: it matches no password. */
export const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$cUeT2M6g/Vf6Ps8wKwYVXQ$8SVr5QZHpzL8C/gMk8fcygwR7YOP8fEEt+KSU7QBueQ";

/**
 * True if a password is the account's. Without an account it verifies against a decoy, so that an
 * unknown e-mail takes as long as a wrong password, and the time does not reveal which accounts
 * exist. An empty hash matches no password: its person has not chosen one yet.
 */
export async function isPassword(passwordHash: string | undefined, password: string, lane?: string): Promise<boolean> {
  const matches = await turns(async () => (await argon2()).verify(passwordHash || DECOY, password), lane);
  return matches && Boolean(passwordHash);
}
