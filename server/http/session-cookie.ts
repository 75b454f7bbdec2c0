import { createHmac } from "node:crypto";
import type { RequestHandler } from "express";
import session from "express-session";
import type { Database } from "#server/db/connect.ts";
import { COOKIE_NAMES } from "./forget-cookie.ts";
import { AGE_LIMIT, SessionStore } from "./session-store.ts";

interface CookieSettings {
  readonly db: Database;
  /** The first one signs; what any of them signed is taken. */
  readonly secrets: readonly string[];
  readonly publicUrl: URL;
  readonly clock: () => Date;
}

/** On https the `__Host-` name makes the browser itself refuse a cookie that another host, or plain http, tries to set. */
export const cookieName = (publicUrl: URL): string => (publicUrl.protocol === "https:" ? COOKIE_NAMES.secure : COOKIE_NAMES.plain);

/** A key of its own for each use of the one secret. */
export const derivedSecret = (secret: string, use: string): string => createHmac("sha256", secret).update(use).digest("base64url");

export function sessionCookie({ db, secrets, publicUrl, clock }: CookieSettings): RequestHandler {
  return session({
    name: cookieName(publicUrl),
    secret: secrets.map((secret) => derivedSecret(secret, "session-cookie")),
    store: new SessionStore(db, clock),
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: "lax", secure: publicUrl.protocol === "https:", path: "/", maxAge: AGE_LIMIT },
  });
}
