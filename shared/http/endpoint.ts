import type { z } from "zod";
import type { Role } from "#shared/domain/roles.ts";

/** How many files a multipart call takes, and in which form field (rule R2). */
export interface FilesRule {
  readonly field: string;
  readonly most: number;
  readonly mostBytes: number;
  /** Without files the call is made as JSON, like any other. */
  readonly orJson?: true;
}

/**
 * The limits that a call's definition can name; server/platform/http/limits.ts has their numbers and
 * sentences.
 */
export type CountedLimit = "error-report" | "invitations" | "retail-mails" | "retail-replies" | "thread-mails";

/** A limit of a call, and the requests that count towards it. */
export interface Counted {
  readonly limit: CountedLimit;
  readonly by: "account" | "company";
  /** The roles whose requests count; every role's by default. */
  readonly roles?: readonly Role[];
  /** Selects by their body the requests that count; all of them by default. */
  readonly when?: (body: never) => boolean;
}

/**
 * A call as a plain value. Its route, role check, validation, typed client, `can`, OpenAPI entry,
 * audit action and role matrix derive from it. No other place declares anything about a call.
 */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** In Express style: `/api/orders/:id/status`. */
  readonly path: `/api/${string}`;
  /** One sentence for readers of the API's description. */
  readonly summary: string;
  /** Who may call it; "anyone" needs no session. A role not listed gets 403. */
  readonly roles: readonly Role[] | "anyone";
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  /** JSON, or with `files` the text fields of a multipart form. */
  readonly body?: z.ZodType;
  /**
   * The handler calls `body()` once it knows that the person may see the thing and has the right.
   * So a 404 and a 403 come before the body's 400 (rule A15).
   */
  readonly rightsFirst?: true;
  /** The success reply: 200, 201 where `creates`, 204 where it is `z.null()`. */
  readonly response: z.ZodType;
  readonly creates?: true;
  readonly files?: FilesRule;
  /**
   * A list in pages: takes `limit` and `cursor`, replies with `Link`. Its query includes `paging`.
   */
  readonly paged?: true;
  /**
   * A search that finds nothing just so replies with what comes close, and with `X-Match: close`
   * (rule O6).
   */
  readonly mayBeClose?: true;
  /** The reply is also sent as CSV: the rows under this key of it, or rows that are made of it. */
  readonly csvOf?: string | { readonly rows: z.ZodType; readonly from: (reply: never) => Iterable<unknown> };
  /** That file's name, of the reply's thing; else it is the call's, with today's day. */
  readonly csvName?: (params: never) => string;
  /** Takes long to make of a large thing: one at a time of a company. */
  readonly large?: true;
  /** Whose devices may keep the reply, to show it where there is no network (rules W54 and Q27). */
  readonly keptOnDevice?: readonly Role[];
  /** Takes an `Idempotency-Key` (rule C13). */
  readonly idempotent?: true;
  /** How many days its keys are known, where a device may send it late; else one. */
  readonly keyDays?: number;
  /** What is done there and then, and may be sent later: takes `Pressed-At` (rule C21). */
  readonly pressed?: true;
  /**
   * The orders that a reply tells of, where the address names none: a replay is for whose they
   * still are.
   */
  readonly tellsOfOrders?: (reply: never) => readonly number[];
  /**
   * Counts the call before its transaction takes a connection. A count inside the transaction would
   * wait for a second connection. A request that fails takes its count back.
   */
  readonly counted?: Counted;
  /**
   * `mount` opens one transaction for a write. With "own" the handler first talks to another system
   * and then calls `commit`. No transaction waits for another machine.
   */
  readonly transaction?: "own";
  /** Writes that change nothing worth a record (marking a notification as read). */
  readonly unaudited?: true;
  /** The action under which the trail keeps it, where that is not the call's own name. */
  readonly auditedAs?: string;
  /** Refused while the super admin views the portal as another person (rule A11). */
  readonly notWhileImpersonating?: true;
  /**
   * Also allowed for a super admin who is viewing as another person: then their own role counts.
   * The handler decides what that means.
   */
  readonly impersonatorMayCall?: true;
}

export type Endpoints = Readonly<Record<string, Endpoint>>;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

/** The inside values that a handler receives and returns (pence, lengths, dates). */
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
 * Whether a person with this role may make a call. The server's check and the client's buttons both
 * ask this.
 */
export function mayCall(role: Role | undefined, call: Pick<Endpoint, "roles">): boolean {
  if (call.roles === "anyone") return true;
  return role !== undefined && call.roles.includes(role);
}
