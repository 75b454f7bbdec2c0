import type { Call } from "#shared/contract/parts/calls.ts";
import { type ActingUser, signedInAs } from "#shared/http/signed-in-as.ts";
import { ApiError } from "./api-error.ts";
import { withStorage } from "./browser/browser.ts";
import { alone } from "./online-only.ts";
import { send } from "./send.ts";

/**
 * Kept while the server has not heard that somebody signed out here without a network (rule A17).
 */
export const OWED_SIGN_OUT = "owed-sign-out";
/** Wi-Fi that passes nothing on. */
export const LONGEST_SIGN_OUT_MS = 5000;

const owed = (): string | null => withStorage((storage) => storage.getItem(OWED_SIGN_OUT)) ?? null;

/** The cookie is the server's to remove. Until it has, nobody is signed in on this device. */
export const oweSignOut = (user: ActingUser): void => void withStorage((storage) => storage.setItem(OWED_SIGN_OUT, signedInAs(user)));

/** A sign-in ends the session before it. */
export const forgiveSignOut = (): void => void withStorage((storage) => storage.removeItem(OWED_SIGN_OUT));

/**
 * Tells the server of a sign-out that it has not heard yet, in that person's name: it ends no other
 * session. A sign-in waits for it, because its late reply would take away the next cookie.
 * @returns whether nothing is owed
 */
export async function settleSignOut(logout: Call): Promise<boolean> {
  if (owed() === null) return true;
  await alone("sign-out", async () => {
    const person = owed();
    if (person === null) return;
    try {
      await send(logout, { inName: person || null, signal: AbortSignal.timeout(LONGEST_SIGN_OUT_MS) });
      forgiveSignOut();
    } catch (error) {
      // That session is over, or another person's has taken its place.
      if (error instanceof ApiError && error.status === 401) forgiveSignOut();
    }
  });
  return owed() === null;
}
