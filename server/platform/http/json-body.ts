import express, { type RequestHandler } from "express";
import { findJsonFault } from "#shared/http/json-bounds.ts";
import { badRequest, Refusal } from "./errors.ts";

/**
 * Reads a JSON body within the bounds of `findJsonFault`. It decompresses nothing: our clients send
 * no compressed bodies, and a kilobyte that expands to a megabyte is a cheap attack.
 */
export const jsonBody = (limit: string): RequestHandler =>
  express.json({ limit, strict: false, inflate: false, verify: (_req, _res, body, encoding) => refuseCostly(body, encoding) });

function refuseCostly(body: Buffer, encoding: string): void {
  // JSON between systems is UTF-8 (RFC 8259). In another encoding the bounds would count wrongly.
  if (encoding !== "utf-8") throw new Refusal(415, "The request's encoding is not supported");
  const why = findJsonFault(body.toString());
  if (why !== null) throw badRequest(why);
}
