import type { Server } from "node:http";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { RequestHandler } from "express";
import { createApp } from "./app.ts";
import { type Config, isForThisMachine, listWarnings, readConfig, wrongSetting } from "./config.ts";
import { createAppContext } from "./context.ts";
import { settleAtStandIn } from "./demo/demo-payouts.ts";
import { DEMO_PASSWORD, demoSignIns, fillDemo, refuseOpenDemo } from "./demo/fill-demo.ts";
import { registrationTasks } from "./features/clients/notify-of-registration.ts";
import { renewTotpSecrets } from "./features/identity/renew-totp.ts";
import { tokenTasks } from "./features/identity/tokens.ts";
import { invoiceTasks } from "./features/invoices/issue-invoice.ts";
import { documentMailTasks } from "./features/invoices/mail-documents.ts";
import { reminderTasks } from "./features/invoices/send-reminders.ts";
import { digestTasks } from "./features/office/digest/send-digests.ts";
import { jobFaults } from "./features/office/errors/record-fault.ts";
import { orderTasks } from "./features/orders/change-order-status.ts";
import { mailedPapers } from "./features/papers/mailed-papers.ts";
import { paymentTasks } from "./features/payments/stripe/reconcile-payments.ts";
import { stripeClients } from "./features/payments/stripe/stripe-client.ts";
import { renewSeals } from "./features/payments/stripe/stripe-settings.ts";
import { retailTasks } from "./features/retail/shared-link.ts";
import { failedSignInTasks } from "./features/sign-in/failed-sign-ins.ts";
import { resetTasks } from "./features/sign-in/password-reset.ts";
import { ensureSuperAdmin, hasSuperAdmin } from "./features/users/ensure-super-admin.ts";
import { isGuessable } from "./features/users/guessable-password.ts";
import { webhookDeliverer } from "./features/webhooks/deliver-webhooks.ts";
import { renewWebhookSeals } from "./features/webhooks/webhook-secrets.ts";
import { louvreTasks } from "./features/workshop/bench/louvres.ts";
import { awaitDatabase } from "./platform/db/await-database.ts";
import { connect, type Database, waitAtMost } from "./platform/db/connect.ts";
import { startEmbedded } from "./platform/db/embedded.ts";
import { migrate } from "./platform/db/migrate.ts";
import { findRoleWarning } from "./platform/db/portal-role.ts";
import { loadSecrets } from "./platform/db/secrets.ts";
import { checkPort, createListener } from "./platform/http/listener.ts";
import { createLog, gatheredOutput, UNREADABLE } from "./platform/http/log.ts";
import { builtClient, stylesheetsOf } from "./platform/http/web.ts";
import { cleanUpTasks } from "./platform/jobs/clean-up.ts";
import { enqueue } from "./platform/jobs/enqueue.ts";
import { startWorker, type Work } from "./platform/jobs/worker.ts";
import { createMailer, mailTasks } from "./platform/mail/mailer.ts";
import { openPhotoStore } from "./platform/photos/open-photo-store.ts";
import { photoTasks } from "./platform/photos/store-photos.ts";
import { closeOwnFolders, findDataDirWarning } from "./platform/process/data-dir.ts";
import { openLeakedPasswords } from "./platform/security/leaked-passwords.ts";
import { createSeal } from "./platform/security/seal.ts";

interface StartOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Creates the handler that serves the browser's files: the built ones, unless `npm run dev`
   * passes its own.
   */
  readonly web?: (http: Server) => Promise<RequestHandler>;
  readonly say?: (line: string) => void;
  /** Aborts a start that is under way, at any step. */
  readonly signal?: AbortSignal;
}

