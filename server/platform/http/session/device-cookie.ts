import type { Request, RequestHandler, Response } from "express";

/** https needs the prefix: a browser then refuses the cookie from another host or plain http. */
const NAMES = { plain: "tiltrod.device", secure: "__Host-tiltrod.device" } as const;
/** A device is forgotten after so many days without a sign-in (rule A31). */
export const DEVICE_KNOWN_DAYS = 90;
/** Browsers store a cookie for at most 400 days. */
const STORED_FOR = 400 * 24 * 3_600_000;
/** A random id of 32 bytes. A cookie with any other value is replaced. */
const DEVICE_ID = /^[\w-]{43}$/;

/** True if the portal is at https, as the session's cookie says. */
const isSecure = (req: Request): boolean => req.session.cookie.secure === true;
const nameFor = (req: Request): string => (isSecure(req) ? NAMES.secure : NAMES.plain);

/**
 * The id of the device's cookie; undefined if the browser sent none. The cookie only tells a known
 * device from a new one and signs nobody in (rule A31).
 */
export function sentDeviceId(req: Request): string | undefined {
  const start = `${nameFor(req)}=`;
  const sent = (req.headers.cookie ?? "").split("; ").find((pair) => pair.startsWith(start));
  const id = sent?.slice(start.length);
  return id !== undefined && DEVICE_ID.test(id) ? id : undefined;
}

/**
 * Stores the device's id in the browser, for 400 days from this sign-in. A portal at https sends no
 * cookie over plain http.
 */
export function storeDeviceCookie(req: Request, id: string): void {
  const secure = isSecure(req);
  if (secure && !req.secure) return;
  req.res?.cookie(nameFor(req), id, { path: "/", httpOnly: true, sameSite: "lax", secure, maxAge: STORED_FOR });
}

/**
 * Puts the device's cookie after the session's, because simple programs read only the first cookie
 * of a sign-in. Has to be mounted before express-session, which adds its cookie as the reply
 * begins.
 */
export const deviceCookieLast: RequestHandler = (_req, res, next) => {
  const { writeHead } = res;
  res.writeHead = ((...head: Parameters<Response["writeHead"]>) => {
    const cookies = res.getHeader("Set-Cookie");
    const isDevice = (cookie: string) => Object.values(NAMES).some((name) => cookie.startsWith(`${name}=`));
    if (Array.isArray(cookies))
      res.setHeader("Set-Cookie", [...cookies.filter((cookie) => !isDevice(cookie)), ...cookies.filter(isDevice)]);
    return writeHead.apply(res, head);
  }) as Response["writeHead"];
  next();
};
