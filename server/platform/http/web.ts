import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { mayBeSignedIn } from "./session/session.ts";

/** Escapes a text for HTML, in an element or an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const meta = (html: string, name: string, content: string): string =>
  html.replace("</head>", () => `<meta name="${name}" content="${escapeHtml(content)}"></head>`);

/**
 * Adds the product's name to the page, which the build names Tiltrod, and the host of the portal's
 * address, to which passkeys belong.
 */
function describePortal(html: string, productName: string, portalHost: string): string {
  const titled = html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(productName)}</title>`);
  return meta(meta(titled, "application-name", productName), "portal-host", portalHost);
}

const pageIn = (folder: string): string => readFileSync(join(folder, "index.html"), "utf8");

/** The stylesheets of the built page, under their hashed names. */
export const stylesheetsOf = (folder: string): string[] =>
  pageIn(folder)
    .split("<link ")
    .filter((link) => link.startsWith('rel="stylesheet"'))
    .map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? "");

/** The scripts that every screen of signed-in people needs (tools/common-files.ts). */
export const SIGNED_IN_SCRIPT = /^(forms|icons|more-icons|routes|shell|signed-in)-[\w-]+\.js$/;

/** The scripts that the built page itself loads, under their hashed names. */
const scriptsOf = (folder: string): string[] =>
  pageIn(folder)
    .split('"')
    .filter((text) => text.startsWith("/assets/") && text.endsWith(".js"));

/**
 * Returns a `Link` header that has the browser fetch these scripts together with the page's own
 * files. Those come first, because the browser fetches in this order: without its styles the page
 * draws nothing.
 */
function linkFirstFiles(folder: string): string {
  const signedIn = readdirSync(join(folder, "assets")).filter((name) => SIGNED_IN_SCRIPT.test(name));
  const scripts = [...scriptsOf(folder), ...signedIn.map((name) => `/assets/${name}`)];
  return [
    ...stylesheetsOf(folder).map((address) => `<${address}>; rel="preload"; as="style"; crossorigin`),
    ...scripts.map((address) => `<${address}>; rel="modulepreload"`),
  ].join(", ");
}

/**
 * The built client. Browsers cache hashed files for ever and revalidate everything else. An unknown
 * path under `/assets` is a 404; any other is the page, which has a 404 screen of its own.
 */
export function builtClient(folder: string, productName: string, { keepsOnDevices = true, portalHost = "" } = {}): RequestHandler {
  const page = describePortal(pageIn(folder), productName, portalHost);
  const router = Router();
  const assets = join(folder, "assets");
  const firstFiles = linkFirstFiles(folder);
  router.use(
    "/assets",
    precompressed(assets),
    express.static(assets, { immutable: true, maxAge: "1y", index: false, redirect: false }),
    (_req, res) => {
      res.removeHeader("Content-Encoding");
      res.status(404).type("text/plain").send("File not found");
    },
  );
  router.get(WORKER, (_req, res, next) => {
    res.setHeader("Cache-Control", "no-cache");
    if (keepsOnDevices) next();
    else res.type("text/javascript").send(FORGETTING_WORKER);
  });
  router.use(express.static(folder, { index: false, maxAge: 0, redirect: false }));
  router.get(/.*/, (req, res) => {
    res.setHeader("Cache-Control", "no-cache");
    if (mayBeSignedIn(req)) res.setHeader("Link", firstFiles);
    res.type("html").send(page);
  });
  return router;
}

/**
 * The worker of suppliers' tablets (client/src/device/worker.ts). Its name has no hash, because a
 * browser always requests it under the same name.
 */
const WORKER = "/sw.js";

/**
 * Replaces the worker if offline tablets are switched off: it deletes everything that the previous
 * worker stored, and itself (rule W57).
 */
const FORGETTING_WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => void indexedDB.deleteDatabase("unsaved-photos"))
      .then(() => self.registration.unregister()),
  ),
);
`;

const ENDINGS = { br: ".br", gzip: ".gz" } as const;

/**
 * Redirects a request to the compressed twin that the build made of a file, if there is one and the
 * browser accepts it.
 */
function precompressed(folder: string): RequestHandler {
  const names = new Set(readdirSync(folder));
  return (req, res, next) => {
    const name = req.path.slice(1);
    const twins = (["br", "gzip"] as const).filter((encoding) => names.has(name + ENDINGS[encoding]));
    if (twins.length === 0) return next();
    res.vary("Accept-Encoding");
    const encoding = twins.find((twin) => req.acceptsEncodings(twin));
    if (!encoding) return next();
    res.setHeader("Content-Encoding", encoding);
    res.type(extname(name));
    req.url = `/${name}${ENDINGS[encoding]}`;
    next();
  };
}
