import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, nameText } from "#shared/http/wire.ts";
import { creationOptions, passkeyCreation } from "./passkeys.ts";

/** The kinds of a second factor that a sign-in accepts. */
export const FACTORS = ["totp", "passkey", "recovery"] as const;
export type Factor = (typeof FACTORS)[number];

export const WRONG_CODE = "This code is not right";
/** Six digits of an authenticator app, which displays them in two groups. */
export const totpCode = z
  .string("Enter the six digits")
  .max(20, "Enter the six digits")
  .transform((text) => text.replace(/\s/g, ""))
  .refine((text) => /^\d{6}$/.test(text), "Enter the six digits");
/** Ten letters and digits, also in groups and in small letters. */
export const recoveryCode = z
  .string("Enter a recovery code")
  .max(40, "A recovery code has ten letters and digits")
  .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .refine((text) => /^[A-Z2-9]{10}$/.test(text), "A recovery code has ten letters and digits");

export const confirmTotpBody = z.object({ code: totpCode });
const passkeyName = nameText({ most: LONGEST.passkeyName, required: "Please enter a name", name: "Name" });
export const addPasskeyBody = z.object({ name: passkeyName, response: passkeyCreation });
export const renamePasskeyBody = z.object({ name: passkeyName });
const passkey = z.object({ id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() });
/** Only the first factor's reply contains recovery codes. */
const withRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()).optional() });

/** The caller's second factors (rules A37, A38 and A42). */
export const factors = {
  list: {
    method: "GET",
    path: "/api/account/factors",
    withoutFactor: true,
    summary: "Read the caller's second factors and the number of recovery codes that are left.",
    roles: everyone,
    response: z.object({
      totp: z.object({ createdAt: instant, lastUsedAt: instant.nullable() }).nullable(),
      passkeys: z.array(passkey),
      recoveryCodes: z.number().int(),
    }),
    notWhileImpersonating: true,
  },
  startTotp: {
    method: "POST",
    path: "/api/account/totp",
    withoutFactor: true,
    proof: "enrol",
    summary: "Start to add or replace the caller's authenticator app. It waits for its first code for 15 minutes.",
    roles: everyone,
    response: z.object({ secret: z.string(), uri: z.string() }),
    notWhileImpersonating: true,
  },
  confirmTotp: {
    method: "POST",
    path: "/api/account/totp/confirm",
    withoutFactor: true,
    proof: "enrol",
    summary: "Activate the waiting authenticator app with its first code. The first factor's reply contains the recovery codes, once.",
    roles: everyone,
    body: confirmTotpBody,
    response: withRecoveryCodes,
    transaction: "own",
    notWhileImpersonating: true,
  },
  removeTotp: {
    method: "DELETE",
    path: "/api/account/totp",
    withoutFactor: true,
    proof: true,
    summary: "Remove the caller's authenticator app; the last factor's recovery codes become invalid.",
    roles: everyone,
    response: z.null(),
    notWhileImpersonating: true,
  },
  startPasskey: {
    method: "POST",
    path: "/api/account/passkeys/options",
    withoutFactor: true,
    proof: "enrol",
    summary: "Request a challenge for a new passkey: the options of `navigator.credentials.create`. It is valid once, for five minutes.",
    roles: everyone,
    response: creationOptions,
    unaudited: true,
    notWhileImpersonating: true,
  },
  addPasskey: {
    method: "POST",
    path: "/api/account/passkeys",
    withoutFactor: true,
    proof: "enrol",
    summary: "Add a passkey. The first factor's reply contains the recovery codes, once.",
    roles: everyone,
    body: addPasskeyBody,
    response: passkey.extend(withRecoveryCodes.shape),
    creates: true,
    transaction: "own",
    notWhileImpersonating: true,
  },
  renamePasskey: {
    method: "PATCH",
    path: "/api/account/passkeys/:id",
    withoutFactor: true,
    proof: true,
    summary: "Rename one of the caller's passkeys.",
    roles: everyone,
    params: byId,
    body: renamePasskeyBody,
    response: passkey,
    notWhileImpersonating: true,
  },
  removePasskey: {
    method: "DELETE",
    path: "/api/account/passkeys/:id",
    withoutFactor: true,
    proof: true,
    summary: "Remove one of the caller's passkeys; the last factor's recovery codes become invalid.",
    roles: everyone,
    params: byId,
    response: z.null(),
    notWhileImpersonating: true,
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/api/account/recovery-codes",
    withoutFactor: true,
    proof: true,
    summary: "Make ten new recovery codes, which revoke the old ones. Only this reply contains them.",
    roles: everyone,
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
