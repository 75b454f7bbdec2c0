import express, { type Request, type RequestHandler, type Response, Router } from "express";
import type { AppContext } from "#server/context.ts";
import { questionsOnPage } from "#server/features/retail/question-thread.ts";
import { linesOf } from "#server/features/retail/quotation-snapshot.ts";
import {
  acceptBody,
  acceptShared,
  countOpening,
  declineBody,
  declineShared,
  findShared,
  isChanged,
  logoOf,
  openShared,
  questionBody,
  type Shared,
  submitQuestion,
} from "#server/features/retail/shared-link.ts";
import { clientIp } from "#server/platform/http/call.ts";
import { badRequest, notFound, Refusal } from "#server/platform/http/errors.ts";
import { jsonBody } from "#server/platform/http/json-body.ts";
import { createLanes, createStrangersLimit, MOST_WAITING } from "#server/platform/http/limits.ts";
import { networkOf } from "#server/platform/http/network-of.ts";
import { parseBody } from "#server/platform/http/parse-request.ts";
import { sameOriginWrites } from "#server/platform/http/security.ts";
import { formRefusalPage, PAGE_POLICY, quotationPage, refusalPage } from "./page.ts";
import { PAGE_SCRIPT } from "./page-script.ts";

/**
 * The routes behind a quotation's address (rules T7 and T8), without sessions, cookies or third
 * parties.
 */

const [VIEWS, WRITES] = [60, 20];

const FORM = "application/x-www-form-urlencoded";
const [json, form] = [jsonBody("16kb"), express.urlencoded({ limit: "16kb", extended: false, inflate: false })];

/** A client receives JSON where its Accept header prefers JSON to HTML. */
const wantsJson = (req: Request): boolean => req.accepts(["html", "json"]) === "json";

const createCounters = () => ({ reads: createStrangersLimit(VIEWS), writes: createStrangersLimit(WRITES) });
/** Writes on one link are queued here, because waiting in the database would occupy connections. */
const inTurnOfLink = createLanes(1, MOST_WAITING);

/** Each portal has its own counters: a process has one portal, a test may have several. */
const counters = new WeakMap<AppContext, ReturnType<typeof createCounters>>();
function countersOf(appContext: AppContext): ReturnType<typeof createCounters> {
  const known = counters.get(appContext) ?? createCounters();
  counters.set(appContext, known);
  return known;
}

/**
 * Properties of all these routes: counted by network, not indexed, without a referrer, not cached.
 */
export function publicRoute(appContext: AppContext, kind: "reads" | "writes", handler: RequestHandler): RequestHandler {
  const count = countersOf(appContext)[kind];
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
  if (kind === "writes") router.use(sameOriginWrites(appContext.publicUrl), onlyJsonOrForm, json, form);
  router.use(kind === "writes" ? (req, res, next) => inTurnOfLink(tokenIn(req), async () => handler(req, res, next)) : handler);
  return router;
}

const onlyJsonOrForm: RequestHandler = (req, _res, next) => {
  const length = req.headers["content-length"];
  if (length !== undefined && length !== "0" && !req.is(["application/json", FORM])) throw new Refusal(415, "Please send JSON");
  next();
};

const tokenIn = (req: Request): string => String(req.params.token);
const pageOf = (req: Request): string => `/r/${tokenIn(req)}`;

/** Indexes of the offered extras that a reader without the script has ticked. */
const tickedIn = (req: Request, { snapshot }: Shared): ReadonlySet<number> =>
  new Set(
    new URL(req.originalUrl, "http://here").searchParams
      .getAll("extra")
      .map(Number)
      .filter((place) => snapshot.extras[place]?.optional),
  );

/** The page's form as a browser sends it without the script. */
type SentForm = Readonly<Record<string, string | readonly string[] | undefined>>;
const sentForm = (req: Request): SentForm | null => (req.is(FORM) ? (req.body as SentForm) : null);
const tickedInForm = ({ extra }: SentForm): number[] => [extra ?? []].flat().map(Number);

