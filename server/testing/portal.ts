import { createHmac, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { RequestHandler } from "express";
import { Logger, runOnce } from "graphile-worker";
import { createApp } from "#server/app.ts";
import { type AppContext, createAppContext } from "#server/context.ts";
import { registrationTasks } from "#server/features/clients/notify-of-registration.ts";
import { foundCompany, joinCompany } from "#server/features/companies/found-company.ts";
import type { Person } from "#server/features/companies/people.ts";
import { documentMailTasks } from "#server/features/invoices/mail-documents.ts";
import { orderTasks } from "#server/features/orders/change-order-status.ts";
import { resetTasks } from "#server/features/sign-in/password-reset.ts";
import { connect, type Database, inTransaction } from "#server/platform/db/connect.ts";
import { createListener } from "#server/platform/http/listener.ts";
import { createLog, type Log, UNREADABLE } from "#server/platform/http/log.ts";
import { hashId } from "#server/platform/http/session/session.ts";
import { cookieName, derivedSecret } from "#server/platform/http/session/session-store.ts";
import { type Mail, openMail } from "#server/platform/mail/mailer.ts";
import { folderStore, type PhotoStore } from "#server/platform/photos/photo-store.ts";
import { hashPassword } from "#server/platform/security/passwords.ts";
import { createSeal, type Seal } from "#server/platform/security/seal.ts";
import { sessions } from "#server/schema/identity/sessions.ts";
import { waitingMails } from "#server/schema/notifications.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import type { Role } from "#shared/domain/roles.ts";
import { type Builders, createBuilders, succeeded } from "./builders.ts";
import { createTestClient, type TestClient } from "./calls/test-client.ts";
import { createTestDatabase } from "./database/database.ts";

/**
 * The address of a test's customer by default, because no order is placed without one (rule Q30).
 */
const OWN_ADDRESS = "1 Castle Street, Lewes";
export const PASSWORD = "correct horse";
const PUBLIC_URL = new URL("http://portal.test");
export const SESSION_SECRET = "the session secret of the tests, 32 long";

/** A proof that no test's clock leaves behind. A test of proofs stores an older one. */
const LASTING_PROOF = new Date("2100-01-01");

/** A clock that runs, from whatever instant the test sets it to. */
interface TestClock {
  (): Date;
  set(instant: string | Date): void;
  advance(milliseconds: number): void;
}

export type User = Person;
type OfPerson = Pick<User, "email" | "contactName" | "createdAt" | "joinedAt" | "mayOrder" | "mayManage">;
type OfCompany = Pick<User, "companyName" | "address" | "approvalStatus">;
type NewAccount = Partial<OfPerson & OfCompany> & {
  password?: string;
  /** A colleague in this existing company; without it the account gets a company of its own. */
  colleagueOf?: Pick<User, "companyId">;
};
type Registration = {
  email: string;
  password: string;
  companyName: string;
  contactName: string;
  referralCode?: string;
  phone?: string;
  address?: string;
};

export interface TestPortal extends Builders {
  readonly url: string;
  readonly db: Database;
  /**
   * Connects to the portal's database as its owner, for statements that the portal itself may not
   * run.
   */
  readonly owner: Database;
  readonly clock: TestClock;
  readonly seal: Seal;
  /** The folder of this portal's photos and spooled uploads: `photos` and `uploads` in it. */
  readonly folder: string;
  readonly photos: PhotoStore;
  readonly appContext: AppContext;
  /** An approved account of a role, inserted directly into the database. */
  createAccount(role: Role, overrides?: NewAccount): Promise<User & { password: string }>;
  /** A registration through the API: it waits for approval. */
  signUp(overrides?: Partial<Registration>): Promise<Account & { password: string }>;
  /**
   * Signs an account in; with a role alone, a new account of that role. For an account that a test
   * inserted it opens a session directly, because a password takes 30 ms to verify. With an e-mail
   * and a password it performs the real sign-in.
   */
  signIn(who: Role | User | { email: string; password?: string }): Promise<TestClient>;
  /**
   * A session inserted directly into the database: quick, and also possible for people who cannot
   * sign in. `behind`: the super admin of a View As session.
   */
  openSession(who: User, behind?: User): Promise<TestClient>;
  /** One super admin for a whole test file, for actions whose actor does not matter. */
  superAdmin(): Promise<TestClient>;
  visitor(): TestClient;
  /**
   * The emails that wait to be sent, oldest first. Jobs for requested links and waiting news of
   * orders run first.
   */
  mails(): Promise<Mail[]>;
  stop(): Promise<void>;
}

interface PortalOptions {
  /** Looks up the hosts of webhooks; by default no name resolves. */
  readonly resolveHost?: AppContext["resolveHost"];
  readonly isLeaked?: AppContext["isLeaked"];
  readonly sendsMail?: boolean;
  readonly stripeFor?: AppContext["stripeFor"];
  /** A second instance on the database of a first one. */
  readonly beside?: TestPortal;
  readonly publicUrl?: URL;
  /** Another database than one of its own, for example a missing one. */
  readonly databaseUrl?: string;
  /** A smaller pool, or shorter waits than in production. */
  readonly pool?: Partial<Parameters<typeof connect>[1]>;
  /** Serves the browser's files, for tests that read them too. */
  readonly web?: RequestHandler;
  readonly sessionSecrets?: readonly string[];
  readonly watch?: RequestHandler;
  /**
   * Writes that an account may make in a minute: far more than in production, because tests are
   * quicker than people.
   */
  readonly writeLimit?: number;
  /** Reads, likewise. */
  readonly readLimit?: number;
  /** Calls of a network without a sign-in; by default as in production. */
  readonly strangersLimit?: number;
  /** A log that collects its lines, for tests that read them. */
  readonly log?: Log;
  /** The number of trusted proxies; by default one, which is each test's own client. */
  readonly trustProxy?: number;
  readonly keepsOnDevices?: boolean;
  /** Wraps the folder's store, for example in one that fails. */
  readonly photos?: (usual: PhotoStore) => PhotoStore;
}

const hashes = new Map<string, Promise<string>>();
/** Hashes each of the few test passwords once, because argon2 is slow on purpose. */
function hashOf(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password);
  hashes.set(password, known);
  return known;
}

