import { badRequest } from "#server/platform/http/errors.ts";
import { type PasswordOwner, passwordFault, passwordStems } from "#shared/domain/guessable-password.ts";

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
 * Refuses a guessable password in any form that sets one.
 * @param field the name of the form's field
 * @throws 400 `This password is too easy to guess`
 */
export async function refuseGuessable(password: string, owner: PasswordOwner, field = "password"): Promise<void> {
  if (await isGuessable(password, owner)) throw badRequest(SENTENCE, [{ path: field, message: SENTENCE }]);
}
