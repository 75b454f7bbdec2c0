import {
  infiniteQueryOptions,
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import type { Call, calls as derived } from "#shared/contract/calls.ts";
import type { Api, Feature } from "#shared/contract/index.ts";
import type { Endpoint, WireBody, WireParams, WireQuery, WireReply } from "#shared/http/endpoint.ts";
import { ApiError, failureSentence } from "./api-error.ts";
import { send } from "./send.ts";
import { toast } from "./toasts.ts";

declare const __CALLS__: typeof derived;

/** Every call's method, path and roles, put in by the build from the contract (vite.config.ts). */
export const calls = __CALLS__;

/** The typed client, derived from the contract: a call is named by its feature and its name, and by nothing else. */

export type CallName<F extends Feature> = keyof Api[F] & string;
/** `Extract` tells the compiler what the contract already guarantees. */
export type EndpointOf<F extends Feature, N extends CallName<F>> = Extract<Api[F][N], Endpoint>;
export type Reply<F extends Feature, N extends CallName<F>> = WireReply<EndpointOf<F, N>>;

type Given<K extends string, T> = [T] extends [undefined] ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };
type IdParams<P> = [P] extends [undefined] ? undefined : { readonly [K in keyof P]: string | number };
type OptionalQuery<Q> = [Q] extends [undefined] ? { readonly query?: undefined } : { readonly query?: Q };

export type Input<F extends Feature, N extends CallName<F>> = Given<"params", IdParams<WireParams<EndpointOf<F, N>>>> &
  OptionalQuery<WireQuery<EndpointOf<F, N>>> &
  Given<"body", WireBody<EndpointOf<F, N>>> & {
    /** One for each form that is opened: a retry after a lost reply makes nothing twice (rule C13). */
    readonly idempotencyKey?: string;
    readonly files?: readonly File[];
    readonly onProgress?: (fraction: number) => void;
    readonly signal?: AbortSignal;
  };

/** How a call is made, and who may. */
export const callOf = <F extends Feature>(feature: F, name: CallName<F>): Call => (calls[feature] as Record<string, Call>)[name] as Call;

/** Makes a call. @throws ApiError */
export async function call<F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>): Promise<Reply<F, N>> {
  const { data } = await send(callOf(feature, name), input);
  return data as Reply<F, N>;
}

/** A read, for `useQuery`. */
export const query = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) =>
  queryOptions({ queryKey: [feature, name, input], queryFn: () => call(feature, name, input) });

type RowOf<T> = T extends readonly (infer Row)[] ? Row : never;

/** A list in pages; `data` is all rows so far, and `fetchNextPage` follows the reply's Link. */
const pages = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>) =>
  infiniteQueryOptions({
    queryKey: [feature, name, "pages", input],
    queryFn: ({ pageParam }) => send(callOf(feature, name), input, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    select: ({ pages: fetched }) => fetched.flatMap((page) => page.data as RowOf<Reply<F, N>>[]),
  });

/** The rows of the choice before stay until the next ones are there, so that the page does not jump with each word of a search. */
export const usePages = <F extends Feature, N extends CallName<F>>(feature: F, name: N, input: Input<F, N>, { enabled = true } = {}) =>
  useInfiniteQuery({ ...pages(feature, name, input), placeholderData: keepPreviousData, enabled });

interface CallOptions<R> {
  /** Toast titled Success. */
  readonly success?: string | ((reply: R) => string);
  /** Toast titled Error, unless the server wrote a sentence of its own (rule S8). `null`: a failure says nothing. */
  readonly failure: string | ((error: unknown) => string | null) | null;
  readonly onSuccess?: (reply: R) => void;
}

/** The app brings the person to the sign-in screen, which says why: one message is enough. */
const endsSession = ({ roles }: Call, error: unknown): boolean => error instanceof ApiError && error.status === 401 && roles !== "anyone";

/**
 * What a write makes stale: everything, since nothing is fetched again by itself (rule S10) and every write leaves its trace in the trail and the
 * figures at least. What is on the screen is fetched at once, the rest when it is next looked at. Who is signed in is changed by the calls
 * about that alone; nobody (null) is an answer too, and one that a registration or a mailed link does not change.
 */
const mayHaveChanged = (feature: Feature, { queryKey: [of], state }: Pick<Query, "queryKey" | "state">): boolean =>
  of === "accounts" ? feature === "accounts" && state.data !== null : true;

/** A write: says how it went, and makes what it changed be fetched again (architecture, "Freshness"). */
export function useCall<F extends Feature, N extends CallName<F>>(feature: F, name: N, options: CallOptions<Reply<F, N>>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<F, N>) => call(feature, name, input),
    onSuccess: async (reply) => {
      const { success } = options;
      if (success !== undefined) toast({ title: "Success", description: typeof success === "string" ? success : success(reply) });
      options.onSuccess?.(reply);
      await client.invalidateQueries({ predicate: (query) => mayHaveChanged(feature, query) });
    },
    onError: async (error) => {
      const { failure } = options;
      if (failure === null || endsSession(callOf(feature, name), error)) return;
      const description = typeof failure === "string" ? failureSentence(error, failure) : failure(error);
      if (description === null) return;
      toast({ title: "Error", description, variant: "destructive" });
      // A fault of ours is on the list of errors now.
      if (error instanceof ApiError && error.status >= 500) await client.invalidateQueries({ queryKey: ["errors"] });
      // Refused because the thing is gone or is no longer as it was seen: what the screen shows is out of date.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409))
        await client.invalidateQueries({ queryKey: [feature] });
    },
  });
}

/** Rule S10: never on focus, never by a clock, never again by itself, never stale. What changes data invalidates it. Without a connection a call fails at once and says so: held
 * back until there is one, it would wait without a word, and be made when the person has long gone on. */
export const createQueryClient = (onFailure?: (error: Error) => void): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onFailure?.(error) }),
    mutationCache: new MutationCache({ onError: (error) => onFailure?.(error) }),
    defaultOptions: {
      queries: {
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

/** `crypto.randomUUID` is missing on plain http from another machine, where the browser calls the page insecure. */
const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * The key of what an opened form sends: the same for the same content, so that a retry after a lost reply makes nothing twice;
 * a new one once the content has changed, because then it is another wish, which the server would refuse under the old key.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; key: string }>(undefined);
  return (content) => {
    const wanted = JSON.stringify(content) ?? "";
    if (last.current?.content !== wanted) last.current = { content: wanted, key: newKey() };
    return last.current.key;
  };
}
