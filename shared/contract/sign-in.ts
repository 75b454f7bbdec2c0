import { z } from "zod";
import { everyone } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId } from "#shared/http/wire.ts";
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
  strangersCompanyName,
  strangersContactName,
} from "./parts/people.ts";

export const loginBody = z.object({ email, password });
/** A blank referral code counts as none: the form always has the field. */
export const registerBody = z.object({
  email,
  password,
  companyName: strangersCompanyName,
  contactName: strangersContactName,
  referralCode: z.string("Referral code must be text").max(40, "Unknown referral code").optional(),
});
/** An account with an address keeps one (rule A8). An account that never had one saves its names without it. */
export const profileForm = z.object({ companyName, contactName, address: addressOrBlank, phone: phone.unwrap() });
export const profileWithAddressForm = profileForm.extend({ address });
/** Who may not manage the company leaves its details out, or sends them as the account has them (rule A15). */
const profileBody = profileForm
  .partial({ companyName: true })
  .extend({ address: addressOrBlank.nullable().optional(), phone: phone.optional() });
/** The same details as they came: another than the company's is refused for want of the right, whatever it is. */
export const companysDetails = z.object({ companyName: z.unknown(), address: z.unknown(), phone: z.unknown() }).partial();
export const passwordBody = z.object({
  currentPassword: passwordWith("Current password is required"),
  newPassword: passwordWith("New password must be at least 6 characters"),
});
export const forgotPasswordBody = z.object({ email });
const token = z.string("This link has expired").max(200, "This link has expired");
export const resetPasswordBody = z.object({ token, password });
export const joinBody = z.object({ token, password });

/** Registering, signing in and out, and one's own account (rule A3). */
export const accounts = {
  current: {
    method: "GET",
    path: "/api/user",
    summary: "Who is signed in.",
    roles: everyone,
    response: signedIn,
    keptOnDevice: ["supplier", "customer"],
  },
  login: {
    method: "POST",
    path: "/api/login",
    summary: "Sign in with email and password.",
    roles: "anyone",
    body: loginBody,
    response: signedIn,
    transaction: "own",
  },
  logout: { method: "POST", path: "/api/logout", summary: "Sign out.", roles: "anyone", response: z.null() },
  register: {
    method: "POST",
    path: "/api/register",
    summary: "Register a company; it waits for approval and is not signed in.",
    roles: "anyone",
    body: registerBody,
    response: signedIn,
    creates: true,
    transaction: "own",
  },
  forgotPassword: {
    method: "POST",
    path: "/api/forgot-password",
    summary: "Email a link that sets a new password, if there is such an account.",
    roles: "anyone",
    body: forgotPasswordBody,
    response: z.null(),
    transaction: "own",
  },
  resetPassword: {
    method: "POST",
    path: "/api/reset-password",
    summary: "Set a new password by the link of an email.",
    roles: "anyone",
    body: resetPasswordBody,
    response: z.null(),
    transaction: "own",
  },
  invitation: {
    method: "GET",
    path: "/api/join",
    summary: "Whom an emailed invitation greets.",
    roles: "anyone",
    query: z.object({ token }),
    response: z.object({ companyName: z.string(), contactName: z.string(), email: z.string() }),
  },
  join: {
    method: "POST",
    path: "/api/join",
    summary: "Join a company by an emailed invitation: choose a password; signs no one in.",
    roles: "anyone",
    body: joinBody,
    response: z.null(),
    transaction: "own",
  },
  updateProfile: {
    method: "PATCH",
    path: "/api/users/:id/profile",
    summary: "Change one's own profile; the super admin may change anyone's.",
    roles: everyone,
    params: byId,
    body: profileBody,
    rightsFirst: true,
    response: signedIn.shape.user,
  },
  changePassword: {
    method: "PATCH",
    path: "/api/users/:id/password",
    summary: "Change one's own password; ends the account's other sessions.",
    roles: everyone,
    params: byId,
    body: passwordBody,
    response: z.null(),
    transaction: "own",
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
