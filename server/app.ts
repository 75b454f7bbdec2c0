import express, { type Express, type RequestHandler, Router } from "express";
import { api } from "#shared/contract/index.ts";
import type { AppContext } from "./context.ts";
import { bookkeepingHandlers } from "./features/bookkeeping/bookkeeping.ts";
import { exportFileHandlers } from "./features/bookkeeping/export-files.ts";
import { clientHandlers } from "./features/clients/clients.ts";
import { companyHandlers } from "./features/companies/company-people.ts";
import { firstStepsHandlers } from "./features/companies/first-steps.ts";
import { orderChangeHandlers } from "./features/corrections/corrections.ts";
import { invoiceHandlers } from "./features/credit-notes/credit-invoice.ts";
import { calendarFeed, calendarHandlers } from "./features/identity/calendar.ts";
import { factorHandlers } from "./features/identity/factors.ts";
import { passkeyHandlers } from "./features/identity/passkeys/passkeys.ts";
import { proofHandlers } from "./features/identity/prove.ts";
import { securityHandlers } from "./features/identity/security.ts";
import { sessionHandlers } from "./features/identity/sessions.ts";
import { tokenHandlers } from "./features/identity/tokens.ts";
import { auditHandlers } from "./features/office/audit/audit.ts";
import { errorHandlers } from "./features/office/errors/errors.ts";
import { recordFault } from "./features/office/errors/record-fault.ts";
import { moneyHandlers } from "./features/office/money/money.ts";
import { notificationHandlers } from "./features/office/notifications/notifications.ts";
import { searchHandlers } from "./features/office/search/search.ts";
import { settingsHandlers } from "./features/office/settings/settings.ts";
import { statsHandlers } from "./features/office/stats/stats.ts";
import { requireOwnOrder } from "./features/orders/order-rows.ts";
import { orderHandlers } from "./features/orders/orders.ts";
import { documentHandlers } from "./features/papers/paper-routes.ts";
import { accountHandlers as ownAccountHandlers } from "./features/payments/checkout/pay-account.ts";
import { paymentHandlers } from "./features/payments/payments.ts";
import { stripeWebhook } from "./features/payments/stripe/webhook.ts";
import { productHandlers } from "./features/products/products.ts";
import { requireOwnQuote } from "./features/quotes/quote-queries.ts";
import { quoteHandlers } from "./features/quotes/quotes.ts";
import { templateHandlers } from "./features/quotes/templates.ts";
import { windowPhotoHandler } from "./features/quotes/window-photos.ts";
import { referralHandlers } from "./features/referrals/referrals.ts";
import { photoHandler } from "./features/remakes/photo-route.ts";
import { requireOwnRemake } from "./features/remakes/remake-queries.ts";
import { remakeHandlers } from "./features/remakes/remakes.ts";
import { sharedHandlers } from "./features/retail/page/public-routes.ts";
import { logoHandler, retailHandlers } from "./features/retail/retail.ts";
import { localStrategy } from "./features/sign-in/credentials.ts";
import { emailChangeHandlers } from "./features/sign-in/email-change.ts";
import { accountHandlers } from "./features/sign-in/sign-in.ts";
import { userHandlers } from "./features/users/users.ts";
import { webhookHandlers } from "./features/webhooks/webhooks.ts";
import { workshopHandlers } from "./features/workshop/board/board.ts";
import { planSawFileHandler, sawFileHandler } from "./features/workshop/saw/saw-file.ts";
import { errorHandler, notFound } from "./platform/http/errors.ts";
import { countReads, createStrangersLimit, createWriteLimit, MOST_BY_STRANGERS } from "./platform/http/limits.ts";
import { requestLog } from "./platform/http/log.ts";
import { mountAll } from "./platform/http/mount.ts";
import { createCursors } from "./platform/http/paging/paging.ts";
import { portalsHandlers, rawRoutes } from "./platform/http/raw-routes.ts";
import { ownHosts, privateReplies, sameOriginWrites, securityHeaders, warnOfPlainHttp } from "./platform/http/security.ts";
import { requireActingUser } from "./platform/http/session/acting-user.ts";
import { bearerToken, unlessBearer } from "./platform/http/session/bearer-token.ts";
import { deviceCookieLast } from "./platform/http/session/device-cookie.ts";
import { createPassport } from "./platform/http/session/session.ts";
import { derivedSecret, sessionCookie } from "./platform/http/session/session-store.ts";
import { createUploads } from "./platform/http/uploads.ts";

interface AppDeps {
  readonly appContext: AppContext;
  readonly trustProxy: number;
  /** The most writes that one account may send in a minute. */
  readonly writeLimit: number;
  /** The most reads that one account may send in a minute. */
  readonly readLimit: number;
  /** The most calls without a sign-in that one network may send in a minute. */
  readonly strangersLimit?: number;
  /** The first secret signs; the further ones are being replaced and only verify. */
  readonly sessionSecrets: readonly string[];
  /** The folder that holds an upload while its request is checked. */
  readonly uploadFolder: string;
  /**
   * If true, suppliers' tablets may store the board and unsent changes to work without a network.
   */
  readonly keepsOnDevices?: boolean;
  /** Aborted when the process begins to stop. A test that never stops the server leaves it out. */
  readonly leaving?: AbortSignal;
  /** Middleware that sees every request first and counts it for the metrics. */
  readonly watch?: RequestHandler;
  /** Serves the browser's files. Tests of the API leave it out. */
  readonly web?: RequestHandler;
  /** The client's stylesheets, which the page at `/api/docs` uses too. */
  readonly stylesheets?: readonly string[];
}

