import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Api, Feature } from "#shared/contract/index.ts";
import type { Call, calls as derived } from "#shared/contract/parts/calls.ts";
import type { Endpoint, WireBody, WireParams, WireQuery, WireReply } from "#shared/http/endpoint.ts";
import { ApiError, failureSentence } from "./api-error.ts";
import { type AnyInput, send } from "./send.ts";
import { needsProof } from "./session/recent-proof.ts";
import { type ToastLink, toast } from "./toasts.ts";

declare const __CALLS__: typeof derived;

/**
 * Every call's method, path and roles. The build generates them from the contract (vite.config.ts).
 */
export const calls = __CALLS__;

export type CallName<F extends Feature> = keyof Api[F] & string;
/**
 * `Extract` is needed because the compiler cannot derive that every value of a feature is an
 * endpoint.
 */
export type EndpointOf<F extends Feature, N extends CallName<F>> = Extract<Api[F][N], Endpoint>;
export type Reply<F extends Feature, N extends CallName<F>> = WireReply<EndpointOf<F, N>>;

type Given<K extends string, T> = [T] extends [undefined] ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };
type IdParams<P> = [P] extends [undefined] ? undefined : { readonly [K in keyof P]: string | number };
type OptionalQuery<Q> = [Q] extends [undefined] ? { readonly query?: undefined } : { readonly query?: Q };

export type Input<F extends Feature, N extends CallName<F>> = Given<"params", IdParams<WireParams<EndpointOf<F, N>>>> &
  OptionalQuery<WireQuery<EndpointOf<F, N>>> &
  Given<"body", WireBody<EndpointOf<F, N>>> &
  Pick<AnyInput, "idempotencyKey" | "files" | "onProgress" | "signal" | "keepalive">;

/** Returns a call's method, path and roles. */
export const callOf = <F extends Feature>(feature: F, name: CallName<F>): Call => (calls[feature] as Record<string, Call>)[name] as Call;

/** The hooks between the server's replies and the screens (client/src/device). */
export interface Replies {
  /**
   * Called with the time of a stored reply if the device provided it (rule W53), or with null if
   * the server did.
   */
  readonly onReply: (lastSeen: string | null) => void;
  /** Returns the reply with the changes that the server does not have yet (rule W52). */
  readonly shown: (reply: unknown, place: ReplyPlace) => unknown;
}

/** The place of a reply in the cache: a query, or a page of its list that begins after a cursor. */
export interface ReplyPlace extends Pick<QueryFunctionContext, "client" | "queryKey"> {
  readonly cursor: string | null;
}

/** A query finds its client's `Replies` in this object. */
type QueryMeta = { readonly replies?: Replies };
declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/**
 * Makes a call and returns its data.
 * @throws ApiError
 */
export const call = async <F extends Feature, N extends CallName<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  { replies }: QueryMeta = {},
): Promise<Reply<F, N>> => (await send(callOf(feature, name), { ...input, onReply: replies?.onReply })).data as Reply<F, N>;

type Asking = Pick<QueryFunctionContext, "client" | "queryKey" | "meta">;

/** Makes a call for the cache, for the page that begins after the cursor. */
async function ask<F extends Feature, N extends CallName<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  { meta, ...place }: Asking,
  cursor: string | null = null,
) {
  const { replies } = meta ?? {};
  const { data, ...sent } = await send(callOf(feature, name), { ...input, onReply: replies?.onReply }, cursor);
  return { ...sent, data: (replies ? replies.shown(data, { ...place, cursor }) : data) as Reply<F, N> };
}

/** The options of a read, for `useQuery`. */
export const query = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) =>
  queryOptions({ queryKey: [feature, name, input], queryFn: async (asking) => (await ask(feature, name, input, asking)).data });

/**
 * Fetches the data of a page's form. A form copies its data once, so data that a write made stale
 * (rule S10) are not returned before they are refetched: saving them would undo that write.
 */
export function useFormQuery<F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) {
  const result = useQuery(query(feature, name, input));
  const [isFresh, setFresh] = useState(!result.isStale);
  if (!isFresh && !result.isStale) setFresh(true);
  return isFresh ? result : { ...result, data: undefined };
}

/** The options of a search, whose result also has `isClose`. */
export const searching = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) =>
  queryOptions({ queryKey: [feature, name, "search", input], queryFn: (asking) => ask(feature, name, input, asking) });

type RowOf<T> = T extends readonly (infer Row)[] ? Row : never;

const pagesOf = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) =>
  infiniteQueryOptions({
    queryKey: [feature, name, "pages", input],
    queryFn: ({ pageParam, ...asking }) => ask(feature, name, input, asking, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

/**
 * Fetches a list in pages. `data` holds all loaded rows; `fetchNextPage` uses the reply's Link
 * header. During a new search the previous rows stay, so that the page does not jump.
 */
export const usePages = <F extends Feature, N extends CallName<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  { enabled = true, gcTime }: { enabled?: boolean; gcTime?: number } = {},
) =>
  useInfiniteQuery({
    ...pagesOf(feature, name, input),
    select: ({ pages }) => pages.flatMap((page) => page.data as RowOf<Reply<F, N>>[]),
    enabled,
    gcTime,
  });

/**
 * Returns true if the rows of `usePages` with the same arguments only resemble the search term
 * (rule O17).
 */
export const useIsClose = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>): boolean =>
  useInfiniteQuery({ ...pagesOf(feature, name, input), select: ({ pages }) => pages[0]?.isClose === true }).data === true;

/** Returns the rows of a cached list, whole or in pages. */
const rowsOf = (kept: unknown): readonly { readonly id?: unknown }[] => {
  if (Array.isArray(kept)) return kept;
  const { pages = [] } = (kept ?? {}) as { pages?: readonly { readonly data: unknown }[] };
  return pages.flatMap(({ data }) => rowsOf(data));
};

/**
 * Returns the newest row of a thing from the cached lists, or the screen's own row, until the thing
 * itself has loaded or where that fails. Returns nothing once the server has replied that the thing
 * does not exist or is not for this person.
 */
export function useKnown<F extends "orders" | "quotes" | "remakes">(
  feature: F,
  id: number,
  readError: unknown,
  shown?: RowOf<Reply<F, "list">>,
): RowOf<Reply<F, "list">> | undefined {
  const lists = useQueryClient()
    .getQueryCache()
    .findAll({ queryKey: [feature, "list"] });
  if (readError instanceof ApiError && (readError.status === 404 || readError.status === 403)) return undefined;
  const newestFirst = lists.toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt);
  const rows = newestFirst.flatMap(({ state }) => rowsOf(state.data)) as RowOf<Reply<F, "list">>[];
  return rows.find((row) => row.id === id) ?? shown;
}

