import express, { type Express, type RequestHandler, Router } from "express";
import { api } from "#shared/contract/index.ts";
import type { Database } from "./db/connect.ts";
import { accountHandlers } from "./features/accounts/accounts.ts";
import { failedSignIns } from "./features/accounts/failed-sign-ins.ts";
import { createMailLimits } from "./features/accounts/mail-limits.ts";
import { localStrategy } from "./features/accounts/sign-in.ts";
import { createSignInLimits } from "./features/accounts/sign-in-limits.ts";
import { auditHandlers } from "./features/audit/audit.ts";
import { clientHandlers } from "./features/clients/clients.ts";
import { documentRoutes } from "./features/documents/document-routes.ts";
import { errorHandlers } from "./features/errors/errors.ts";
import { recordFault } from "./features/errors/record-fault.ts";
import { notificationHandlers } from "./features/notifications/notifications.ts";
import { orderHandlers } from "./features/orders/orders.ts";
import { paymentHandlers } from "./features/payments/payments.ts";
import type { StripeFor } from "./features/payments/stripe-client.ts";
import { stripeWebhook } from "./features/payments/webhook.ts";
import { productHandlers } from "./features/products/products.ts";
import { quoteHandlers } from "./features/quotes/quotes.ts";
import { referralHandlers } from "./features/referrals/referrals.ts";
import { photoRoute } from "./features/remakes/photo-route.ts";
import type { PhotoStore } from "./features/remakes/photo-store.ts";
import { remakeHandlers } from "./features/remakes/remakes.ts";
import { settingsHandlers } from "./features/settings/settings.ts";
import { statsHandlers } from "./features/stats/stats.ts";
import { userHandlers } from "./features/users/users.ts";
import { errorHandler, notFound } from "./http/errors.ts";
import { createLimit, createWriteLimit } from "./http/limits.ts";
import { type Log, requestLog } from "./http/log.ts";
import { mount } from "./http/mount.ts";
import { createCursors } from "./http/paging.ts";
import { rawRoutes } from "./http/raw-routes.ts";
import type { Seal } from "./http/seal.ts";
import { doubtPlainHttp, ownHosts, privateReplies, sameOriginWrites, securityHeaders } from "./http/security.ts";
import { createPassport } from "./http/session.ts";
import { derivedSecret, sessionCookie } from "./http/session-cookie.ts";
import { createUploads } from "./http/uploads.ts";
import { createPost } from "./jobs/post.ts";

export interface AppDeps {
  readonly db: Database;
  readonly publicUrl: URL;
  readonly productName: string;
  readonly trustProxy: number;
  /** How many writes an account may make in a minute. */
  readonly writeLimit: number;
  /** The first one signs; the others are those that are being replaced. */
  readonly sessionSecrets: readonly string[];
  readonly seal: Seal;
  /** Stripe's own client for a secret key; where it calls is configuration. */
  readonly stripeFor: StripeFor;
  readonly photos: PhotoStore;
  /** Where uploads are spooled while a request is looked at. */
  readonly uploadFolder: string;
  readonly clock: () => Date;
  readonly log: Log;
  /** Aborted once the process has been told to stop; tests that stop nothing leave it out. */
  readonly leaving?: AbortSignal;
  /** Sees every request before anything else does, where requests are counted. */
  readonly watch?: RequestHandler;
  /** Serves the browser's half; tests of the API leave it out. */
  readonly web?: RequestHandler;
  /** The browser half's own, which `/api/docs` wears as well. */
  readonly stylesheets?: readonly string[];
}

/** The portal as one Express application. Everything it needs comes in here, so that a test can put a clock or a Stripe of its own in place. */
export function createApp(deps: AppDeps): Express {
  const { db, publicUrl, productName, clock, log } = deps;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", deps.trustProxy);
  app.set("query parser", "simple");
  if (deps.watch) app.use(deps.watch);
  app.use(requestLog(log), securityHeaders(publicUrl), ownHosts(publicUrl), doubtPlainHttp(publicUrl, log));

  app.use((req, res, next) => (isApi(req.path) ? privateReplies(req, res, next) : next()));

  const post = createPost({ productName, publicUrl, seal: deps.seal });
  const payments = { db, stripeFor: deps.stripeFor, seal: deps.seal, publicUrl, post, clock, log };
  app.use(
    rawRoutes({
      db,
      productName,
      stylesheets: deps.stylesheets ?? [],
      stripeWebhook: stripeWebhook(db, payments),
      leaving: deps.leaving,
    }),
  );

  const limits = createSignInLimits(db.$client);
  const passport = createPassport(localStrategy({ db, limits, failures: failedSignIns(db, clock) }));
  const mounted = {
    db,
    clock,
    passport,
    countWrite: createWriteLimit(deps.writeLimit),
    uploads: createUploads(deps.uploadFolder),
    cursors: createCursors(deps.sessionSecrets.map((secret) => derivedSecret(secret, "cursor"))),
  };
  const routes = Router();
  routes.use(sameOriginWrites(publicUrl), sessionCookie({ db, secrets: deps.sessionSecrets, publicUrl, clock }), passport.session());
  routes.use(
    mount("accounts", api.accounts, accountHandlers({ post, limits, mails: createMailLimits(db.$client), productName }), mounted),
    mount("audit", api.audit, auditHandlers, mounted),
    mount("clients", api.clients, clientHandlers(post), mounted),
    mount("errors", api.errors, errorHandlers(createLimit(db.$client, "error-report")), mounted),
    mount("notifications", api.notifications, notificationHandlers, mounted),
    mount("orders", api.orders, orderHandlers(post), mounted),
    mount("payments", api.payments, paymentHandlers(payments), mounted),
    mount("products", api.products, productHandlers, mounted),
    mount("quotes", api.quotes, quoteHandlers(post), mounted),
    mount("referrals", api.referrals, referralHandlers, mounted),
    mount("remakes", api.remakes, remakeHandlers({ post, photos: deps.photos, mails: createLimit(db.$client, "remake-mails") }), mounted),
    mount("settings", api.settings, settingsHandlers, mounted),
    mount("stats", api.stats, statsHandlers, mounted),
    mount("users", api.users, userHandlers({ productName }), mounted),
    photoRoute(db, deps.photos),
    documentRoutes({ db, publicUrl, productName, clock }),
  );
  routes.use(() => {
    throw notFound("Address");
  });
  app.use((req, res, next) => (isApi(req.path) ? routes(req, res, next) : next()));
  if (deps.web) app.use(deps.web);
  // Express's own answer would be a page that says what was asked, under a policy of its own.
  app.use(() => {
    throw notFound("Page");
  });
  app.use(errorHandler((error, req, refusal) => recordFault(db, log, clock, error, req, refusal)));
  return app;
}

/** Whatever is under `/api` is answered by the API, also when it is unknown: never by the page. */
const isApi = (path: string): boolean => path === "/api" || path.startsWith("/api/");
