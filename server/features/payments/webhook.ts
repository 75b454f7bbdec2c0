import express, { type RequestHandler, Router } from "express";
import type { Database } from "#server/db/connect.ts";
import { badRequest } from "#server/http/errors.ts";
import type { PaymentDeps } from "./payments.ts";

export function stripeWebhook(_db: Database, _deps: PaymentDeps): RequestHandler {
  return Router().use(express.raw({ type: () => true, limit: "1mb" }), () => {
    throw badRequest("Card payments are not set up yet");
  });
}