export interface CallOptions<R> {
  /** The text of the toast with the title Success; null displays none. */
  readonly success?: string | ((reply: R) => string | null);
  /** The link below that text: the thing that the call created. */
  readonly successLink?: (reply: R) => ToastLink;
  /**
   * The text of the toast with the title Error, unless the server wrote a sentence (rule S8).
   * `null` displays no toast.
   */
  readonly failure: string | ((error: unknown) => string | null) | null;
  readonly onSuccess?: (reply: R) => unknown;
}

/** The sign-in screen then appears with the reason, so no toast is needed. */
const endsSession = ({ roles }: Call, error: unknown): boolean => error instanceof ApiError && error.status === 401 && roles !== "anyone";

const CHANGES_PERSON: ReadonlySet<Feature> = new Set(["accounts", "emailChange"]);

/**
 * Returns true for queries that a write may have changed. A write makes every query stale, because
 * nothing is refetched automatically (rule S10) and every write changes at least the audit trail
 * and the figures. Visible queries are fetched at once, the others when they are next displayed.
 * The signed-in person is the exception: only calls of `accounts` and `emailChange` change that
 * query, and a company's first placing, which adds its address.
 */
const mayHaveChanged = (feature: Feature, name: string, { queryKey: [of], state }: Pick<Query, "queryKey" | "state">): boolean =>
  of === "accounts" ? (CHANGES_PERSON.has(feature) || `${feature}.${name}` === "quotes.place") && state.data !== null : true;

/**
 * Returns the callbacks after a write: they display its toast and refetch what it may have changed.
 * `useCall` and the device's `useStoredCall` share them.
 */
export function useAfterCall<F extends Feature, N extends CallName<F>>(feature: F, name: N, options: CallOptions<Reply<F, N>>) {
  const client = useQueryClient();
  return {
    succeeded: async (reply: Reply<F, N>) => {
      const { success, successLink } = options;
      const words = typeof success === "function" ? success(reply) : success;
      if (words) toast({ title: "Success", description: words, ...(successLink && { link: successLink(reply) }) });
      await options.onSuccess?.(reply);
    },
    fetchAgain: () => client.invalidateQueries({ predicate: (query) => mayHaveChanged(feature, name, query) }),
    failed: async (error: Error) => {
      const { failure } = options;
      // The person cancelled the dialog of the proof.
      if (failure === null || needsProof(error) || endsSession(callOf(feature, name), error)) return;
      const description = typeof failure === "string" ? failureSentence(error, failure) : failure(error);
      if (description !== null) toast({ title: "Error", description, variant: "destructive" });
      const status = error instanceof ApiError ? error.status : 0;
      // The server has added its fault to the list of errors.
      if (status >= 500) await client.invalidateQueries({ queryKey: ["errors"] });
      // The thing was deleted or changed, so the screen displays outdated data.
      if (status === 404 || status === 409) await client.invalidateQueries({ queryKey: [feature] });
      // The person has lost a permission, and the screen's actions depend on the signed-in person's
      // data.
      if (status === 403) await client.invalidateQueries({ queryKey: ["accounts"] });
    },
  };
}

/** Makes a write, displays its result and refetches what it may have changed. */
export function useCall<F extends Feature, N extends CallName<F>>(feature: F, name: N, options: CallOptions<Reply<F, N>>) {
  const after = useAfterCall(feature, name, options);
  return useMutation({
    mutationFn: (input: Input<F, N>) => call(feature, name, input),
    onSuccess: async (reply) => {
      await after.succeeded(reply);
      await after.fetchAgain();
    },
    onError: after.failed,
  });
}

/**
 * Nothing is refetched on focus, by a clock or after a failure, and only writes make a query stale
 * (rule S10). Without a connection a call fails at once with a message; by default it would wait
 * and run much later.
 */
export const createQueryClient = ({ onFailure, replies }: QueryMeta & { onFailure?: (error: Error) => void } = {}): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onFailure?.(error) }),
    mutationCache: new MutationCache({ onError: (error) => onFailure?.(error) }),
    defaultOptions: {
      queries: {
        meta: { replies },
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** Browsers omit `crypto.randomUUID` on plain http from another machine. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Returns the idempotency key for the content of an open form. The same content has the same key,
 * so that a retry after a lost reply creates nothing twice (rule C13). Changed content has a new
 * key, because the server rejects other content under a known key.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string }>(undefined);
  return (content) => {
    const serialized = JSON.stringify(content) ?? "";
    if (last.current?.content !== serialized) last.current = { content: serialized, key: newKey() };
    return last.current.key;
  };
}
