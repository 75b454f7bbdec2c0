import { createHash } from "node:crypto";
import type { Request } from "express";
import type { SessionControl, SignedInUser } from "./call.ts";
import { forgetCookie } from "./forget-cookie.ts";

declare module "express-session" {
  interface SessionData {
    userId: number;
    impersonatorId: number | null;
    /** The password's hash that a sign-in was verified against; never stored. */
    verifiedHash: string;
    /** Filled by the store's joined read; never stored. */
    user: SignedInUser;
    lastSeenAt: number;
    /** When the person signed in: looking through other eyes and back does not make a session younger. */
    startedAt: Date;
  }
}

export const hashId = (id: string): string => createHash("sha256").update(id).digest("base64url");

export const signedInUser = (req: Request): SignedInUser | null => req.session?.user ?? null;

interface Start {
  readonly kind: "start";
  readonly userId: number;
  readonly impersonatorId: number | null;
  readonly verifiedHash: string | null;
}
type Intent = Start | { readonly kind: "end" };
type Control = SessionControl & { intent: Intent | null };

/** Collects what a handler wants of the session; `applySession` does it once the transaction is in. */
export function sessionControl(req: Request): Control {
  const control: Control = {
    intent: null,
    idHash: req.session?.user ? hashId(req.sessionID) : null,
    start(userId, impersonatorId) {
      control.intent = { kind: "start", userId, impersonatorId: impersonatorId ?? null, verifiedHash: null };
    },
    startVerified({ id, passwordHash }) {
      control.intent = { kind: "start", userId: id, impersonatorId: null, verifiedHash: passwordHash };
    },
    end() {
      control.intent = { kind: "end" };
    },
  };
  return control;
}

const promised = (run: (done: (error?: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())));

/** A new id at every start, so that an id somebody planted before the sign-in is worth nothing after it (decisions §3). */
export async function applySession(req: Request, control: Control): Promise<void> {
  const { intent } = control;
  if (intent === null) return;
  if (intent.kind === "end") {
    if (req.session) await promised((done) => req.session.destroy(done));
    forgetCookie(req);
    return;
  }
  const changesEyes = intent.impersonatorId !== null || req.session?.user?.impersonator;
  const startedAt = changesEyes ? req.session?.startedAt : undefined;
  await promised((done) => req.session.regenerate(done));
  if (startedAt) req.session.startedAt = startedAt;
  req.session.userId = intent.userId;
  req.session.impersonatorId = intent.impersonatorId;
  // Seen now: the end of this reply need not write it a second time.
  req.session.lastSeenAt = Date.now();
  if (intent.verifiedHash !== null) req.session.verifiedHash = intent.verifiedHash;
  await promised((done) => req.session.save(done)).catch((error: unknown) => {
    // Or express-session would try once more when the reply ends, fail again, and cut the connection under it.
    forgetSession(req);
    throw error;
  });
}

function forgetSession(req: Request): void {
  (req as { session: unknown }).session = null;
}
