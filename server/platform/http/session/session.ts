import { createHash, randomBytes } from "node:crypto";
import type { Request, Response } from "express";
import { Passport, type Strategy } from "passport";
import type { SessionControl, SessionStage, SignedInUser, Verified } from "#server/platform/http/call.ts";
import { unauthorized } from "#server/platform/http/errors.ts";
import { describeDevice } from "./describe-device.ts";
import { sentDeviceId, storeDeviceCookie } from "./device-cookie.ts";

type Person = SignedInUser;
declare global {
  namespace Express {
    /** `req.user`, as passport declares it. */
    interface User extends Person {}
  }
}

/**
 * Passport's part of the session (`req.session.passport.user`). Our store saves it in two columns:
 * the ids of the person and of the super admin who views as that person. A join reads the person at
 * each request, so a session from the table already contains the person.
 */
export interface StoredPerson {
  readonly person: SignedInUser;
  /** Set at a sign-in: the store writes the session only while the account still has this hash. */
  readonly verifiedHash?: string | undefined;
  /** The browser and the system in words, stored with a new session (rule A30). */
  readonly device?: string | undefined;
  readonly stage?: SessionStage | undefined;
  /**
   * True if the table has the session already: express-session saves a renewed session once more
   * when the reply ends.
   */
  isStored: boolean;
}

/** A person whose session begins. */
type Newcomer = SignedInUser & Partial<Verified> & { readonly device?: string; readonly stage?: SessionStage | undefined };

declare module "express-session" {
  interface SessionData {
    passport: { user?: StoredPerson };
    lastSeenAt: number;
    /** The time of the person's sign-in: View As and back does not extend a session. */
    startedAt: Date;
    /** The time of the last proof that it is the person who acts; null if there is none. */
    provedAt: Date | null;
    /** True after a sign-in by a recovery code. */
    isRecovered: boolean;
    /** The account of a partly authenticated session. It signs nobody in. */
    awaitsFactorOf?: number;
  }
}

/**
 * Creates passport with our strategy, and defines the part of a person that a session stores. One
 * for each application.
 */
export function createPassport(strategy: Strategy) {
  const passport = new Passport();
  passport.use(strategy);
  passport.serializeUser<StoredPerson>((user, done) => {
    const { verifiedHash, device, stage, ...person } = user as Newcomer;
    done(null, { person, verifiedHash, device, stage, isStored: false });
  });
  passport.deserializeUser<StoredPerson>(({ person }, done) => done(null, person));
  return passport;
}
export type AppPassport = ReturnType<typeof createPassport>;

export const hashId = (id: string): string => createHash("sha256").update(id).digest("base64url");

export const signedInUser = (req: Request): SignedInUser | null => req.user ?? null;

type Intent =
  | {
      readonly kind: "start";
      readonly person: SignedInUser;
      readonly verifiedHash?: string | undefined;
      readonly stage?: SessionStage | undefined;
    }
  | { readonly kind: "end" };
type Control = SessionControl & { intent: Intent | null; deviceId: string | null };

/** Collects the session operations of a handler; `applySession` performs them after the commit. */
export function sessionControl(req: Request, res: Response, passport: AppPassport): Control {
  const control: Control = {
    intent: null,
    deviceId: null,
    idHash: req.user && !req.user.token ? hashId(req.sessionID) : null,
    awaitsFactor: req.session?.awaitsFactorOf ? { userId: req.session.awaitsFactorOf, idHash: hashId(req.sessionID) } : null,
    device() {
      control.deviceId ??= sentDeviceId(req) ?? randomBytes(32).toString("base64url");
      return { idHash: hashId(control.deviceId), words: describeDevice(req.get("user-agent")) };
    },
    verify: () =>
      new Promise((resolve, reject) => {
        const onVerified = (error: unknown, verified: Verified | false | undefined, why?: { message: string }) => {
          if (error) reject(error);
          else if (verified) resolve(verified);
          else reject(unauthorized(why?.message));
        };
        passport.authenticate("local", onVerified)(req, res, reject);
      }),
    start(person, verifiedHash, stage) {
      control.intent = { kind: "start", person, verifiedHash, stage };
    },
    end() {
      control.intent = { kind: "end" };
    },
  };
  return control;
}

const promised = (run: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));

/**
 * Passport renews the id at every start and end. An id that an attacker planted before the sign-in
 * is worthless after it (rule A5).
 */
export async function applySession(req: Request, { intent, deviceId }: Control): Promise<void> {
  if (deviceId !== null) storeDeviceCookie(req, deviceId);
  if (intent === null) return;
  if (intent.kind === "end") {
    if (req.user) await promised((done) => req.logOut(done));
    // passport creates a new, empty session, which needs no cookie.
    await destroy(req);
    forgetCookie(req);
    return;
  }
  const { person, verifiedHash, stage } = intent;
  const keepSessionInfo = person.impersonator !== null || Boolean(req.user?.impersonator);
  try {
    const device = describeDevice(req.get("user-agent"));
    const newcomer: Newcomer = verifiedHash === undefined ? { ...person, device } : { ...person, verifiedHash, device, stage };
    await promised((done) => req.logIn(newcomer, { session: true, keepSessionInfo }, done));
  } catch (error) {
    // Otherwise express-session tries again when the reply ends, fails again, and cuts the
    // connection.
    await destroy(req).catch(() => {});
    throw error;
  }
}

const destroy = (req: Request): Promise<void> => promised((done) => req.session.destroy(done));

export const COOKIE_NAMES = { plain: "tiltrod.sid", secure: "__Host-tiltrod.sid" } as const;

const cookiesOf = ({ headers }: Pick<Request, "headers">) => (headers.cookie ?? "").split("; ").map((pair) => pair.split("=")[0]);

/** Returns true if the browser sends a session's cookie. Its session may have ended. */
export const mayBeSignedIn = (req: Pick<Request, "headers">): boolean =>
  cookiesOf(req).some((name) => name === COOKIE_NAMES.plain || name === COOKIE_NAMES.secure);

/**
 * Removes an ended session's cookie, so that the next page sends none. It clears the browser's
 * cache too: the cache may hold remake photos for a day, and the computer may be shared.
 */
function forgetCookie(req: Request): void {
  req.res?.setHeader("Clear-Site-Data", '"cache"');
  const sent = cookiesOf(req);
  for (const name of Object.values(COOKIE_NAMES)) {
    const secure = name === COOKIE_NAMES.secure;
    if (sent.includes(name)) req.res?.clearCookie(name, { path: "/", httpOnly: true, sameSite: "lax", secure });
  }
}
