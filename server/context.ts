import type Stripe from "stripe";
import type { Endpoint, Endpoints } from "#shared/http/endpoint.ts";
import type { Database, Db } from "./platform/db/connect.ts";
import type { Call as HttpCall, SignedInUser } from "./platform/http/call.ts";
import { createLimits, type Limits } from "./platform/http/limits.ts";
import type { Log } from "./platform/http/log.ts";
import type { HandlerFor, HandlersOf, PartOf } from "./platform/http/mount.ts";
import { createPost, type Post } from "./platform/mail/post.ts";
import type { PhotoStore } from "./platform/photos/photo-store.ts";
import type { Seal } from "./platform/security/seal.ts";

/** The parts of the application that every call and job may use. A test may bring its own clock, Stripe or photo store. */
export interface AppContext {
  /** The pool. A call that changes something has its transaction instead. */
  readonly db: Database;
  readonly clock: () => Date;
  /** Mails, queued in the transaction of what they tell. */
  readonly post: Post;
  readonly photos: PhotoStore;
  /** Stripe's own client for a secret key; where it calls is configuration. */
  readonly stripeFor: (secretKey: string) => Promise<Stripe>;
  readonly limits: Limits;
  readonly seal: Seal;
  readonly log: Log;
  readonly publicUrl: URL;
  readonly productName: string;
}

/** Adds the parts that are made from the given ones. */
export const createAppContext = (given: Omit<AppContext, "post" | "limits">): AppContext => ({
  ...given,
  post: createPost(given),
  limits: createLimits(given.db.$client),
});

/** What a step of a call needs: the application, the call's transaction, the person and the time. A function picks its part. */
export interface Context extends Omit<AppContext, "db" | "limits"> {
  readonly db: Db;
  readonly user: SignedInUser;
  readonly now: Date;
  /** When the person did it, where a device kept it meanwhile (rule C21). */
  readonly pressedAt: Date;
  readonly ip: string;
}

type CallContext = Omit<AppContext, "db">;
export type Call<E extends Endpoint> = HttpCall<E> & PartOf<CallContext, E>;
export type Handler<E extends Endpoint> = HandlerFor<E, CallContext>;
/** One handler for each call of a feature: a call without one does not compile. */
export type Handlers<F extends Endpoints> = HandlersOf<F, CallContext>;
