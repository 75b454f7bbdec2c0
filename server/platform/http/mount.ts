import { setImmediate as others } from "node:timers/promises";
import { type Request, type RequestHandler, type Response, Router } from "express";
import { type Database, type Db, inTransaction } from "#server/platform/db/connect.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import { createTurns } from "#server/platform/threads/turns.ts";
import { londonDay } from "#shared/domain/period.ts";
import { ROLES, type Role } from "#shared/domain/roles.ts";
import { type Endpoint, type Endpoints, isWrite, mayCall, type ReplyOf, successStatus, type WireReply } from "#shared/http/endpoint.ts";
import { type Encoder, encoderFor } from "#shared/http/visibility.ts";
import { writeAudit } from "./audit.ts";
import { type Call, type Change, clientIp, type SignedInUser } from "./call.ts";
import { forbidden, Refusal, tooMany, unauthorized } from "./errors.ts";
import {
  type ClaimedKey,
  claimKey,
  confirmClaim,
  createKeyLines,
  findReply,
  type IdempotencyKey,
  Replay,
  readKey,
  storeReply,
  withClaim,
} from "./idempotency.ts";
import { jsonBody } from "./json-body.ts";
import {
  countCall,
  countedAs,
  createLanes,
  createPlaces,
  type Limits,
  MOST_FORMS_AT_ONCE,
  MOST_READS_AT_ONCE,
  MOST_WAITING,
  MOST_WRITES_AT_ONCE,
} from "./limits.ts";
import { isThisMachine, networkOf } from "./network-of.ts";
import { type CsvTable, csvTable, everyPage, inParts, listOf, onePage, rowsIn, sendCsv, wantsCsv } from "./paging/csv.ts";
import { type Cursors, type Row, textsThatFit } from "./paging/paging.ts";
import { parseRequest, refuseOtherTypes } from "./parse-request.ts";
import { pressedAt } from "./pressed-at.ts";
import { requireScope } from "./session/bearer-token.ts";
import { requireProof } from "./session/recent-proof.ts";
import { requireFactor } from "./session/required-factor.ts";
import { type AppPassport, applySession, sessionControl, signedInUser } from "./session/session.ts";
import type { Uploads } from "./uploads.ts";

/**
 * A call's handler. Its parameter has the request's data and the parts of the application
 * (`AppContext`).
 */
export interface HandlerFor<E extends Endpoint, AppContext> {
  (call: Call<E> & PartOf<AppContext, E>): Promise<ReplyOf<E>>;
  /**
   * Builds the reply to a request whose `Idempotency-Key` has a first reply, instead of repeating
   * that one.
   */
  readonly onRepeat?: (call: Call<E> & PartOf<AppContext, E>, first: WireReply<E>) => Promise<ReplyOf<E>>;
}
/**
 * The part of the application context that a handler receives. A call in a transaction holds a
 * connection, and a count would take a second one. So such a call gets no `limits`: its definition
 * says how it is counted (`counted`).
 */
export type PartOf<House, E extends Endpoint> = E["transaction"] extends "own" ? House : Omit<House, "limits">;
/** One handler for each call of a feature. */
export type HandlersOf<F extends Endpoints, AppContext> = { readonly [K in keyof F]: HandlerFor<F[K], AppContext> };
/** The handlers of every feature: a missing feature or call is a compile error. */
export type AllHandlers<Api extends Readonly<Record<string, Endpoints>>, AppContext> = {
  readonly [F in keyof Api]: HandlersOf<Api[F], AppContext>;
};

export interface MountDeps {
  readonly db: Database;
  readonly clock: () => Date;
  readonly cursors: Cursors;
  readonly uploads: Uploads;
  readonly passport: AppPassport;
  /** The limits that a call's definition names. */
  readonly limits: Limits;
  /**
   * Counts a write of an account.
   * @throws a 429
   */
  readonly countWrite: (account: string) => Promise<unknown>;
  /**
   * Counts a call without a sign-in from a network.
   * @throws a 429
   */
  readonly countStranger: (network: string) => Promise<unknown>;
  /**
   * If true, suppliers' tablets may store the replies that they need without a network (rule W54).
   */
  readonly keepsOnDevices: boolean;
  /**
   * Check the present owner for each kind of record that an address names.
   * @throws 404 for another company's record
   */
  readonly requireOwn: Readonly<Record<OwnedThing, RequireOwn>>;
}

type OwnedThing = "clients" | "orders" | "payments" | "quotes" | "remakes";
type RequireOwn = (db: Db, user: SignedInUser, id: number) => Promise<void>;

/**
 * Large replies are read, built and held for at most two companies at once. Thirty may wait, more
 * than the day's limit of emailed quotations, so that the limit refuses before the queue does.
 */
