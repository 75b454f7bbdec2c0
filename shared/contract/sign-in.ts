import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/wire.ts";
import { FACTORS, recoveryCode, totpCode } from "./identity/factors.ts";
import { passkeyAssertion, requestOptions } from "./identity/passkeys.ts";
import {
  address,
  addressOrBlank,
  companyName,
  contactName,
  email,
  password,
  passwordWith,
  phone,
  signedIn,
  strangersAddress,
  strangersCompanyName,
  strangersContactName,
  strangersPhone,
  vatNumber,
} from "./parts/people.ts";

export const loginBody = z.object({ email, password });
/**
 * Either the person, or the kinds of second factor that complete the sign-in (rule A37). `setUp`:
 * the person is signed in and must add a factor first (rule A41).
 */
const loginReply = signedIn.partial().extend({ factor: z.array(z.enum(FACTORS)).optional(), setUp: z.literal(true).optional() });
export const loginFactorBody = z
  .object({ code: totpCode.optional(), passkey: passkeyAssertion.optional(), recoveryCode: recoveryCode.optional() })
  .refine((factors) => Object.values(factors).filter((factor) => factor !== undefined).length === 1, "Enter a code");
export const loginPasskeyBody = z.object({ passkey: passkeyAssertion });
/** A blank referral code counts as no code, because the form always sends the field. */
export const registerBody = z.object({
  email,
  password,
  companyName: strangersCompanyName,
  contactName: strangersContactName,
  /** Both are optional, and a blank one counts as none. */
  address: strangersAddress,
  phone: strangersPhone,
  referralCode: z.string("Referral code must be text").max(40, "Unknown referral code").optional(),
});
/**
 * An account that has an address cannot lose it (rule A8). An account that never had one may save
 * without it.
 */
export const profileForm = z.object({
  companyName,
  contactName,
  address: addressOrBlank,
  phone: phone.unwrap(),
  vatNumber: vatNumber.unwrap(),
});
export const profileWithAddressForm = profileForm.extend({ address });
/** People who may not manage the company omit its details or send them unchanged (rule A23). */
const profileBody = profileForm
  .partial({ companyName: true })
  .extend({ address: addressOrBlank.nullable().optional(), phone: phone.optional(), vatNumber: vatNumber.optional() });
/**
 * The company's details before validation, because a change without the right is rejected before
 * its format is.
 */
export const companysDetails = z
  .object({ companyName: z.unknown(), address: z.unknown(), phone: z.unknown(), vatNumber: z.unknown() })
  .partial();
export const passwordBody = z.object({
  currentPassword: passwordWith("Current password is required"),
  newPassword: passwordWith("New password must be at least 6 characters"),
});
export const forgotPasswordBody = z.object({ email });
const token = z.string("This link has expired").max(200, "This link has expired");
export const resetPasswordBody = z.object({ token, password });
export const joinBody = z.object({ token, password });

/** Registration, signing in and out, and the caller's own account (rule A3). */
export const accounts = {
  current: {
    method: "GET",
    path: "/api/user",
    withoutFactor: true,
    summary: "Read the signed-in account.",
    roles: everyone,
    response: signedIn,
    storedOnDevice: ["supplier", "customer"],
  },
  login: {
    method: "POST",
    path: "/api/login",
    summary:
      "Sign in with email and password. Where the account has a second factor, the reply lists its kinds, and only POST /api/login/factor signs in.",
    roles: "anyone",
    body: loginBody,
    response: loginReply,
    transaction: "own",
  },
  loginFactor: {
    method: "POST",
    path: "/api/login/factor",
    summary: "Complete a sign-in within five minutes, with a code of the authenticator app, a passkey or a recovery code.",
    roles: "anyone",
    body: loginFactorBody,
    response: signedIn,
    transaction: "own",
  },
  passkeyOptions: {
    method: "POST",
    path: "/api/login/passkey-options",
    summary: "Request a challenge for a passkey: the options of `navigator.credentials.get`. It is valid once, for five minutes.",
    roles: "anyone",
    response: requestOptions,
    transaction: "own",
    unaudited: true,
  },
  loginPasskey: {
    method: "POST",
    path: "/api/login/passkey",
    summary: "Sign in with a passkey alone.",
    roles: "anyone",
    body: loginPasskeyBody,
    response: signedIn,
    transaction: "own",
  },
  logout: { method: "POST", path: "/api/logout", summary: "Sign out.", roles: "anyone", response: z.null() },
  register: {
    method: "POST",
    path: "/api/register",
    summary: "Register a company. It waits for approval, and the caller is not signed in.",
    roles: "anyone",
    body: registerBody,
    response: signedIn,
    creates: true,
    transaction: "own",
  },
  forgotPassword: {
    method: "POST",
    path: "/api/forgot-password",
    summary: "Email a link that sets a new password, if the account exists.",
    roles: "anyone",
    body: forgotPasswordBody,
    response: z.null(),
    transaction: "own",
  },
  resetPassword: {
    method: "POST",
    path: "/api/reset-password",
    summary: "Set a new password with an emailed link.",
    roles: "anyone",
    body: resetPasswordBody,
    response: z.null(),
    transaction: "own",
  },
  invitation: {
    method: "POST",
    path: "/api/join/invitation",
    summary: "Read the person and company of an emailed invitation. A POST, so that no address contains the link's token.",
    roles: "anyone",
    body: z.object({ token }),
    response: z.object({ companyName: z.string(), contactName: z.string(), email: z.string() }),
    unaudited: true,
  },
  join: {
    method: "POST",
    path: "/api/join",
    summary: "Join a company with an emailed invitation by choosing a password. The call does not sign in.",
    roles: "anyone",
    body: joinBody,
    response: z.null(),
    transaction: "own",
  },
  updateProfile: {
    method: "PATCH",
    path: "/api/users/:id/profile",
    summary: "Change the caller's profile; the super admin may change any profile.",
    roles: everyone,
    params: byId,
    body: profileBody,
    rightsFirst: true,
    proof: "others",
    response: signedIn.shape.user,
  },
  changePassword: {
    method: "PATCH",
    path: "/api/users/:id/password",
    summary: "Change the caller's password; the account's other sessions end.",
    roles: everyone,
    params: byId,
    body: passwordBody,
    response: z.null(),
    transaction: "own",
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
