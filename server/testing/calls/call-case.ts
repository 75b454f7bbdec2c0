import type { z } from "zod";
import type { Person, World } from "#server/testing/world.ts";
import type { Api, Feature } from "#shared/contract/index.ts";
import type { Role } from "#shared/domain/roles.ts";
import { invoiceNumber } from "#shared/domain/trade/status.ts";
import type { Endpoint, WireBody, WireQuery } from "#shared/http/endpoint.ts";
import { CALLS, type CallName } from "./check-reply.ts";
import type { Reply } from "./test-client.ts";

/**
 * The status that each person gets for a customer's record. `customer` owns it. `other` is of
 * another company. `viewing` is the super admin who views as the customer. 200 is a placeholder for
 * the call's own success.
 */
export type Answers = readonly [
  nobody: number,
  customer: number,
  other: number,
  supplier: number,
  admin: number,
  superAdmin: number,
  viewing: number,
];

type Colleagues = readonly [colleague: number, partner: number];

/** A row's cells in the order of the people. */
export const cellsFor = ({
  gets,
  colleagues = [gets[1], gets[1]],
  rival = gets[3],
}: Pick<Who, "gets" | "colleagues" | "rival">): readonly number[] => [...gets, ...colleagues, rival];

interface Who {
  /** The roles of rule A9, from its table and not from the code. */
  readonly may: readonly Role[] | "anyone";
  readonly gets: Answers;
  /**
   * The statuses of two colleagues of the customer, one without rights and one with both; by
   * default the customer's.
   */
  readonly colleagues?: Colleagues;
  /** The status of a supplier that does not make the order; by default the maker's. */
  readonly rival?: number;
  /** The status of a success, if it is not 200. */
  readonly success?: 201 | 204;
}

/** A text that is stored unchanged, or refused for its length or its characters. */
export interface Kept {
  readonly least: number;
  readonly most: number;
  /** Names, numbers and addresses lose the space around them. */
  readonly trimmed?: true;
  /** The name of a person, a company or a thing accepts no hidden characters. */
  readonly name?: true;
  /** The sender has not signed in. */
  readonly strangers?: true;
  /** The text is sent to people who do not know the sender. */
  readonly goesOut?: true;
  /** Reads the stored text, if the reply does not contain it under the same name. */
  readonly read?: (reply: Reply, world: World, id: number | undefined) => unknown;
  /** Further fields that the call needs to store the text. */
  readonly with?: Readonly<Record<string, unknown>>;
  /**
   * Only a few texts of each kind, because each attempt hashes a password, or uses something up.
   */
  readonly few?: true;
  /** Nothing is stored for a blank one. */
  readonly blankIsNone?: true;
  /** The other attempts store their text in the same place, so they run one after another. */
  readonly oneByOne?: true;
}

/**
 * A text with a format (an address, a day, a key): no strange text is valid, and each gets one of
 * these statuses.
 */
export interface Refused {
  readonly statuses: readonly number[];
  readonly few?: true;
}
export const refused = (...statuses: readonly number[]): Refused => ({ statuses });

/** The texts of a body, as `items[].name`, without choices from a list. */
type TextsIn<T, At extends string = ""> = unknown extends T
  ? never
  : T extends readonly (infer Each)[]
    ? TextsIn<Each, `${At}[]`>
    : T extends object
      ? { [K in keyof T & string]: TextsIn<NonNullable<T[K]>, At extends "" ? K : `${At}.${K}`> }[keyof T & string]
      : string extends T
        ? At
        : never;

/** The other parts of a record's address. */
interface Inner {
  readonly noteId?: number;
  readonly changeId?: number;
  readonly linkId?: number;
  readonly questionId?: number;
  readonly itemId?: number;
  readonly n?: number;
  readonly bar?: number;
  readonly parcelId?: number;
  readonly recutId?: number;
  readonly writeOffId?: number;
  /** A customer's request to change an order. */
  readonly requestId?: number;
}
type Has<E extends Endpoint, Part extends keyof Endpoint> = E[Part] extends z.ZodType ? true : false;
type Asked<E extends Endpoint> = (Has<E, "params"> extends true ? { readonly id: number } & Inner : unknown) &
  (Has<E, "body"> extends true ? { readonly body: WireBody<E> } : unknown) & {
    readonly query?: Partial<WireQuery<E>>;
    readonly file?: Blob;
  };
