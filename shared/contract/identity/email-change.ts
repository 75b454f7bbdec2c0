import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { instant } from "#shared/http/wire.ts";
import { email } from "../parts/people.ts";

/** A change can be confirmed for so long, and stopped or undone for so long. */
export const CONFIRM_HOURS = 24;
export const STOP_DAYS = 7;

const token = z.string("This link has expired").max(200, "This link has expired");
export const changeEmailBody = z.object({ email });
export const emailLinkBody = z.object({ token });

/** The change of a person's own email address by emailed links (rules A45 and A46). */
export const emailChange = {
  open: {
    method: "GET",
    path: "/api/account/email",
    summary: "Read the caller's requested change of the email address that the new address has not confirmed yet.",
    roles: everyone,
    response: z.object({ open: z.object({ email: z.string(), until: instant }).nullable() }),
    notWhileImpersonating: true,
  },
  request: {
    method: "POST",
    path: "/api/account/email",
    proof: true,
    summary:
      "Email a confirmation link to the caller's new address and a stop link to the present one. The reply is the same for any address.",
    roles: everyone,
    body: changeEmailBody,
    response: z.null(),
    counted: { limit: "email-changes", by: "account" },
    notWhileImpersonating: true,
  },
  cancel: {
    method: "DELETE",
    path: "/api/account/email",
    proof: true,
    summary: "Cancel the caller's requested change of the email address. Its confirmation link ends.",
    roles: everyone,
    response: z.null(),
    notWhileImpersonating: true,
  },
  confirm: {
    method: "POST",
    path: "/api/account/email/confirm",
    summary: "Change an account's email address with the link that was emailed to the new one. It works once, for 24 hours.",
    roles: "anyone",
    body: emailLinkBody,
    response: z.object({ email: z.string() }),
  },
  stop: {
    method: "POST",
    path: "/api/account/email/stop",
    summary:
      "Stop a change of an email address with the link that was emailed to the former one, for seven days. A change that was made is undone: sessions and tokens end, and `passwordToken` sets the new password that the account needs.",
    roles: "anyone",
    body: emailLinkBody,
    response: z.object({
      /** "request": nothing had changed yet. */
      stopped: z.enum(["request", "change"]),
      email: z.string(),
      /** The token for `POST /api/reset-password`; null if no new password is needed. */
      passwordToken: z.string().nullable(),
    }),
    transaction: "own",
  },
} as const satisfies Endpoints;
