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
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import type { Api, Feature } from "#shared/contract/index.ts";
import type { Call, calls as derived } from "#shared/contract/parts/calls.ts";
import type { Endpoint, WireBody, WireParams, WireQuery, WireReply } from "#shared/http/endpoint.ts";
import { ApiError, failureSentence } from "./api-error.ts";
import { type AnyInput, send } from "./send.ts";
import { toast } from "./toasts.ts";

declare const __CALLS__: typeof derived;

/** Every call's method, path and roles. The build takes them from the contract (vite.config.ts). */
export const calls = __CALLS__;

export type CallName<F extends Feature> = keyof Api[F] & string;
/** `Extract`, because the compiler can't see that every value of a feature is an endpoint. */
export type EndpointOf<F extends Feature, N extends CallName<F>> = Extract<Api[F][N], Endpoint>;
export type Reply<F extends Feature, N extends CallName<F>> = WireReply<EndpointOf<F, N>>;

type Given<K extends string, T> = [T] extends [undefined] ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };
type IdParams<P> = [P] extends [undefined] ? undefined : { readonly [K in keyof P]: string | number };
type OptionalQuery<Q> = [Q] extends [undefined] ? { readonly query?: undefined } : { readonly query?: Q };

export type Input<F extends Feature, N extends CallName<F>> = Given<"params", IdParams<WireParams<EndpointOf<F, N>>>> &
  OptionalQuery<WireQuery<EndpointOf<F, N>>> &
  Given<"body", WireBody<EndpointOf<F, N>>> &
  Pick<AnyInput, "idempotencyKey" | "files" | "onProgress" | "signal" | "keepalive">;

/** A call's method and path, and who may make it. */
export const callOf = <F extends Feature>(feature: F, name: CallName<F>): Call => (calls[feature] as Record<string, Call>)[name] as Call;

/** What stands between the server's replies and the screens (client/src/offline). */
export interface Replies {
  /** When the device last saw the reply, if the device gave it (rule W53); null: the server did. */
  readonly onReply: (lastSeen: string | null) => void;
  /** The reply with the changes that the server has still to hear of (rule W52). */
  readonly shown: (reply: unknown, place: ReplyPlace) => unknown;
}

/**
 * Where the cache keeps a reply: a query's, or the page of its list that begins behind a cursor.
 */
export interface ReplyPlace extends Pick<QueryFunctionContext, "client" | "queryKey"> {
  readonly cursor: string | null;
}

/** Each read of a client finds its `Replies` here. */
type QueryMeta = { readonly replies?: Replies };
declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: QueryMeta;
  }
}

/** Makes a call. @throws ApiError */
export const call = async <F extends Feature, N extends CallName<F>>(
  feature: F,
  name: N,
  input: Input<F, N>,
  { replies }: QueryMeta = {},
): Promise<Reply<F, N>> => (await send(callOf(feature, name), { ...input, onReply: replies?.onReply })).data as Reply<F, N>;

type Asking = Pick<QueryFunctionContext, "client" | "queryKey" | "meta">;

/** The same for the cache, with the page that a cursor begins. */
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

/** A read, for `useQuery`. */
export const query = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) =>
  queryOptions({ queryKey: [feature, name, input], queryFn: async (asking) => (await ask(feature, name, input, asking)).data });

/** The same of a search, with whether what it found only comes close. */
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
 * A list in pages. `data` holds all rows so far; `fetchNextPage` follows the reply's Link. During a
 * new search the old rows stay, so that the page does not jump.
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

/** Whether the rows of `usePages`, asked for likewise, only come close to what was searched for (rule O6). */
export const useIsClose = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>): boolean =>
  useInfiniteQuery({ ...pagesOf(feature, name, input), select: ({ pages }) => pages[0]?.isClose === true }).data === true;

/** A list as the cache keeps it: whole, or in pages. */
const rowsOf = (kept: unknown): readonly { readonly id?: unknown }[] => {
  if (Array.isArray(kept)) return kept;
  const { pages = [] } = (kept ?? {}) as { pages?: readonly { readonly data: unknown }[] };
  return pages.flatMap(({ data }) => rowsOf(data));
};

/**
 * What the lists that were fetched know of a thing, until it is read, and where that fails: the newest row, else the one of the
 * screen. Nothing once the server has said that it is not there, or not for this person.
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
  /** Toast titled Success. */
  readonly success?: string | ((reply: R) => string);
  /** Toast titled Error, with the server's sentence where it wrote one (rule S8). `null`: no toast. */
  readonly failure: string | ((error: unknown) => string | null) | null;
  readonly onSuccess?: (reply: R) => unknown;
}

/** Then the sign-in screen comes and says why, so no toast is needed. */
const endsSession = ({ roles }: Call, error: unknown): boolean => error instanceof ApiError && error.status === 401 && roles !== "anyone";

/**
 * A write makes every query stale: nothing is fetched again by itself (rule S10), and every write
 * changes at least the audit trail and the figures. Visible queries are fetched at once, the others
 * when they are next shown. The signed-in person is the exception: only calls of `accounts` change
 * it, and a company's first placing, which brings its address.
 */
const mayHaveChanged = (feature: Feature, name: string, { queryKey: [of], state }: Pick<Query, "queryKey" | "state">): boolean =>
  of === "accounts" ? (feature === "accounts" || `${feature}.${name}` === "quotes.place") && state.data !== null : true;

/** What follows a write: its toast, and fetching again what it may have changed. For `useCall` and the device's `useKeptCall`. */
export function useAfterCall<F extends Feature, N extends CallName<F>>(feature: F, name: N, options: CallOptions<Reply<F, N>>) {
  const client = useQueryClient();
  return {
    succeeded: async (reply: Reply<F, N>) => {
      const { success } = options;
      if (success !== undefined) toast({ title: "Success", description: typeof success === "string" ? success : success(reply) });
      await options.onSuccess?.(reply);
    },
    fetchAgain: () => client.invalidateQueries({ predicate: (query) => mayHaveChanged(feature, name, query) }),
    failed: async (error: Error) => {
      const { failure } = options;
      if (failure === null || endsSession(callOf(feature, name), error)) return;
      const description = typeof failure === "string" ? failureSentence(error, failure) : failure(error);
      if (description !== null) toast({ title: "Error", description, variant: "destructive" });
      const status = error instanceof ApiError ? error.status : 0;
      // A fault of the server is on the list of errors now.
      if (status >= 500) await client.invalidateQueries({ queryKey: ["errors"] });
      // The thing is gone or has changed: what the screen shows is out of date.
      if (status === 404 || status === 409) await client.invalidateQueries({ queryKey: [feature] });
      // A right was taken away meanwhile: what the screen offers follows who is signed in.
      if (status === 403) await client.invalidateQueries({ queryKey: ["accounts"] });
    },
  };
}

/** A write. Says how it went, and has fetched again what it may have changed. */
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
 * Rule S10: nothing is fetched again on focus, by a clock or after a failure, and nothing gets stale by itself. Writes make
 * it stale. Without a connection a call fails at once and says so; by default it would wait, and be made much later.
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

/** Not `crypto.randomUUID`: browsers leave it out on plain http from another machine. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The key of what an opened form sends. The same content has the same key, so a retry after a lost reply makes nothing
 * twice (rule C13). Changed content has a new key: the server refuses other content under a known key.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string }>(undefined);
  return (content) => {
    const wanted = JSON.stringify(content) ?? "";
    if (last.current?.content !== wanted) last.current = { content: wanted, key: newKey() };
    return last.current.key;
  };
}
