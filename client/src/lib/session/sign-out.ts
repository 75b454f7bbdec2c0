import type { Call } from "#shared/contract/parts/calls.ts";
import { type ActingUser, formatSignedInAs } from "#shared/http/signed-in-as.ts";
import { ApiError } from "../api-error.ts";
import { withStorage } from "../browser/browser.ts";
import { runExclusively } from "../exclusive-work.ts";
import { send } from "../send.ts";

/**
 * The entry is stored until the server has received a sign-out that was made without a network
 * (rule A17).
 */
export const RECORDED_SIGN_OUT = "owed-sign-out";
/** Limits the wait on Wi-Fi that does not forward requests. */
export const LONGEST_SIGN_OUT_MS = 5000;

const owed = (): string | null => withStorage((storage) => storage.getItem(RECORDED_SIGN_OUT)) ?? null;

/**
 * Records a sign-out. Only the server can remove the cookie, and until then this device treats
 * nobody as signed in.
 */
export const recordSignOut = (user: ActingUser): void =>
  void withStorage((storage) => storage.setItem(RECORDED_SIGN_OUT, formatSignedInAs(user)));

/** Removes the record, because a sign-in ends the session before it. */
export const clearRecordedSignOut = (): void => void withStorage((storage) => storage.removeItem(RECORDED_SIGN_OUT));

/**
 * Sends a recorded sign-out to the server in that person's name, so that it ends no other session.
 * A sign-in waits for it, because its late reply would remove the next cookie.
 * @returns true if no sign-out is left to send
 */
export async function sendRecordedSignOut(logout: Call): Promise<boolean> {
  if (owed() === null) return true;
  await runExclusively("sign-out", async () => {
    const person = owed();
    if (person === null) return;
    try {
      await send(logout, { inName: person || null, signal: AbortSignal.timeout(LONGEST_SIGN_OUT_MS) });
      clearRecordedSignOut();
    } catch (error) {
      // The session has ended or another person's session has replaced it.
      if (error instanceof ApiError && error.status === 401) clearRecordedSignOut();
    }
  });
  return owed() === null;
}
