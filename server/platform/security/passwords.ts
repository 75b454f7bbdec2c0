import { availableParallelism } from "node:os";
import { createQueue } from "#server/platform/http/limits.ts";

/** Loaded at the first sign-in. */
const argon2 = () => import("@node-rs/argon2");

/**
 * 19 MiB, two passes, one lane (rule A6): about 30 ms, off the main thread. The library names its algorithms in a const
 * enum, which this build cannot read.
 */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Beyond this number a person is told to try again and does not wait. */
const MOST_WAITING = 500;
/**
 * As many at once as there are cores to do them: more would end no sooner, and each takes 19 MiB that the process then
 * keeps. At most the four that Node's pool does at once.
 */
export const HASHES_AT_ONCE = Math.min(availableParallelism(), 4);
const turns = createQueue(HASHES_AT_ONCE, MOST_WAITING);

/** @param lane whose turn it takes: the network that asks, so that none of them holds the line. */
export const hashPassword = (password: string, lane?: string): Promise<string> =>
  turns(async () => (await argon2()).hash(password, COST), lane);

/** Of random bytes that were thrown away, at the cost above: no password is this one's. */
export const DECOY = "$argon2id$v=19$m=19456,t=2,p=1$cUeT2M6g/Vf6Ps8wKwYVXQ$8SVr5QZHpzL8C/gMk8fcygwR7YOP8fEEt+KSU7QBueQ";

/**
 * Whether a password is the account's. Without an account it verifies against a decoy, so that an unknown e-mail takes
 * as long as a wrong password, and the time does not tell who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string, lane?: string): Promise<boolean> {
  const matches = await turns(async () => (await argon2()).verify(passwordHash ?? DECOY, password), lane);
  return matches && passwordHash !== undefined;
}
