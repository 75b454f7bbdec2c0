import { isIP } from "node:net";
import { type Placeholder, sql } from "drizzle-orm";
import type { Request } from "express";
import type { Database, Db } from "#server/db/connect.ts";
import type { Account } from "#shared/contract/people.ts";
import type { Role } from "#shared/domain/roles.ts";
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from "#shared/http/endpoint.ts";

/** The signed-in person, as the session's one joined read finds them; `impersonator` is the super admin who looks through their eyes. */
export interface SignedInUser extends Account {
  readonly impersonator: { readonly id: number; readonly email: string; readonly role: Account["role"] } | null;
}

/** Whose eyes a select is for: a person's, or in a prepared one the place of their id. */
export interface Viewer {
  readonly role: Role;
  readonly id: number | Placeholder;
}
export const viewerOf = (role: Role): Viewer => ({ role, id: sql.placeholder("userId") });

/** What a write did, for the audit trail. Mount adds who, when, from where and which call. */
export interface Change {
  /** The feature's own name unless said otherwise. */
  readonly targetType?: string;
  readonly targetId?: number | null;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Who did it, where nobody was signed in yet (sign-in, registration, a mailed link). */
  readonly actor?: { readonly id: number; readonly email: string; readonly role: Account["role"] };
}

/** Whose an e-mail and a password are, as passport's local strategy found. */
export interface Verified extends SignedInUser {
  /** What the password was held against: a session of it starts only while the account still has this one. */
  readonly verifiedHash: string;
}

/** What a handler may ask of the session; carried out after the commit, so that a rolled-back sign-in signs nobody in. */
export interface SessionControl {
  /** Whose the e-mail and the password of this request are. @throws the 401, 403 or 429 of a sign-in. */
  verify(): Promise<Verified>;
  /** Starts a session: of who looks through other eyes and back, or of a verified person: none, if the password or the account changed meanwhile. */
  start(person: SignedInUser, verifiedHash?: string): void;
  end(): void;
  /** The hash of this session's id, to spare it when the account's other sessions end. */
  readonly idHash: string | null;
}

/** A file of a multipart call, spooled to disk; mount deletes it after the call. */
export interface UploadedFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
}

/** Where a row stands in a list: when it was made, and its id. */
export interface Place {
  readonly at: Date;
  readonly id: number;
}

/** What a page of a list needs: fetch `limit + 1` rows after `after`, and mount makes the `Link`. */
export interface Page {
  readonly limit: number;
  readonly after: Place | null;
}

export interface Call<E extends Endpoint> {
  /** A transaction in writes; the pool in reads and in `transaction: "own"` calls. */
  readonly db: E["transaction"] extends "own" ? Database : Db;
  readonly user: E["roles"] extends "anyone" ? SignedInUser | null : SignedInUser;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly files: readonly UploadedFile[];
  readonly page: Page;
  readonly now: Date;
  readonly ip: string;
  readonly session: SessionControl;
  /** Says what changed, for the audit trail; null: nothing happened that is worth an entry nobody can delete. */
  record(change: Change | null): void;
  /** `transaction: "own"` only: the one transaction of the call, with the audit row and the idempotency key inside. */
  commit<T extends ReplyOf<E>>(work: (tx: Db) => Promise<T>): Promise<T>;
}

/**
 * The address that a request came from. A proxy's header may hold anything; a text that is no address is not recorded.
 * A zone (`fe80::1%eth0`) is no part of one for the database.
 */
export function clientIp(req: Request): string {
  const [address = ""] = (req.ip ?? "").split("%");
  return isIP(address) ? address : "0.0.0.0";
}