/**
 * Answers a form with a redirect to the part of the page with the outcome, or with a page that
 * states the refusal.
 */
async function answerForm(req: Request, res: Response, part: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    res.redirect(303, `${pageOf(req)}#${part}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    res.status(error.status).setHeader("Content-Security-Policy", PAGE_POLICY(null));
    res.type("html").send([404, 410].includes(error.status) ? refusalPage(error) : formRefusalPage(error, pageOf(req)));
  }
}

export function sharedHandlers(appContext: AppContext) {
  const { db, clock, publicUrl } = appContext;
  const read = (handler: RequestHandler) => publicRoute(appContext, "reads", handler);
  const write = (handler: RequestHandler) => publicRoute(appContext, "writes", handler);
  return {
    // The script's route comes before the page's, whose address matches any name.
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
        const questions = await questionsOnPage(db, shared.quote.id, shared.snapshot.customer.name);
        const [ticked, isRecounted] = [tickedIn(req, shared), req.query.recounted === "1"];
        const parts = { token: tokenIn(req), logo, ticked, isRecounted, isChanged: await isChanged(db, shared), questions };
        res.type("html").send(quotationPage(shared, parts));
      } catch (error) {
        if (!(error instanceof Refusal) || ![404, 410].includes(error.status) || wantsJson(req)) throw error;
        res.status(error.status).setHeader("Content-Security-Policy", PAGE_POLICY(null));
        res.type("html").send(refusalPage(error));
      }
    }),
    sharedLogo: read(async (req, res) => {
      const logo = await logoOf(db, await findShared(db, tokenIn(req), clock()));
      if (!logo) throw notFound("Logo");
      res.setHeader("Cache-Control", "private, max-age=86400");
      res.type(logo.type).setHeader("Content-Length", logo.content.length);
      res.end(logo.content);
    }),
    sharedAccept: write(async (req, res) => {
      const shared = await findShared(db, tokenIn(req), clock());
      const url = new URL(pageOf(req), publicUrl).href;
      const from = { ip: clientIp(req), browser: String(req.headers["user-agent"] ?? ""), url };
      const sent = sentForm(req);
      if (!sent) {
        res.json(await acceptShared(appContext, tokenIn(req), parseBody(acceptBody, req.body), from));
        return;
      }
      const extras = tickedInForm(sent);
      const total = linesOf(shared.snapshot, new Set(extras)).total;
      // Extras were ticked after the page was sent, so the reader sees the new total before
      // accepting it.
      if (sent.update || (total !== Number(sent.total) && sent.hash === shared.link.snapshotHash)) {
        const ticked = extras.map((place) => `extra=${place}&`).join("");
        res.redirect(303, `${pageOf(req)}?${ticked}${sent.update ? "#sums" : "recounted=1#act"}`);
        return;
      }
      const { name, email, hash } = sent;
      const body = { name, email, hash, extras, total: Number(sent.total) };
      await answerForm(req, res, "accepted", async () => {
        if (!sent.agree) throw badRequest("Please tick the sentence above the button if you accept");
        await acceptShared(appContext, tokenIn(req), parseBody(acceptBody, body), from);
      });
    }),
    sharedDecline: write(async (req, res) => {
      await findShared(db, tokenIn(req), clock());
      const decline = () => declineShared(appContext, tokenIn(req), parseBody(declineBody, req.body));
      if (sentForm(req)) return answerForm(req, res, "declined", decline);
      await decline();
      res.status(204).end();
    }),
    sharedQuestion: write(async (req, res) => {
      await findShared(db, tokenIn(req), clock());
      const ask = () => submitQuestion(appContext, tokenIn(req), parseBody(questionBody, req.body));
      if (sentForm(req)) return answerForm(req, res, "questions", ask);
      await ask();
      res.status(204).end();
    }),
    sharedOpened: write(async (req, res) => {
      await countOpening(appContext, tokenIn(req));
      res.status(204).end();
    }),
  };
}
