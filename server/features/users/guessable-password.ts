import { badRequest } from "#server/http/errors.ts";

/** Whose password it is to be, and the product's name: what a stranger tries first, once the commonest passwords are through. */
interface Known {
  readonly email: string;
  readonly companyName: string;
  readonly productName: string;
}

/** Shorter names are in too many good passwords. */
const LEAST_NAME = 4;
const SENTENCE = "This password is too easy to guess";

/** Of one case and one spelling: `Ｐassword` is `password` to who guesses. */
const plain = (text: string): string => text.normalize("NFKC").trim().toLowerCase();

/** 49,000 words, 4 MB once they are loaded: only when a password is chosen for the first time. */
const commonest = async (): Promise<readonly string[]> => (await import("@zxcvbn-ts/language-common")).dictionary["passwords-common"];

/** Whether a password is among the commonest, blank, or holds the whole of a name that belongs to it (rule A6). */
export async function isGuessable(password: string, { email, companyName, productName }: Known): Promise<boolean> {
  const tried = plain(password);
  const names = [email.slice(0, email.lastIndexOf("@")), companyName, productName].map(plain);
  if (tried === "" || names.some((name) => name.length >= LEAST_NAME && tried.includes(name))) return true;
  return (await commonest()).includes(tried);
}

/** Wherever a password is chosen. @param field where the form has it. @throws 400 `This password is too easy to guess` */
export async function refuseGuessable(password: string, known: Known, field = "password"): Promise<void> {
  if (await isGuessable(password, known)) throw badRequest(SENTENCE, [{ path: field, message: SENTENCE }]);
}
