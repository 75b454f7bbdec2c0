import type { Call } from "#shared/contract/parts/calls.ts";
import { type ActingUser, signedInAs } from "#shared/http/signed-in-as.ts";
import { ApiError } from "./api-error.ts";
import { withStorage } from "./browser/browser.ts";
import { alone } from "./online-only.ts";
import { send } from "./send.ts";

/**
 * The entry is stored until the server has received a sign-out that was made without a network
 * (rule A17).
 */
export const OWED_SIGN_OUT = "owed-sign-out";
/** Limits the wait on Wi-Fi that does not forward requests. */
export const LONGEST_SIGN_OUT_MS = 5000;

const owed = (): string | null => withStorage((storage) => storage.getItem(OWED_SIGN_OUT)) ?? null;

/**
 * Records a sign-out. Only the server can remove the cookie, and until then this device treats
 * nobody as signed in.
 */
export const oweSignOut = (user: ActingUser): void => void withStorage((storage) => storage.setItem(OWED_SIGN_OUT, signedInAs(user)));

/** Removes the record, because a sign-in ends the session before it. */
export const forgiveSignOut = (): void => void withStorage((storage) => storage.removeItem(OWED_SIGN_OUT));

/**
 * Sends a recorded sign-out to the server in that person's name, so that it ends no other session.
 * A sign-in waits for it, because its late reply would remove the next cookie.
 * @returns true where no sign-out is left to send
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
      // The session has ended or another person's session has replaced it.
      if (error instanceof ApiError && error.status === 401) forgiveSignOut();
    }
  });
  return owed() === null;
}