const inTurn = createTurns({
  places: 2,
  most: {
    waiting: 30,
    windows: Number.POSITIVE_INFINITY,
    sentence: "Too many large requests of your company at once. Please wait until some are answered.",
  },
});

const inPlace = createPlaces(MOST_FORMS_AT_ONCE, () =>
  tooMany("Your company is sending too many forms with photos at once. Please wait until they have arrived, then send this one.", 5),
);

/** The header that marks a search with only similar spellings (rule O17). */
const MATCH = "X-Match";
const FIRST_PAGE: Page = { limit: 0, after: null };
/** Without a session people send only short forms. */
const [strangersBody, personsBody] = [jsonBody("16kb"), jsonBody("1mb")];

type AnyHandler<AppContext> = HandlerFor<Endpoint, AppContext>;

/** Mounts every call of the contract as a route. This is the only loop over the contract. */
export function mountAll<Api extends Readonly<Record<string, Endpoints>>, AppContext extends object>(
  api: Api,
  handlers: AllHandlers<Api, AppContext>,
  deps: MountDeps & { readonly appContext: AppContext },
): Router {
  const router = Router();
  const inLine = createKeyLines();
  const lanes = {
    reads: createLanes(MOST_READS_AT_ONCE, MOST_WAITING),
    writes: createLanes(MOST_WRITES_AT_ONCE, MOST_WAITING),
    // A count never waits for a slow write, so that a refusal comes at once.
    counts: createLanes(MOST_WRITES_AT_ONCE, MOST_WAITING),
  };
  for (const [feature, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlers[feature]?.[name] as AnyHandler<AppContext> | undefined;
      if (!handler) throw new Error(`${feature}.${name} has no handler`);
      const run = createCall({ feature, name, call, handler }, { ...deps, inLine, lanes });
      const readBody = bodyReader(call, deps.uploads);
      const method = call.method.toLowerCase() as "get" | "post" | "patch" | "put" | "delete";
      router[method](call.path, guard(`${feature}.${name}`, call, { ...deps, lanes }), ...(isWrite(call) ? [readBody] : []), run);
    }
  }
  return router;
}

function bodyReader(call: Endpoint, uploads: Uploads): RequestHandler {
  if (!call.files) return call.roles === "anyone" ? strangersBody : personsBody;
  const readForm = onePlaceEach(uploads.receive(call.files));
  if (!call.files.orJson) return readForm;
  return (req, res, next) => (req.is("multipart/form-data") ? readForm : personsBody)(req, res, next);
}

/** Holds one of the company's places from a form's first byte to the end of its reply. */
const onePlaceEach =
  (readForm: RequestHandler): RequestHandler =>
  (req, res, next) => {
    const work = () => {
      readForm(req, res, next);
      return new Promise<void>((done) => res.once("close", done));
    };
    inPlace(String(signedInUser(req)?.companyId), work).catch(next);
  };

/** True if a request of the call needs a recent proof: some calls need it for some requests. */
function needsProof({ proof, ...call }: Endpoint, req: Request, user: SignedInUser | null): boolean {
  if (proof === "csv") return wantsCsv(call, req);
  if (proof === "others") return String(user?.id) !== req.params.id || Boolean(user?.impersonator);
  return proof !== undefined;
}

/** Checks the person before a byte of the body is read. */
const guard =
  (
    name: string,
    call: Endpoint,
    {
      clock,
      countWrite,
      countStranger,
      lanes,
    }: Pick<MountDeps, "clock" | "countWrite" | "countStranger"> & Pick<Mounting<object>, "lanes">,
  ): RequestHandler =>
  async (req, _res, next) => {
    const user = signedInUser(req);
    requireScope(req, name);
    const behind = call.impersonatorMayCall ? user?.impersonator?.role : undefined;
    if (!mayCall(user?.role, call) && !mayCall(behind, call)) throw user ? forbidden() : unauthorized();
    requireFactor(user, call.roles === "anyone" || call.withoutFactor === true);
    if (call.notWhileImpersonating && user?.impersonator)
      throw forbidden("This is not possible while you view the portal as somebody else");
    if (needsProof(call, req, user)) requireProof(req, clock(), call.proof === "enrol");
    if (isWrite(call)) {
      refuseOtherTypes(call, req);
      // Signing out is not counted, so that it never fails.
      const account = user && countedAs(user);
      if (account && call.roles !== "anyone") await lanes.counts(account, () => countWrite(account));
    }
    const network = networkOf(clientIp(req));
    if (!user && !isThisMachine(network)) await countStranger(network);
    next();
  };

interface Mounting<AppContext> {
  readonly appContext: AppContext;
  readonly inLine: ReturnType<typeof createKeyLines>;
  /** The lanes are by account, so that one account never holds all connections of the pool. */
  readonly lanes: Readonly<Record<"reads" | "writes" | "counts", ReturnType<typeof createLanes>>>;
}

