import type { z } from "zod";
import type { Role } from "#shared/domain/roles.ts";

/** The form field and the limits of a multipart call's files (rule R2). */
export interface FilesRule {
  readonly field: string;
  readonly most: number;
  readonly mostBytes: number;
  /** The call may also be made as JSON, without files. */
  readonly orJson?: true;
}

/**
 * The limits that a call's definition can name; server/platform/http/limits.ts defines their
 * numbers and sentences.
 */
export type CountedLimit = "email-changes" | "error-report" | "invitations" | "retail-mails" | "retail-replies" | "thread-mails";

/** A rate limit of a call, and the requests that count towards it. */
export interface Counted {
  readonly limit: CountedLimit;
  readonly by: "account" | "company";
  /** The roles whose requests count; default: every role. */
  readonly roles?: readonly Role[];
  /** Selects the requests that count by their body; default: all requests. */
  readonly when?: (body: never) => boolean;
}

/**
 * A call as a plain value. Its route, role check, validation, typed client, `can`, OpenAPI entry,
 * audit action and role matrix derive from it. No other place declares anything about a call.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path in Express style: `/api/orders/:id/status`. */
  readonly path: `/api/${string}`;
  /** One sentence for readers of the API's description. */
  readonly summary: string;
  /** The roles that may make the call; "anyone" needs no session. Any other role gets a 403. */
  readonly roles: readonly Role[] | "anyone";
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON, or with `files` the text fields of a multipart form. */
  readonly body?: z.ZodType;
  /**
   * The handler calls `body()` once it knows that the person may see the record and has the right,
   * so a 404 and a 403 precede the body's 400 (rule A23).
   */
  readonly rightsFirst?: true;
  /**
   * Requires that the person gave a password, code or passkey in the last ten minutes (rule A36).
   * "csv": only where the reply is a CSV. "enrol": a sign-in by a recovery code counts too.
   * "others": only where the `id` in the path is another person's.
   */
  readonly proof?: true | "csv" | "enrol" | "others";
  /** A person who lacks a required second factor may make the call, to set it up (rule A41). */
  readonly withoutFactor?: true;
  /** The success reply: 201 for a call that `creates`, 204 for `z.null()`, else 200. */
  readonly response: z.ZodType;
  readonly creates?: true;
  readonly files?: FilesRule;
  /**
   * A list in pages: accepts `limit` and `cursor`, replies with `Link`. Its query includes
   * `paging`.
   */
  readonly paged?: true;
  /**
   * A search without an exact match replies with similar rows and with `X-Match: close` (rule O17).
   */
  readonly mayBeClose?: true;
  /**
   * The reply is also available as CSV: the rows under this key, or rows derived from the reply.
   */
  readonly csvOf?: string | { readonly rows: z.ZodType; readonly from: (reply: never) => Iterable<unknown> };
  /**
   * The CSV file's name, derived from the parameters; default: the call's name with today's date.
   */
  readonly csvName?: (params: never) => string;
  /**
   * The reply for a large record is slow to compute, so each company may run only one such call at
   * a time.
   */
  readonly large?: true;
  /** The roles whose devices may store the reply, to display it offline (rules W54 and Q27). */
  readonly storedOnDevice?: readonly Role[];
  /** Accepts an `Idempotency-Key` (rule C13). */
  readonly idempotent?: true;
  /**
   * The days for which idempotency keys are stored, if a device may send the call late; default:
   * one.
   */
  readonly keyDays?: number;
  /**
   * The call may be sent later than the person pressed the button, so it accepts `Pressed-At` (rule
   * C21).
   */
  readonly pressed?: true;
  /**
   * Returns the ids of the orders in a reply if the path names none, so that a replay is checked
   * against their current owners.
   */
  readonly orderIdsInReply?: (reply: never) => readonly number[];
  /**
   * Counts the call before its transaction takes a connection, because a count inside the
   * transaction would wait for a second connection. A failed request is not counted.
   */
  readonly counted?: Counted;
  /**
   * `mount` opens one transaction for a write. With "own" the handler first calls another system
   * and then `commit`, so that no transaction waits for another machine.
   */
  readonly transaction?: "own";
  /**
   * The write changes nothing worth an entry in the audit trail, such as marking a notification as
   * read.
   */
  readonly unaudited?: true;
  /** The audit action; default: the call's own name. */
  readonly auditedAs?: string;
  /** Rejected while the super admin views the portal as another person (rule A11). */
  readonly notWhileImpersonating?: true;
  /**
   * True if a super admin who views the portal as another person may make the call too, with the
   * super admin's own role. The handler defines the effect.
   */
  readonly impersonatorMayCall?: true;
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The server's values that a handler receives and returns (pence, lengths, dates). */
export type ParamsOf<E extends Endpoint> = Output<E["params"]>;
export type QueryOf<E extends Endpoint> = Output<E["query"]>;
export type BodyOf<E extends Endpoint> = Output<E["body"]>;
export type ReplyOf<E extends Endpoint> = z.output<E["response"]>;

/** The wire values (pounds, metres, ISO texts). */
export type WireReply<E extends Endpoint> = z.input<E["response"]>;
export type WireBody<E extends Endpoint> = Input<E["body"]>;
export type WireParams<E extends Endpoint> = Input<E["params"]>;
export type WireQuery<E extends Endpoint> = Input<E["query"]>;

export const successStatus = (call: Endpoint): 200 | 201 | 204 => (call.response.type === "null" ? 204 : call.creates ? 201 : 200);

export const isWrite = (call: Endpoint): boolean => call.method !== "GET";

/**
 * Checks that a role may make a call, for the server's authorization and for the client's buttons.
 */
export function mayCall(role: Role | undefined, call: Pick<Endpoint, "roles">): boolean {
  if (call.roles === "anyone") return true;
  return role !== undefined && call.roles.includes(role);
}
