import { availableParallelism } from "node:os";
import { createQueue } from "./queue.ts";

/** Loaded at the first sign-in. */
const argon2 = () => import("@node-rs/argon2");

/** 19 MiB, two passes, one lane (decisions §3): about 30 ms, off the main thread. The library names its algorithms in a const enum, which this build cannot read. */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two seconds or so of them. Whoever comes then is told to try again rather than kept. */
const MOST_WAITING = 200;
/**
 * As many at once as there are cores to do them: more would end no sooner, and each takes 19 MiB that the process then keeps. At most the four that
 * Node's pool does at once.
 */
const turns = createQueue(Math.min(availableParallelism(), 4), MOST_WAITING);

export const hashPassword = (password: string): Promise<string> => turns(async () => (await argon2()).hash(password, COST));

let decoy: Promise<string> | undefined;

/** One that found the line full is made anew for the next; or no unknown e-mail would be answered any more until the process is started again. */
function decoyHash(): Promise<string> {
  if (!decoy) {
    decoy = hashPassword("nobody has this password");
    decoy.catch(() => {
      decoy = undefined;
    });
  }
  return decoy;
}

/**
 * Whether a password is the account's. Without an account it verifies against a decoy, so that an unknown e-mail takes as long
 * as a wrong password and nobody learns by the clock who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const unknown = decoyHash();
  const against = passwordHash ?? (await unknown);
  const matches = await turns(async () => (await argon2()).verify(against, password));
  return matches && passwordHash !== undefined;
}