interface Mounted<AppContext> {
  readonly feature: string;
  readonly name: string;
  readonly call: Endpoint;
  readonly handler: AnyHandler<AppContext>;
}

function createCall<AppContext extends object>(
  { feature, name, call, handler }: Mounted<AppContext>,
  {
    appContext,
    db: pool,
    limits,
    clock,
    cursors,
    uploads,
    passport,
    keepsOnDevices,
    requireOwn,
    inLine,
    lanes,
  }: MountDeps & Mounting<AppContext>,
): RequestHandler {
  const action = `${feature}.${name}`;
  const status = successStatus(call);
  // The encoders are built for every role at the start: a response that cannot be sent must stop
  // the start, not a call after its commit.
  const encoders = new Map<Role | null, Encoder>([null, ...ROLES].map((role) => [role, encoderFor(call.response, role)]));
  // A super admin who views the portal as somebody else does not receive that person's private
  // fields.
  const viewedEncoders = new Map<Role | null, Encoder>(ROLES.map((role) => [role, encoderFor(call.response, role, true)]));
  const list = listOf(call);
  const tablesFor = (isViewing: boolean) =>
    new Map<Role, CsvTable>(list ? ROLES.map((role) => [role, csvTable(action, list, { role, isViewing })]) : []);
  const [tables, tablesOfViewed] = [tablesFor(false), tablesFor(true)];
  const inside = isWrite(call) && call.transaction !== "own";

  const thing = /^\/api\/(\w+)\/:id\b/.exec(call.path)?.[1];
  const requireOwnThing = requireOwn[thing as OwnedThing];
  if (call.idempotent && thing && !requireOwnThing) throw new Error(`${action}: nobody says whose ${thing} are`);

  const answer = async (req: Request, res: Response) => {
    const user = signedInUser(req);
    const isViewing = Boolean(user?.impersonator);
    const encode = (value: unknown) => (isViewing ? viewedEncoders : encoders).get(user?.role ?? null)?.(value);
    const [now, ip] = [clock(), clientIp(req)];
    const parsed = parseRequest(call, req);
    const page = call.paged ? cursors.read(req, parsed.query as object) : FIRST_PAGE;
    const key = call.idempotent && user ? readKey(req, user.id, await uploads.digests(req)) : null;
    const session = sessionControl(req, res, passport);
    let change: Change | null | undefined;
    let claim: ClaimedKey | null = null;

    const commit = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
      inTransaction(pool, async (tx) => {
        if (claim) await confirmClaim(tx, claim);
        else if (key)
          await claimKey(tx, key, { now, days: call.keyDays }).catch(async (error: unknown) => {
            if (error instanceof Replay && user) await requireOwnStill(tx, user, error.reply);
            throw error;
          });
        const result = await work(tx);
        const paramId = (parsed.params as { id?: number } | undefined)?.id;
        if (!call.unaudited && change !== null)
          await writeAudit(tx, { action: call.auditedAs ?? action, feature, user, paramId, ip, now }, change);
        if (key) await storeReply(tx, key, status, encode(result));
        return result;
      });
    // A first reply is not repeated to a person who has lost access to its subject since.
    const requireOwnStill = async (tx: Db, person: SignedInUser, reply: unknown) => {
      const id = (parsed.params as { id?: number } | undefined)?.id;
      if (id !== undefined) await requireOwnThing?.(tx, person, id);
      for (const order of call.orderIdsInReply?.(reply as never) ?? []) await requireOwn.orders(tx, person, order);
    };
    /** Runs the handler's work and counts it if the call is counted. No connection is held yet. */
    const counted = <T>(work: () => Promise<T>): Promise<T> =>
      call.counted && user ? countCall(limits, call.counted, { user, body: parsed.body }, work) : work();
    let leaving: AbortSignal | undefined;
    const disconnectSignal = (): AbortSignal => {
      leaving ??= whenLeft(res);
      return leaving;
    };
    /**
     * A large call waits here before it takes a connection, and holds its turn until its reply is
     * built.
     */
    const waitForTurn = <T>(work: () => Promise<T>): Promise<T> =>
      call.large && user ? inTurn({ company: user.companyId, windows: 1, left: disconnectSignal() }, work) : work();
    const inLane = <T>(work: () => Promise<T>): Promise<T> =>
      user ? lanes[isWrite(call) ? "writes" : "reads"](String(user.impersonator?.id ?? user.id), work) : work();
    const run = (db: Db, at: Page = page) => (isWrite(call) ? handler(callOf(db, at)) : inLane(() => handler(callOf(db, at))));
    const callOf = (db: Db, at: Page) =>
      ({
        ...appContext,
        db,
        user: user as SignedInUser,
        ...(parsed as { params: never; query: never; body: never }),
        files: uploads.filesOf(req),
        page: at,
        now,
        pressedAt: call.pressed ? pressedAt(req, now) : now,
        ip,
        session,
        left: disconnectSignal,
        record: (recorded) => {
          change = recorded;
        },
        match: (how) => {
          // The pages of a CSV after the first are sent after its headers.
          if (!res.headersSent) res.setHeader(MATCH, how);
        },
        commit,
      }) satisfies Call<Endpoint> & AppContext;
    /** Runs the work of a write, once for each key. */
    const work = async (): Promise<unknown> => {
      if (inside) return counted(() => commit((tx) => run(tx))).catch(repeatBeyondLimit);
      if (!key) return counted(() => run(pool));
      return underKey(key);
    };
    /** A request that was done gets its first reply again even over the limit. */
    const repeatBeyondLimit = async (error: unknown): Promise<never> => {
      const isBeyond = error instanceof Refusal && error.status === 429;
      const first = isBeyond && key && user ? await findReply(pool, key, now) : null;
      if (first && user) await requireOwnStill(pool, user, first.reply);
      throw first ?? error;
    };
    const underKey = async (own: IdempotencyKey) => {
      try {
        return await withClaim(pool, own, { now, days: call.keyDays }, (claimed) => {
          claim = claimed;
          return counted(() => run(pool));
        });
      } catch (error) {
        if (!(error instanceof Replay)) throw error;
        if (user) await requireOwnStill(pool, user, error.reply);
        if (!handler.onRepeat) throw error;
        return handler.onRepeat(callOf(pool, page), error.reply as never);
      }
    };

    const reply = async (result: unknown): Promise<void> => {
      // The header is only for the contract's roles, so that money is never stored on a workshop's
      // device.
      if (keepsOnDevices && user && !user.impersonator && call.storedOnDevice?.includes(user.role))
        res.setHeader("Keep-On-Device", user.id);
      await applySession(req, session);
      if (!call.paged) {
        const encoded = encode(result);
        // A reply may have megabytes, so other requests run before it is written.
        if (!inside) await others();
        return send(res, status, JSON.stringify(encoded));
      }
      const rows = encode((result as Row[]).slice(0, page.limit)) as unknown[];
      const texts = textsThatFit(rows);
      cursors.cutToPage(req, res, result as Row[], texts.length);
      await send(res, status, `[${texts.join()}]`);
    };

    const table = user && wantsCsv(call, req) ? (isViewing ? tablesOfViewed : tables).get(user.role) : undefined;
    if (table && call.csvOf !== undefined) {
      const { csvOf, csvName } = call;
      const file = csvName ? csvName(parsed.params as never) : `${call.path.split("/").at(-1)}-${londonDay(now)}`;
      const rows = waitForTurn(() => run(pool)).then((reply) => rowsIn(reply, csvOf));
      return sendCsv(res, { table, name: file }, inParts(rows));
    }
    if (table) {
      const fetch = async (at: Page) => (await waitForTurn(() => run(pool, at))) as Row[];
      // A list as CSV is complete, unless the query has a limit: then it is that page, with the
      // same link as the JSON.
      const isPage = (parsed.query as { limit?: number }).limit !== undefined;
      const portions = isPage ? onePage(fetch(page).then((rows) => cursors.cutToPage(req, res, rows, page.limit))) : everyPage(fetch, page);
      return sendCsv(res, { table, name: `${name === "list" ? feature : `${feature}-${name}`}-${londonDay(now)}` }, portions);
    }

    const write = () => inLane(work);
    await waitForTurn(async () => reply(await (!isWrite(call) ? run(pool) : key ? inLine(key, write) : write())));
  };

  return async (req: Request, res: Response) => {
    try {
      await answer(req, res);
    } catch (error) {
      if (error instanceof Left) return;
      if (!(error instanceof Replay)) throw error;
      res.setHeader("Idempotent-Replayed", "true");
      await send(res, error.status, JSON.stringify(error.reply));
    } finally {
      // The files are deleted after a refusal too.
      await uploads.discard(req);
    }
  };
}

/** The client has disconnected: waiting work is not done, and no reply is sent. */
class Left extends Error {}

function whenLeft(res: Response): AbortSignal {
  const left = new AbortController();
  const leave = () => left.abort(new Left("The reader has left"));
  if (res.destroyed) leave();
  else res.once("close", leave);
  return left.signal;
}

/** A reply of this many characters is sent in an event-loop turn of its own. */
const LARGE = 1_000_000;

/** No cache may store a reply, and Express's own `json` would hash each reply for an ETag. */
async function send(res: Response, status: number, body: string): Promise<void> {
  res.statusCode = status;
  if (status === 204) {
    res.end();
    return;
  }
  if (body.length > LARGE) await others();
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(body));
  res.end(body);
}
