import type { RequestHandler } from "express";
import helmet from "helmet";
import { isLoopback } from "#server/platform/security/unencrypted.ts";
import { badRequest, forbidden, Refusal } from "./errors.ts";
import type { Log } from "./log.ts";

/**
 * Browser features that the portal's pages never use, so that an injected script cannot either.
 * Bluetooth is missing, because Chromium warns that it does not know the feature.
 */
const NEVER = ["microphone", "geolocation", "payment", "usb", "serial", "hid", "midi", "display-capture"];
/**
 * The camera reads a shutter's label (rule W33); an embedded page of another site may not use it.
 */
const PERMISSIONS = ["camera=(self)", ...NEVER.map((feature) => `${feature}=()`)].join(", ");

/**
 * The headers of every reply. The product runs under exactly this policy: no inline script or
 * style, no eval, no wildcard (rule C15).
 */
export function securityHeaders(publicUrl: URL): RequestHandler[] {
  const https = publicUrl.protocol === "https:";
  const usual = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "blob:", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: "same-origin" },
    // This header is for browsers without support for frame-ancestors.
    xFrameOptions: { action: "deny" },
    // Over plain http these headers only cause browser warnings, and the portal is often opened
    // that way on one machine.
    originAgentCluster: https,
    crossOriginOpenerPolicy: https ? { policy: "same-origin" } : false,
  });
  const permissions: RequestHandler = (_req, res, next) => {
    res.setHeader("Permissions-Policy", PERMISSIONS);
    next();
  };
  return [usual, permissions];
}

/**
 * Refuses requests for a host name that is not ours (rule C23): if another site's name led here,
 * the browser would treat its pages and ours as one site. `X-Forwarded-Host` is ignored, so a proxy
 * has to pass `Host` on. Probes may use the machine's address.
 */
export function ownHosts(publicUrl: URL): RequestHandler {
  return (req, _res, next) => {
    // Node uses the first one; a proxy may have checked the other.
    if ((req.headersDistinct.host?.length ?? 0) > 1) throw badRequest("The request names two hosts");
    const name = (req.headers.host ?? "").replace(/:\d{0,5}$/, "").toLowerCase();
    if (name !== publicUrl.hostname && !isLoopback(name) && !PROBES.has(req.path))
      throw new Refusal(421, `This portal is not at that address. Please open ${publicUrl.origin}`);
    next();
  };
}

const PROBES = new Set(["/healthz", "/readyz"]);

/**
 * Logs once, at the first request that shows it, that people use https and the proxy does not
 * report it: then no cookie is set.
 */
export function warnOfPlainHttp(publicUrl: URL, log: Log): RequestHandler {
  let unsaid = publicUrl.protocol === "https:";
  return (req, _res, next) => {
    if (unsaid && !req.secure && !PROBES.has(req.path)) {
      unsaid = false;
      log.warn(
        "PUBLIC_URL is https, and a request came without X-Forwarded-Proto: https from a proxy that TRUST_PROXY counts: nobody can sign in that way. " +
          "Let the proxy send it, and set TRUST_PROXY to the number of proxies in front.",
      );
    }
    next();
  };
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * A write comes from our own pages or from a program, never from another site's page in a signed-in
 * person's browser (rule C12). A page cannot forge `Sec-Fetch-Site`; for browsers that do not send
 * it, `Origin` has to be ours.
 */
export function sameOriginWrites(publicUrl: URL): RequestHandler {
  return (req, _res, next) => {
    if (SAFE.has(req.method)) return next();
    const site = req.headers["sec-fetch-site"];
    const { origin } = req.headers;
    const own = site === undefined ? origin === undefined || origin === publicUrl.origin : site === "same-origin" || site === "none";
    if (!own) throw forbidden("This request came from another site");
    next();
  };
}

/** Replies to a signed-in person are private, errors too. */
export const privateReplies: RequestHandler = (_req, res, next) => {
  res.setHeader("Cache-Control", "no-store");
  next();
};
