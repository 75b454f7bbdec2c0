/** Loaded at the first sign-in. */
const argon2 = () => import("@node-rs/argon2");

/** 19 MiB, two passes, one lane (decisions §3): about 30 ms, off the main thread. The library names its algorithms in a const enum, which this build cannot read. */
const ARGON2ID = 2;
const COST = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = async (password: string): Promise<string> => (await argon2()).hash(password, COST);

let decoy: Promise<string> | undefined;

/**
 * Whether a password is the account's. Without an account it verifies against a decoy, so that an unknown e-mail takes as long
 * as a wrong password and nobody learns by the clock who has an account.
 */
export async function isPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword("nobody has this password");
  const matches = await (await argon2()).verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
