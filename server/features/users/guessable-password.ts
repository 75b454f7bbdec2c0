import type { Database, Db } from "#server/platform/db/connect.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { findRequirement } from "#server/platform/http/session/required-factor.ts";
import type { IsLeaked } from "#server/platform/security/leaked-passwords.ts";
import { LEAST_WITH_FACTOR } from "#shared/contract/identity/security.ts";
import { type PasswordOwner, passwordFault, passwordStems } from "#shared/domain/guessable-password.ts";

const TOO_SHORT = `Password must be at least ${LEAST_WITH_FACTOR} characters`;
const SENTENCE = "This password is too easy to guess";

/**
 * 49,000 passwords and 7,776 plain words use 5 MB, so they load when a password is first chosen.
 */
async function loadCommonest(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set([...dictionary["passwords-common"], ...dictionary["diceware-common"]]);
}
let commonest: Promise<ReadonlySet<string>> | undefined;

/**
 * Applies the rule that the forms' hint applies too, and then looks for a common password or word,
 * also with a few signs added (rule A20).
 */
export async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  if (passwordFault(password, owner) !== null) return true;
  commonest ??= loadCommonest();
  const words = await commonest;
  return passwordStems(password).some((stem) => words.has(stem));
}

/**
 * Refuses a guessable or leaked password in any form that sets one, and a short one while the
 * portal requires a second factor of anybody (rules A41 and A44).
 * @param field the name of the form's field
 * @throws 400 `This password is too easy to guess`
 */
export async function refuseGuessable(
  { db, isLeaked }: { readonly db: Db | Database; readonly isLeaked: IsLeaked },
  password: string,
  owner: PasswordOwner,
  field = "password",
): Promise<void> {
  const isShort = password.length < LEAST_WITH_FACTOR && (await findRequirement(db)) !== "nobody";
  const sentence = isShort ? TOO_SHORT : (await isGuessable(password, owner)) || (await isLeaked(password)) ? SENTENCE : null;
  if (sentence) throw badRequest(sentence, [{ path: field, message: sentence }]);
}
