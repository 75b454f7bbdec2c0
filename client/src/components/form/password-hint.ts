import { productName } from "#client/components/ui/display/brand.tsx";
import { ApiError } from "#client/lib/api-error.ts";
import { type PasswordFault, type PasswordOwner, passwordFault } from "#shared/domain/guessable-password.ts";

/**
 * The contract's shortest password. It is repeated here because the contract loads later than the
 * first screen.
 */
const SHORTEST = 6;
/** The least while the portal requires a second factor of anybody (rule A41). */
const SHORTEST_WITH_FACTOR = 8;

const FAULT_SENTENCE: Readonly<Record<PasswordFault, string>> = {
  blank: "Too easy to guess: it is blank.",
  name: "Too easy to guess: it contains the email, the company's or the portal's name.",
  trade: "Too easy to guess: it is a word of the trade.",
  pattern: "Too easy to guess: it is a sequence or a repetition.",
};

/** The owner's names as far as the form has them. A mailed link contains no names. */
export type PasswordOwnerNames = Partial<Pick<PasswordOwner, "email" | "companyName">>;

/**
 * Returns the hint for a new password by the server's own rule (A6). No hint praises a password,
 * because only the server has the list of common passwords.
 */
export function passwordHint(password: string, { email = "", companyName = "" }: PasswordOwnerNames): string {
  if (password.length < SHORTEST) return "At least 6 characters.";
  const fault = passwordFault(password, { email, companyName, productName: productName() });
  if (fault) return FAULT_SENTENCE[fault];
  return password.length < SHORTEST_WITH_FACTOR
    ? "Longer is better. Where a second factor is required, 8 characters are the least."
    : "Longer is better. Common words and passwords are refused.";
}

export interface PasswordTry {
  readonly error: unknown;
  readonly password: string | undefined;
}

/** Returns the server's sentence about one field of the form, if the server rejected that field. */
const sentenceAbout = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError ? error.problem.errors?.find(({ path }) => path === field)?.message : undefined;

/**
 * Returns the server's sentence about a rejected password until the person changes the password.
 */
export const rejectedPassword = (last: PasswordTry, field: string, value: string): string | undefined =>
  value === last.password ? sentenceAbout(last.error, field) : undefined;

/** The password field displays the whole reason, so the form does not repeat it. */
export const isPasswordRejected = (error: unknown, field = "password"): boolean => sentenceAbout(error, field) !== undefined;
