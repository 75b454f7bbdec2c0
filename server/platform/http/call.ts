import type { Request } from "express";
import type { z } from "zod";
import type { Database, Db } from "#server/platform/db/connect.ts";
import { plainAddress } from "#server/platform/http/network-of.ts";
import type { Page } from "#server/platform/http/paging/paging.ts";
import type { Scope } from "#shared/contract/identity/scopes.ts";
import type { Account } from "#shared/contract/parts/people.ts";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from "#shared/http/endpoint.ts";

/**
 * The signed-in person, read with the session by one join. `impersonator`: the super admin who
 * views the portal as this person.
 */
export interface SignedInUser extends Account {
  readonly impersonator: { readonly id: number; readonly email: string; readonly role: Account["role"] } | null;
  /** True while the person, or the super admin behind it, lacks a required factor (rule A41). */
  readonly needsFactor?: boolean | undefined;
  /** The API token of the request; undefined for a session (rule A32). */
  readonly token?: { readonly id: number; readonly name: string; readonly scopes: readonly Scope[] } | undefined;
}

/**
 * The effect of a write, for the audit trail. `mount` adds the person, the time, the address and
 * the call.
 */
export interface Change {
  /** The feature's own name by default. */
  readonly targetType?: string;
  readonly targetId?: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The actor of a call without a session: sign-in, registration, a mailed link. */
  readonly actor?: { readonly id: number; readonly email: string; readonly role: Account["role"] };
}

/** The person with the e-mail and password of a request, found by passport's local strategy. */
export interface Verified extends SignedInUser {
  /** The hash that the password matched: a session starts only while the account still has it. */
  readonly verifiedHash: string;
}

/**
 * "awaits-factor": only the calls of the second factor know the session. "recovered": it was
 * started by a recovery code, which is no proof (rule A38).
 */
export type SessionStage = "awaits-factor" | "recovered";

/**
 * The session operations of a handler. They run after the commit, so that a sign-in that is rolled
 * back starts no session.
 */
export interface SessionControl {
  /**
   * Finds the person with this request's e-mail and password.
   * @throws the 401, 403 or 429 of a sign-in
   */
  verify(): Promise<Verified>;
  /**
   * Starts a session: for a verified person, or at the start and the end of View As. Starts none if
   * the password or the account has changed meanwhile.
   */
  start(person: SignedInUser, verifiedHash?: string, stage?: SessionStage): void;
  end(): void;
  /**
   * The device of this request: the hash of its cookie's id, and its browser and system in words. A
   * reply that names the device stores the cookie.
   */
  device(): { readonly idHash: string; readonly words: string };
  /** The hash of this session's id: this session stays when the account's other sessions end. */
  readonly idHash: string | null;
  /** The account of a partly authenticated session, and the hash of the session's id. */
  readonly awaitsFactor: { readonly userId: number; readonly idHash: string } | null;
}

/** A file of a multipart call, spooled to disk; `mount` deletes it after the call. */
export interface UploadedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/**
 * Reads the body of a call that declares `rightsFirst`: by its full schema, or only the fields that
 * decide on the right.
 * @throws 400
 */
interface BodyReader<Body> {
  (): Body;
  <S extends z.ZodType>(as: S): z.output<S>;
}

export interface Call<E extends Endpoint> {
  /** A transaction in writes; the pool in reads and in `transaction: "own"` calls. */
  readonly db: E["transaction"] extends "own" ? Database : Db;
  readonly user: E["roles"] extends "anyone" ? SignedInUser | null : SignedInUser;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: E["rightsFirst"] extends true ? BodyReader<BodyOf<E>> : BodyOf<E>;
  readonly files: readonly UploadedFile[];
  readonly page: Page;
  readonly now: Date;
  /**
   * The time of the person's action: `now`, or earlier if a device stored it without a network
   * (rule C21).
   */
  readonly pressedAt: Date;
  readonly ip: string;
  readonly session: SessionControl;
  /** A signal that is aborted when the client has disconnected. */
  readonly left: () => AbortSignal;
  /** Marks the reply of a search that found only similar spellings (rule O17). */
  match(how: "close"): void;
  /** Records the change for the audit trail. Null: nothing changed, so there is no entry. */
  record(change: Change | null): void;
  /**
   * `transaction: "own"` only: the one transaction of the call, with the audit row and the
   * idempotency key inside.
   */
  commit<T extends ReplyOf<E>>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/**
 * The address of a request. A proxy's header may contain anything; a text that is no address is not
 * recorded. PostgreSQL accepts no zone (`fe80::1%eth0`).
 */
export const clientIp = (req: Request): string => plainAddress(req.ip ?? "");
