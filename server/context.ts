import type Stripe from "stripe";
import type { Endpoint, Endpoints } from "#shared/http/endpoint.ts";
import type { Database, Db } from "./platform/db/connect.ts";
import type { Call as HttpCall, SignedInUser } from "./platform/http/call.ts";
import { createLimits, type Limits } from "./platform/http/limits.ts";
import type { Log } from "./platform/http/log.ts";
import type { HandlerFor, HandlersOf, PartOf } from "./platform/http/mount.ts";
import { createPost, type Post } from "./platform/mail/post.ts";
import type { PhotoStore } from "./platform/photos/photo-store.ts";
import type { IsLeaked } from "./platform/security/leaked-passwords.ts";
import type { Seal } from "./platform/security/seal.ts";
import { type ResolveHost, resolveByDns } from "./platform/webhooks/webhook-address.ts";

/**
 * The parts of the application that every call and job may use. A test may pass its own clock,
 * Stripe or photo store.
 */
export interface AppContext {
  /** The connection pool. A call that writes uses its transaction instead. */
  readonly db: Database;
  readonly clock: () => Date;
  /** Queues mails in the transaction that changes the data which they report. */
  readonly post: Post;
  readonly photos: PhotoStore;
  /**
   * Creates Stripe's client for a secret key. The configuration decides the address that it calls.
   */
  readonly stripeFor: (secretKey: string) => Promise<Stripe>;
  readonly limits: Limits;
  readonly seal: Seal;
  readonly log: Log;
  readonly publicUrl: URL;
  /** Looks up the hosts of webhooks. */
  readonly resolveHost: ResolveHost;
  /** Looks a new password up in the operator's list of leaked ones. */
  readonly isLeaked: IsLeaked;
  readonly productName: string;
  /** False without `SMTP_URL`: emails stay in the outbox (rule B6). */
  readonly sendsMail: boolean;
}

type Optional = "resolveHost" | "isLeaked" | "sendsMail";
export const createAppContext = ({
  resolveHost = resolveByDns,
  isLeaked = async () => false,
  sendsMail = true,
  ...given
}: Omit<AppContext, "post" | "limits" | Optional> & Partial<Pick<AppContext, Optional>>): AppContext => ({
  ...given,
  resolveHost,
  isLeaked,
  sendsMail,
  post: createPost(given),
  limits: createLimits(given.db.$client),
});

/**
 * The parts that a step of a call needs: the application, the transaction, the person and the time.
 * A function declares only the parts that it uses.
 */
export interface Context extends Omit<AppContext, "db" | "limits"> {
  readonly db: Db;
  readonly user: SignedInUser;
  readonly now: Date;
  /**
   * The time at which the person acted; earlier than `now` if a device stored the change offline
   * (rule C21).
   */
  readonly pressedAt: Date;
  readonly ip: string;
}

type CallContext = Omit<AppContext, "db">;
export type Call<E extends Endpoint> = HttpCall<E> & PartOf<CallContext, E>;
export type Handler<E extends Endpoint> = HandlerFor<E, CallContext>;
/** One handler for each call of a feature: a missing handler is a compile error. */
export type Handlers<F extends Endpoints> = HandlersOf<F, CallContext>;
