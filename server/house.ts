import type Stripe from "stripe";
import type { Endpoint, Endpoints } from "#shared/http/endpoint.ts";
import type { Database, Db } from "./db/connect.ts";
import type { Call as HttpCall, SignedInUser } from "./http/call.ts";
import { createLimits, type Limits } from "./http/limits.ts";
import type { Log } from "./http/log.ts";
import type { HandlerFor, HandlersOf, PartOf } from "./http/mount.ts";
import { createPost, type Post } from "./jobs/post.ts";
import type { PhotoStore } from "./photos/photo-store.ts";
import type { Seal } from "./security/seal.ts";

/** What every call and every job has at hand. A test may bring its own clock, Stripe or photo store. */
export interface House {
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

/** Adds what is made from the rest. */
export const furnish = (given: Omit<House, "post" | "limits">): House => ({
  ...given,
  post: createPost(given),
  limits: createLimits(given.db.$client),
});

/** What a step of a call needs: the house, the call's transaction, the person and the time. A function picks its part. */
export interface Context extends Omit<House, "db" | "limits"> {
  readonly db: Db;
  readonly user: SignedInUser;
  readonly now: Date;
  /** When the person did it, where a device kept it meanwhile (rule C21). */
  readonly pressedAt: Date;
  readonly ip: string;
}

type Furniture = Omit<House, "db">;
export type Call<E extends Endpoint> = HttpCall<E> & PartOf<Furniture, E>;
export type Handler<E extends Endpoint> = HandlerFor<E, Furniture>;
/** One handler for each call of a feature: a call without one does not compile. */
export type Handlers<F extends Endpoints> = HandlersOf<F, Furniture>;
