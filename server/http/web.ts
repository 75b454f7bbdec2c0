import { readFileSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";
import { escapeHtml } from "./escape-html.ts";

/** The page names the product; the built one is called Tiltrod until the server says otherwise. */
export const withProductName = (html: string, productName: string): string =>
  html
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(productName)}</title>`)
    .replace("</head>", () => `<meta name="application-name" content="${escapeHtml(productName)}"></head>`);

/**
 * The built client: hashed files for ever, everything else asked for again each time. An unknown path under `/assets` is a 404;
 * any other is the page, which has a 404 screen of its own.
 */
export function builtClient(folder: string, productName: string): RequestHandler {
  const page = withProductName(readFileSync(join(folder, "index.html"), "utf8"), productName);
  const router = Router();
  router.use("/assets", express.static(join(folder, "assets"), { immutable: true, maxAge: "1y", index: false }), (_req, res) => {
    res.status(404).type("text/plain").send("File not found");
  });
  router.use(express.static(folder, { index: false, maxAge: 0 }));
  router.get(/.*/, (_req, res) => {
    res.setHeader("Cache-Control", "no-cache");
    res.type("html").send(page);
  });
  return router;
}