function createClock(): TestClock {
  let ahead = 0;
  return Object.assign(() => new Date(Date.now() + ahead), {
    set: (instant: string | Date) => {
      ahead = new Date(instant).getTime() - Date.now();
    },
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
  });
}

const noStripe: AppContext["stripeFor"] = () => {
  throw new Error("This test has no Stripe: give startPortal a stripeFor");
};

const addressOf = (db: Database): string => db.$client.options.connectionString ?? "";

let counted = 0;

/**
 * A test's own portal: database, application, people. Start it in `beforeAll`, `stop` it in
 * `afterAll`.
 */
export async function startPortal({
  stripeFor = noStripe,
  beside,
  publicUrl = PUBLIC_URL,
  resolveHost = async () => [],
  isLeaked = async () => false,
  sendsMail = true,
  web,
  sessionSecrets = [SESSION_SECRET],
  watch,
  photos: otherStore,
  pool = {},
  databaseUrl,
  writeLimit = 100_000,
  readLimit = 100_000,
  strangersLimit,
  // A fault's cause appears in the output of the test that met it.
  log = createLog("error"),
  trustProxy = 1,
  keepsOnDevices = true,
}: PortalOptions = {}): Promise<TestPortal> {
  const database = databaseUrl
    ? { url: databaseUrl, ownerUrl: databaseUrl, drop: async () => {} }
    : beside
      ? { url: addressOf(beside.db), ownerUrl: addressOf(beside.owner), drop: async () => {} }
      : await createTestDatabase();
  // On a busy machine thirty calls at once may wait longer for a connection than people should; a
  // test of that wait sets its own.
  const db = connect(database.url, { onError: () => {}, waits: { connection: 20_000 }, ...pool });
  const owner = connect(database.ownerUrl, { onError: () => {}, waits: { connection: 20_000 } });
  const clock = beside?.clock ?? createClock();
  const seal = createSeal("the encryption key of the tests, 32 long");
  const folder = beside?.folder ?? (await mkdtemp(join(tmpdir(), "tiltrod-test-")));
  const usual = folderStore(join(folder, "photos"));
  const photos = otherStore ? otherStore(usual) : usual;
  const appContext = createAppContext({
    db,
    clock,
    photos,
    stripeFor,
    seal,
    log,
    publicUrl,
    resolveHost,
    isLeaked,
    sendsMail,
    productName: "Tiltrod",
  });
  const app = createApp({
    appContext,
    uploadFolder: join(folder, "uploads"),
    trustProxy,
    keepsOnDevices,
    writeLimit,
    readLimit,
    ...(strangersLimit && { strangersLimit }),
    sessionSecrets,
    ...(web && { web }),
    ...(watch && { watch }),
  });
  const listener = createListener({ onUnreadable: (refused) => log.info(refused, UNREADABLE) });
  const url = `http://127.0.0.1:${await listener.open({ port: 0, host: "127.0.0.1" }, () => app)}`;

  const visitor = () => createTestClient(url, null);
  const createAccount: TestPortal["createAccount"] = async (role, given = {}) => {
    const {
      password = PASSWORD,
      colleagueOf,
      address = role === "customer" ? OWN_ADDRESS : null,
      approvalStatus = "approved",
      ...overrides
    } = given;
    counted += 1;
    const names = { contactName: `Person ${counted}`, email: `${role}-${counted}@company.test` };
    const { companyName = `Company ${counted}`, ...person } = { ...names, role, createdAt: clock(), ...overrides };
    const account = { ...person, passwordHash: await hashOf(password) };
    const user = colleagueOf
      ? await joinCompany(db, colleagueOf.companyId, account)
      : await inTransaction(db, (tx) => foundCompany(tx, account, { name: companyName, address, approvalStatus, seesOpenOrders: true }));
    return { ...user, password };
  };
  const signIn: TestPortal["signIn"] = async (who) => {
    if (typeof who === "string" || "companyId" in who) {
      const { cookies } = await openSession(typeof who === "string" ? await createAccount(who) : who);
      const { user } = succeeded(await createTestClient(url, null, cookies).get<{ user: Account }>("/api/user"));
      return createTestClient(url, user, cookies);
    }
    const { email, password = PASSWORD } = who;
    const guest = visitor();
    const { user } = succeeded(await guest.post<{ user: Account }>("/api/login", { email, password }));
    return createTestClient(url, user, guest.cookies);
  };
  const openSession: TestPortal["openSession"] = async (who, behind) => {
    const id = randomBytes(24).toString("base64url");
    await db.insert(sessions).values({
      idHash: hashId(id),
      userId: who.id,
      impersonatorId: behind?.id ?? null,
      createdAt: clock(),
      lastSeenAt: clock(),
      provedAt: LASTING_PROOF,
    });
    const [secret = ""] = sessionSecrets;
    const signature = createHmac("sha256", derivedSecret(secret, "session-cookie")).update(id).digest("base64").replace(/=+$/, "");
    const cookies = new Map([[cookieName(publicUrl), encodeURIComponent(`s:${id}.${signature}`)]]);
    return createTestClient(url, { ...who, isImpersonating: behind !== undefined, viewedBy: behind?.id }, cookies);
  };
  let boss: Promise<TestClient> | undefined;
  const superAdmin = () => {
    boss ??= signIn("super_admin");
    return boss;
  };

  return {
    ...createBuilders(superAdmin),
    url,
    db,
    owner,
    clock,
    seal,
    folder,
    photos,
    appContext,
    visitor,
    createAccount,
    signIn,
    openSession,
    superAdmin,
    async signUp(overrides = {}) {
      counted += 1;
      const names = { companyName: `Company ${counted}`, contactName: `Person ${counted}`, email: `new-${counted}@company.test` };
      const body = { ...names, password: PASSWORD, ...overrides };
      const { user } = succeeded(await visitor().post<{ user: Account }>("/api/register", body));
      return { ...user, password: body.password };
    },
    async mails() {
      // News of an order's status waits for its last change, which a test need not.
      await db.execute(
        sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like 'tell-of-order-%'), run_at => now())`,
      );
      await runOnce({
        pgPool: db.$client,
        noHandleSignals: true,
        taskList: {
          ...resetTasks(appContext),
          ...registrationTasks(appContext),
          ...orderTasks(appContext),
          ...documentMailTasks(appContext).tasks,
        },
        logger: new Logger(() => () => {}),
      });
      const mails = await db.select({ sealed: waitingMails.sealed }).from(waitingMails).orderBy(waitingMails.id);
      return mails.map((mail) => openMail(seal, mail));
    },
    async stop() {
      listener.http.closeAllConnections();
      await listener.close();
      await Promise.all([db.$client.end(), owner.$client.end()]);
      await database.drop();
      if (!beside) await rm(folder, { recursive: true, force: true });
    },
  };
}