type How<E extends Endpoint> = true extends Has<E, "params"> | Has<E, "body">
  ? {
      /**
       * Builds a request that succeeds when `by` sends it; each time about a record that no other
       * call has used up.
       */
      readonly ask: (world: World) => Promise<Asked<E>>;
    }
  : { readonly ask?: (world: World) => Promise<Asked<E>> };
type Texts<E extends Endpoint> = [TextsIn<WireBody<E>>] extends [never]
  ? unknown
  : { readonly texts: Readonly<Record<TextsIn<WireBody<E>>, Kept | Refused>> };

export type EndpointOf<N extends CallName> = {
  [F in Feature]: N extends `${F}.${infer C}` ? (C extends keyof Api[F] ? Api[F][C] : never) : never;
}[Feature];

/**
 * All facts about a call that the suites need. A part of the contract that is missing here is a
 * compile error.
 */
export type CaseOf<E extends Endpoint> = Who &
  How<E> &
  Texts<E> & {
    /** The person with exactly the right that the call needs. */
    readonly by: Person;
    readonly query?: Partial<WireQuery<E>>;
    /** True if the record still exists afterwards, so that one record serves many attempts. */
    readonly lasts?: true;
  };

/** The cases of all calls of these features. A call that is missing does not compile. */
export type CasesOf<F extends Feature> = { readonly [N in Extract<CallName, `${F}.${string}`>]: CaseOf<EndpointOf<N>> };

/** The facts about any call, in the form that the suites read. */
export interface CallCase extends Who {
  readonly by: Person;
  readonly ask?: (
    world: World,
  ) => Promise<{ readonly id?: number; readonly body?: Json | List; readonly query?: Json; readonly file?: Blob } & Inner>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly texts?: Readonly<Record<string, Kept | Refused>>;
  readonly lasts?: true;
}

type Json = Readonly<Record<string, unknown>>;
type List = readonly unknown[];

export interface Request {
  readonly id?: number | undefined;
  readonly method: Endpoint["method"];
  readonly path: string;
  readonly body: FormData | Json | List | undefined;
}

/** Builds the request of a call from its case. */
export function requestOf(name: CallName, asked: { id?: number; body?: Json | List; query?: Json; file?: Blob } & Inner): Request {
  const { id, noteId, changeId, linkId, questionId, itemId, n, bar, parcelId, recutId, writeOffId, requestId, body, query, file } = asked;
  const call = callNamed(name);
  const search = query ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}` : "";
  const path =
    call.path
      .replace(":id", String(id))
      .replace(":number", invoiceNumber(id ?? 0))
      .replace(":noteId", String(noteId))
      .replace(":changeId", String(changeId))
      .replace(":linkId", String(linkId))
      .replace(":questionId", String(questionId))
      .replace(":itemId", String(itemId))
      .replace(/:n$/, String(n))
      .replace(":bar", String(bar))
      .replace(":requestId", String(requestId))
      .replace(":parcelId", String(parcelId))
      .replace(":recutId", String(recutId))
      .replace(":writeOffId", String(writeOffId)) + search;
  if (!takesForm(call) || (!body && !file)) return { id, method: call.method, path, body };
  const form = new FormData();
  if (file) form.append(call.files?.field ?? "", file, "picture.png");
  for (const [field, value] of Object.entries(body ?? {})) form.append(field, String(value));
  return { id, method: call.method, path, body: form };
}

/** A call that takes files and JSON is tested as JSON; its form has tests of its own. */
export const takesForm = ({ files }: Endpoint): boolean => files !== undefined && !files.orJson;

export const callNamed = (name: CallName): Endpoint => {
  const found = CALLS.find((each) => each.name === name);
  if (!found) throw new Error(`There is no call ${name}`);
  return found.call;
};
