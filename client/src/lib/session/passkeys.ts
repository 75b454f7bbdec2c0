import type { PasskeyAssertion, PasskeyCreation } from "#shared/contract/identity/passkeys.ts";
import type { Reply } from "../api.ts";

/** The host of the portal's address, whose name passkeys belong to. */
const portalHost = (): string => document.querySelector<HTMLMetaElement>('meta[name="portal-host"]')?.content || window.location.hostname;

/** The reason why this portal or this browser has no passkeys; null if it has them (rule A42). */
export function whyNoPasskeys(): string | null {
  const host = portalHost();
  if (/^[\d.]+$|^\[/.test(host)) return "Passkeys need a portal with a name. This portal's address is a number.";
  if (!("PublicKeyCredential" in window)) return "This browser has no passkeys.";
  return null;
}

/** A passkey was not created or used. The message is for the person. */
class PasskeyError extends Error {
  override name = "PasskeyError";
}
export const isPasskeyError = (error: unknown): error is PasskeyError => error instanceof PasskeyError;

const NOT_USED = "No passkey was used. Please try again.";

/** Replaces the browser's error, which names no reason that helps the person. */
async function attempt<T>(
  work: (browser: typeof import("@simplewebauthn/browser")) => Promise<T>,
  sentence: (name: string) => string,
): Promise<T> {
  const browser = await import("@simplewebauthn/browser").catch(() => {
    throw new PasskeyError("This could not be loaded. Check your connection, then try again.");
  });
  try {
    return await work(browser);
  } catch (error) {
    throw new PasskeyError(sentence(error instanceof Error ? error.name : ""));
  }
}

/**
 * Lets the browser create a passkey.
 * @throws PasskeyError with a sentence for the person
 */
export const createPasskey = (optionsJSON: Reply<"factors", "startPasskey">): Promise<PasskeyCreation> =>
  attempt(
    async ({ startRegistration }) => {
      const { id, response } = await startRegistration({ optionsJSON });
      return { id, response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject } };
    },
    (name) => (name === "InvalidStateError" ? "This device has a passkey of yours already." : "No passkey was made. Please try again."),
  );

/**
 * Lets the person choose and use a passkey.
 * @throws PasskeyError with a sentence for the person
 */
export const requestAssertion = (optionsJSON: Reply<"accounts", "passkeyOptions">): Promise<PasskeyAssertion> =>
  attempt(
    async ({ startAuthentication }) => {
      const { id, response } = await startAuthentication({ optionsJSON });
      const { clientDataJSON, authenticatorData, signature } = response;
      return { id, response: { clientDataJSON, authenticatorData, signature } };
    },
    () => NOT_USED,
  );