/** The handlers of every call. A missing feature or call is a compile error. */
export const handlers = {
  account: ownAccountHandlers,
  accounts: accountHandlers,
  audit: auditHandlers,
  bookkeeping: bookkeepingHandlers,
  calendar: calendarHandlers,
  clients: clientHandlers,
  company: companyHandlers,
  emailChange: emailChangeHandlers,
  errors: errorHandlers,
  factors: { ...factorHandlers, ...passkeyHandlers },
  firstSteps: firstStepsHandlers,
  invoices: invoiceHandlers,
  money: moneyHandlers,
  notifications: notificationHandlers,
  orders: { ...orderHandlers, ...orderChangeHandlers },
  payments: paymentHandlers,
  products: productHandlers,
  proof: proofHandlers,
  quotes: quoteHandlers,
  referrals: referralHandlers,
  remakes: remakeHandlers,
  retail: retailHandlers,
  search: searchHandlers,
  security: securityHandlers,
  sessions: sessionHandlers,
  settings: settingsHandlers,
  stats: statsHandlers,
  templates: templateHandlers,
  tokens: tokenHandlers,
  users: userHandlers,
  webhooks: webhookHandlers,
  workshop: workshopHandlers,
};

/**
 * Checks the ownership of a record before a stored reply is repeated for its Idempotency-Key (rule
 * C26).
 */
/** Only staff call these routes, so no ownership can have changed since the first reply. */
const acceptAnyOwner = async (): Promise<void> => {};
const REQUIRE_OWN = {
  clients: acceptAnyOwner,
  payments: acceptAnyOwner,
  orders: requireOwnOrder,
  quotes: requireOwnQuote,
  remakes: requireOwnRemake,
};

/** Builds the portal as one Express application. A test passes its own clock or Stripe here. */
export function createApp({ appContext, ...deps }: AppDeps): Express {
  const { db, publicUrl, productName, clock, log } = appContext;
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", deps.trustProxy);
  app.set("query parser", "simple");
  if (deps.watch) app.use(deps.watch);
  app.use(requestLog(log), securityHeaders(publicUrl), ownHosts(publicUrl), warnOfPlainHttp(publicUrl, log));

  app.use((req, res, next) => (isApi(req.path) ? privateReplies(req, res, next) : next()));

  const countRead = countReads(deps.readLimit);
  const { stylesheets = [], leaving } = deps;
  const raw = rawRoutes(
    {
      ...portalsHandlers({ db, clock, productName, stylesheets, leaving }),
      ...documentHandlers(appContext),
      ...exportFileHandlers(appContext),
      photo: photoHandler(appContext),
      windowPhoto: windowPhotoHandler(appContext),
      saw: sawFileHandler(appContext),
      planSaw: planSawFileHandler(appContext),
      retailLogo: logoHandler(appContext),
      calendarFeed: calendarFeed(appContext),
      ...sharedHandlers(appContext),
      webhook: stripeWebhook(appContext),
    },
    { countReads: countRead, clock },
  );
  app.use(raw.open);
  // An address below a quotation's link, or beside a calendar, must not lead to a page of the
  // portal.
  app.use(["/r", "/calendar"], () => {
    throw notFound("Page");
  });

  const passport = createPassport(localStrategy(appContext));
  const cursors = createCursors(deps.sessionSecrets.map((secret) => derivedSecret(secret, "cursor")));
  const uploads = createUploads(deps.uploadFolder);
  const countWrite = createWriteLimit(deps.writeLimit);
  const routes = Router();
  const { keepsOnDevices = true } = deps;
  const sessions = [
    sameOriginWrites(publicUrl),
    deviceCookieLast,
    sessionCookie({ db, secrets: deps.sessionSecrets, publicUrl, clock }),
    passport.session(),
  ];
  routes.use(bearerToken({ db, clock }), ...sessions.map(unlessBearer));
  routes.use(requireActingUser);
  routes.use(raw.behindSession, countRead);
  routes.use(
    mountAll(api, handlers, {
      appContext,
      db,
      limits: appContext.limits,
      clock,
      passport,
      countWrite,
      countStranger: createStrangersLimit(deps.strangersLimit ?? MOST_BY_STRANGERS),
      uploads,
      cursors,
      keepsOnDevices,
      requireOwn: REQUIRE_OWN,
    }),
  );
  routes.use(() => {
    throw notFound("Address");
  });
  app.use((req, res, next) => (isApi(req.path) ? routes(req, res, next) : next()));
  if (deps.web) app.use(deps.web);
  // Express's own 404 page would repeat the address and set another Content-Security-Policy.
  app.use(() => {
    throw notFound("Page");
  });
  app.use(errorHandler((error, req, refusal) => recordFault(appContext, error, req, refusal)));
  return app;
}

/**
 * The API answers every address under `/api`, unknown ones too, so that a client never receives the
 * page's HTML.
 */
const isApi = (path: string): boolean => path === "/api" || path.startsWith("/api/");
