import { readdirSync } from "node:fs";
import { extname } from "node:path";
import type { RequestHandler } from "express";

const ENCODINGS = { br: ".br", gzip: ".gz" } as const;

/** Points a request at the compressed twin that the build made of a file, where there is one and the browser takes it. Goes before `express.static`. */
export function precompressed(folder: string): RequestHandler {
  const names = new Set(readdirSync(folder));
  return (req, res, next) => {
    const name = req.path.slice(1);
    if (!names.has(`${name}.gz`)) return next();
    res.vary("Accept-Encoding");
    const encoding = req.acceptsEncodings(["br", "gzip"]);
    if (encoding !== "br" && encoding !== "gzip") return next();
    res.setHeader("Content-Encoding", encoding);
    res.type(extname(name));
    req.url = `/${name}${ENCODINGS[encoding]}`;
    next();
  };
}
