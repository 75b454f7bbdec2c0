import type { Request } from "express";

export const COOKIE_NAMES = { plain: "tiltrod.sid", secure: "__Host-tiltrod.sid" } as const;

/**
 * Removes a worthless cookie from the browser: the next page then knows that no one is signed in, without asking. What
 * the browser kept for that person goes too: remake photos, which it may show again for a day, would otherwise lie on
 * the disk of a shared computer.
 */
export function forgetCookie(req: Request): void {
  req.res?.setHeader("Clear-Site-Data", '"cache"');
  const sent = (req.headers.cookie ?? "").split("; ").map((pair) => pair.split("=")[0]);
  for (const name of Object.values(COOKIE_NAMES)) {
    const secure = name === COOKIE_NAMES.secure;
    if (sent.includes(name)) req.res?.clearCookie(name, { path: "/", httpOnly: true, sameSite: "lax", secure });
  }
}
