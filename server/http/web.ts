import { readFileSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { escapeHtml } from "./escape-html.ts";
import { precompressed } from "./precompressed.ts";

const meta = (html: string, name: string, content: string): string =>
  html.replace("</head>", () => `<meta name="${name}" content="${escapeHtml(content)}"></head>`);

/** The page names the product; the built one is called Tiltrod until the server says otherwise. */
export const withProductName = (html: string, productName: string): string =>
  meta(
    html.replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(productName)}</title>`),
    "application-name",
    productName,
  );

const pageIn = (folder: string): string => readFileSync(join(folder, "index.html"), "utf8");

/** The stylesheets of the built page, under their hashed names. */
export const stylesheetsOf = (folder: string): string[] =>
  pageIn(folder)
    .split("<link ")
    .filter((link) => link.startsWith('rel="stylesheet"'))
    .map((link) => /href="([^"]+)"/.exec(link)?.[1] ?? "");

/**
 * The built client: hashed files for ever, everything else asked for again each time. An unknown path under `/assets` is a 404;
 * any other is the page, which has a 404 screen of its own.
 */
export function builtClient(folder: string, productName: string): RequestHandler {
  const page = withProductName(pageIn(folder), productName);
  const router = Router();
  const assets = join(folder, "assets");
  router.use(
    "/assets",
    precompressed(assets),
    express.static(assets, { immutable: true, maxAge: "1y", index: false, redirect: false }),
    (_req, res) => {
      res.removeHeader("Content-Encoding");
      res.status(404).type("text/plain").send("File not found");
    },
  );
  router.use(express.static(folder, { index: false, maxAge: 0, redirect: false }));
  router.get(/.*/, (_req, res) => {
    res.setHeader("Cache-Control", "no-cache");
    res.type("html").send(page);
  });
  return router;
}