interface Portal {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts the portal from the configuration until it listens (rule B1). If a step fails, everything
 * started before is stopped.
 */
export async function startServer({ env = process.env, web, say = print, signal }: StartOptions = {}): Promise<Portal> {
  const config = readConfig(env);
  const stops: (() => Promise<unknown>)[] = [];
  // A part that fails to stop must not prevent the others from stopping, above all the database.
  const stop = async () => {
    for (const end of stops.splice(0).reverse())
      await end().catch((error: unknown) => say(`Something did not stop as it should: ${error}`));
  };
  try {
    const url = await Promise.race([bringUp(config, { web, say, signal }, stops), rejectOnAbort(signal)]);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const rejectOnAbort = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));

async function bringUp(
  config: Config,
  { web, say = print, signal }: Pick<StartOptions, "web" | "say" | "signal">,
  stops: (() => Promise<unknown>)[],
): Promise<string> {
  const log = createLog(config.logLevel, gatheredOutput());
  for (const doubt of listWarnings(config)) log.warn(doubt);
  const clock = () => new Date();
  await checkPort(config);
  const isLeaked = config.leakedPasswords === undefined ? undefined : await openLeakedPasswords(config.leakedPasswords);
  const dataDir = resolve(config.dataDir);
  const { url: databaseUrl, ownerUrl } = await database(config, dataDir, say, stops);
  for (const url of new Set([ownerUrl, databaseUrl])) await awaitDatabase(url, { say, signal });
  const secrets = loadSecrets(dataDir, config.secrets);
  closeOwnFolders(dataDir);
  const openFolder = findDataDirWarning(dataDir);
  if (openFolder) log.warn(openFolder);
  await migrate(ownerUrl, databaseUrl);
  const db = connect(databaseUrl, { onError: (error) => log.warn({ error: error.message }, "a database connection was lost") });
  stops.push(() => waitAtMost(5_000, db.$client.end()));
  const doubt = await findRoleWarning(db.$client);
  if (doubt) log.warn(doubt);

  const seal = createSeal(secrets.encryption, config.earlierSecrets.encryption);
  const photos = await openPhotoStore(config.storage, dataDir, {
    away: (error) => log.warn({ error: String(error) }, "the photo storage does not answer"),
    refused: wrongSetting,
  });
  const uploadFolder = join(dataDir, "uploads");
  const { superAdmin } = config;
  if (config.demo && (await fillDemo(db, { seal, now: clock(), photos, superAdmin })))
    say("Filled the empty database with a demo company's data.");
  if (config.demo && config.stripeApiBase) await settleAtStandIn(db, config.stripeApiBase);
  if (!config.demo && !isForThisMachine(config)) await refuseOpenDemo(db);
  if (superAdmin && (await ensureSuperAdmin(db, superAdmin, clock()))) {
    // This is only a warning: if the start failed here, the operator would choose a password that
    // is hardly better.
    const known = { email: superAdmin.email, companyName: "", productName: config.productName };
    if (await isGuessable(superAdmin.password, known))
      log.warn("SUPER_ADMIN_PASSWORD is too easy to guess: sign in and change it before the portal is open to others.");
  }
  await renewSeals(db, seal, log);
  await renewWebhookSeals(db, seal, log);
  await renewTotpSecrets(db, seal, log);

  // The library is loaded on demand: most portals have no metrics, and it takes a tenth of the
  // start's load time.
  const metrics = config.metrics && (await import("./platform/metrics/metrics.ts")).createMetrics(config.metrics);
  const stripeFor = stripeClients(config.stripeApiBase);
  const { http, leaving, open, close } = createListener({
    drainMs: config.drainSeconds * 1000,
    onUnreadable: (refused) => log.info(refused, UNREADABLE),
  });
  const ownWeb = web && (await web(http));
  const publicUrlAt = (port: number) =>
    config.publicUrl ?? new URL(`http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`);
  const { productName } = config;
  const appContextAt = (port: number) =>
    createAppContext({
      ...{ db, clock, photos, stripeFor, seal, log, productName, publicUrl: publicUrlAt(port), ...(isLeaked && { isLeaked }) },
      sendsMail: config.smtpUrl !== undefined,
    });
  const appAt = (port: number) =>
    createApp({
      appContext: appContextAt(port),
      trustProxy: config.trustProxy,
      writeLimit: config.writeLimit,
      readLimit: config.readLimit,
      keepsOnDevices: config.offlineTablets,
      sessionSecrets: [secrets.session, ...(config.earlierSecrets.session ? [config.earlierSecrets.session] : [])],
      uploadFolder,
      leaving,
      ...(metrics && { watch: metrics.watch }),
      web:
        ownWeb ??
        builtClient(clientFolder(), productName, {
          keepsOnDevices: config.offlineTablets,
          portalHost: publicUrlAt(port).hostname,
        }),
      stylesheets: ownWeb ? ["/src/styles.css"] : stylesheetsOf(clientFolder()),
    });
  signal?.throwIfAborted();
  // The port opens once everything that a request needs is ready. Requests need not wait for the
  // worker.
  const appContext = appContextAt(await open(config, appAt));
  const { publicUrl } = appContext;
  stops.push(close);
  const mailFrom = config.mailFrom ?? `"${config.productName.replace(/["\\<>\r\n]/g, "")}" <no-reply@${publicUrl.hostname}>`;
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: mailFrom, outbox: join(dataDir, "outbox") });
  stops.push(async () => mailer.close());
  const deliverer = webhookDeliverer(appContext);
  stops.push(deliverer.stop);
  const work: readonly Work[] = [
    mailTasks({ db, mailer, seal, makeAttachment: mailedPapers(appContext) }),
    cleanUpTasks(appContext),
    tokenTasks(appContext),
    paymentTasks(appContext),
    invoiceTasks(appContext),
    reminderTasks(appContext),
    digestTasks(appContext),
    documentMailTasks(appContext),
    photoTasks({ ...appContext, uploadFolder }),
    louvreTasks(db),
    retailTasks(appContext),
    deliverer.work,
    { tasks: { ...resetTasks(appContext), ...registrationTasks(appContext), ...failedSignInTasks(appContext), ...orderTasks(appContext) } },
  ];
  const tasks = Object.assign({}, ...work.map((each) => each.tasks)) as Work["tasks"];
  const crontab = work.map((each) => each.crontab ?? "").join("");
  const worker = await startWorker({ tasks, crontab, databaseUrl, faults: jobFaults(appContext), clock, log });
  stops.push(() => worker.stop());
  if (metrics) {
    const opened = await metrics.open({ db, jobs: Object.keys(tasks), worker });
    stops.push(opened.close);
    say(`Metrics are at ${opened.url}`);
  }
  // Payments made while the portal was down are fetched now, not at the next scheduled run.
  await enqueue(db, "reconcile-payments", {});
  await enqueue(db, "send-reminders", {});
  // The listener closes first, so that requests under way still have a database and a worker.
  stops.push(close);
  await announce(config, db, publicUrl, say);
  return String(publicUrl.origin);
}

