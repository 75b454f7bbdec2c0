import { createHash } from "node:crypto";
import type { Request, Response } from "express";
import { Passport, type Strategy } from "passport";
import type { SessionControl, SignedInUser, Verified } from "./call.ts";
import { unauthorized } from "./errors.ts";

type Person = SignedInUser;
declare global {
  namespace Express {
    /** `req.user`, as passport puts it there. */
    interface User extends Person {}
  }
}

/**
 * What passport keeps of a person in the session (`req.session.passport.user`). Our store does not keep it as text: it
 * writes the ids of the person and of who looks through their eyes as columns, and reads the person anew by a join at
 * each request. So what a session of the table holds is already the person, and serializing only says what a new one is
 * stored by.
 */
export interface KeptPerson {
  readonly person: SignedInUser;
  /** Of a sign-in: the store writes the session only while the account still has this hash. */
  readonly verifiedHash?: string | undefined;
  /**
   * In the table already. express-session saves a renewed session once more as the reply ends, which then has nothing
   * to do.
   */
  isStored: boolean;
}

declare module "express-session" {
  interface SessionData {
    passport: { user?: KeptPerson };
    lastSeenAt: number;
    /** When the person signed in: looking through other eyes and back does not make a session younger. */
    startedAt: Date;
  }
}

/**
 * Who signs in (the strategy), what of them the session keeps, and who a session's person is. One for each application.
 */
export function createPassport(strategy: Strategy) {
  const passport = new Passport();
  passport.use(strategy);
  passport.serializeUser<KeptPerson>((user, done) => {
    const { verifiedHash, ...person } = user as SignedInUser & Partial<Verified>;
    done(null, { person, verifiedHash, isStored: false });
  });
  passport.deserializeUser<KeptPerson>(({ person }, done) => done(null, person));
  return passport;
}
export type AppPassport = ReturnType<typeof createPassport>;

export const hashId = (id: string): string => createHash("sha256").update(id).digest("base64url");

export const signedInUser = (req: Request): SignedInUser | null => req.user ?? null;

type Intent =
  | { readonly kind: "start"; readonly person: SignedInUser; readonly verifiedHash?: string | undefined }
  | { readonly kind: "end" };
type Control = SessionControl & { intent: Intent | null };

/** Collects what a handler wants of the session; `applySession` does it once the transaction is in. */
export function sessionControl(req: Request, res: Response, passport: AppPassport): Control {
  const control: Control = {
    intent: null,
    idHash: req.user ? hashId(req.sessionID) : null,
    verify: () =>
      new Promise((resolve, reject) => {
        const heard = (error: unknown, verified: Verified | false | undefined, why?: { message: string }) => {
          if (error) reject(error);
          else if (verified) resolve(verified);
          else reject(unauthorized(why?.message));
        };
        passport.authenticate("local", heard)(req, res, reject);
      }),
    start(person, verifiedHash) {
      control.intent = { kind: "start", person, verifiedHash };
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
 * passport renews the id at every start and end, so that an id that an attacker planted before the sign-in is worth
 * nothing after it (rule A5).
 */
export async function applySession(req: Request, { intent }: Control): Promise<void> {
  if (intent === null) return;
  if (intent.kind === "end") {
    if (req.user) await promised((done) => req.logOut(done));
    // passport leaves a new, empty session, which needs no cookie.
    await destroy(req);
    forgetCookie(req);
    return;
  }
  const { person, verifiedHash } = intent;
  const keepSessionInfo = person.impersonator !== null || Boolean(req.user?.impersonator);
  try {
    const newcomer: SignedInUser & Partial<Verified> = verifiedHash === undefined ? person : { ...person, verifiedHash };
    await promised((done) => req.logIn(newcomer, { session: true, keepSessionInfo }, done));
  } catch (error) {
    // Or express-session would try once more when the reply ends, fail again, and cut the connection under it.
    await destroy(req).catch(() => {});
    throw error;
  }
}

const destroy = (req: Request): Promise<void> => promised((done) => req.session.destroy(done));

export const COOKIE_NAMES = { plain: "tiltrod.sid", secure: "__Host-tiltrod.sid" } as const;

/**
 * Removes a worthless cookie from the browser: the next page then knows that no one is signed in, without asking. What
 * the browser kept for that person goes too: remake photos, which it may show again for a day, would otherwise lie on
 * the disk of a shared computer.
 */
export function forgetCookie(req: Request): void {
  req.res?.setHeader("Clear-Site-Data", '"cache"');
  const sent = (req.headers.cookie ?? "").split("; ").map((pair) => pair.split("=")[0]);
  for (const name of Object.values(COOKIE_NAMES)) {
    const secure = name === COOKIE_NAMES.secure;
    if (sent.includes(name)) req.res?.clearCookie(name, { path: "/", httpOnly: true, sameSite: "lax", secure });
  }
}
