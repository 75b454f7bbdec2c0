import express, { type Request, type RequestHandler, Router } from "express";
import type { z } from "zod";
import type { House } from "#server/house.ts";
import { clientIp } from "#server/http/call.ts";
import { badRequest, notFound, Refusal } from "#server/http/errors.ts";
import { createStrangersLimit } from "#server/http/limits.ts";
import { networkOf } from "#server/http/network-of.ts";
import { sameOriginWrites } from "#server/http/security.ts";
import { PAGE_POLICY, quotationPage, refusalPage } from "./page.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import {
  acceptBody,
  acceptShared,
  askAboutShared,
  countOpening,
  declineBody,
  declineShared,
  logoOf,
  openShared,
  questionBody,
} from "./shared-link.ts";

/**
 * What is behind an address of a quotation (rules T7 and T8): without a session, a cookie or a
 * third party.
 */

const TOO_MUCH = "You have asked for very much in a minute. Please wait a moment and try again.";
const [VIEWS, WRITES] = [60, 20];

const body = express.json({ limit: "16kb", strict: false, inflate: false });

/** A program reads JSON where it asks for nothing else before it. */
const wantsJson = (req: Request): boolean => req.accepts(["html", "json"]) === "json";

const createCounters = () => ({ reads: createStrangersLimit(VIEWS, TOO_MUCH), writes: createStrangersLimit(WRITES, TOO_MUCH) });
/** Each portal counts for itself: a process has one, a test may have several. */
const counters = new WeakMap<URL, ReturnType<typeof createCounters>>();
function countersOf({ publicUrl }: Pick<House, "publicUrl">): ReturnType<typeof createCounters> {
  const known = counters.get(publicUrl) ?? createCounters();
  counters.set(publicUrl, known);
  return known;
}

/**
 * What every such address has: counted by network, read by no search engine, told to no other site,
 * kept by no cache.
 */
export function forStrangers(house: Pick<House, "publicUrl">, kind: "reads" | "writes", handler: RequestHandler): RequestHandler {
  const count = countersOf(house)[kind];
  const router = Router({ mergeParams: true });
  router.use((_req, res, next) => {
    res.setHeader("X-Robots-Tag", "noindex, nofollow");
    res.setHeader("Referrer-Policy", "no-referrer");
    res.setHeader("Cache-Control", "private, no-store");
    next();
  });
  router.use(async (req, _res, next) => {
    await count(networkOf(clientIp(req)));
    next();
  });
  if (kind === "writes") router.use(sameOriginWrites(house.publicUrl), onlyJson, body);
  router.use(handler);
  return router;
}

const onlyJson: RequestHandler = (req, _res, next) => {
  if (req.headers["content-length"] !== undefined && req.headers["content-length"] !== "0" && !req.is("application/json"))
    throw new Refusal(415, "Please send JSON");
  next();
};

function parsed<S extends z.ZodType>(rule: S, req: Request): z.output<S> {
  const { data, error } = rule.safeParse(req.body ?? {});
  if (error) throw badRequest(error.issues[0]?.message ?? "The request could not be read");
  return data as z.output<S>;
}

const tokenIn = (req: Request): string => String(req.params.token);

export function sharedHandlers(house: House) {
  const { db, clock, publicUrl } = house;
  const read = (handler: RequestHandler) => forStrangers(house, "reads", handler);
  const write = (handler: RequestHandler) => forStrangers(house, "writes", handler);
  return {
    // Before the page, whose address takes anything.
    sharedScript: read((_req, res) => {
      res.setHeader("Cache-Control", "public, max-age=3600");
      res.type("text/javascript").send(PAGE_SCRIPT);
    }),
    sharedPage: read(async (req, res) => {
      try {
        const shared = await openShared(db, tokenIn(req), clock());
        if (wantsJson(req)) {
          res.json({ snapshot: shared.text, hash: shared.link.snapshotHash, state: shared.state });
          return;
        }
        const logo = shared.link.logoId === null ? null : ((await logoOf(db, shared)) ?? null);
        res.setHeader("Content-Security-Policy", PAGE_POLICY(shared.snapshot.from.accent));
        res.type("html").send(quotationPage(shared, tokenIn(req), logo));
      } catch (error) {
        if (!(error instanceof Refusal) || ![404, 410].includes(error.status) || wantsJson(req)) throw error;
        res.status(error.status).setHeader("Content-Security-Policy", PAGE_POLICY(null));
        res.type("html").send(refusalPage(error));
      }
    }),
    sharedLogo: read(async (req, res) => {
      const logo = await logoOf(db, await openShared(db, tokenIn(req), clock()));
      if (!logo) throw notFound("Logo");
      res.setHeader("Cache-Control", "private, max-age=86400");
      res.type(logo.type).setHeader("Content-Length", logo.content.length);
      res.end(logo.content);
    }),
    sharedAccept: write(async (req, res) => {
      await openShared(db, tokenIn(req), clock());
      const url = new URL(`/r/${tokenIn(req)}`, publicUrl).href;
      const from = { ip: clientIp(req), browser: String(req.headers["user-agent"] ?? ""), url };
      res.json(await acceptShared(house, tokenIn(req), parsed(acceptBody, req), from));
    }),
    sharedDecline: write(async (req, res) => {
      await openShared(db, tokenIn(req), clock());
      await declineShared(house, tokenIn(req), parsed(declineBody, req));
      res.status(204).end();
    }),
    sharedQuestion: write(async (req, res) => {
      await openShared(db, tokenIn(req), clock());
      await askAboutShared(house, tokenIn(req), parsed(questionBody, req));
      res.status(204).end();
    }),
    sharedOpened: write(async (req, res) => {
      await countOpening(house, tokenIn(req));
      res.status(204).end();
    }),
  };
}