async function database(
  { databaseUrl: url, databaseOwnerUrl: ownerUrl = url }: Config,
  dataDir: string,
  say: (line: string) => void,
  stops: (() => Promise<unknown>)[],
): Promise<{ url: string; ownerUrl: string }> {
  if (url !== undefined && ownerUrl !== undefined) return { url, ownerUrl };
  const starting = startEmbedded({ dataDir, log: say });
  // A Vite server that is still starting when the start is aborted must be stopped too.
  stops.push(async () => (await starting.catch(() => null))?.stop());
  return starting;
}

/** The path of `dist/client`, from the source tree and from the bundle alike. */
function clientFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  return here.endsWith(join("dist", "server")) ? join(here, "..", "client") : join(here, "..", "dist", "client");
}

async function announce(config: Config, db: Database, publicUrl: URL, say: (line: string) => void): Promise<void> {
  say(`${config.productName} is ready at ${publicUrl.origin}`);
  if (!(await hasSuperAdmin(db)))
    say("It has no super admin yet: stop it, set SUPER_ADMIN_EMAIL and SUPER_ADMIN_PASSWORD, and start it again.");
  const signIns = config.demo ? await demoSignIns(db) : [];
  if (signIns.length === 0) return;
  say(`Demo sign-ins (password ${DEMO_PASSWORD}):`);
  for (const { email, what } of signIns) say(`  ${email.padEnd(26)} ${what}`);
  if (!isForThisMachine(config)) {
    say("Take care: these well-known passwords are open to your network, because DEMO=1 was set for an address beyond this machine.");
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
