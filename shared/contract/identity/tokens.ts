import { z } from "zod";
import { LONGEST } from "#shared/domain/longest.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { Endpoints } from "#shared/http/endpoint.ts";
import { byId, id, instant, nameText } from "#shared/http/wire.ts";
import { SCOPES } from "./scopes.ts";

/** Customers who may manage their company, suppliers and super admins (rule A32). */
const tokenOwners = ["customer", "supplier", "super_admin"] as const satisfies readonly Role[];

export const MOST_TOKENS = 20;
/** Whole days until a token ends. */
export const TOKEN_DAYS = { least: 1, usual: 90, most: 365 };
const WRONG_DAYS = `A token lasts from ${TOKEN_DAYS.least} to ${TOKEN_DAYS.most} days`;

const apiToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  /** The token's last four characters, by which its owner recognises it. */
  lastFour: z.string(),
  createdAt: instant,
  expiresAt: instant,
  /** Stored at most every five minutes; null before the first use. */
  lastUsedAt: instant.nullable(),
});

export const createTokenBody = z.object({
  name: nameText({ most: LONGEST.tokenName, required: "Please enter a name", name: "Name" }),
  scopes: z
    .array(z.enum(SCOPES, "Unknown scope"), "Choose at least one scope")
    .min(1, "Choose at least one scope")
    .max(SCOPES.length, "Unknown scope")
    .transform((scopes) => [...new Set(scopes)]),
  expiresInDays: z.int(WRONG_DAYS).min(TOKEN_DAYS.least, WRONG_DAYS).max(TOKEN_DAYS.most, WRONG_DAYS).default(TOKEN_DAYS.usual),
});

/** The caller's own API tokens (rule A32). */
export const tokens = {
  list: {
    method: "GET",
    path: "/api/account/tokens",
    summary: "List the caller's API tokens, the newest first.",
    roles: tokenOwners,
    response: z.array(apiToken),
    notWhileImpersonating: true,
  },
  create: {
    method: "POST",
    path: "/api/account/tokens",
    proof: true,
    summary: "Create an API token. Only this reply contains it.",
    roles: tokenOwners,
    body: createTokenBody,
    response: apiToken.extend({ token: z.string() }),
    creates: true,
    notWhileImpersonating: true,
  },
  revoke: {
    method: "DELETE",
    path: "/api/account/tokens/:id",
    proof: true,
    summary: "Revoke an API token at once.",
    roles: tokenOwners,
    params: byId,
    response: z.null(),
    notWhileImpersonating: true,
  },
} as const satisfies Endpoints;
