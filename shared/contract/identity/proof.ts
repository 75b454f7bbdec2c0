import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { passwordWith } from "../parts/people.ts";
import { totpCode } from "./factors.ts";
import { passkeyAssertion, requestOptions } from "./passkeys.ts";

export const PLEASE_CONFIRM = "Please confirm that it is you";
/** A proof counts for so many minutes. */
export const PROOF_MINUTES = 10;

/** The kinds of proof. A person who has a second factor proves with it. */
const PROOFS = ["password", "totp", "passkey"] as const;
export const proveBody = z
  .object({
    password: passwordWith("Enter your password").optional(),
    code: totpCode.optional(),
    passkey: passkeyAssertion.optional(),
  })
  .refine((proofs) => Object.values(proofs).filter((proof) => proof !== undefined).length === 1, "Enter your password or a code");

/** The proof before protected actions that it is the person who acts (rule A36). */
export const proof = {
  options: {
    method: "POST",
    path: "/api/account/prove/options",
    withoutFactor: true,
    summary: "Read the kinds of proof that the caller may give, with a challenge for a passkey if there is one.",
    roles: everyone,
    response: z.object({ accepts: z.array(z.enum(PROOFS)), passkey: requestOptions.optional() }),
    unaudited: true,
  },
  prove: {
    method: "POST",
    path: "/api/account/prove",
    withoutFactor: true,
    summary: "Confirm that it is the caller who acts; in View As, the super admin. The proof counts ten minutes for this session.",
    roles: everyone,
    body: proveBody,
    response: z.null(),
    transaction: "own",
  },
} as const satisfies Endpoints;
